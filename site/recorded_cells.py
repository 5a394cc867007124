"""The explorers of a notebook for the site: recorded, and what stands on a page in their place."""

import ast
import contextlib
import io
import json
import re
from concurrent.futures import ProcessPoolExecutor
from html import escape
from pathlib import Path

from frames import every, packed
from recording import module, record

from helpers.explorers.base.colours import ramps
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.spoken import EXPLORERS
from helpers.views.view import View

HERE = Path(__file__).parent
NUMBERS = ("00", "01", "02", "03", "04", "05", "10", "11")  # of notebooks that are recorded
OWN = {"exercise", "check"}  # tags of cells that wait for what the reader writes
HOST = ("way.js", "stock.js", "recorded.js")
FOLDER = "recorded"
MOST = 2_000_000  # letters of a recording: a page may have 3 MB in all
CAPTION = (
    "Recorded: one hand at a time. Everything else moves in "
    '<a href="{begin}">your own JupyterLab</a>.'
)


def explorers_of(path):
    """Yield the id of each cell of a notebook that shows an explorer, and that explorer."""
    notebook, names = json.loads(path.read_text(encoding="utf-8")), {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    cells = [cell for cell in cells if not OWN & {*cell["metadata"].get("tags", ())}]
    while cells and "Explorer(" not in "".join(cells[-1]["source"]):
        cells.pop()  # what comes after the last explorer may take long
    for cell in cells:
        shown = _shown("".join(cell["source"]), names)
        if isinstance(shown, Explorer):
            yield cell["id"], shown


def write(notebooks, static):
    """Record the explorers of notebooks into `recorded/` of a folder, and all that pages need.

    notebooks : paths; those that `NUMBERS` does not name have nothing that is recorded
    returns   : the ids of the cells that are recorded
    """
    folder, ids, modules = Path(static) / FOLDER, [], {}
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        for cells, needed in pool.map(recorded, (p for p in notebooks if p.name[:2] in NUMBERS)):
            modules |= needed
            for cell, text in cells.items():
                if len(text) > MOST:
                    raise ValueError(f"{cell}: a recording of {len(text) // 1000} kB is too large")
                _script(folder, cell, text)
            ids += cells
    _script(folder, "views", modules)
    (Path(static) / "recorded.js").write_text(_host(), encoding="utf-8")
    own = [sheet.read_text(encoding="utf-8") for sheet in sorted(EXPLORERS.glob("*/*.css"))]
    own = [(HERE / "recorded.css").read_text(encoding="utf-8"), View._css, ramps(), *own]
    (Path(static) / "recorded.css").write_text("\n".join(own), encoding="utf-8")
    return ids


def recorded(path):
    """Return the recordings of a notebook by their cells, and the modules of their views."""
    cells, modules = {}, {}
    for cell, explorer in explorers_of(path):
        views = [one for one in every(explorer) if isinstance(one, View)]
        modules |= {module(view): view._esm for view in views}
        cells[cell] = packed(record(explorer))
    return cells, modules


def html(cell, still, begin):
    """Return what stands in place of a still: the still, until its recording is there.

    cell  : the id of a cell that `write` has recorded     still : the HTML of its picture
    begin : the address of the page that says how to begin
    """
    caption = CAPTION.format(begin=escape(begin))
    return (
        f'<figure class="recorded" data-recorded="{escape(cell)}"><div>{still}</div>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _host():
    """Return what runs on a page as one script, which a page that is a file can load too."""
    texts = [(HERE / name).read_text(encoding="utf-8") for name in HOST]
    joined = re.sub(r"(?m)^(import .*\n|export )", "", "\n".join(texts))
    return f"(() => {{\n{joined}}})();\n"


def _script(folder, name, value):
    """Write a value as a script that hands it to the page."""
    text = f"(globalThis.recorded ??= {{}})[{json.dumps(name)}] = {json.dumps(value)};\n"
    (folder / f"{name}.js").write_text(text, encoding="utf-8")


def _shown(source, names):
    """Run a cell as its notebook does, and return the value of its last line."""
    tree, last = ast.parse(source), None
    if isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(tree, "cell", "exec"), names)
        return last and eval(compile(last, "cell", "eval"), names)
