"""Words in a row in JupyterLab: a mouse, a finger and keys bring them to other places."""

import pytest
from lab_server import until

from browser.cases import only
from helpers.explorers.order.trial import name

PANEL = ".jp-WindowedPanel-outer"
# Which word stands at each place, as the eye sees it, and how many pixels each is off its place.
STANDING = """root => {
    const middle = one => { const b = one.getBoundingClientRect(); return (b.left + b.right) / 2; };
    const places = [...root.querySelectorAll(".abh-lineup-place")].map(middle);
    const words = [...root.querySelectorAll(".abh-carried")].map((one, i) => [middle(one), i]);
    const row = [...words].sort((a, b) => a[0] - b[0]);
    return [row.map(([_, word]) => word), row.map(([at], place) => Math.abs(at - places[place]))];
}"""
FOCUSED = "() => [...document.activeElement.parentNode.children].indexOf(document.activeElement)"
# The names that end in the middle of a letter, and the marks that leave their place or the line.
OUTSIDE = """root => {
    const cut = [...root.querySelectorAll(".abh-lineup-name")].filter(one =>
        one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow !== "ellipsis");
    const off = [...root.querySelectorAll(".abh-lineup-place")].flatMap(place => {
        const room = place.getBoundingClientRect();
        const boxes = [...place.lastChild.children].map(one => one.getBoundingClientRect());
        const leaves = box => box.left < room.left + 3 || room.right - 3 < box.right;
        return boxes.filter(box => box.width < 3 || leaves(box) || box.top !== boxes[0].top);
    });
    return [...cut.map(one => one.textContent), ...off];
}"""
# The numbers of z that the end of a dashed box strikes.
SLOW = """
import time as _time
_row_hand = explorer.row.handler
def _late(report):
    _time.sleep(0.4)
    _row_hand(report)
explorer.row.handler = _late
"""
QUICK = "explorer.row.handler = _row_hand"


# The explorer of the order, whose page all browser tests share.
pytestmark = only("order")


@pytest.fixture
def row(shown):
    """Give the explorer with three words in their first order."""
    with shown.afresh() as row:
        yield row


def slot(shown):
    """Return how many pixels a place is wide."""
    return shown.explorer.locator(".abh-lineup-place").first.bounding_box()["width"]


def stands(shown, order):
    """Wait until all stand at their places in this order, on the page as in the kernel."""
    shown.rests()  # an order on the way may be the same
    shown.becomes("order", order)

    def is_so():
        row, off = shown.explorer.evaluate(STANDING)
        return row == order and max(off) < 1

    until(is_so, f"the words in the order {order}", seconds=8)


def test_others_make_room_while_the_hand_still_holds_and_release_settles(row):
    wide = slot(row)
    x, y = row.takes(name(0))
    for places, order in ((0.3, [0, 1, 2]), (0.8, [1, 0, 2]), (1.9, [1, 2, 0]), (0.9, [1, 0, 2])):
        row.page.mouse.move(x + places * wide, y + 9, steps=5)
        row.rests()
        assert row.state()["order"] == order
        until(lambda order=order: others(row, 0) == [w for w in order if w], "room", seconds=8)
        held = row.explorer.locator(name(0)).bounding_box()
        assert held["x"] + held["width"] / 2 == pytest.approx(x - 3 + places * wide, abs=2)
    row.page.mouse.up()
    stands(row, [1, 0, 2])
    row.settles()


def others(shown, word):
    """Return the other words as they stand, each at a place of its own."""
    order, off = shown.explorer.evaluate(STANDING)
    standing = [(w, o) for w, o in zip(order, off, strict=True) if w != word]
    return [w for w, o in standing] if all(o < 1 for _, o in standing) else None


@pytest.mark.parametrize("kind", ["sinusoids", "rotation"])
def test_eight_long_words_of_eight_numbers_keep_names_and_marks_inside_their_places(row, kind):
    tokens = [f"pneumonoultramicroscopic{i}" for i in range(8)]
    row.run(
        f"import numpy as np; explorer.change(tokens={tokens!r}, positions={kind!r},"
        " embeddings=np.eye(8), order=None)"
    )
    marks = row.explorer.locator(".abh-lineup-mark :is(i, svg)")
    until(lambda: marks.count() == (64 if kind == "sinusoids" else 32), "the marks", seconds=8)
    row.rests()
    assert row.explorer.evaluate(OUTSIDE) == []


def test_what_was_before_is_dashed_once_a_word_has_moved(row):
    ghosts = row.explorer.locator(".abh-lineup-ghost:visible, .abh-bars .abh-ghost:visible")
    assert ghosts.count() == 0
    for word, order in ((0, [1, 0, 2]), (1, [0, 1, 2])):
        row.takes(name(word), (slot(row), 0), steps=6)
        row.page.mouse.up()
        stands(row, order)
        assert (ghosts.count() > 0) == (order != [0, 1, 2])


def test_keys_choose_and_move_and_esc_restores_one_after_the_other(row):
    row.explorer.locator(".abh-carried[tabindex='0']").focus()
    press = row.page.keyboard.press
    for keys, order, query in (
        (["ArrowRight"], [0, 1, 2], 2),
        (["Shift+ArrowLeft", "Shift+ArrowLeft"], [2, 0, 1], 2),  # the second before an answer
        (["ArrowRight", "ArrowRight"], [2, 0, 1], 1),
        (["Shift+ArrowLeft"], [2, 1, 0], 1),
        (["Escape"], [2, 0, 1], 1),
        (["Home"], [2, 0, 1], 2),
        (["Shift+End"], [0, 1, 2], 2),
        (["Shift+ArrowRight"], [0, 1, 2], 2),  # there is no place behind the last
        (["ArrowLeft", "ArrowLeft", "ArrowLeft"], [0, 1, 2], 0),
        (["Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft"], [1, 0, 2], 0),
    ):
        for key in keys:
            press(key)
        stands(row, order)
        row.becomes("query", query)
        assert row.page.evaluate(FOCUSED) == query, keys
        place = order.index(query)
        label = row.explorer.locator(".abh-carried").nth(query).get_attribute("aria-label")
        assert f", position {place}: " in label
    row.settles()


def test_a_slow_kernel_ends_with_the_order_that_the_hand_left(row):
    wide = slot(row)
    row.run(SLOW)
    try:
        for word, far, order in ((0, 2 * wide, [1, 2, 0]), (2, -wide, [2, 1, 0])):
            row.takes(name(word), (far, 0), steps=12)
            row.page.mouse.up()
            row.painted()
            assert row.explorer.evaluate(STANDING)[0] == order  # ahead of the kernel
            stands(row, order)
    finally:
        row.run(QUICK)
