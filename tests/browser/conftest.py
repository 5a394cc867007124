"""One JupyterLab, one browser and one page for all explorers that a worker tests."""

import os
import shutil

import nbformat
import pytest
from lab_server import jupyterlab
from playwright.sync_api import sync_playwright
from rules.notebook import NOTEBOOKS, REAL, ROOT, Notebook
from rules.trained import trains

from browser import chromium, notebook_page, planted
from browser.cases import CASES
from browser.hand import Fingers
from browser.stage import Stage

MISSING = "no Chromium or Chrome found: browser tests skipped; set CHROME to its path"


# Until this package ends, not the session: Playwright keeps an event loop running in this thread.
@pytest.fixture(scope="package")
def browser():
    with sync_playwright() as playwright:
        path = chromium.find(playwright.chromium.executable_path)
        if path is None:
            (pytest.fail if os.environ.get("BROWSER") == "required" else pytest.skip)(MISSING)
        running = playwright.chromium.launch(executable_path=path, args=chromium.options())
        context = running.new_context(viewport={"width": 1280, "height": 900})
        context.new_page()  # stays: a page beside it is a new tab, and no new window with its bars
        yield context
        running.close()


@pytest.fixture(scope="package")
def server(browser, tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    originals = folder / "originals"
    shutil.copytree(ROOT / "notebooks", originals, ignore=shutil.ignore_patterns(".*"))
    for path in NOTEBOOKS:
        if trains(notebook := Notebook.read(path)) or path.stem == REAL:
            nbformat.write(notebook_page.shortened(notebook), originals / path.name)
    planted.write(originals)
    # A learner's page does not know `window.jupyterapp`; here it opens what else is tested in it.
    options = ("--no-browser", "--LabApp.expose_app_in_browser=True")
    with jupyterlab(originals, folder, *options) as running:
        yield running


@pytest.fixture
def page(browser, server):
    page = browser.new_page()
    yield page
    page.close()
    notebook_page.end_kernels(server)


@pytest.fixture(scope="package")
def stage(browser, server):
    stage = Stage(browser, server)
    yield stage
    stage.close()


# It stays for the tests of every file: where there are several workers, see units_of_work.
@pytest.fixture(scope="package", params=CASES)
def shown(request, stage):
    return stage.shows(CASES[request.param])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Have what comes after a test that failed begin on a new page."""
    report = yield
    if report.failed and "stage" in getattr(item, "funcargs", ()):
        item.funcargs["stage"].is_doubtful = True
    return report


@pytest.fixture
def fingers(shown):
    """Give fingers on the page of an explorer, which are lifted at the end."""
    fingers = Fingers(shown.page)
    yield fingers
    fingers.end()
