"""One JupyterLab and one browser for all browser tests of a worker, one page for each explorer."""

import os
import shutil

import pytest
from lab_server import jupyterlab
from playwright.sync_api import sync_playwright
from rules.notebook import ROOT

from browser import chromium, explorer_page, notebook_page, planted
from browser.explorer_cases import CASES
from browser.hand import Fingers
from browser.shown import opened

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
    planted.write(originals)
    for case in CASES:
        explorer_page.write(originals, case.notebook, f"{case.source}\nexplorer")
    with jupyterlab(originals, folder, "--no-browser") as running:
        yield running


@pytest.fixture
def page(browser, server):
    page = browser.new_page()
    yield page
    page.close()
    notebook_page.end_kernels(server)


# Its page stays for the tests of every file: where there are several workers, see units_of_work.
@pytest.fixture(scope="package", params=CASES, ids=lambda case: case.name)
def shown(request, browser, server):
    page = browser.new_page()
    with opened(request.param, page, server) as shown:
        yield shown
    page.close()
    notebook_page.end_kernels(server)


@pytest.fixture
def fingers(shown):
    """Give fingers on the page of an explorer, which are lifted at the end."""
    fingers = Fingers(shown.page)
    yield fingers
    fingers.end()
