"""An explorer alone in a notebook of JupyterLab: what its page shows and what its kernel holds."""

import ast
import contextlib
import json
import re
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import nbformat
from jupyter_client import BlockingKernelClient
from nbformat import v4
from playwright.sync_api import TimeoutError as NotInTime

from browser import notebook_page

ROOT = ".abh-explorer"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
THEMES = ("JupyterLab Dark", "JupyterLab Light")
AXE = Path(__file__).with_name("axe.js").read_text(encoding="utf-8")
TO_JSON = "__import__('json').dumps(__import__('numpy').asarray({}).tolist())"
WIDE, NARROW = {"width": 1280, "height": 1000}, {"width": 600, "height": 1000}
WALL, ZOOMED = {"width": 1280, "height": 720}, {"width": 640, "height": 500}  # at 100 %, at 200 %
LARGE = 24  # pixels of the letters on a wall
# Where the knob of a slider is, of which the pointer takes hold.
KNOB = """input => {
    const {left, top, width, height} = input.getBoundingClientRect();
    const share = (input.value - input.min) / (input.max - input.min);
    return [left + 8 + share * (width - 16), top + height / 2];
}"""
# What a box shows beyond its own edges is cut or lies over something else.
CUT = """root => {
    const limit = root.getBoundingClientRect().right + 1;
    return [...root.querySelectorAll("*")]
        .filter(one => one.checkVisibility() && one.getBoundingClientRect().right > limit)
        .filter(one => !one.closest("[clip-path]"))
        .map(one => one.outerHTML.slice(0, 120));
}"""

# Names and numbers of a plane's axes that its edge cuts.
CLIPPED = """root => [...root.querySelectorAll(".abh-plane .abh-grid text")].filter(one => {
    const [box, sheet] = [one, one.ownerSVGElement].map(part => part.getBoundingClientRect());
    const beyond = [sheet.left - box.left, box.right - sheet.right, sheet.top - box.top];
    return one.textContent && one.checkVisibility() && Math.max(...beyond) > 1;
}).map(one => one.textContent)"""

# Texts that are seen, and smaller than so many pixels, as the screen shows them.
SMALL = """(root, large) => [...root.querySelectorAll("*")].filter(one => {
    const own = [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    const box = one.getBoundingClientRect();
    const written = own || one.matches("input:not([type=range]), select");
    if (!written || !one.checkVisibility()) return false;
    if (box.width < 2 || box.height < 2) return false;
    const drawing = one.ownerSVGElement && one.getScreenCTM();
    const scale = drawing ? Math.hypot(drawing.a, drawing.b) : 1;
    return parseFloat(getComputedStyle(one).fontSize) * scale < large - 0.05;
}).map(one => `${one.tagName} “${(one.value ?? one.textContent).slice(0, 30)}”`)"""
# Names and numbers of a plane's axes that touch another, or stick out of the picture above.
TOUCHING = """root => [...root.querySelectorAll(".abh-plane .abh-grid")].flatMap(grid => {
    const texts = [...grid.querySelectorAll("text")].filter(one => one.textContent);
    const boxes = texts.map(one => one.getBoundingClientRect());
    const edge = grid.ownerSVGElement.getBoundingClientRect().top - 6;
    const beside = (a, b) => a !== b && Math.abs(a.top - b.top) < 2;
    const touch = (a, b) => beside(a, b) && a.left < b.right && b.left < a.right;
    const wrong = box => box.top < edge || boxes.some(other => touch(box, other));
    return texts.filter((_, i) => wrong(boxes[i])).map(one => `axis: ${one.textContent}`);
})"""
# What is said beside the headline.
SAYS = "root => getComputedStyle(root.querySelector('.abh-title'), '::after').content"
# The pictures and tables that are seen: left, top, right and bottom.
PARTS = """root => [...root.querySelectorAll(PICTURES)]
    .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect())
    .map(box => [box.left, box.top, box.right, box.bottom])""".replace(
    "PICTURES", '".abh-plane, .abh-bars, .abh-heatmap, .abh-arcs, .abh-lattice, .abh-lineup"'
)


def write(folder, name, source):
    """Write a notebook with a single cell."""
    cell = v4.new_code_cell(source, id="explorer")
    notebook = v4.new_notebook(cells=[cell], metadata={"kernelspec": KERNEL})
    nbformat.write(notebook, folder / name)


def drawn(page, server, name):
    """Run the notebook and return its explorer, once it says its first words."""
    notebook_page.run_all(page, server, name)
    explorer = page.locator(ROOT)
    explorer.locator(".abh-headline:not(:empty)").wait_for()
    return explorer


@contextmanager
def kernel_of(server, name, asked=None):
    """Give a function that evaluates named expressions in a notebook's kernel, after a code.

    asked : a set that will hold the ids of these requests
    """
    (session,) = (s for s in server.ask("GET", "api/sessions") if s["path"] == name)
    file = server.runtime / f"kernel-{session['kernel']['id']}.json"
    client = BlockingKernelClient(connection_file=str(file))
    client.load_connection_file()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        own = set() if asked is None else asked
        yield lambda expressions, code="": _evaluate(client, expressions, code, own)
    finally:
        client.stop_channels()


def _evaluate(client, expressions, code, asked):
    """Return what each named expression is worth, arrays as lists, unseen by the page."""
    wanted = {name: TO_JSON.format(text) for name, text in expressions.items()}
    reply = client.execute(code, silent=True, user_expressions=wanted, reply=True, timeout=60)
    asked.add(reply["parent_header"]["msg_id"])
    assert reply["content"]["status"] == "ok", reply["content"]
    answers = reply["content"]["user_expressions"]
    wrong = {name: answer["evalue"] for name, answer in answers.items() if "evalue" in answer}
    assert not wrong, wrong
    return {
        name: json.loads(ast.literal_eval(answer["data"]["text/plain"]))
        for name, answer in answers.items()
    }


def texts(explorer, selector, attribute=None):
    """Return the texts of what is to be seen, or one of its attributes."""
    read = "(all, name) => all.map(one => name ? one.getAttribute(name) : one.textContent)"
    return explorer.locator(f"{selector}:visible").evaluate_all(read, attribute)


def numbers(text):
    """Return the numbers that a text shows, after its last colon, each with its decimals."""
    shown = re.findall(r"-?\d+(?:\.(\d+))?", plain := text.rpartition(": ")[2].replace("−", "-"))
    values = re.findall(r"-?\d+(?:\.\d+)?", plain)
    return [(float(value), len(decimals)) for value, decimals in zip(values, shown, strict=True)]


def unlike(shown, exact):
    """Complain about each shown text whose numbers are not the exact ones, as far as they go."""
    pairs = [pair for text in shown for pair in numbers(text)]
    if len(pairs) != len(exact):
        return [f"shows {len(pairs)} numbers, not {len(exact)}: {shown}"]
    return [
        f"shows {value}, not {true}"
        for (value, decimals), true in zip(pairs, exact, strict=True)
        if abs(value - true) > (0.5 * 10**-decimals if decimals else 0) + 1e-9
    ]


def violations(page, *places, but=(), rule=None):
    """Return what axe-core finds wrong in these places but some, each with its element.

    rule : the only one that is asked, None for all
    """
    if not page.evaluate("() => 'axe' in window"):
        script = files("axe_playwright_python") / "axe.min.js"
        page.evaluate(script.read_text(encoding="utf-8"))
    asked = {"places": [[place] for place in places], "but": [*but], "rule": rule}
    return page.evaluate(AXE, asked)


def choose_theme(page, name):
    """Choose a theme of JupyterLab in its menu."""
    page.get_by_role("menuitem", name="Settings", exact=True).click()
    labels = page.locator(".lm-Menu-itemLabel")
    labels.get_by_text("Theme", exact=True).hover()
    labels.get_by_text(name, exact=True).click()
    page.locator(f"body[data-jp-theme-name='{name}']").wait_for(state="attached")


@contextmanager
def window(page, size=NARROW):
    """Give the page a window of another size, its side bar folded away."""
    page.set_viewport_size(size)
    _side_bar(page, shown=False)
    try:
        yield
    finally:
        page.set_viewport_size(WIDE)
        _side_bar(page, shown=True)


def _side_bar(page, shown):
    """Fold the side bar or bring it back; a key that comes while the page is busy may be lost."""
    bar = page.locator("#jp-left-stack")
    for _attempt in range(5):
        if bar.is_visible() == shown:
            return
        page.evaluate("() => document.activeElement.blur()")
        page.keyboard.press("ControlOrMeta+b")
        with contextlib.suppress(NotInTime):
            bar.wait_for(state="visible" if shown else "hidden", timeout=5_000)
    raise AssertionError("the side bar does not follow its keys")


def tab_to(page, selector, most=80):
    """Press Tab until what the selector names has the focus."""
    wanted = page.locator(selector)
    for _ in range(most):
        if wanted.evaluate_all("found => found.includes(document.activeElement)"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}")
