"""What a notebook says of its trainings, run again with another seed or other threads."""

import ast
import copy
import re

from nbclient import NotebookClient
from nbformat import v4

from rules.notebook import Cell

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


def is_repeated(notebook, seed, threads):
    """Run what is trained in a kernel of its own and complain about each cell that says else."""
    ran, count = _run(_with(_trained(notebook.node), seed, threads), notebook.path.parent)
    run = f"with seed {seed} and {threads} threads"
    complaints = []
    if count != threads:
        complaints.append(notebook.says(f"{run}: torch had {count} at the end"))
    again = {one.id: one for one in ran}
    for cell in notebook.code:
        if "trained" not in cell.tags:
            continue
        said, stored = (
            _words(one) for one in (Cell(cell.file, cell.number, again[cell.node.id]), cell)
        )
        if said != stored:
            complaints.append(cell.says(f"stored {stored!r}, {run} {said!r}"))
    return complaints


def _trained(node):
    """Return a copy that holds the trained cells alone, and those that bind what they need.

    Pictures and explorers of the others would be drawn for each seed anew, and nobody looks.
    """
    kept, needed = [], set()
    for cell in reversed([cell for cell in node.cells if cell.cell_type == "code"]):
        names = [one for one in ast.walk(ast.parse(cell.source)) if isinstance(one, ast.Name)]
        if "trained" in cell.metadata.get("tags", []) or needed & _bound(cell.source):
            needed |= {one.id for one in names}
            kept.insert(0, cell)
    node = copy.deepcopy(node)
    node.cells = copy.deepcopy(kept)
    return node


def _bound(source):
    """Return the names that a cell binds."""
    found = set()
    for one in ast.walk(ast.parse(source)):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            found.add(one.id)
        elif isinstance(one, ast.alias):
            found.add((one.asname or one.name).partition(".")[0])
        elif isinstance(one, ast.FunctionDef | ast.ClassDef):
            found.add(one.name)
    return found


def _with(node, seed, threads):
    """Return a copy with this seed, and these threads from the start and wherever it sets them."""
    limit = f"torch.set_num_threads({threads})"
    for cell in node.cells:
        if cell.cell_type == "code":
            cell.source = THREADS.sub(limit, SEED.sub(f"seed = {seed}", cell.source))
    node.cells.insert(0, v4.new_code_cell(f"import torch\n\n{limit}"))
    node.cells.append(v4.new_code_cell("torch.get_num_threads()"))
    return node


def _run(node, folder):
    """Run it where its readers do; return its own cells and the threads that it ended with."""
    place = {"metadata": {"path": str(folder)}}
    NotebookClient(node, timeout=LONGEST, kernel_name="python3", resources=place).execute()
    return node.cells[1:-1], int(node.cells[-1].outputs[0].data["text/plain"])


def _words(cell):
    """Return what a cell printed and showed, however many pieces a kernel sent it in."""
    streams = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    shown = [bundle.get("text/plain", "") for bundle in cell.bundles]
    return "\n".join(text.strip() for text in (streams, *shown) if text.strip())


RULES = [keeps_to_one_thread]
