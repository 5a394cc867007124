"""What ÷ √d_k does is seen to happen, unless the reader has asked for less motion."""

import pytest
from lab_server import until

from browser.scaling_case import SCALING

# Columns that are on their way, and what is said of the scores at the same moment.
MOMENT = """root => [
    root.getAnimations({ subtree: true }).filter(one => one.transitionProperty === "x").length,
    root.querySelector(".abh-caption").textContent,
]"""


@pytest.mark.parametrize("shown", [SCALING], indirect=True, ids=[SCALING.name])
def test_scores_shrink_before_the_eye_and_follow_the_slider_at_once(shown):
    shown.run("explorer.reset(); explorer.d_k = 1024")
    shown.rests()
    for motion in ("no-preference", "reduce", "no-preference"):
        shown.page.emulate_media(reduced_motion=motion)
        for divided in (True, False):
            until(lambda: shown.explorer.evaluate(MOMENT)[0] == 0, "the end of earlier motion")
            shown.explorer.locator("button:text-is('÷ √d_k')").click()
            until(lambda now=divided: ("÷" in shown.explorer.evaluate(MOMENT)[1]) == now, "it")
            moving = shown.explorer.evaluate(MOMENT)[0]
            assert (moving > 20) == (motion == "no-preference"), motion
    shown.run("explorer.scaled = True")
    until(lambda: "÷" in shown.explorer.evaluate(MOMENT)[1], "the division")
    until(lambda: shown.explorer.evaluate(MOMENT)[0] == 0, "the end of its motion")
    shown.run("explorer.d_k = 16")
    until(lambda: "√16 " in shown.explorer.evaluate(MOMENT)[1], "the other width")
    assert shown.explorer.evaluate(MOMENT)[0] == 0
    shown.run("explorer.reset()")
    shown.settles()
