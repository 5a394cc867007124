"""On a wide page pictures stand together, and what they say of themselves is not struck."""

import pytest

from browser.cases import only

# The widest empty strip beside pictures on 1,100 pixels, but for one at the right, in pixels.
GAP = """(root, selectors) => {
    root.style.width = "1100px";
    const boxes = selectors.map(one => root.querySelector(one).getBoundingClientRect());
    const [first, second] = boxes;
    const gaps = [first.left - root.getBoundingClientRect().left, second.left - first.right];
    root.style.width = "";
    return Math.max(...gaps);
}"""
# Whether each mark of a curve is painted after the needle, and takes no press from the handle.
ABOVE = """root => [...root.querySelectorAll(".abh-curve .abh-marks")].map(marks => {
    const cursor = marks.parentNode.querySelector(".abh-cursor");
    const after = cursor.compareDocumentPosition(marks) & Node.DOCUMENT_POSITION_FOLLOWING;
    const parts = [...marks.querySelectorAll("line, text")];
    return Boolean(after) && parts.every(one => getComputedStyle(one).pointerEvents === "none");
})"""


@pytest.mark.parametrize(
    ("shown", "pictures"),
    [
        ("order", [".abh-stage", ".abh-bars svg"]),
        ("mask", [".abh-heatmap table", ".abh-plane svg"]),
    ],
    indirect=["shown"],
)
def test_pictures_stand_together_on_a_wide_page(shown, pictures):
    shown.run("explorer.reset()")
    shown.rests()
    assert shown.explorer.evaluate(GAP, pictures) < 90


@only("cost")
def test_what_a_mark_says_stands_above_the_needle_and_the_handle_stays_free(shown):
    shown.rests()
    assert shown.explorer.evaluate(ABOVE) == [True, True]
    assert shown.explorer.locator(".abh-prompt").is_visible()
