"""Explorers for pages without a kernel: what every drag makes of the picture that a cell opens."""

import ast
import base64
import contextlib
import gzip
import io
import itertools
import json
import shutil
from concurrent.futures import ProcessPoolExecutor
from math import isfinite
from pathlib import Path

import numpy as np

from helpers.explorers.base.explorer import Explorer
from helpers.views.bars import Bars
from helpers.views.facts import Facts
from helpers.views.heatmap import Heatmap
from helpers.views.plane import Plane
from helpers.views.slider import Slider
from helpers.views.words import Words

HERE = Path(__file__).parent
BEGIN = "../INSTALL.html"
FIGURE = f"""<figure class="explorer"{{}}><div>\0</div><figcaption>
A still picture of an explorer. To do what the text asks, run its cell in
<a href="{BEGIN}">your own JupyterLab</a>.</figcaption></figure>"""
NUMBERS = ("02", "03", "04")  # of the notebooks whose explorers are recorded
DRAGGED = {
    "dot_product": "the tip of an arrow",
    "softmax": "a score or the temperature",
    "attention": "a word",
}
SHOWN = (Plane, Bars, Slider, Heatmap, Facts, Words)  # nothing to type in, no button, no menu
OWN = {"exercise", "check"}  # tags of cells that wait for what the reader writes
ACROSS = {"dot_product": 31}  # places of a dot, each way, where not `USUAL`
USUAL, ALONG = 21, 201  # the most places along a bar or a slider
DIGITS = 4  # of a place in a picture: less than a hundredth of a pixel
CAPTION = (
    "Recorded: drag {what}. Each drag starts from the picture as it opened. "
    'Everything else works in <a href="{begin}">your own JupyterLab</a>.'
)


def write(notebooks, static, begin):
    """Record explorers into `recorded/` of a folder, beside the style and the script of pages.

    notebooks : paths; those that `NUMBERS` doesn't name aren't run
    begin     : the address of the page that says how to begin
    returns   : the ids of the cells that are recorded
    """
    folder, ids = Path(static) / "recorded", []
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        for cells in pool.map(_recorded, (path for path in notebooks if path.name[:2] in NUMBERS)):
            for cell, made in cells.items():
                made["caption"] = CAPTION.format(what=DRAGGED[made.pop("folder")], begin=begin)
                text = f"(globalThis.recorded ??= {{}})[{json.dumps(cell)}] = {json.dumps(made)};\n"
                (folder / f"{cell}.js").write_text(text, encoding="utf-8")
                ids.append(cell)
    for name in ("recorded.css", "recorded.js"):
        shutil.copy(HERE / name, static)
    return ids


def explorers_of(path):
    """Yield the id of each cell of a notebook whose explorer is recorded, and that explorer."""
    notebook, names = json.loads(path.read_text(encoding="utf-8")), {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    cells = [cell for cell in cells if not OWN & {*cell["metadata"].get("tags", ())}]
    while cells and "Explorer(" not in "".join(cells[-1]["source"]):
        cells.pop()  # what comes after the last explorer may take long
    for cell in cells:
        shown = _shown("".join(cell["source"]), names)
        if isinstance(shown, Explorer) and shown.folder in DRAGGED:
            yield cell["id"], shown


def record(explorer):
    """Return what a page needs of an explorer, as plain values: its stage, drags and frames.

    The first frame is the opening. From where a drag begins, each of its places has a frame of
    the drag, then each has one at rest. A frame holds a place in `table` for each view: there the
    names of its scene are told with the places of its parts.
    """
    explorer.reset()
    page, seen = explorer.page(), explorer.root.seen()
    views = {part.number: part for part in seen if isinstance(part, SHOWN)}
    for part in seen:  # what asks for more than a drag, and boxes of nothing else
        if views.keys().isdisjoint(inner.number for inner in part.every()):
            page[part.number]["hidden"] = True
    frames, drags, table = [], [], _Table()
    opening = explorer.snapshot()

    def take():
        frames.append({number: table.place(_scene(view, table)) for number, view in views.items()})

    take()
    for number, view in views.items():
        for index, names, places in _drags(view, ACROSS.get(explorer.folder, USUAL)):
            drags.append({"view": number, "index": index, "at": places, "first": len(frames)})
            for kind, at in itertools.product(("move", "release"), places):
                explorer.restore(opening, draws=False)
                raw = dict(zip(names, at, strict=True)) | {"kind": kind}
                raw |= {} if index is None else {"index": index}
                view.receive(raw)
                take()
            explorer.restore(opening)
            explorer.change()
    parts = {number: {**part, "scene": {}} for number, part in page.items()}
    return {
        "script": explorer._esm,
        "style": explorer._css,
        "packed": _packed({"parts": parts, "drags": drags, "frames": frames, "table": [*table]}),
    }


def _recorded(path):
    return {
        cell: {**record(explorer), "folder": explorer.folder}
        for cell, explorer in explorers_of(path)
    }


def _scene(view, table):
    """Return the names of a view's scene and the places of its parts.

    What asks for more than a drag is left out.
    """
    left = {"goals": [], "prompt": "", "stretch": None}
    scene = {name: left.get(name, part) for name, part in view.scene.items()}
    if isinstance(view, Bars) and not scene.get("movable"):
        scene |= {"still": True, "caption": scene["caption"].partition(": choose")[0]}
    return {name: table.place(part) for name, part in scene.items()}


def _drags(view, across):
    """Yield all that can be dragged in a view: its index, its numbers' names, where it goes.

    The first place is where it is.
    """
    scene = view.scene
    low, high = scene.get("low"), scene.get("high")
    if isinstance(view, Plane):
        at = np.frombuffer(scene["dots"]["at"]).reshape(-1, 2).tolist()
        reach, middle = scene.get("reach") or 2.5, scene.get("middle") or (0, 0)
        lines = [np.linspace(m - reach, m + reach, across) for m in middle]
        for index in np.flatnonzero(scene["dots"]["movable"]).tolist():
            yield index, ["x", "y"], _places(at[index], *lines)
    elif isinstance(view, Slider) or (isinstance(view, Bars) and scene.get("movable")):
        line = np.linspace(low, high, min(ALONG, 1 + round((high - low) / scene["step"])))
        if isinstance(view, Slider):
            yield None, ["value"], _places([scene["value"]], line)
        else:
            for index, height in enumerate(np.frombuffer(scene["heights"]).tolist()):
                yield index, ["height"], _places([height], line)


def _places(now, *lines):
    """Return where a thing is, then all other places of an even grid."""
    grid = itertools.product(*(line.round(4).tolist() for line in lines))
    return [now, *(list(at) for at in grid if not np.allclose(at, now, atol=1e-4))]


class _Table(dict):
    """Plain values by their text, each kept once; a value's place is the order it came in."""

    def place(self, value):
        """Return the place of a value, where it's added unless it's there."""
        text = json.dumps(value, ensure_ascii=False, default=_numbers, allow_nan=False)
        return self.setdefault(text, len(self))


def _numbers(buffer):
    numbers = np.frombuffer(buffer).round(DIGITS) + 0.0  # no -0.0
    return {"floats": [n if isfinite(n) else str(n) for n in numbers.tolist()]}


def _packed(value):
    """Return a value as text: compressed, in letters that a script can hold."""
    plain = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(plain.encode(), 9, mtime=0)).decode()


def _shown(source, names):
    """Run a cell as its notebook does, and return the value of its last line."""
    tree, last = ast.parse(source), None
    if isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(tree, "cell", "exec"), names)
        return last and eval(compile(last, "cell", "eval"), names)
