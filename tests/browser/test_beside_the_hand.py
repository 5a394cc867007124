"""Flow and heads: what is pointed at moves nothing away, and what can be pressed looks so."""

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
# Whether the name of each row of a table has the frame of what can be pressed.
FRAMED = """root => [...root.querySelectorAll("tbody th")].map(
    name => getComputedStyle(name).borderTopStyle === "solid")"""


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
