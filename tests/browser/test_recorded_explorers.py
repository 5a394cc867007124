"""Recorded explorers on a page without a kernel: a hand finds what Python has for that state."""

from typing import NamedTuple

import pytest
import recorded_cells
import recording
from rules.notebook import NOTEBOOKS

from browser import explorer_page

SAID = (".abh-headline", ".abh-more")
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>recorded</title>
<link rel="stylesheet" href="recorded.css"><script src="recorded.js"></script>
<body style="margin: 8px"><main><h1>recorded</h1>{}</main>"""
COLOURED = """theme => theme === "dark" &&
    (document.body.style.cssText += "background: #131416; color: #ddd")"""
STILL = '<img alt="a still picture of the explorer" width="300" height="900">'


class Case(NamedTuple):
    """What the pointer and the keys do to a page, and what the same is in Python.

    joint : whether the keys go on from what the pointer has left
    """

    pointer: object
    moved: dict
    keys: object
    typed: dict
    joint: bool = True


def drag(index, across, up, reach=2.5):
    """Return what drags a dot of the plane, by so many of its own units."""

    def do(page):
        dot = page.locator(f".abh-plane .abh-dots > g:nth-child({index + 1})")
        dot.scroll_into_view_if_needed()
        box = dot.locator(".abh-point").bounding_box()
        wide = page.locator(".abh-plane svg").bounding_box()["width"]
        unit = wide * (440 - 64) / 440 / (2 * reach)
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(*at)
        page.mouse.down()
        page.mouse.move(at[0] + 9, at[1] + 9)
        page.mouse.move(at[0] + across * unit, at[1] - up * unit)
        page.mouse.up()

    return do


def press(selector, key=None):
    """Return what clicks something, or presses a key on it."""
    return lambda page: page.press(selector, key) if key else page.click(selector)


def named(name):
    return f".jupyter-button:text-is('{name}')"


def rows(explorer, row, numbers):
    """Return embeddings of which one row is another."""
    moved = explorer.embeddings.copy()
    moved[row] = numbers
    return moved


def without(explorer, row, column):
    mask = explorer.allowed.copy()
    mask[row, column] = not mask[row, column]
    return mask


CASES = {
    "n00-answer": Case(
        press(".abh-chip:nth-child(4) button"), {"cursor": 3},
        press(".abh-chip:nth-child(4) button", "ArrowRight"), {"cursor": 4},
    ),
    "n00-explore-flow": Case(
        press(".abh-step-names button:last-child"), {"step": "context"},
        press(".abh-step-names .abh-now", "ArrowLeft"), {"step": "weighted rows"},
    ),
    "n01-explore": Case(
        press(".widget-checkbox:has-text('phone') input"), {"on": ["the", "a", "my", "today"]},
        press(".widget-checkbox:has-text('banana') input", " "),
        {"on": ["banana", "the", "a", "my", "today"]},
    ),
    "n02-explore-dot-product": Case(
        drag(0, -0.75, 3.4), {"a": (1.25, 2.5)},
        press(".abh-plane .abh-dots > g:nth-child(2)", "ArrowRight"), {"b": (2.5, 1.25)}, False,
    ),
    "n03-explore": Case(
        press(".abh-bars svg[aria-label='weights'] .abh-press >> nth=1"), {"chosen": 1},
        press(".abh-slider input", "Home"), {"temperature": 0.05}, False,
    ),
    "n04-explore": Case(
        press(".abh-heatmap tbody tr:nth-child(5) th"), {"query": 4},
        press(".abh-plane .abh-dots > g:nth-child(1)", "ArrowUp"),
        lambda explorer: {"embeddings": rows(explorer, 0, (1.25, 1.25))}, False,
    ),
    "n05-explore": Case(
        lambda page: page.select_option(".widget-dropdown:has-text('keys') select", "identity"),
        {"W_K": "identity"},
        press(".abh-ring .abh-press >> nth=1", "Enter"), {"query": 1},
    ),
    "hide-explorer": Case(
        press(".abh-heatmap tbody tr:nth-child(3) td >> nth=0"),
        lambda explorer: {"allowed": without(explorer, 2, 0), "query": 2},
        press(".abh-heatmap tbody tr:nth-child(3) td >> nth=1", "Enter"),
        lambda explorer: {"allowed": without(explorer, 2, 1), "query": 2},
    ),
    "n11-explorer": Case(
        press(".abh-lineup-name >> nth=2"), {"query": 2},
        press(".abh-lineup-words > div >> nth=0", "Shift+ArrowRight"), {"order": [1, 0, 2]},
    ),
}  # fmt: skip


def written(folder, notebooks):
    """Record on a coarse grid, a page each; return their folder and the live explorers."""
    with pytest.MonkeyPatch.context() as patch:
        fewer = {
            "mask": recording.HANDS["mask"][2:3],
            "projection": recording.HANDS["projection"][1:2],
        }
        patch.setattr(recording, "HANDS", recording.HANDS | fewer)
        patch.setattr(recording, "PLACES", {})
        patch.setattr(recording, "USUAL", 5)
        ids = recorded_cells.write(notebooks, folder)
    for cell in ids:
        html = recorded_cells.html(cell, STILL, "begin.html")
        (folder / f"{cell}.html").write_text(PAGE.format(html), encoding="utf-8")
    paths = (path for path in notebooks if path.name[:2] in recorded_cells.NUMBERS)
    live = dict(pair for path in paths for pair in recorded_cells.explorers_of(path))
    assert {*ids} == {*live}
    return folder, live


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    return written(tmp_path_factory.mktemp("recorded"), NOTEBOOKS)


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    """That of the dot product alone, in a second."""
    return written(tmp_path_factory.mktemp("recorded"), NOTEBOOKS[2:3])


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_page()
    page.set_default_timeout(5000)
    page.emulate_media(reduced_motion="reduce")
    yield page
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "theme"), [(1100, "light"), (400, "dark")])
@pytest.mark.parametrize("cell", CASES)
def test_a_hand_finds_what_python_has(every, page, cell, width, theme):
    assert {*every[1]} == {*CASES}
    finds_what_python_has(every, page, cell, width, theme)


def test_a_hand_on_the_dot_product_finds_what_python_has(one, page):
    (cell,) = one[1]
    finds_what_python_has(one, page, cell, 400, "dark")


def finds_what_python_has(made, page, cell, width, theme):
    folder, live = made
    case, explorer, wrong = CASES[cell], live[cell], []
    page.set_viewport_size({"width": width, "height": 900})
    shown = opened(page, folder / f"{cell}.html", wrong)
    explorer.reset()
    is_said(shown, explorer)
    case.pointer(page)
    change(explorer, case.moved)
    is_said(shown, explorer)
    if not case.joint:
        explorer.reset()
    case.keys(page)
    change(explorer, case.typed)
    is_said(shown, explorer)
    page.click(named("reset"))
    explorer.reset()
    is_said(shown, explorer)
    case.pointer(page)
    change(explorer, case.moved)
    is_said(shown, explorer)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wrong == []  # before axe, which asks for files that a folder does not give
    page.evaluate(COLOURED, theme)
    page.locator(f"[data-jp-theme-light={str(theme == 'light').lower()}]").wait_for()
    assert explorer_page.violations(page, ".abh-explorer") == []


def opened(page, path, wrong):
    """Open a page as a file, and return its explorer, once it is there."""
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    own = ("file:", "data:", "blob:")
    page.on("request", lambda one: None if one.url.startswith(own) else wrong.append(one.url))
    page.goto(path.as_uri())
    page.locator(".recorded-live .abh-headline:not(:empty)").wait_for()
    return page.locator(".abh-explorer")


def change(explorer, changes):
    explorer.apply(changes(explorer) if callable(changes) else changes)
    assert explorer.message == ""


def is_said(shown, explorer):
    """Assert that a page says what Python says of its state, number by number."""
    words = explorer.spoken.scene
    for selector, text in zip(SAID, (words["headline"], words["more"]), strict=True):
        if text:
            shown.locator(selector, has_text=text.partition("\n")[0]).wait_for()
            assert shown.locator(selector).text_content() == text


def test_what_is_not_recorded_is_grey_and_says_where_it_moves(one, page):
    opened(page, one[0] / "n02-explore-dot-product.html", [])
    pin = page.locator(named("pin"))
    assert pin.is_disabled()
    assert pin.get_attribute("title") == "In your own JupyterLab"
    assert page.locator(".recorded-view[inert] .abh-grid").count() == 1
    assert page.locator("figcaption a").inner_text() == "your own JupyterLab"


@pytest.mark.slow
def test_menus_of_a_view_that_are_not_recorded_are_grey_and_say_where_they_open(every, page):
    opened(page, every[0] / "n00-answer.html", [])
    for press in (lambda: None, lambda: page.click(named("write on"))):
        press()
        page.wait_for_function("document.querySelectorAll('.abh-chip').length > 20")
        menus = page.locator(".abh-chip select")
        told = menus.evaluate_all("all => all.map(one => one.disabled && one.title)")
        assert told == ["In your own JupyterLab"] * len(told)


def test_the_still_stands_where_there_is_no_javascript(one, browser):
    context = browser.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((one[0] / "n02-explore-dot-product.html").as_uri())
    assert page.locator("img").is_visible()
    assert not page.locator("figcaption").is_visible()
    context.close()
