"""Every explorer in JupyterLab: what the hand does reaches the kernel, and the page is right."""

import contextlib

import numpy as np
import pytest
from lab_server import until

from browser import explorer_page, notebook_page
from browser.explorer_cases import ATTENTION, CASES


class Shown:
    """An explorer that is drawn, and the kernel behind it."""

    def __init__(self, case, page, explorer, ask, heard):
        self.case, self.page, self.explorer = case, page, explorer
        self.ask, self.heard = ask, heard

    def state(self):
        """Return what the kernel holds now."""
        return self.ask(self.case.state)

    def complaints(self):
        """Return which numbers of the page are not those of the kernel's state."""
        exact = self.case.exact(self.state())
        return [
            f"{name} {wrong}"
            for name, where in self.case.shown.items()
            for wrong in explorer_page.unlike(
                explorer_page.texts(self.explorer, *where), np.ravel(exact[name])
            )
        ]

    def settles(self):
        """Wait until the page shows the kernel's state, and nothing has gone wrong."""
        with contextlib.suppress(AssertionError):
            until(lambda: not self.complaints(), "the numbers", seconds=5)
        assert self.complaints() == []
        assert self.heard == []

    def becomes(self, name, wanted):
        """Wait until the kernel holds this."""
        with contextlib.suppress(AssertionError):
            until(lambda: alike(self.state()[name], wanted), name, seconds=5)
        assert alike(self.state()[name], wanted), (self.state()[name], wanted)
        self.settles()

    def rests(self):
        """Wait until the kernel has handled what came before, and the page has painted it."""
        self.state()
        self.page.evaluate("() => new Promise(done => setTimeout(done, 100))")

    def press(self, names):
        """Press buttons by their names."""
        for name in names:
            self.explorer.get_by_role("button", name=name, exact=True).click()


def alike(value, wanted):
    """Whether two states are the same: numbers to half a finest step, words in any order."""
    try:
        return np.allclose(value, wanted, atol=0.0051)
    except (TypeError, ValueError):
        return sorted(value) == sorted(wanted)


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case.name)
def shown(request, browser, server):
    case, page = request.param, browser.new_page()
    page.set_viewport_size(explorer_page.WIDE)
    heard = notebook_page.listen(page, server)
    explorer = explorer_page.drawn(page, server, case.notebook)
    with explorer_page.kernel_of(server, case.notebook) as ask:
        yield Shown(case, page, explorer, ask, heard)
    page.close()
    notebook_page.end_kernels(server)


def test_it_is_drawn_and_says_its_numbers(shown):
    assert shown.explorer.locator("svg:visible, table:visible").count() > 0
    assert shown.explorer.locator(".abh-result").inner_text().endswith(".")
    shown.settles()


def test_the_mouse_drags_it(shown):
    drag = shown.case.drag
    shown.press(drag.before)
    before = shown.state()[drag.changes]
    element = shown.explorer.locator(f"{drag.element}:visible").first
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    shown.page.mouse.move(x, y)
    shown.page.mouse.down()
    shown.page.mouse.move(x + drag.by[0], y + drag.by[1], steps=12)
    shown.page.mouse.up()
    until(lambda: not alike(shown.state()[drag.changes], before), "what the hand did", seconds=5)
    shown.press(drag.after)
    shown.settles()


def test_numbers_are_typed(shown):
    typing = shown.case.typing
    if typing is None:
        pytest.skip("it has no field")
    shown.press(typing.before)
    wanted = typing.to(shown.state()[typing.changes])
    shown.explorer.locator(typing.field).fill(typing.text)
    shown.page.keyboard.press("Enter")
    shown.becomes(typing.changes, wanted)
    before = shown.state()
    shown.explorer.locator(typing.field).fill("seven")
    shown.page.keyboard.press("Enter")
    shown.explorer.get_by_text("is not a number").wait_for()
    assert shown.state() == before
    shown.settles()
    shown.press(typing.before)


def test_the_keyboard_alone_does_the_same(shown):
    focus, first = None, None
    for key in shown.case.keys:
        if focus != (key.element, key.changes):
            shown.explorer.locator("select").first.focus()
            explorer_page.tab_to(shown.page, f".abh-explorer {key.element}, {key.element}")
            focus, first = (key.element, key.changes), shown.state()[key.changes]
        wanted = key.to(shown.state()[key.changes], first)
        shown.page.keyboard.press(key.key)
        shown.becomes(key.changes, wanted)


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_axe_finds_nothing_wrong_inside(shown, theme):
    explorer_page.choose_theme(shown.page, theme)
    found = {"at rest": explorer_page.violations(shown.page)}
    toggles = shown.explorer.locator(".abh-controls .widget-toggle-button:not([disabled])")
    for place in range(toggles.count()):
        toggle = toggles.nth(place)
        toggle.click()
        shown.rests()
        found[toggle.inner_text()] = explorer_page.violations(shown.page)
        toggle.click()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_nothing_is_cut_at_600_pixels(shown):
    with explorer_page.narrow(shown.page):
        until(lambda: shown.explorer.bounding_box()["width"] > 450, "the folded side bar")
        assert shown.explorer.evaluate(explorer_page.CUT) == []


def test_faults_inside_would_be_found(shown):
    shown.explorer.evaluate(
        "root => root.append(document.createElement('button'), document.createElement('hr'))"
    )
    button, line = (shown.explorer.locator(f"> {name}").last for name in ("button", "hr"))
    line.evaluate("line => (line.style.width = '9999px')")
    (wrong,) = explorer_page.violations(shown.page)
    assert wrong.startswith("button-name")
    assert len(shown.explorer.evaluate(explorer_page.CUT)) == 1
    for one in (button, line):
        one.evaluate("one => one.remove()")


def test_a_wrong_number_would_be_found(shown):
    shown.press(shown.case.all_shown)
    shown.settles()
    selector, attribute = next(iter(shown.case.shown.values()))
    right = explorer_page.texts(shown.explorer, selector, attribute)[0]
    wrong = right.replace(".", ".9", 1) if "." in right else f"9{right}"
    element = shown.explorer.locator(f"{selector}:visible").first
    write = "(one, [name, text]) => name ? one.setAttribute(name, text) : (one.textContent = text)"
    element.evaluate(write, [attribute, wrong])
    assert len(shown.complaints()) == 1
    element.evaluate(write, [attribute, right])


def test_a_saved_notebook_shows_the_picture_when_it_is_opened_again(page, server):
    heard = notebook_page.listen(page, server)
    explorer_page.drawn(page, server, ATTENTION.notebook)
    page.locator(".jp-Notebook").click(position={"x": 5, "y": 5})
    notebook_page.saved(page, server, ATTENTION.notebook)
    page.goto("about:blank")
    notebook_page.end_kernels(server)
    page.goto(f"{server.url}lab/workspaces/again/tree/{ATTENTION.notebook}?reset")
    output = page.locator(".jp-OutputArea-output").first
    output.locator("img").wait_for()
    assert output.locator("img").evaluate("image => image.naturalWidth") > 400
    assert page.get_by_text("model not found").count() == 0
    assert page.locator(notebook_page.WRONG).count() == 0
    assert heard == []
