"""What a press changes is seen to happen, unless the reader has asked for less motion."""

from lab_server import until

from browser.cases import only
from helpers.explorers.base.trial import Drag

COUNTED = """root => {
    window.set_out = 0;
    root.addEventListener("transitionrun", one => (set_out += one.propertyName === "x"));
}"""
# Columns that have set out since the last look, two frames from now: what is painted has begun.
SET_OUT = """() => new Promise(tell => requestAnimationFrame(() => requestAnimationFrame(() => {
    tell(set_out);
    set_out = 0;
})))"""


@only("scaling")
def test_scores_shrink_before_the_eye_and_follow_the_slider_at_once(shown):
    def says(text, is_there=True):
        caption = shown.explorer.locator(".abh-caption").first
        until(lambda: (text in caption.text_content()) == is_there, text)
        return shown.page.evaluate(SET_OUT)

    shown.run("explorer.reset(); explorer.d_k = 1024")
    shown.rests()
    shown.explorer.evaluate(COUNTED)
    for motion in ("no-preference", "reduce", "no-preference"):
        shown.page.emulate_media(reduced_motion=motion)
        for divided in (True, False):
            shown.explorer.locator("button:text-is('÷ √d_k')").click()
            assert (says("÷", divided) > 20) == (motion == "no-preference"), motion
    shown.run("explorer.scaled = True")
    assert says("÷") > 20
    shown.run("explorer.d_k = 16")
    assert says("√16 ") == 0
    shown.run("explorer.reset()")
    shown.settles()


# From now on, frame by frame, how tall the second bar is, and how often something sets out.
FOLLOWED = """root => {
    window.tall = [];
    window.set_out = 0;
    new MutationObserver(() => (set_out += root.hasAttribute("data-tweens"))).observe(
        root, {attributes: true, attributeFilter: ["data-tweens"]});
    const bar = root.querySelector("[data-index='1'] .abh-bar:not(.abh-ghost)");
    const note = () => {
        tall.push(bar.getBoundingClientRect().height);
        requestAnimationFrame(note);
    };
    note();
}"""
BETWEEN = """() => {
    const ends = [tall[0], tall.at(-1)].sort((a, b) => a - b);
    return tall.filter(one => ends[0] + 1 < one && one < ends[1] - 1).length;
}"""


@only("dot_product", "softmax")
def test_a_reset_is_seen_to_go_back_and_a_hand_is_followed_at_once(shown):
    drag = next(one for one in shown.case.gestures if isinstance(one, Drag))
    with shown.afresh():
        shown.explorer.evaluate(FOLLOWED)
        for motion in ("no-preference", "reduce", "no-preference"):
            shown.page.emulate_media(reduced_motion=motion)
            moves = motion == "no-preference"
            shown.plays(drag)
            assert shown.page.evaluate("set_out") == 0
            shown.page.evaluate("tall = [tall.at(-1)]")
            shown.press(["reset"])
            shown.settles()
            assert shown.page.evaluate("set_out") == moves
            assert (shown.page.evaluate(BETWEEN) > 2) == moves
            shown.page.evaluate("set_out = 0")
