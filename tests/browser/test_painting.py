"""The heat map under a painting hand: mouse, finger and keys, and what is seen is what is held."""

import numpy as np
import pytest
from lab_server import until

from browser import explorer_page
from browser.cases import only
from helpers.explorers.mask.trial import FOCUSED, cell

N = 5
PANEL = ".jp-WindowedPanel-outer"
# Each cell as it is seen: its text, whether it is hatched, and what it is called.
CELLS = """root => [...root.querySelectorAll("tbody tr")].map(row =>
    [...row.querySelectorAll("td")].map(one => [
        one.textContent,
        getComputedStyle(one).backgroundImage.includes("repeating-linear-gradient"),
        one.getAttribute("aria-label") ?? "",
    ]))"""
# Notes what Python hears of the table, and holds the first report up.
NOTED = """
import time as _time
_heard, _hand = [], explorer.table.handler
def _note(report):
    _heard.append([report.kind, len(report.cells)])
    _time.sleep({wait} if len(_heard) == 1 else 0)
    _hand(report)
explorer.table.handler = _note
"""


# The explorer of the mask, whose page all browser tests share.
pytestmark = only("mask")


@pytest.fixture
def easel(shown):
    """Give the explorer with everything visible."""
    with shown.afresh("explorer.query = 1") as easel:
        yield easel


def mask(*hidden, begun=None):
    """Return a mask that hides these cells."""
    allowed = np.ones((N, N), dtype=bool) if begun is None else np.array(begun)
    for place in hidden:
        allowed[place] = False
    return allowed.tolist()


def holds(easel, allowed, query=None):
    """Wait until Python holds a mask; then what is seen and said is that mask, cell by cell."""
    easel.becomes("allowed", allowed)
    state = easel.state()
    assert state["allowed"] == allowed
    if query is not None:
        assert state["query"] == query
    seen = easel.explorer.evaluate(CELLS)
    for row, sees in zip(seen, allowed, strict=True):
        for (text, hatched, name), allows in zip(row, sees, strict=True):
            assert (text != "", hatched, name) == (allows, not allows, "" if allows else "hidden")
    leaks = int(np.triu(allowed, 1).sum())
    headline = easel.explorer.locator(".abh-headline").text_content()
    wanted = ["is safe", "One cell shows"][leaks] if leaks < 2 else f"{leaks} cells show"
    assert wanted in headline, headline


def middle(easel, row, column):
    """Return the middle of a cell."""
    box = easel.explorer.locator(cell(row, column)).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def strokes(easel, *places, steps=1):
    """Take the mouse from cell to cell, without letting go."""
    mouse = easel.page.mouse
    mouse.move(*middle(easel, *places[0]))
    mouse.down()
    for place in places[1:]:
        mouse.move(*middle(easel, *place), steps=steps)


def test_a_fast_drag_paints_the_cells_between_two_events(easel):
    strokes(easel, (0, 4), (0, 1))  # one event takes the mouse over two cells
    holds(easel, mask((0, 4), (0, 3), (0, 2), (0, 1)))
    easel.page.mouse.move(*middle(easel, 4, 1))
    hidden = [(0, 4), (0, 3), (0, 2), *((row, 1) for row in range(N))]
    holds(easel, mask(*hidden), query=4)
    easel.page.mouse.up()
    holds(easel, mask(*hidden), query=4)
    easel.page.mouse.move(*middle(easel, 4, 4), steps=3)  # it holds nothing any more
    holds(easel, mask(*hidden), query=4)
    strokes(easel, (1, 1), (4, 1))  # from a hidden one, all become visible
    easel.page.mouse.up()
    holds(easel, mask((0, 4), (0, 3), (0, 2), (0, 1)), query=4)


def test_all_cells_take_what_the_first_one_became(easel):
    strokes(easel, (2, 2))
    easel.page.mouse.up()
    strokes(easel, (2, 0), (2, 4), steps=9)  # over one that is hidden already
    easel.rests()
    easel.page.mouse.up()
    begun = easel.state()["allowed"]
    assert np.array(begun)[2].tolist() == [False, False, False, False, True]  # one has to stay
    strokes(easel, (1, 0), (2, 0), steps=4)
    easel.page.mouse.up()
    assert easel.state()["allowed"][2] == begun[2]
    holds(easel, mask((1, 0), begun=begun), query=2)


def test_a_row_keeps_its_last_cell_and_says_why(easel):
    hidden = [(3, column) for column in range(N - 1)]
    for _ in range(2):
        strokes(easel, (3, 0), (3, 4), steps=6)
        easel.page.mouse.up()
        message = easel.explorer.locator(".abh-message", has_text="would be 0 divided by 0")
        message.wait_for()
        assert "“complex” keeps “tasks”" in message.text_content()
        holds(easel, mask(*hidden), query=3)
        strokes(easel, (3, 4))
        easel.page.mouse.up()
        holds(easel, mask(*hidden), query=3)
        strokes(easel, (3, 0), (3, 3))
        easel.page.mouse.up()
        holds(easel, mask(), query=3)
        assert easel.explorer.locator(".abh-message").text_content() == ""


def test_esc_in_a_drag_restores_and_the_next_drag_paints(easel):
    for _ in range(2):
        strokes(easel, (1, 2), (1, 4), steps=4)
        holds(easel, mask((1, 2), (1, 3), (1, 4)))
        easel.page.mouse.move(*middle(easel, 3, 4), steps=4)
        easel.page.keyboard.press("Escape")
        holds(easel, mask(), query=1)
        easel.page.mouse.move(*middle(easel, 3, 0), steps=4)
        easel.page.mouse.up()
        holds(easel, mask(), query=1)
    strokes(easel, (0, 1), (0, 2), steps=3)
    easel.page.mouse.up()
    holds(easel, mask((0, 1), (0, 2)), query=0)


def test_a_slow_kernel_loses_no_cell_and_the_page_shows_the_hand_at_once(easel):
    easel.run(NOTED.format(wait=1.5))
    try:
        strokes(easel, (0, 0), (4, 4), (4, 0), steps=12)
        easel.painted()
        hatched = [[one[1] for one in row] for row in easel.explorer.evaluate(CELLS)]
        assert all(hatched[k][k] and hatched[4][k] for k in range(N))
        easel.page.mouse.up()
        easel.rests()
        heard = easel.ask({"heard": "[one[1] for one in _heard]"})["heard"]
        assert len(heard) < 12  # the newest stands for those that waited
        assert heard == sorted(heard)
    finally:
        easel.run("explorer.table.handler = _hand")
    held = np.array(easel.state()["allowed"])
    assert not held[np.arange(4), np.arange(4)].any()
    assert held[4].sum() == 1
    holds(easel, held.tolist())


def test_keys_do_the_same(easel):
    page = easel.page
    easel.explorer.locator("select").first.focus()
    explorer_page.tab_to(page, f".abh-explorer {FOCUSED}")

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
            easel.rests()

    press(*["ArrowUp"] * N, "Home", "ArrowRight")
    holds(easel, mask(), query=1)  # to go there is no press
    for key in ("Space", "Enter", "Space"):
        press(key)
        allowed = mask() if key == "Enter" else mask((0, 1))
        holds(easel, allowed, query=0)
    press("Shift+ArrowRight", "Shift+ArrowRight")
    holds(easel, mask((0, 1), (0, 2), (0, 3)), query=0)
    press("Escape")
    holds(easel, mask(), query=0)
    press("ArrowDown", "Space", "ArrowDown", "Shift+ArrowLeft")
    holds(easel, mask((1, 3), (2, 2)), query=2)
    press("Escape")  # of the keys since the last arrow alone
    holds(easel, mask((1, 3)), query=1)
    focused = page.evaluate("() => document.activeElement.closest('tr').rowIndex")
    assert focused == 4  # the head has two rows
    press("Shift+ArrowUp", "Shift+ArrowRight")
    holds(easel, mask((1, 3), (1, 2)), query=1)


def panel_scroll(easel):
    """Return how far down the page is, once it rests."""
    down = lambda: easel.page.locator(PANEL).first.evaluate("one => one.scrollTop")  # noqa: E731
    before = -1
    while before != (now := down()):
        before = now
        easel.page.wait_for_timeout(150)
    return now


def test_a_finger_paints_and_beside_the_cells_it_scrolls(easel, fingers):
    easel.page.set_viewport_size({"width": 1280, "height": 560})
    try:
        easel.explorer.locator(cell(2, 2)).scroll_into_view_if_needed()
        first = panel_scroll(easel)
        start, end = middle(easel, 0, 4), middle(easel, 3, 4)
        for allowed in (mask(*((row, 4) for row in range(4))), mask()):
            fingers.draw(start, (0, end[1] - start[1]), steps=3)
            fingers.up()
            holds(easel, allowed, query=3)
        fingers.down(*middle(easel, 2, 1))
        fingers.up()
        holds(easel, mask((2, 1)), query=2)
        fingers.draw(middle(easel, 3, 2), (60, 0))
        easel.rests()
        fingers.down(*middle(easel, 0, 0), finger=1)  # takes nothing while the first one holds
        fingers.lost()
        holds(easel, mask((2, 1)), query=2)
        assert panel_scroll(easel) == first
        box = easel.explorer.locator(".abh-heatmap tbody tr:nth-child(5) th").bounding_box()
        fingers.draw((box["x"] + 10, box["y"] + 8), (0, -140))
        fingers.up()
        until(lambda: panel_scroll(easel) > first + 40, "the scrolled page", seconds=8)
        holds(easel, mask((2, 1)), query=2)
    finally:
        easel.page.set_viewport_size(explorer_page.WIDE)
        easel.page.locator(PANEL).first.evaluate("one => (one.scrollTop = 0)")
