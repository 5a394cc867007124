"""The hand on an explorer in JupyterLab: what it holds, what it loses, and who answers it."""

import itertools

import numpy as np
import pytest
from lab_server import until

from browser import explorer_page, notebook_page
from browser.cases import only
from browser.hand import noted
from browser.notebook_page import EXPLORERS
from browser.shown import MIDDLE, alike
from helpers.explorers.base.trial import Drag, dot, dragged, row_name

SILENCE = ".abh-silence"
POINT = "embeddings"
PANEL = ".jp-WindowedPanel-outer"
OVERLAPS = """root => {
    const boxes = selector => [...root.querySelectorAll(selector)]
        .filter(one => one.checkVisibility() && (one.textContent || one.matches("circle")))
        .map(one => [one, one.getBoundingClientRect()]);
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const things = boxes(".abh-dot .abh-point, .abh-name");
    return boxes(".abh-grid text, .abh-name").flatMap(([text, box]) => things
        .filter(([one, other]) => one !== text && over(box, other)).map(() => text.textContent));
}"""
# Names and words that a ring cuts, and words that lie on an axis.
CUT = """root => {
    const boxes = selector => [...root.querySelectorAll(selector)].filter(one => one.textContent)
        .map(one => [one.textContent, one.getBoundingClientRect()]);
    const middle = (low, high) => (low + high) / 2;
    const rings = [...root.querySelectorAll(".abh-dot.abh-movable .abh-handle")].map(one => {
        const box = one.getBoundingClientRect();
        return [middle(box.left, box.right), middle(box.top, box.bottom), box.width / 2];
    });
    const nearest = (number, low, high) => Math.max(low, Math.min(high, number)) - number;
    const cut = (box, [x, y, r]) =>
        Math.hypot(nearest(x, box.left, box.right), nearest(y, box.top, box.bottom)) < r - 2;
    const axes = [...root.querySelectorAll("line.abh-axis")]
        .map(one => one.getBoundingClientRect());
    const over = (box, axis) => box.left < axis.right && axis.left < box.right
        && box.top < axis.bottom && axis.top < box.bottom;
    return [
        ...boxes(".abh-name, .abh-word").filter(([, box]) => rings.some(ring => cut(box, ring))),
        ...boxes(".abh-word").filter(([, box]) => axes.some(axis => over(box, axis))),
    ].map(([text]) => text);
}"""
# Where each part stands.
LAYOUT = """root => [...root.querySelectorAll("div, .abh-explorer svg, td, button, p")]
    .filter(one => one.checkVisibility() && !one.matches(".abh-silence"))
    .map(one => one.getBoundingClientRect())
    .map(({x, y, width, height}) => [x, y, width, height].map(Math.round).join())"""
# Closes whatever stands beside the notebook.
CLOSE_BESIDE = """() => [...jupyterapp.shell.widgets("main")]
    .filter(one => !one.node.querySelector(".jp-Notebook")).forEach(one => one.close())"""
RESTART = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
ROBOTS = "worked_examples.load('smart_robots')"
# No view hears any more what a browser tells once a frame.
DEAFENED = """() => {
    window.deaf = new AbortController();
    addEventListener("pointermove", event => event.stopImmediatePropagation(),
        {capture: true, signal: deaf.signal});
}"""
APART = (
    "explorer.embeddings = [[.4, .2, 0], [.9, .9, 0], [-.6, .8, 0],"
    " [-.8, -.7, 0], [.6, -.5, 0], [0, .4, 0]]"
)


# The explorer of a sentence, whose page all browser tests share.
pytestmark = only("attention")


@pytest.fixture
def held(shown):
    """Give the explorer with six words far apart."""
    with shown.afresh(f"{APART}; explorer.query = 0") as held:
        yield held


def point(shown, place):
    """Return where a token is."""
    return shown.state()[POINT][place]


def moved(before, shown, place, by):
    """Return whether a token, and no other, went where (across, down) pixels bring it."""
    far = shown.unit(dot(place)) * by * (1, -1)
    return alike(shown.state()[POINT], dragged(place, slice(2))(before[POINT], far))


def test_names_lie_clear_of_axis_numbers_dots_and_each_other_while_one_is_held(held):
    (x, y), (across, down) = held.middle(dot(1)), held.middle(dot(0))
    held.page.mouse.move(x, y)
    held.page.mouse.down()
    for to in ((x, y), (across - 40, down)):
        held.page.mouse.move(*to, steps=8)
        held.rests()
        assert held.explorer.evaluate(OVERLAPS) == []
    held.page.mouse.up()
    held.run(f"{APART.replace('[.4, .2, 0]', '[-5, 0, 0]').replace('[.9, .9, 0]', '[0, -5, 0]')}")
    held.settles()
    assert held.explorer.evaluate(OVERLAPS) == []


def test_names_stand_clear_of_rings_and_of_axes_what_arrows_are_called(held):
    held.run(f"_r = {ROBOTS}; explorer.change(tokens=_r.tokens, embeddings=_r.embeddings)")
    for place in (1, 0, 3, 1):
        held.run(f"explorer.query = {place}")
        held.rests()
        assert held.explorer.evaluate(CUT) == [], place
    assert held.explorer.locator(".abh-word").all_text_contents() == ["x → z"]


def test_of_two_dots_4_pixels_apart_the_nearer_one_is_taken(held):
    near = 4 * held.unit(dot(1))[0]
    for place, grip in ((1, -3), (2, 2), (1, -3)):
        held.run(f"{APART.replace('[-.6, .8, 0]', f'[{0.9 + near}, .9, 0]')}; explorer.query = 0")
        held.rests()
        before, (x, y) = held.state(), held.explorer.locator(dot(place)).evaluate(MIDDLE)
        held.page.mouse.move(x + grip, y)
        held.page.mouse.down()
        held.page.mouse.move(x + grip - 30, y + 40, steps=4)
        held.page.mouse.up()
        held.rests()
        assert moved(before, held, place, (-30, 40)), place
        now = "() => document.activeElement.dataset.index"
        assert held.page.evaluate(now) == str(place)
    held.settles()


def test_a_move_that_waits_is_not_sent_after_its_release(held):
    for place, by in ((1, (-40, 30)), (2, (30, 20)), (1, (-20, 10))):
        with noted(held, wait=1.5) as reports:
            before, (x, y) = held.state(), held.takes(dot(place))
            for step in range(1, 11):  # each in a frame of its own, or the browser makes one of all
                held.page.mouse.move(*np.add((x, y), np.multiply(by, step / 10)))
                held.painted()
            held.page.mouse.up()
            held.rests()
            assert moved(before, held, place, by)
            kinds = reports()
        assert [kind for kind, _ in kinds].count("release") == 1
        assert kinds[-1] == ("release", place)
        assert len(kinds) > 3  # some moves came, and the others were dropped for newer ones
        assert len(kinds) < 10


def test_the_last_move_of_a_mouse_that_then_stands_still_reaches_a_slow_python(held):
    """Whatever was dropped on the way: one report more or less may not decide it."""
    for place, moves in ((0, 6), (2, 7)):
        with noted(held, wait=0.7) as reports:
            before, (x, y) = held.state(), held.takes(dot(place))
            for step in range(1, moves + 1):
                held.page.mouse.move(x + 4 * step, y - 3 * step)
                held.painted()
            held.rests()
            assert moved(before, held, place, (4 * moves, -3 * moves))
            assert {kind for kind, _ in reports()} == {"move"}
        held.page.mouse.up()
        held.settles()


def test_the_first_move_after_a_pause_waits_for_no_frame_and_comes_once(held):
    for place in (1, 2, 1):
        with noted(held) as reports:
            x, y = held.takes(dot(place))
            held.page.evaluate(DEAFENED)
            held.page.mouse.move(x + 20, y - 10)
            held.rests()
            assert reports() == [("move", place)]
            held.page.evaluate("() => deaf.abort()")
            held.page.wait_for_timeout(100)  # a pause, and then one that is told both ways
            held.page.mouse.move(x + 30, y - 20)
            held.rests()
            assert reports() == [("move", place)] * 2
            held.page.mouse.up()
            held.rests()
            assert reports()[2:] == [("release", place)]
        held.settles()


def test_esc_in_a_drag_puts_back_what_is_held_and_then_another_moves(held):
    for place in (1, 2, 1):
        before = held.state()
        x, y = held.takes(dot(place), (-40, 30), steps=5)
        held.rests()
        assert not alike(held.state()[POINT], before[POINT])
        held.page.keyboard.press("Escape")
        held.page.mouse.move(x - 60, y + 50, steps=5)
        held.page.mouse.up()
        held.becomes(POINT, before[POINT])
        assert held.state() == before
    held.plays(Drag(dot(3), (20, -30), POINT, dragged(3, slice(2))))


def test_a_drag_goes_on_outside_the_window_and_ends_there(held):
    for place in (1, 4, 1):
        edge = -held.ask({"reach": "explorer.reach"})["reach"]
        held.takes(dot(place))
        held.page.mouse.move(-50, 400, steps=8)
        held.page.mouse.up()
        held.rests()
        left = held.state()
        assert left[POINT][place][0] == pytest.approx(edge, abs=0.01)
        held.page.mouse.move(600, 500, steps=4)
        held.rests()
        assert held.state() == left
        held.settles()
        held.run(f"{APART}")
        held.settles()


def test_another_button_opens_no_menu_and_a_lost_release_ends_the_drag(held):
    for place in (1, 2, 1):
        before = held.state()
        x, y = held.takes(dot(place), (20, -10), steps=4)
        held.page.mouse.down(button="right")
        assert held.page.locator(".lm-Menu").count() == 0
        # The left button comes up while the right one is down: no pointerup, only this.
        elsewhere = {"clientX": x + 90, "clientY": y + 60, "pointerId": 1, "buttons": 2}
        held.explorer.locator(dot(place)).dispatch_event("pointermove", elsewhere)
        held.page.mouse.move(x + 90, y + 60, steps=4)
        for button in ("left", "right"):
            held.page.mouse.up(button=button)
        held.rests()
        assert moved(before, held, place, (20, -10)), place
        held.settles()


def test_a_window_that_loses_the_keyboard_lets_go(held):
    for place in (1, 2, 1):
        before = held.state()
        x, y = held.takes(dot(place), (20, -10), steps=4)
        held.page.evaluate("() => window.dispatchEvent(new Event('blur'))")
        held.page.mouse.move(x + 90, y + 60, steps=4)
        held.page.mouse.up()
        held.rests()
        assert moved(before, held, place, (20, -10)), place
        held.settles()


def test_a_finger_drags_a_dot_and_a_touch_that_is_taken_away_puts_it_back(held, fingers):
    for place in (1, 2, 1):
        before = held.state()
        fingers.draw(held.middle(dot(place)), (-30, 24))
        fingers.up()
        held.rests()
        assert moved(before, held, place, (-30, 24)), place
        before = held.state()
        fingers.draw(held.middle(dot(place)), (40, -16))
        held.rests()
        assert not alike(held.state()[POINT], before[POINT])
        fingers.lost()
        held.becomes(POINT, before[POINT])
    held.settles()


def test_a_second_finger_takes_nothing_while_the_first_one_holds(held, fingers):
    for first, second in ((1, 2), (2, 1), (1, 3)):
        before = held.state()
        start, other = held.middle(dot(first)), held.middle(dot(second))
        fingers.draw(start, (-10, 8))
        fingers.down(*other, finger=1)
        fingers.move(other[0] + 40, other[1] + 30, finger=1)
        fingers.move(start[0] - 20, start[1] + 16)
        fingers.up()
        held.rests()
        assert moved(before, held, first, (-20, 16)), (first, second)
        held.settles()


def rests_at(shown, panel):
    """Return where a panel stands once a swipe has run out."""
    tops = [-1, panel.evaluate("panel => panel.scrollTop")]
    while tops[-1] != tops[-2]:
        shown.rests()
        tops.append(panel.evaluate("panel => panel.scrollTop"))
    return tops[-1]


def test_a_swipe_scrolls_the_page_where_it_starts_on_nothing(held, fingers):
    top = "panel => panel.scrollTop"
    with explorer_page.window(held.page):
        held.page.set_viewport_size({"width": 600, "height": 500})
        panel = held.page.locator(PANEL).first
        plane = held.explorer.locator(".abh-plane svg")
        until(lambda: plane.bounding_box()["x"] < 150, "the folded side bar")
        plane.scroll_into_view_if_needed()
        box, before = plane.bounding_box(), held.state()
        was = panel.evaluate(top)
        fingers.draw((box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.6), (0, -120))
        fingers.up()
        until(lambda: panel.evaluate(top) > was + 60, "the page to scroll", seconds=5)
        assert held.state() == before
        for place in (4, 0, 4):
            before = held.state()
            rests_at(held, panel)
            start = held.middle(dot(place))
            was = rests_at(held, panel)
            fingers.draw(start, (0, -40))
            fingers.up()
            held.rests()
            assert rests_at(held, panel) == was
            assert not alike(point(held, place), before[POINT][place]), place
    held.settles()


def test_a_closed_dropdown_keeps_its_arrows(held):
    held.run("explorer.reset()")
    chosen, active = held.explorer.locator(".abh-toolbar select"), ".jp-Notebook .jp-mod-active"
    cells = held.page.locator(".jp-Notebook .jp-Cell")
    count, was = cells.count(), held.page.locator(active).get_attribute("class")
    first = chosen.evaluate("one => one.selectedIndex")
    chosen.focus()
    for key, away in (("Down", 1), ("Down", 2), ("Up", 1), ("Up", 0)):
        held.page.keyboard.press(f"Arrow{key}")
        held.rests()
        assert chosen.evaluate("one => one.selectedIndex") == first + away
    held.page.keyboard.press("b")  # JupyterLab's key for a new cell
    held.rests()
    assert (cells.count(), held.page.locator(active).get_attribute("class")) == (count, was)
    assert chosen.evaluate("one => document.activeElement === one")


def test_the_code_of_the_state_is_copied_whole(held):
    held.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for place in (1, 2, 1):
        held.plays(Drag(dot(place), (-12, 9), POINT, dragged(place, slice(2))))
        held.press(["code", "copy"])
        held.explorer.get_by_role("button", name="copied", exact=True).wait_for()
        copied = held.page.evaluate("() => navigator.clipboard.readText()")
        assert copied == held.explorer.locator(".abh-code pre").text_content()
        assert copied == held.ask({"code": "explorer.code()"})["code"]
        held.press(["code"])
        held.explorer.get_by_role("button", name="copied", exact=True).wait_for(state="hidden")


def test_a_handler_that_raises_is_answered_and_shows_nothing_on_the_page(held):
    with noted(held) as reports:
        held.run("_plane.handler = lambda report: (_note(report), 1 / 0)")
        for place in (1, 2, 1):
            held.plays(Drag(dot(place), (-12, 9), POINT, dragged(place, slice(2))))
        assert [i for kind, i in reports() if kind == "release"] == [1, 2, 1]
    assert held.page.locator(notebook_page.WRONG).count() == 0


def test_a_busy_kernel_is_said_and_the_picture_wakes_with_its_answer(held):
    for place, wait in ((1, 4), (2, 4)):
        with noted(held, wait=wait):
            x, y = held.middle(dot(place))
            before, unit = held.state(), held.unit(dot(place))
            held.page.mouse.move(x, y)
            held.page.mouse.down()
            held.page.mouse.move(x - 30, y + 24, steps=6)
            line = held.explorer.locator(SILENCE)
            line.wait_for()
            assert "busy" in line.inner_text()
            held.page.mouse.move(x - 36, y + 30, steps=4)
            held.page.mouse.up()
            line.wait_for(state="detached")
            wanted = dragged(place, slice(2))(before[POINT], unit * (-36, -30))
            held.becomes(POINT, wanted)


def test_what_takes_long_says_that_it_computes_until_its_answer(held):
    for place, wait in ((1, 1), (2, 0), (1, 1)):
        with noted(held, wait=wait):
            held.takes(dot(place), (-12, 9))
            if wait:
                until(lambda: "computing" in held.explorer.evaluate(explorer_page.SAYS), "the word")
            held.page.mouse.up()
            held.rests()
        assert held.explorer.evaluate(explorer_page.SAYS) == "none"
    held.run("change = explorer.change; sleep = __import__('time').sleep")
    held.run("explorer.change = lambda *a, **k: (sleep(0.95), change(*a, **k))")
    held.explorer.locator(".abh-toolbar select").select_option(index=1)  # of which no view knows
    until(lambda: "computing" in held.explorer.evaluate(explorer_page.SAYS), "the word", 5)
    until(lambda: held.explorer.evaluate(explorer_page.SAYS) == "none", "the end of it", 5)
    held.run("del explorer.change")


def test_the_answer_to_one_view_ends_no_waiting_of_another(held):
    held.page.evaluate("""() => {
        window.heard = [];
        const look = () => {
            const title = document.querySelector(".abh-explorer .abh-title");
            heard.push(getComputedStyle(title, "::after").content);
            if (!heard.over && heard.length < 2000) requestAnimationFrame(look);
        };
        look();
    }""")
    held.run("change = explorer.change; sleep = __import__('time').sleep")
    held.run("explorer.change = lambda *a, **k: (sleep(0.95), change(*a, **k))")
    for name in (dot(1), row_name(2)):
        held.explorer.locator(name).click()
    held.rests()
    held.run("del explorer.change")
    told = held.page.evaluate("() => { heard.over = true; return [...heard]; }")
    assert [word for word, _ in itertools.groupby(told)] == ["none", '"computing …"', "none"]


def test_two_views_of_one_explorer_show_the_same_whichever_is_touched(held):
    held.page.evaluate("() => jupyterapp.commands.execute('notebook:create-output-view')")
    views = held.page.locator(explorer_page.ROOT)
    until(lambda: views.count() == 2, "the second view")
    try:
        for touched, query in ((1, 3), (0, 2), (1, 1)):
            told = views.nth(touched).locator(".abh-headline").inner_text()
            views.nth(touched).locator(row_name(query)).click()
            views.nth(touched).get_by_role("button", name="more", exact=True).click()
            held.rests()
            assert held.state()["query"] == query
            seen = [
                view.locator(".abh-headline, [aria-pressed=true]").all_inner_texts()
                for view in views.all()
            ]
            assert seen[0] == seen[1]
            assert told not in seen[0]
    finally:
        held.page.evaluate(CLOSE_BESIDE)
        until(lambda: views.count() == 1, "the end of the second view")


def test_a_restarted_kernel_is_said_and_nothing_moves_until_the_cell_is_run_again(
    shown, stage, server
):
    held = shown
    held.run(f"explorer.reset(); {APART}; explorer.query = 0")
    held.settles()
    x, y = held.middle(dot(1))
    there = held.explorer.locator(dot(1)).get_attribute("transform")
    held.page.mouse.move(x, y)
    held.page.mouse.down()
    held.page.mouse.move(x - 30, y + 24, steps=6)
    held.rests()
    kept = held.explorer.locator(dot(1)).get_attribute("transform")
    assert kept != there
    laid_out = held.explorer.evaluate(LAYOUT)
    held.page.evaluate(RESTART)  # as its menu does, and not the server, which marks no widget
    held.page.mouse.move(x - 60, y + 60, steps=6)
    line = held.explorer.locator(SILENCE)
    line.wait_for()
    until(lambda: "all the cells above" in line.inner_text(), "the words", seconds=20)
    assert held.explorer.evaluate(LAYOUT) == laid_out
    headline = held.explorer.locator(".abh-headline")
    assert headline.evaluate("one => getComputedStyle(one.parentElement).opacity") == "0.45"
    assert "computing" not in held.explorer.evaluate(explorer_page.SAYS)
    held.page.mouse.move(x - 90, y + 90, steps=6)
    held.page.mouse.up()
    now = held.explorer.locator(dot(1)).get_attribute("transform")
    for place in (2, 1):
        held.takes(dot(place))
        held.page.mouse.move(x, y, steps=6)
        held.page.mouse.up()
        held.page.keyboard.press("ArrowLeft")
    assert held.explorer.locator(dot(1)).get_attribute("transform") == now
    assert np.allclose(numbers(now), numbers(kept), atol=1)  # what Python knew last
    notebook_page.wait_until_ready(held.page, server, EXPLORERS)
    stage.runs_again()
    held.plays(Drag(dot(4), (20, -30), POINT, dragged(4, slice(2))))


def numbers(transform):
    """Return the place that a transform holds."""
    return [float(part) for part in transform[len("translate(") : -1].split()]
