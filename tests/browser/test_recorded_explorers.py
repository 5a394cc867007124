"""Recorded explorers on a page without a kernel: a drag finds what Python has for that place."""

import re
from typing import NamedTuple

import pytest
import recording
from rules.notebook import NOTEBOOKS

from browser import explorer_page

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>recorded</title>
<link rel="stylesheet" href="recorded.css"><script src="recorded.js"></script>
<body style="margin: 8px"><main><h1>recorded</h1>{}</main>"""
STILL = '<img alt="a still picture of the explorer" width="300" height="900">'
COLOURED = """theme => theme === "dark" &&
    (document.body.style.cssText += "background: #131416; color: #ddd")"""
SAID = (".abh-headline", ".abh-more")
MORE = "button, select, .abh-prompt, .abh-goals"  # what asks for more than a drag
TOLD = """root => [root.innerText, ...["title", "aria-label"].flatMap(name =>
    [...root.querySelectorAll(`[${name}]`)].map(one => one.getAttribute(name)))]"""
ELSEWHERE = "figcaption.recorded-told"


class Case(NamedTuple):
    """What a hand does to one thing and then to another, and what the same is in Python."""

    pointer: object
    moved: dict
    keys: tuple
    typed: dict


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


def rows(explorer, row, numbers):
    """Return embeddings of which one row is another."""
    moved = explorer.embeddings.copy()
    moved[row] = numbers
    return {"embeddings": moved}


CASES = {
    "n02-explore-dot-product": Case(
        drag(0, -0.75, 3.4), lambda _: {"a": (1.25, 2.5)},
        (".abh-plane .abh-dots > g:nth-child(2)", "ArrowRight"), lambda _: {"b": (2.5, 1.25)},
    ),
    "n03-explore": Case(
        lambda page: page.press(".abh-bars [role=slider] >> nth=1", "Home"),
        lambda now: {"scores": [now.scores[0], now.pulled.scene["low"], *now.scores[2:]]},
        (".abh-slider input", "Home"), lambda _: {"temperature": 0.05},
    ),
    "n04-explore": Case(
        drag(4, -1.2, 0.3), lambda explorer: rows(explorer, 4, (-1.25, 2.5)),
        (".abh-plane .abh-dots > g:nth-child(1)", "ArrowUp"),
        lambda explorer: rows(explorer, 0, (1.25, 1.25)),
    ),
}  # fmt: skip


def written(folder, notebooks):
    """Record on a coarse grid, a page each; return their folder and the live explorers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "ACROSS", {})
        patch.setattr(recording, "USUAL", 5)
        ids = recording.write(notebooks, folder)
    for cell in ids:
        where = '<a href="begin.html">your own JupyterLab</a>'
        html = recording.FIGURE.format(f' data-recorded="{cell}"', "A still picture", where)
        html = html.replace("\0", STILL)
        (folder / f"{cell}.html").write_text(PAGE.format(html), encoding="utf-8")
    return folder, dict(pair for path in notebooks for pair in recording.explorers_of(path))


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    return written(tmp_path_factory.mktemp("recorded"), NOTEBOOKS[2:5])


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
def test_a_drag_finds_what_python_has(every, page, cell, width, theme):
    assert {*every[1]} == {*CASES}
    finds_what_python_has(every, page, cell, width, theme)


def test_a_drag_of_an_arrow_finds_what_python_has(one, page):
    (cell,) = one[1]
    finds_what_python_has(one, page, cell, 400, "dark")


def finds_what_python_has(made, page, cell, width, theme):
    folder, live = made
    case, explorer, wrong = CASES[cell], live[cell], []
    page.set_viewport_size({"width": width, "height": 900})
    shown = opened(page, folder / f"{cell}.html", wrong)
    explorer.reset()
    is_said(shown, explorer)
    assert shown.locator(MORE).filter(visible=True).all_inner_texts() == []
    told = shown.evaluate(TOLD)
    assert [one for one in told if re.search(r"\b([Cc]hoose|[Cc]lick|[Pp]ress|pin)\b", one)] == []
    for _ in range(2):  # the second time what the keys have moved goes back
        case.pointer(page)
        explorer.apply(case.moved(explorer))
        is_said(shown, explorer)
        explorer.reset()
        page.press(*case.keys)
        explorer.apply(case.typed(explorer))
        is_said(shown, explorer)
        page.locator(ELSEWHERE).wait_for()  # and it's said that the other thing went back
        explorer.reset()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wrong == []  # before axe, which asks for files that a folder does not give
    page.evaluate(COLOURED, theme)
    page.locator(f"[data-jp-theme-light={str(theme == 'light').lower()}]").wait_for()
    assert explorer_page.violations(page, ".abh-explorer") == []


@pytest.mark.slow
def test_presses_lead_where_python_goes(tmp_path, page):
    folder, live = written(tmp_path, NOTEBOOKS[:1])
    ((cell, explorer),) = live.items()
    wrong, another = [], [*explorer.examples][4]
    shown = opened(page, folder / f"{cell}.html", wrong)
    names = "switch the head off", "the value of", "reset"
    off, swap, reset = (shown.get_by_role("button", name=name) for name in names)
    explorer.reset()
    for press, changed in (
        (lambda: off.click(), {"off": True}),
        (lambda: swap.click(), {"swapped": True}),
        (lambda: shown.get_by_role("combobox").select_option(another), explorer._example(another)),
        (lambda: swap.press("Enter"), {"swapped": True}),
        (lambda: shown.locator(".abh-arcs").get_by_text("near").click(force=True), {"word": 2}),
    ):
        press()
        assert explorer.apply(changed)
        is_said(shown, explorer)
    assert off.get_attribute("aria-pressed") == "false"
    assert page.locator(ELSEWHERE).count() == 0
    reset.click()
    explorer.reset()
    is_said(shown, explorer)
    assert wrong == []


def opened(page, path, wrong):
    """Open a page as a file, and return its explorer, once it is there."""
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    own = ("file:", "data:", "blob:")
    page.on("request", lambda one: None if one.url.startswith(own) else wrong.append(one.url))
    page.goto(path.as_uri())
    page.locator(".recorded-live .abh-headline:not(:empty)").wait_for()
    return page.locator(".abh-explorer")


def is_said(shown, explorer):
    """Assert that a page says what Python says of its state, number by number."""
    assert explorer.message == ""
    words = explorer.spoken.scene
    for selector, text in zip(SAID, (words["headline"], words["more"]), strict=True):
        if text:
            shown.locator(selector, has_text=text.partition("\n")[0]).wait_for()
            assert shown.locator(selector).text_content() == text


def test_a_click_changes_nothing_and_the_page_says_where_it_works(one, page):
    shown = opened(page, one[0] / "n02-explore-dot-product.html", [])
    before = shown.inner_text()
    page.locator(".abh-plane .abh-dots > g").first.click()
    page.locator(ELSEWHERE, has_text="your own JupyterLab").wait_for()
    assert shown.inner_text() == before


def test_the_still_and_its_caption_stand_where_there_is_no_javascript(one, browser):
    context = browser.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((one[0] / "n02-explore-dot-product.html").as_uri())
    assert page.locator("img").is_visible()
    assert "A still picture" in page.locator("figcaption").inner_text()
    context.close()
