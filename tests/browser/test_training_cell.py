"""A training in JupyterLab: its progress moves while the kernel is busy, and it can be stopped."""

import re

import nbformat
import pytest
from lab_server import until
from nbformat import v4

from browser import explorer_page, notebook_page

NAME = "97_training.ipynb"
STEPS = 200
SHOW = f"""
import time
import torch
from helpers import views
from helpers.training import loop

nap, model = 0, torch.nn.Linear(2, 1)
record = loop.Record(lambda model: model.weight, every=1)

def draw():
    time.sleep(nap)
    return torch.ones(4, 2), torch.zeros(4, 1)

progress = views.Progress({STEPS}, name="training of a line")
progress
"""
TRAIN = f"""
how = {{"steps": {STEPS}, "learning_rate": 0.01, "watch": [progress, record]}}
losses = loop.train(model, draw, torch.nn.functional.mse_loss, **how)
"""
PROGRESS = ".abh-progress"
STOP = "Interrupt the kernel"
HELD = {
    "losses": "len(losses)",
    "looks": "len(record.looks)",
    "training": "model.training",
    "usable": "bool(torch.isfinite(model(torch.ones(1, 2))).all())",
}


class Trained:
    """A page with a training and its progress, and the kernel behind it."""

    def __init__(self, page, server, heard):
        self.page, self.server, self.heard = page, server, heard
        self.bar = page.get_by_role("progressbar", name="training of a line")
        self.status = page.locator(PROGRESS).get_by_role("status")
        self.prompt = page.locator(notebook_page.PROMPTS).nth(1)
        self.printed = page.locator(".jp-CodeCell").nth(1).locator(".jp-OutputArea-output")

    def ask(self, expressions, code=""):
        """Return what expressions are worth in the kernel, after a code."""
        with explorer_page.kernel_of(self.server, NAME) as ask:
            return ask(expressions, code)

    def value(self):
        """Return the step that the bar stands at."""
        return int(self.bar.get_attribute("aria-valuenow"))

    def begins(self, nap):
        """Run the training cell with draws that take so many seconds."""
        self.ask({}, f"nap = {nap}")
        before = self.prompt.inner_text()
        self.page.locator(".jp-CodeCell .cm-content").nth(1).click()
        self.page.keyboard.press("ControlOrMeta+Enter")
        until(lambda: self.prompt.inner_text() != before, "the cell to run")

    def ends(self, how):
        """Wait until the cell has run and it is said how it ended; return that."""
        until(lambda: self.prompt.inner_text() != "[*]:", "the cell to end")
        until(lambda: self.status.inner_text().startswith(how), f"{how} to be said")
        return self.status.inner_text()


@pytest.fixture(scope="module")
def trained(browser, server):
    page = browser.new_page()
    page.set_viewport_size(explorer_page.WIDE)
    cells = [v4.new_code_cell(code.strip()) for code in (SHOW, TRAIN)]
    notebook = v4.new_notebook(cells=cells, metadata={"kernelspec": explorer_page.KERNEL})
    nbformat.write(notebook, server.work / NAME)
    heard = notebook_page.listen(page, server)
    notebook_page.run_all(page, server, NAME)
    yield Trained(page, server, heard)
    page.close()
    notebook_page.end_kernels(server)


def test_a_training_that_ends_says_so_and_its_notebook_stores_words(trained, server):
    said = trained.ends("Done")
    assert re.fullmatch(rf"Done: {STEPS} steps, the last loss [-.\de]+\.", said)
    assert trained.value() == STEPS
    assert trained.printed.count() == 0
    saved = notebook_page.saved(trained.page, server, NAME)
    (output,) = saved["cells"][0]["outputs"]
    words = f"Training of a line, {STEPS} steps: run the cell to watch it."
    assert output["data"] == {"text/plain": [words]} or output["data"] == {"text/plain": words}
    assert trained.heard == []


def test_the_stop_button_leaves_what_was_learned_and_says_how_far_it_came(trained):
    trained.status.evaluate("one => (one.kept = true)")
    trained.begins(nap=0.2)
    first = until(lambda: trained.value() < STEPS and trained.value(), "the first step")
    assert trained.status.inner_text() == ""
    until(lambda: trained.value() > first, "the bar to move while the kernel is busy")
    text = trained.page.locator(".abh-progress-text").inner_text()
    assert re.fullmatch(rf"step \d+ of {STEPS}, loss [-.\de]+", text)
    assert trained.prompt.inner_text() == "[*]:"
    assert trained.page.locator(".abh-silence").count() == 0
    trained.page.get_by_role("button", name=STOP).click()
    said = trained.ends("Stopped")
    printed = until(lambda: " ".join(trained.printed.all_inner_texts()), "what the cell prints")
    held = trained.ask(HELD)
    taken = held["losses"]
    assert first <= taken < STEPS
    assert said.startswith(f"Stopped after {taken} of {STEPS} steps, the last loss ")
    assert f"Stopped by hand after {taken} of {STEPS} steps. The model keeps" in printed
    assert "Traceback" not in printed
    assert trained.value() == taken
    assert held == {"losses": taken, "looks": taken + 1, "training": False, "usable": True}
    assert trained.status.evaluate("one => one.kept && one.getAttribute('aria-live')") == "polite"
    trained.begins(nap=0)
    trained.ends("Done")
    assert trained.heard == []


@pytest.mark.slow
def test_axe_finds_nothing_wrong_in_any_theme_and_nothing_is_cut(trained):
    found = {}
    for theme in explorer_page.THEMES:
        explorer_page.choose_theme(trained.page, theme)
        for nap in (0, 0.5):
            trained.begins(nap)
            if nap:
                until(lambda: 1 < trained.value() < STEPS, "a bar that moves")
                found[theme, "busy"] = explorer_page.violations(trained.page, PROGRESS)
                trained.page.get_by_role("button", name=STOP).click()
            trained.ends("Stopped" if nap else "Done")
            found[theme, nap] = explorer_page.violations(trained.page, PROGRESS)
    with explorer_page.window(trained.page):
        found["600"] = trained.page.locator(PROGRESS).evaluate(explorer_page.CUT)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
