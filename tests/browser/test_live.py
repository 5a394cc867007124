"""Notebooks run whole in the browser alone: solved, answered wrongly, dragged, stopped, kept."""

import importlib
import os
from importlib import util

import live
import nbformat
import pytest
from answers.case import ANSWERS
from playwright.sync_api import expect
from rules.notebook import MAIN

from browser import explorer_page
from browser.test_pages_of_the_site import served, watched
from helpers.checks.series import NOTEBOOKS
from helpers.jupyterlab.exercises import exercises, with_solutions

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (os.environ.get("PYODIDE") and util.find_spec("jupyterlite_core")),
        reason=f"the extra `live` isn't installed, or PYODIDE names no Pyodide {live.VERSION}: "
        "NOTHING PROVES THAT NOTEBOOKS RUN IN A BROWSER",
    ),
]
PATHS = MAIN[:6]
READY = 240_000  # ms; on an idle machine 15 s
# Types into cells, runs all of them, and returns the notebook that comes of it.
RUN = """async (typed) => {
  const { content, context } = jupyterapp.shell.currentWidget;
  for (const { model } of content.widgets)
    if (model.id in typed) model.sharedModel.setSource(typed[model.id]);
  await jupyterapp.commands.execute("notebook:run-all-cells");
  return context.model.toJSON();
}"""
# Goes to a cell, types into it, and runs it alone; nobody waits for it.
RUN_ALONE = """async ([id, source]) => {
  const { content } = jupyterapp.shell.currentWidget;
  content.activeCellIndex = content.widgets.findIndex(({ model }) => model.id === id);
  content.activeCell.model.sharedModel.setSource(source);
  void jupyterapp.commands.execute("notebook:run-cell");
}"""
SAVED = "() => !jupyterapp.shell.currentWidget.context.model.dirty"
SOURCES = (
    "() => jupyterapp.shell.currentWidget.context.model.toJSON().cells.map((one) => one.source)"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of a site that holds nothing but these notebooks, and what runs them."""
    folder = tmp_path_factory.mktemp("site")
    live.build(live.pyodide(), MAIN, folder / "live")
    with served(folder) as address:
        yield address


@pytest.fixture
def page(request, browser):
    """A page of some width and theme, and what has gone wrong on it."""
    with watched(browser, *getattr(request, "param", (1280, "light"))) as page:
        yield page


def opened(page, site, name):
    """Return the frame of a notebook whose Python is ready."""
    page.goto(f"{site}/live/run.html?{name}")
    return ready(page)


def ready(page):
    expect(page.get_by_role("status")).to_contain_text("Python is ready", timeout=READY)
    return page.frame(url="**/live/notebooks/**")


def sources(frame):
    """Return what all cells of a notebook hold."""
    return frame.evaluate(SOURCES)


def said(notebook):
    """Return what cells put out, by their ids."""
    return {
        cell["id"]: " ".join(str(one.get("data", one.get("text"))) for one in cell["outputs"])
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    }


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_runs_whole_and_names_a_mistake(site, page, path):
    shown, wrong = page
    importlib.import_module(f"answers.{NOTEBOOKS[path.stem[:2]].module}")
    asked = [one for one in exercises(with_solutions(nbformat.read(path, 4))) if one.stub]
    missed, answer = next(
        (one, answer)
        for one in asked
        for answer in ANSWERS
        if answer.exercise == one.name and answer.says and isinstance(answer.given, list)
    )
    typed = {one.stub.id: one.stub.source for one in asked}
    typed[missed.stub.id] = f"{missed.name} = {answer.given}"
    notebook = opened(shown, site, path.stem).evaluate(RUN, typed)
    outputs = [out for cell in notebook["cells"] for out in cell.get("outputs", ())]
    assert [out for out in outputs if "ename" in out or out.get("name") == "stderr"] == []
    for one in asked:
        expected = answer.says if one is missed else "Correct"
        assert expected in said(notebook)[one.check.id], one.heading
    assert wrong == []


def test_an_explorer_answers_a_drag(site, page):
    shown, wrong = page
    path = PATHS[3]
    cell = next(one for one in nbformat.read(path, 4).cells if "explorers.Soft" in one.source)
    frame = opened(shown, site, path.stem)
    frame.evaluate(RUN, {})
    frame.evaluate(RUN_ALONE, [cell.id, "explorers.SoftmaxExplorer([2, 1, 0])"])
    explorer = frame.locator(".abh-explorer").first
    bar = explorer.locator(".abh-bars [role=slider]").first
    expect(bar).to_have_attribute("aria-valuenow", "2")
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    shown.mouse.move(box["x"] + box["width"] / 2, box["y"] + 2)
    shown.mouse.down()
    shown.mouse.move(box["x"] + box["width"] / 2, box["y"] - 30, steps=6)
    shown.mouse.up()
    expect(bar).not_to_have_attribute("aria-valuenow", "2")
    expect(explorer.locator(".abh-bars").nth(1)).not_to_contain_text("0.67")
    assert wrong == []


@pytest.mark.parametrize("page", [(400, "dark")], indirect=True, ids=["narrow and dark"])
def test_what_is_written_is_kept_until_the_notebook_starts_again(site, page):
    shown, wrong = page
    shown.on("dialog", lambda asked: asked.accept())
    path = PATHS[0]
    asked = next(one for one in exercises(nbformat.read(path, 4)) if one.stub)
    opened(shown, site, path.stem)
    assert explorer_page.violations(shown, "body") == []
    written = f"{asked.solution}  # my own"
    frame = ready(shown)
    frame.evaluate(RUN, {asked.stub.id: written})
    frame.wait_for_function(SAVED)
    shown.reload()
    frame = ready(shown)
    assert written in sources(frame)
    frame.evaluate(RUN_ALONE, [asked.stub.id, "while True: pass"])
    shown.get_by_role("button", name="Restart Python").click()
    ready(shown)
    road = said(frame.evaluate(RUN, {asked.stub.id: asked.stub.source}))["map-of-the-series"]
    assert "00 Start here: 0 of" not in road  # solved before Python was restarted

    with shown.expect_download() as download:
        shown.get_by_role("button", name="Download").click()
    assert sources(frame) == [cell.source for cell in nbformat.read(download.value.path(), 4).cells]

    with shown.expect_navigation():
        shown.get_by_role("button", name="Start again").click()
    assert sources(ready(shown)) == [cell.source for cell in nbformat.read(path, 4).cells]
    assert wrong == []
