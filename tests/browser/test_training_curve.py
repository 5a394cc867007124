"""The curve of a training under the hand: mouse, finger, keys and play, and the map follows."""

import pytest
from lab_server import until

from browser import explorer_page
from browser.cases import only
from helpers.explorers.training.trial import CURSOR, EVERY, RECORDS

GUESS = ".abh-losses .abh-cursor.abh-guess"
LAST = EVERY * (RECORDS - 1)
PANEL = ".jp-WindowedPanel-outer"
# Where each record is, on the screen: its dot's middle, left to right.
DOTS = """root => [...root.querySelectorAll(".abh-losses .abh-records circle")].map(dot => {
    const box = dot.getBoundingClientRect();
    return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
})"""
NEEDLE = """root => {
    const box = root.querySelector(".abh-losses .abh-handle").getBoundingClientRect();
    return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}"""


# The explorer of a training, whose page all browser tests share.
pytestmark = only("training")


@pytest.fixture
def curve(shown):
    """Give the explorer at its middle record, at rest."""
    with shown.afresh("explorer.step = 50") as curve:
        curve.explorer.locator(CURSOR).scroll_into_view_if_needed()
        yield curve


def spot(curve, step):
    """Return where the record of a step is on the screen."""
    return curve.explorer.evaluate(DOTS)[step // EVERY]


def holds(curve, step):
    """Wait until Python holds a step; then the cursor stands on its dot, and all numbers agree."""
    curve.becomes("step", step)
    # Both at one moment: a page that a finger has pushed may still be scrolling.
    place, dots = curve.explorer.evaluate(f"root => [({NEEDLE})(root), ({DOTS})(root)]")
    wanted = dots[step // EVERY]
    assert place == pytest.approx(wanted, abs=1), step
    cursor = curve.explorer.locator(".abh-losses .abh-cursor")
    assert cursor.get_attribute("aria-valuenow") == str(step)
    assert f"Step {step}," in curve.explorer.locator(".abh-headline").text_content()


def drags(curve, start, *stops, steps=4):
    """Take the mouse from a place over others, without letting go."""
    mouse = curve.page.mouse
    mouse.move(*start)
    mouse.down()
    for stop in stops:
        mouse.move(*stop, steps=steps)


def begins_to_guess(curve):
    """Hide the result; the cursor is that of a guess then."""
    curve.run("explorer.guessing = True")
    curve.explorer.locator(GUESS).wait_for()
    curve.rests()


def test_a_drag_on_the_curve_itself_or_beside_it_takes_the_cursor_along(curve):
    for down in (0, -25):  # on the line, and on the paper above it
        x, y = spot(curve, 80)
        drags(curve, (x, y + down), (x + 5, y + down))
        holds(curve, 80)
        curve.page.mouse.move(*spot(curve, 10), steps=5)
        holds(curve, 10)
        curve.page.mouse.up()
        curve.page.mouse.move(*spot(curve, 100), steps=3)  # it holds nothing any more
        holds(curve, 10)


def test_a_press_on_the_paper_goes_there_and_one_on_the_cursor_moves_nothing(curve):
    for step in (100, 30, 30, 70):
        x, y = spot(curve, step)
        curve.page.mouse.click(x + 2, y - 20)
        holds(curve, step)
        curve.page.mouse.click(spot(curve, step)[0] + 9, y - 20)
        holds(curve, step)


def test_esc_brings_back_what_is_held_or_was_let_go_whatever_has_the_focus(curve):
    for lost in ("document.activeElement.blur()", "window.dispatchEvent(new Event('blur'))"):
        for there in (90, 20):
            drags(curve, spot(curve, 50), spot(curve, there))
            holds(curve, there)
            curve.page.evaluate(f"() => {{ {lost} }}")
            curve.page.keyboard.press("Escape")
            holds(curve, 50)
            curve.page.mouse.move(*spot(curve, 100), steps=3)
            curve.page.mouse.up()
            holds(curve, 50)


def test_keys_go_from_record_to_record_and_enter_reveals_a_guess(curve):
    page = curve.page
    curve.explorer.locator("select").first.focus()
    explorer_page.tab_to(page, f"{explorer_page.ROOT} .abh-losses .abh-cursor")
    ways = {"ArrowRight": 60, "ArrowUp": 70, "ArrowLeft": 60, "Home": 0, "ArrowDown": 0}
    for key, step in {**ways, "PageUp": 50, "End": LAST, "Escape": 50}.items():
        page.keyboard.press(key)
        holds(curve, step)
    begins_to_guess(curve)
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    until(lambda: curve.ask({"guess": "explorer.guess"})["guess"] == 30, "the guess", 20)
    page.keyboard.press("Enter")
    told = curve.explorer.locator(".abh-headline", has_text="You guessed step 30;")
    told.wait_for()
    assert "at step 60, 30 steps away" in told.text_content()
    assert curve.state()["step"] == 50


def test_a_drag_in_a_guess_leaves_the_step_and_letting_go_reveals(curve):
    for step in (90, 60):
        begins_to_guess(curve)
        assert set(explorer_page.texts(curve.explorer, "[role=gridcell]")) == {"?"}
        x, y = spot(curve, step)
        drags(curve, (spot(curve, 10)[0], y), (x, y))
        curve.page.mouse.up()
        text = f"You guessed step {step};"
        curve.explorer.locator(".abh-headline", has_text=text).wait_for()
        assert curve.state()["step"] == 50


def test_a_finger_takes_the_cursor_and_beside_it_scrolls(curve, fingers):
    curve.page.set_viewport_size({"width": 1280, "height": 560})
    panel = curve.page.locator(PANEL).first
    try:
        curve.explorer.locator(CURSOR).scroll_into_view_if_needed()
        for there in (80, 50):
            here = curve.state()["step"]
            (x, y), end = spot(curve, here), spot(curve, there)
            fingers.draw((x + 5, y), (end[0] - x, 8))
            fingers.up()
            holds(curve, there)
        x, y = spot(curve, 20)
        fingers.draw((x, y), (spot(curve, 30)[0] - x, 3))  # the line can be taken anywhere
        fingers.up()
        holds(curve, 30)
        first = panel.evaluate("one => one.scrollTop")
        x, y = spot(curve, 80)
        fingers.draw((x, y - 30), (0, -90))
        fingers.up()
        until(lambda: panel.evaluate("one => one.scrollTop") > first + 30, "the scroll", seconds=8)
        holds(curve, 30)
    finally:
        curve.page.set_viewport_size(explorer_page.WIDE)


def test_a_hand_that_takes_anything_takes_it_from_play(curve):
    def drag():
        drags(curve, curve.explorer.evaluate(NEEDLE), spot(curve, 20))
        curve.page.mouse.up()

    def home():
        curve.explorer.locator(".abh-losses .abh-cursor").press("Home")

    def reset():
        curve.press(["reset"])

    def guess():
        curve.press(["guess"])
        curve.press(["reveal"])

    play = curve.explorer.get_by_role("button", name="play recorded step", exact=True)
    for act in (drag, home, reset, guess):
        curve.run("explorer.step = 30")
        curve.rests()
        play.click()
        until(lambda: curve.state()["step"] > 30, "the way")
        act()
        curve.rests()
        assert play.inner_text() == "play", act
        holds(curve, {drag: 20, home: 0, reset: 0, guess: curve.state()["step"]}[act])
        assert curve.state()["step"] < LAST, act
