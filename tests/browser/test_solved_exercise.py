"""A learner solves an exercise in JupyterLab, wrong first, and finds it ticked on 00's map."""

import base64
import io

import pytest
from lab_server import jupyterlab, until
from PIL import Image
from playwright.sync_api import expect
from rules.notebook import MAIN, ROOT

from browser import notebook_page

NAME = MAIN[0].name
STUB, CHECK, ROAD = "scores_of_bat = ", "checks.scores_of_bat(", "figures.road("

NONE = "00 Start here: 0 of 4 solved"


@pytest.fixture
def own_server(tmp_path):
    """A JupyterLab whose record of solved exercises no other test shares."""
    record = str(tmp_path / "progress.json")
    with jupyterlab(
        ROOT / "notebooks", tmp_path, "--no-browser", ATTENTION_BY_HAND_PROGRESS=record
    ) as running:
        yield running


def run_with(page, cell, code=None):
    """Click into a cell, put other code in its place if there is any, and run it by keyboard."""
    cell.locator(".cm-content").click()
    if code is not None:
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.insert_text(code)
    page.keyboard.press("Control+Enter")


def solved(picture):
    """Return what the map that is seen says of 00: its PNG holds its words."""
    png = base64.b64decode(picture.get_attribute("src").partition("base64,")[2])
    words = Image.open(io.BytesIO(png)).info["Description"].splitlines()
    return next(line for line in words if line.startswith("00 ")).partition(";")[0]


@pytest.mark.slow
def test_an_exercise_solved_by_hand_is_ticked_on_the_map_of_the_series(browser, own_server):
    page = browser.new_page()
    notebook_page.run_all(page, own_server, NAME)
    stub, check, road = (
        page.locator(".jp-Notebook .jp-CodeCell", has_text=text).first
        for text in (STUB, CHECK, ROAD)
    )
    said, picture = check.locator(".jp-OutputArea-output"), road.locator("img")
    expect(said).to_contain_text("Not written yet")
    assert solved(picture) == NONE

    run_with(page, stub, f"{STUB}[1.1, -0.1, 1.7]")
    run_with(page, check)
    expect(said).to_contain_text("Not yet. These are the sums of each word's entries.")
    run_with(page, road)
    assert solved(picture) == NONE

    run_with(page, stub, f"{STUB}[0.99, -0.09, 1.53]")
    run_with(page, check)
    expect(said).to_contain_text("✓ Correct.")
    assert solved(picture) == NONE  # not run yet
    run_with(page, road)
    until(lambda: solved(picture) == NONE.replace("0 of", "1 of"), "the tick on the map")
    page.close()
    notebook_page.end_kernels(own_server)
