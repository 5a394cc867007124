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
from helpers.views.arcs import Arcs
from helpers.views.bars import Bars
from helpers.views.facts import Facts
from helpers.views.heatmap import Heatmap
from helpers.views.parts import Button, Menu, Toggle
from helpers.views.plane import Plane
from helpers.views.slider import Slider
from helpers.views.words import Words

HERE = Path(__file__).parent
FIGURE = """<figure class="explorer"{}><div>\0</div><figcaption>
{}, run its cell in {}.</figcaption></figure>"""
NUMBERS = ("00", "02", "03", "04")  # of the notebooks whose explorers are recorded
DRAG = "drag {}. Each drag starts from the picture as it opened. Everything else works"
WORKS = {
    "sentence": "press the switches and the words, and choose a sentence. The rest works",
    "dot_product": DRAG.format("the tip of an arrow"),
    "softmax": DRAG.format("a score or the temperature"),
    "attention": DRAG.format("a word"),
}
SHOWN = (Plane, Bars, Slider, Heatmap, Facts, Words)  # nothing to type in, no button, no menu
OWN = {"exercise", "check"}  # tags of cells that wait for what the reader writes
ACROSS = {"dot_product": 31}  # places of a dot, each way, where not `USUAL`
USUAL, ALONG = 21, 201  # the most places along a bar or a slider
DIGITS = 4  # of a place in a picture: less than a hundredth of a pixel


def write(notebooks, static):
    """Record explorers into `recorded/` of a folder, beside the style and the script of pages.

    notebooks : paths; those that `NUMBERS` doesn't name aren't run
    returns   : the ids of the cells that are recorded
    """
    folder, ids = Path(static) / "recorded", []
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        for cells in pool.map(_recorded, (path for path in notebooks if path.name[:2] in NUMBERS)):
            for cell, made in cells.items():
                made["caption"] = f"Recorded: {WORKS[made.pop('folder')]} in "
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
        if isinstance(shown, Explorer) and shown.folder in WORKS:
            yield cell["id"], shown


def record(explorer):
    """Return what a page needs of an explorer, as plain values: its stage, drags and frames.

    The first frame is the opening. From where a drag begins, each of its places has a frame of
    the drag, then each has one at rest. Where all can be pressed, each frame has instead, in
    `steps`, the frame that a press leads to, by who reports it and what. A frame holds a place in
    `table` for each view: there the names of its scene are told with the places of its parts.
    """
    explorer.reset()
    page, seen = explorer.page(), explorer.root.seen()
    pressed = _pressed(explorer)
    views = {part.number: part for part in seen if isinstance(part, SHOWN) or part in pressed}
    for part in seen:  # what asks for more than a drag, and boxes of nothing else
        if views.keys().isdisjoint(inner.number for inner in part.every()):
            page[part.number]["hidden"] = True
    frames, drags, table = [], [], _Table()
    opening = explorer.snapshot()

    def take():
        frames.append({number: table.place(_scene(view, table)) for number, view in views.items()})

    take()
    steps = _steps(explorer, pressed, take)
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
        "packed": _packed(
            {"parts": parts, "drags": drags, "steps": steps, "frames": frames, "table": [*table]}
        ),
    }


def _pressed(explorer):
    """Return the parts of an explorer that are recorded press by press."""
    if explorer.folder != "sentence":
        return []
    switches = [explorer.off_button, explorer.swap_button]
    return [explorer.arcs, *switches, explorer.presets, explorer.reset_button]


def _steps(explorer, pressed, take):
    """Take a frame of every state that presses lead to; return where each press leads, by frame."""
    states, steps = [explorer.snapshot()] if pressed else [], []
    for state in states:  # which grows meanwhile
        leads = {}
        for part in pressed:
            explorer.restore(state)
            for said, raw in _presses(part):
                explorer.restore(state)
                part.receive(raw)
                if (found := explorer.snapshot()) not in states:
                    states.append(found)
                    take()
                leads[f"{part.number} {said}"] = states.index(found)
        steps.append(leads)
    return steps


def _presses(part):
    """Yield all that a part can report of a press: what's told apart, and the whole report."""
    if isinstance(part, Toggle):
        yield from ((json.dumps(on), {"kind": "press", "on": on}) for on in (False, True))
    elif isinstance(part, Menu):
        yield from ((k, {"kind": "choose", "place": k}) for k in range(len(part.names)))
    elif isinstance(part, Button):
        yield "", {"kind": "press"}
    else:
        places = range(len(part.scene["tokens"]))
        yield from ((k, {"kind": "choose", "panel": 0, "index": k}) for k in places)


def _recorded(path):
    return {
        cell: {**record(explorer), "folder": explorer.folder}
        for cell, explorer in explorers_of(path)
    }


def _scene(view, table):
    """Return the names of a view's scene and the places of its parts.

    What asks for more than a drag is left out.
    """
    left = {"goals": [], "stretch": None} | ({} if isinstance(view, Arcs) else {"prompt": ""})
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
