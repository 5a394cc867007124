"""Flow and heads: what is pointed at moves nothing away, what is typed is answered in sight."""

from lab_server import until

from browser import explorer_page
from browser.cases import only

NUMBERS = {"flow": "td:not(.abh-empty)", "heads": ".abh-token, .abh-ways path"}
LONG = {"flow": "explorer.change(example='your_journey', step='context')", "heads": ""}
# Where the toolbar is while each number in turn is pointed at.
PLACES = """(root, numbers) => {
    const place = () => root.querySelector(".abh-toolbar").getBoundingClientRect().top;
    return [place(), ...[...root.querySelectorAll(numbers)].map(one => {
        one.dispatchEvent(new PointerEvent("pointerenter"));
        const there = place();
        one.dispatchEvent(new PointerEvent("pointerleave"));
        return there;
    })];
}"""
# Whether the arc from the word that asks back to itself leaves its middle open.
OPEN = """root => {
    const words = [...root.querySelectorAll(".abh-token")];
    const word = words.findIndex(one => one.matches(".abh-query"));
    const arc = root.querySelectorAll(".abh-ways path")[word];
    const box = arc.getBBox();
    const [x, y] = [box.x + box.width / 2, box.y + 0.35 * box.height];
    return ![-4, 0, 4].some(aside => arc.isPointInStroke(new DOMPoint(x + aside, y)));
}"""
# Whether the name of each row of a table has the frame of what can be pressed.
FRAMED = """root => [...root.querySelectorAll("tbody th")].map(
    name => getComputedStyle(name).borderTopStyle === "solid")"""
ITSELF = "import numpy as np; explorer.change(heads=[(9 * np.eye(4),) + (np.eye(4),) * 2])"
heads = only("heads")


@only("flow", "heads")
def test_on_a_narrow_page_what_is_pointed_at_moves_nothing_below(shown):
    name = shown.case.name
    with explorer_page.window(shown.page), shown.afresh():
        shown.run(LONG[name])
        shown.rests()
        first, *places = shown.explorer.evaluate(PLACES, NUMBERS[name])
        assert len(places) > 8
        assert set(places) == {first}


@only("flow")
def test_the_words_of_the_flow_look_like_what_can_be_pressed_and_their_sum_does_not(shown):
    assert shown.explorer.evaluate(FRAMED) == [True] * 5 + [False]


@heads
def test_an_arc_to_the_word_itself_is_open_however_thick(shown):
    with shown.afresh(ITSELF):
        until(lambda: shown.explorer.evaluate(OPEN), "an open arc", seconds=5)
