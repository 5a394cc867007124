"""Seconds from the start of `make lab`'s program to an explorer that answers the user.

Cold is a first start: nothing compiled, no settings, an empty browser cache. What the system itself
has read from the disk before stays in memory. Warm is the second start after it.
"""

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.comparison import Comparison
from benchmarks.explorer_latency import NO_BROWSER
from benchmarks.jupyter import (
    NOTEBOOK,
    ROOT,
    chromium,
    explorer_page,
    jupyterlab,
    notebook_page,
)
from benchmarks.techniques import ATTENTION

BARE = """
import sys
from jupyterlab.labapp import LabApp
LabApp.launch_instance([f"--ServerApp.root_dir={sys.argv[1]}", "--allow-root", *sys.argv[3:]])
"""


def answers(page):
    """Move a point until what Python says of it changes."""
    page.wait_for_function(ATTENTION.read)
    said, handle = page.evaluate(ATTENTION.read), page.locator(ATTENTION.handle).first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y + 30, steps=4)
    page.wait_for_function(f"said => ({ATTENTION.read})() !== said", arg=said)
    page.mouse.up()


def starts(browser, folder, source, used, count, **program):
    """Yield the seconds of a number of starts, until what is shown is used.

    Of several the first one is cold; one alone is warm.
    """
    originals, context = folder / "originals", browser.new_context(viewport=explorer_page.WIDE)
    originals.mkdir(parents=True)
    explorer_page.write(originals, NOTEBOOK, source)
    own = {"PYTHONPATH": str(ROOT)}
    if count > 1:
        own["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    own["PYTHONDONTWRITEBYTECODE"] = ""
    for _ in range(count):
        for left_over in folder.glob("RUNTIME/jpserver-*"):
            left_over.unlink()
        began = time.perf_counter()
        with jupyterlab(originals, folder, "--no-browser", **program, **own) as server:
            page = context.new_page()
            notebook_page.run_all(page, server, NOTEBOOK)
            used(page)
            seconds = time.perf_counter() - began
            page.close()
        yield seconds
    context.close()


def comparisons(quick=False):
    """Yield the starts, beside those of JupyterLab as it is, with a sum as its first output."""
    hows = ("warm",) if quick else ("cold", "warm")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = chromium.find(playwright.chromium.executable_path)
        if path is None:
            print(NO_BROWSER, file=sys.stderr)
            return
        browser = playwright.chromium.launch(executable_path=path, args=chromium.options())
        ours = starts(browser, Path(folder) / "ours", ATTENTION.source, answers, len(hows))
        bare = starts(
            browser, Path(folder) / "bare", "1 + 2", lambda _page: None, len(hows), start=BARE
        )
        what = "make lab to an explorer that answers, {}, against JupyterLab to the sum of two"
        for how, seconds, baseline in zip(hows, ours, bare, strict=True):
            yield Comparison(what.format(how), seconds, baseline, "s")
        browser.close()
