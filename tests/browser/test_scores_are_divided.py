"""What ÷ √d_k does is seen to happen, unless the reader has asked for less motion."""

from lab_server import until

from browser.cases import only

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
