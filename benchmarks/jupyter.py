"""JupyterLab as `make lab` starts it, and a browser."""

import socket
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # as pytest has it: the tests know how to drive JupyterLab

from browser import chromium, explorer_page, notebook_page  # noqa: E402
from lab_server import Server, jupyterlab  # noqa: E402

NOTEBOOK = "80_bench.ipynb"
MEGABYTE = 1e6


class Lab(NamedTuple):
    """A browser, and the server it talks to."""

    browser: Browser
    server: Server
    port: int  # where the browser takes orders

    @contextmanager
    def opened(self):
        """Run the notebook in a new page and give that; its kernel ends with it."""
        page = self.browser.new_page(viewport=explorer_page.WIDE)
        heard = notebook_page.listen(page, self.server)
        notebook_page.run_all(page, self.server, NOTEBOOK)
        yield page
        assert heard == [], heard
        page.close()
        notebook_page.end_kernels(self.server)

    def kernel(self):
        """Return the process of the kernel of the notebook that is open."""
        (session,) = self.server.ask("GET", "api/sessions")
        with explorer_page.kernel_of(self.server, session["path"]) as ask:
            return psutil.Process(ask({"pid": "__import__('os').getpid()"})["pid"])


def run_instead(page, source):
    """Run other code in the only cell of a page, and wait until what it showed before is gone."""
    mark = "all => all.forEach(one => one.dataset.old = '')"
    page.locator(".jp-OutputArea-child").evaluate_all(mark)
    page.locator(".jp-Notebook .cm-content").first.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(source)
    page.keyboard.press("ControlOrMeta+Enter")
    page.wait_for_function("() => !document.querySelector('[data-old]')")


def browser_memory(page):
    """Return the megabytes that all processes of the browser hold for themselves."""
    page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
    ours = psutil.Process().children(recursive=True)
    browsers = [one for one in ours if "chrom" in one.name().lower() or "edge" in one.name()]
    return sum(one.memory_full_info().uss for one in browsers) / MEGABYTE


def free_port():
    """Return a port of this machine that nothing listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def kernel_memory(kernel):
    """Return the megabytes that a kernel holds in memory."""
    return kernel.memory_info().rss / MEGABYTE


@contextmanager
def lab(source):
    """Start both, with a notebook of one cell that runs this; None without a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = chromium.find(playwright.chromium.executable_path)
        if path is None:
            yield None
            return
        originals = Path(folder) / "originals"
        originals.mkdir()
        explorer_page.write(originals, NOTEBOOK, source)
        here = {"PYTHONPATH": str(ROOT)}
        with jupyterlab(originals, Path(folder), "--no-browser", **here) as server:
            port = free_port()
            options = [*chromium.options(), f"--remote-debugging-port={port}"]
            browser = playwright.chromium.launch(executable_path=path, args=options)
            yield Lab(browser, server, port)
            browser.close()
