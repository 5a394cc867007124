"""Every notebook runs from top to bottom in JupyterLab, and shows what the stored one shows."""

import pytest
from rules.notebook import ROOT

from browser import notebook_page, planted
from helpers.lab import FIRST

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_learner_can_run_all_cells(page, server, path):
    heard = notebook_page.listen(page, server)
    notebook_page.run_all(page, server, path.name)
    ran = notebook_page.saved(page, server, path.name)
    assert notebook_page.complaints(page, notebook_page.read(path), ran) + heard == []


def test_whatever_goes_wrong_in_a_notebook_is_seen(page, server, tmp_path):
    planted.write(tmp_path)
    heard = notebook_page.listen(page, server)
    notebook_page.run_all(page, server, planted.NAME)
    ran = notebook_page.saved(page, server, planted.NAME)
    stored = notebook_page.read(tmp_path / planted.NAME)
    found = "\n".join(notebook_page.complaints(page, stored, ran) + heard)
    for wrong in (
        "code cell 1: stored ('', [(['image/png', 'text/plain'], 'A picture.')]), here ",
        "code cell 1: no picture to see",
        "code cell 2: stored ('', [(['text/plain'], '3')]), here ('', [(['text/plain'], '2')])",
        "code cell 3: no picture to see",
        "shows: careful",
        "ZeroDivisionError",
        "code cell 7: count None",
        "asks http://192.0.2.1/a.png",
    ):
        assert wrong in found


def test_the_address_leads_to_the_first_notebook_and_asks_nothing(page, server):
    heard = notebook_page.listen(page, server)
    page.goto(f"{server.url}?token={server.token}")
    notebook_page.wait_until_ready(page, server, FIRST)
    assert page.locator(notebook_page.UNASKED).count() == 0
    assert heard == []
