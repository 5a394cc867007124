"""What a notebook says of its trainings, run again with other seeds and other threads."""

import ast
import re

from nbclient import NotebookClient
from nbformat import v4

from rules.notebook import Cell
from rules.wording import bound

SEED = re.compile(r"(?m)^seed = \d+$")
TRAINS = re.compile(r"\btrain\(|\.step\(\)|\boptim\b|\bhelpers\.training\b")
ONE_THREAD = re.compile(r"(?m)^torch\.set_num_threads\(1\)(?: +# (?P<reason>.+))?$")
THREADS = re.compile(r"\btorch\.set_num_threads\([^()]*\)")
LONGEST = 600  # seconds that a cell may take, on a loaded machine too


def trains(notebook):
    """Say whether a notebook trains: by its code, its seed or its tags."""
    sources = "\n".join(cell.source for cell in notebook.code)
    tagged = any("trained" in cell.tags for cell in notebook.code)
    return bool(tagged or TRAINS.search(sources) or SEED.search(sources))


def is_seeded(notebook):
    """Complain about a notebook that trains without one seed, or says nothing of the result."""
    if not trains(notebook):
        return []
    sources = "\n".join(cell.source for cell in notebook.code)
    complaints = []
    if (seeds := len(SEED.findall(sources))) != 1:
        complaints.append(f"trains, so it needs one line `seed = 0`, found {seeds}")
    if not any("trained" in cell.tags for cell in notebook.code):
        complaints.append("trains, but no cell is tagged `trained`")
    return [notebook.says(complaint) for complaint in complaints]


def keeps_to_one_thread(notebook):
    """Demand one thread, with the reason, in the imports of a notebook that trains, there alone."""
    if not notebook.code:
        return []
    imports, *others = notebook.code
    complaints = [
        cell.says("the number of threads is set in the imports alone")
        for cell in others
        if "set_num_threads" in cell.source
    ]
    found = ONE_THREAD.search(imports.source)
    if trains(notebook) and not found:
        complaints.append(imports.says("trains, so it needs a line `torch.set_num_threads(1)`"))
    elif found and len((found["reason"] or "").split()) < 5:
        complaints.append(imports.says("say in a comment on its line why one thread is enough"))
    return complaints


def is_repeated(notebook, *runs):
    """Run what is trained, and complain about each cell that says else in a run.

    runs : pairs (seed, threads); each begins without a name of the last, but with what that has
           imported, so that a kernel imports torch once
    """
    trained = _trained(notebook)
    cells = [one for seed, threads in runs for one in _with(trained, seed, threads)]
    node = v4.new_notebook(cells=cells, metadata=notebook.node.metadata)
    place = {"metadata": {"path": str(notebook.path.parent)}}
    NotebookClient(node, timeout=LONGEST, kernel_name="python3", resources=place).execute()
    complaints = []
    for k, (seed, threads) in enumerate(runs):
        run = f"with seed {seed} and {threads} threads"
        _first, *again, last = node.cells[k * (len(trained) + 2) :][: len(trained) + 2]
        if (count := int(last.outputs[0].data["text/plain"])) != threads:
            complaints.append(notebook.says(f"{run}: torch had {count} at the end"))
        for cell, one in zip(trained, again, strict=True):
            said, stored = _words(Cell(cell.file, cell.number, one)), _words(cell)
            if "trained" in cell.tags and said != stored:
                complaints.append(cell.says(f"stored {stored!r}, {run} {said!r}"))
    return complaints


def _trained(notebook):
    """Return the trained cells alone, and those that bind what they need.

    Pictures and explorers of the others would be drawn for each seed anew, and nobody looks.
    """
    kept, needed = [], set()
    for cell in reversed(notebook.code):
        binds = {name for statement in cell.tree.body for name in bound(statement)}
        if "trained" in cell.tags or needed & binds:
            needed |= {one.id for one in ast.walk(cell.tree) if isinstance(one, ast.Name)}
            kept.insert(0, cell)
    return kept


def _with(cells, seed, threads):
    """Return new cells with this seed, and these threads from the start and wherever they are set.

    The first forgets every name there is, and the last gives the threads that it ended with.
    """
    limit = f"torch.set_num_threads({threads})"
    sources = [THREADS.sub(limit, SEED.sub(f"seed = {seed}", cell.source)) for cell in cells]
    first, last = f"%reset -f\nimport torch\n\n{limit}", "torch.get_num_threads()"
    return [v4.new_code_cell(source) for source in (first, *sources, last)]


def _words(cell):
    """Return what a cell printed and showed, however many pieces a kernel sent it in."""
    streams = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    shown = [bundle.get("text/plain", "") for bundle in cell.bundles]
    return "\n".join(text.strip() for text in (streams, *shown) if text.strip())


RULES = [keeps_to_one_thread]
