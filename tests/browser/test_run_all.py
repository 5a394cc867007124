"""Every notebook runs in JupyterLab, shows what is stored, and can be read.

Where one trains or needs the real model, that is what its explorers need, see `server`.
"""

import pytest
from rules.notebook import NOTEBOOKS, marks

from browser import explorer_page, notebook_page, planted
from helpers.jupyterlab.launch import FIRST

# What a notebook shows; JupyterLab's own frame around it is not ours, nor are the colours of prose.
# Another theme has other colours, and nothing else; explorers are read with every switch elsewhere.
SHOWN = {
    "JupyterLab Light": ([".jp-OutputArea-output", ".jp-MarkdownOutput"], None),
    "JupyterLab Dark": ([".jp-OutputArea-output"], "color-contrast"),
}


def params(paths):
    """Return the notebooks as parameters, slow where `make test` does not open them."""
    slow = {True: [], False: [pytest.mark.slow]}
    return [pytest.param(p, id=p.stem, marks=slow[p.name == FIRST] + marks(p)) for p in paths]


@pytest.fixture(scope="module")
def lab(browser, server):
    """A page for JupyterLab, which opens one notebook after the other, and what it has heard."""
    page = browser.new_page()
    yield page, notebook_page.listen(page, server)
    page.close()


@pytest.fixture(scope="module", params=params(NOTEBOOKS))
def ran(request, lab, server):
    """A notebook that has run, its page, and what this page has heard since."""
    path, (page, heard) = request.param, lab
    heard.clear()
    notebook_page.run_all(page, server, path.name)
    yield path, page, heard
    notebook_page.close(page, server, path.name)


def test_a_learner_can_run_all_cells(ran, server):
    path, page, heard = ran
    saved = notebook_page.saved(page, server, path.name)
    assert notebook_page.complaints(page, notebook_page.read(path), saved) + heard == []


@pytest.mark.slow
def test_axe_finds_nothing_wrong_in_any_theme(ran):
    _, page, _ = ran
    found = {}
    for theme in explorer_page.THEMES:
        places, rule = SHOWN[theme]
        explorer_page.choose_theme(page, theme)
        but = [explorer_page.ROOT] if rule else []
        found[theme] = explorer_page.violations(page, *places, but=but, rule=rule)
    assert {theme: wrong for theme, wrong in found.items() if wrong} == {}


@pytest.mark.slow
def test_whatever_goes_wrong_in_a_notebook_is_seen(page, server, tmp_path):
    planted.write(tmp_path)
    heard = notebook_page.listen(page, server)
    notebook_page.run_all(page, server, planted.NAME)
    ran = notebook_page.saved(page, server, planted.NAME)
    stored = notebook_page.read(tmp_path / planted.NAME)
    found = "\n".join(notebook_page.complaints(page, stored, ran, patience=2) + heard)
    for wrong in (
        "code cell 1: stored ('', [(['image/png', 'text/plain'], 'A picture.')]), here ",
        "code cell 1: no picture to see",
        "code cell 2: stored ('', [(['text/plain'], '3')]), here ('', [(['text/plain'], '2')])",
        "code cell 4: stored ('', [(['text/plain'], '0.40')]), here ",
        "code cell 5: no picture to see",
        "shows: careful",
        "ZeroDivisionError",
        "code cell 9: count None",
        "asks http://192.0.2.1/a.png",
    ):
        assert wrong in found
    assert "code cell 3" not in found  # within its tolerance, as on another processor


def test_the_address_leads_to_the_first_notebook_and_asks_nothing(page, server):
    heard = notebook_page.listen(page, server)
    page.goto(f"{server.url}?token={server.token}")
    notebook_page.wait_until_ready(page, server, FIRST)
    assert page.locator(notebook_page.UNASKED).count() == 0
    assert heard == []
