"""A small notebook that keeps every rule, and faults to plant in it one at a time."""

import base64
import io
from copy import deepcopy

import nbformat
from nbformat import v4
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from rules.notebook import Notebook
from rules.outputs import METADATA

NAME = "04_sample.ipynb"
WORDS = "The row you computed above comes back."
TITLE = """# 4. Sample

**You will** mix two numbers into one and say why.

**You need** plain Python and a little patience.

**Time** 10 minutes. The vectors here are placed by hand."""
RECAP = """## Recap

A weight of 0.25 moves the mean by a quarter.

**Three questions**

<details>
<summary>What is the sum of two halves?</summary>

One, whatever their order.

</details>

<details>
<summary>What does a weight of a quarter do?</summary>

It moves the mean by a quarter.

</details>

<details>
<summary>Was anything learned?</summary>

No, all was placed by hand.

</details>

**Read on**

- *A book* (2002): read it for the picture of a mean as a point between points."""


def picture(alt, colour="white"):
    """Return what a cell shows that draws: a small PNG of one colour that holds its words."""
    words, png = PngInfo(), io.BytesIO()
    words.add_itxt("Description", alt)
    Image.new("RGB", (4, 2), colour).save(png, format="png", pnginfo=words)
    return {"image/png": base64.b64encode(png.getvalue()).decode(), "text/plain": alt}


def words(source, name, tags=()):
    """Return a Markdown cell with a fixed id."""
    return v4.new_markdown_cell(source, id=name, metadata={"tags": list(tags)} if tags else {})


def code(source, name, count, data=None, tags=()):
    """Return an executed code cell with a fixed id that shows `data`, as `make refresh` does."""
    cell = v4.new_code_cell(source, id=name, execution_count=count)
    if tags:
        cell.metadata.tags = list(tags)
    if data:
        size = {"width": 2, "height": 1, "alt": data["text/plain"]}
        shown = {"image/png": size} if "image/png" in data else {}
        cell.outputs = [v4.new_output("execute_result", data, metadata=shown)]
        cell.outputs[0].execution_count = count
    return cell


def sample_notebook():
    """Return a fresh notebook that keeps every rule."""
    cells = [
        words(TITLE, "title"),
        code("import math\n\nfrom helpers import explorers, figures", "imports", 1),
        words("## The question\n\nHow can two rows become one?", "question"),
        words(f"## 4.1 Add two numbers\n\n{WORDS}", "first-words"),
        code("1 / 4 + 1 / 2", "first", 2, {"text/plain": "0.75"}),
        words("Notice the 0.75: three quarters, or 75%.", "first-notice"),
        words(f"## 4.2 Draw them\n\n{WORDS}", "second-words"),
        code(
            'figures.bars([0.25, 0.5], ["a", "b"])', "second", 3, picture("Bars: a 0.25, b 0.50.")
        ),
        words("Now pull the bars yourself.", "explore-words"),
        code(
            "explorers.SoftmaxExplorer([0.25, 0.5])",
            "explore",
            4,
            picture("Softmax of two scores."),
        ),
        words(f"## 4.3 Foretell\n\n{WORDS}", "third-words"),
        words("**Predict before you run it.** Which root is larger?", "third-asks"),
        code("math.sqrt(16)", "third", 5, {"text/plain": "4.0"}, ["predict"]),
        words("## Check the source\n\nThe source prints three quarters as well.", "source"),
        words(RECAP, "recap"),
    ]
    return v4.new_notebook(cells=cells, metadata=deepcopy(METADATA))


def cell(notebook, name):
    """Return the cell with this id."""
    return next(cell for cell in notebook.cells if cell.id == name)


def stored_in(folder, node, name=NAME):
    """Store a notebook in a folder, and read it as the rules do."""
    nbformat.write(node, folder / name)
    return Notebook.read(folder / name)


def rewrite(name, old, new):
    """Return a fault: in the cell called `name`, `old` becomes `new`."""

    def plant(notebook):
        found = cell(notebook, name)
        assert old in found.source
        found.source = found.source.replace(old, new)

    return plant


def put(name, *new):
    """Return a fault: these cells stand after the cell called `name`, counts in order."""

    def plant(notebook):
        place = notebook.cells.index(cell(notebook, name)) + 1
        notebook.cells[place:place] = [new_cell.copy() for new_cell in new]
        recount(notebook)

    return plant


def drop(*names):
    """Return a fault: these cells are gone, counts in order."""

    def plant(notebook):
        gone = [cell(notebook, name) for name in names]
        notebook.cells = [found for found in notebook.cells if found not in gone]
        recount(notebook)

    return plant


def recount(notebook):
    counted = (found for found in notebook.cells if found.cell_type == "code")
    for count, found in enumerate(counted, start=1):
        found.execution_count = count


def last_line(capfd):
    """Return the last line on stderr; above it a kernel's sockets may have written theirs."""
    return capfd.readouterr().err.strip().rpartition("\n")[2]
