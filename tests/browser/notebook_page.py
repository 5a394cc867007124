"""Opens a notebook in JupyterLab, runs it as a learner does, and tells what is wrong with it."""

import contextlib
import copy
from pathlib import Path

import nbformat
from lab_server import until
from playwright.sync_api import TimeoutError as NotInTime
from rules.trained import needed_by

from helpers.jupyterlab import agreement

EXPLORERS = "90_explorer.ipynb"  # shows one after the other, see `stage`
PROMPTS = ".jp-Notebook .jp-CodeCell .jp-InputPrompt"
# JupyterLab 4.6 shows a traceback as stderr, others as an error.
WRONG = ", ".join(f"[data-mime-type='application/vnd.jupyter.{x}']" for x in ("error", "stderr"))
EXPLORER = ".abh-explorer:has(.abh-headline:not(:empty)):has(svg, table)"
UNASKED = ".jp-Dialog, .Toastify__toast"
# Done in JupyterLab's own words: they leave nothing of the notebook that stood there before.
CLOSE = "() => window.jupyterapp.commands.execute('application:close-all')"
OPEN = """name => {
    delete window.quietSince;
    return window.jupyterapp.commands.execute("docmanager:open", {path: name});
}"""
# Cells that wait show a star. Where none waits, all have run, or one failed, or the order was lost.
# JupyterLab draws the cells of a long notebook one after another, also while the first ones run.
OUTCOME = """([prompts, wrong, count]) => {
    const texts = [...document.querySelectorAll(prompts)].map(prompt => prompt.textContent);
    if (texts.length >= count && texts.every(text => /\\d/.test(text))) return "done";
    if (!window.quietSince || texts.some(text => text.includes("*")))
        window.quietSince = performance.now();
    if (performance.now() - window.quietSince < 3000) return false;
    return document.querySelector(wrong) ? "stopped" : "lost";
}"""


REPLAY = """\
import json
from IPython.display import display
with open({!r}, encoding="utf-8") as file:
    outputs = json.load(file)["cells"][{}]["outputs"]
for output in outputs:
    if "data" in output:
        display(output["data"], metadata=output["metadata"], raw=True)
    else:
        print("".join(output["text"]), end="")"""


def shortened(notebook):
    """Return a notebook in which only explorers run, and what they need; others show their outputs.

    It runs whole, and shows the same, under nbval, in the same kernel. Where an explorer shows what
    was trained, all cells run here, too.
    """
    explorers = {cell.number: () for cell in notebook.code if "Explorer(" in cell.source}
    live = needed_by(notebook, explorers)
    node = copy.deepcopy(notebook.node)
    if not any("trained" in cell.tags for cell in live):
        for cell in (cell for cell in notebook.code if cell not in live):
            place = cell.number - 1
            node.cells[place].source = REPLAY.format(str(notebook.path), place)
    return node


def listen(page, server):
    """Return a list that will hold what goes wrong in the page, and whom it asks elsewhere."""
    heard = []
    at_home = (server.url, server.url.replace("http", "ws", 1), "data:", "blob:")
    page.on("pageerror", lambda error: heard.append(f"page error: {error}"))
    page.on("console", lambda line: line.type == "error" and heard.append(f"console: {line.text}"))
    page.on(
        "request",
        lambda request: request.url.startswith(at_home) or heard.append(f"asks {request.url}"),
    )
    return heard


def wait_until_ready(page, server, name):
    """Wait until the page shows the notebook and its kernel takes orders."""
    page.locator(".jp-Toolbar-kernelName", has_text="Python 3").wait_for(timeout=60_000)
    until(lambda: _is_ready(server, name), f"the kernel of {name}")
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=60_000)


def run_all(page, server, name):
    """Open a notebook and choose Run All Cells, again on a fresh kernel if JupyterLab loses it."""
    for _attempt in range(3):
        _open(page, server, name)
        for item in ("Run", "Run All Cells"):
            page.get_by_role("menuitem", name=item, exact=True).click()
        served = server.ask("GET", f"api/contents/{name}")["content"]  # whatever folder it is in
        given = [PROMPTS, WRONG, len(_code(served))]
        outcome = page.wait_for_function(OUTCOME, arg=given, polling=200, timeout=600_000)
        if outcome.json_value() != "lost":
            return
        page.goto("about:blank")
        end_kernels(server, name)
    raise AssertionError(f"JupyterLab lost Run All Cells three times in {name}")


def saved(page, server, name):
    """Save the notebook and return what JupyterLab wrote."""
    path = server.work / name
    before = path.stat().st_mtime_ns
    page.keyboard.press("ControlOrMeta+s")
    until(lambda: path.stat().st_mtime_ns != before, "the saved notebook")
    page.locator(".jp-mod-current.jp-mod-dirty").wait_for(state="detached")
    return read(path)


def complaints(page, stored, ran, patience=20):
    """Return what is wrong in a page that has run, beside the stored notebook and the saved one.

    patience : seconds that an explorer has to be drawn in
    """
    found = [f"shows: {text}" for text in page.locator(f"{WRONG}, {UNASKED}").all_inner_texts()]
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    for place, (before, after) in enumerate(zip(_code(stored), _code(ran), strict=True)):
        where = f"code cell {place + 1}"
        if after["execution_count"] != place + 1:
            found.append(f"{where}: count {after['execution_count']}")
        if "nbval-ignore-output" in before["metadata"].get("tags", []):
            continue
        if not _show_the_same(before, after):
            found.append(f"{where}: stored {_shown(before)}, here {_shown(after)}")
        seen = pictures_to_see(cells.nth(place), patience if "Explorer(" in before["source"] else 0)
        if seen != sum("image/png" in output.get("data", ()) for output in before["outputs"]):
            found.append(f"{where}: {seen or 'no'} picture to see")
    return found


def pictures_to_see(cell, patience=0):
    """Return how many pictures a cell shows; an explorer that is drawn is one, an image is none.

    A stored explorer is a picture; in a notebook that has run, it must be there itself, and alone.

    patience : seconds to wait for an explorer, where there should be one
    """
    if patience:
        explorer = cell.locator(f".jp-OutputArea:not(:has(img)) {EXPLORER}")
        with contextlib.suppress(NotInTime):
            explorer.first.wait_for(timeout=1000 * patience)
        return explorer.count()
    return cell.locator(".jp-OutputArea img").evaluate_all(
        "images => images.filter(image => image.complete && image.naturalWidth).length"
    )


def read(path):
    """Return a stored notebook, each of its texts in one piece."""
    return nbformat.read(Path(path), as_version=4)


def close(page, server, name):
    """Close the notebook, its kernel too; JupyterLab stays, unless it would have to ask."""
    if page.locator(f".jp-mod-dirty, {UNASKED}").count():
        page.goto("about:blank")
    else:
        page.evaluate(CLOSE)
    end_kernels(server, name)


def end_kernels(server, *names):
    """Shut down the kernels of these notebooks, or of all but the one that shows explorers."""
    for session in server.ask("GET", "api/sessions"):
        path = session["path"]
        if path in names or (not names and path != EXPLORERS):
            server.ask("DELETE", f"api/sessions/{session['id']}")


def _open(page, server, name):
    """Open a notebook and wait until it can run; JupyterLab, too, in a workspace of its own."""
    if page.url.startswith(server.url):
        page.evaluate(OPEN, name)
    else:
        workspace = name.partition(".")[0]
        page.goto(f"{server.url}lab/workspaces/{workspace}/tree/{name}?reset&token={server.token}")
    wait_until_ready(page, server, name)


def _is_ready(server, name):
    kernels = [s["kernel"] for s in server.ask("GET", "api/sessions") if s["path"] == name]
    return [k["execution_state"] == "idle" and k["connections"] > 0 for k in kernels] == [True]


def _code(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _show_the_same(stored, ran):
    """Return whether a cell shows what is stored, up to the tolerance that a trained one names."""
    if _shown(stored) == _shown(ran):
        return True
    tolerance = stored["metadata"].get("tolerance")
    both = stored["outputs"], ran["outputs"]
    return tolerance is not None and agreement.agree(*both, tolerance)


def _shown(cell):
    """Return what a cell prints and, of its bundles, the kinds and the plain words."""
    printed = "".join(o["text"] for o in cell["outputs"] if o["output_type"] == "stream")
    bundles = [output["data"] for output in cell["outputs"] if "data" in output]
    return printed, [(sorted(data), data.get("text/plain", "")) for data in bundles]
