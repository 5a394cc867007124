"""What a notebook says of its trainings, run again with other seeds and other threads."""

import ast
import math
import re
from itertools import islice

from nbclient import NotebookClient
from nbformat import v4

from helpers.jupyterlab.agreement import numbers_in, texts_agree
from rules.notebook import Cell
from rules.wording import bound

SEED = re.compile(r"(?m)^seed = \d+$")
ONE_THREAD = re.compile(r"(?m)^torch\.set_num_threads\(1\)(?: +# (?P<reason>.+))?$")
THREADS = re.compile(r"\btorch\.set_num_threads\([^()]*\)")
NOTHING = 0.0001  # a loss or a weight below it is as good as none, whichever seed it comes from
LONGEST = 600  # seconds that a cell may take, on a loaded machine too


def trains(notebook):
    """Say whether a notebook trains: by its code, its seed or its tags."""
    return any(
        "trained" in cell.tags or SEED.search(cell.source) or has_training(cell.tree)
        for cell in notebook.code
    )


def has_training(tree, functions=()):
    """Say if code calls `train(model, draw, …)`, the step of an optimizer or one of functions."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        own_step = name == "step" and not call.args and isinstance(call.func, ast.Attribute)
        own_call = isinstance(call.func, ast.Name) and name in functions
        if own_step or own_call or (name == "train" and len(call.args) > 1):
            return True
    return False


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


def names_its_tolerance(notebook):
    """Demand a tolerance of each trained cell that prints decimals, and forbid one that is idle.

    With one, a picture is compared by and large. A number in the code wasn't trained.
    The tolerance is half of what lies between the least and the largest of the others, at most: a
    wider one would take any of them for any other.
    """
    complaints = []
    for cell in notebook.code:
        tolerance = cell.node.metadata.get("tolerance")
        found = [number for text in cell.texts for number in numbers_in(text)]
        found = [number for number in found if str(abs(number)) not in cell.source]
        decimals = [number for number in found if number.as_tuple().exponent < 0]
        if "trained" not in cell.tags:
            wrong = tolerance is not None and "names a tolerance, but is not tagged `trained`"
        elif tolerance is None:
            wrong = decimals and "prints decimals of a training, so it needs a `tolerance`"
        elif isinstance(tolerance, bool | str) or not 0 < tolerance < math.inf:
            wrong = f"the tolerance is {tolerance!r}, not a number above 0"
        elif not found:
            drawn = any("image/png" in bundle for bundle in cell.bundles)
            wrong = not drawn and "names a tolerance, but shows nothing that was trained"
        else:
            compared = decimals or found
            most = float(max(compared) - min(compared) or abs(compared[0])) / 2
            wrong = tolerance > most and f"the tolerance {tolerance} is wider than {most:.3g}"
        complaints += [cell.says(wrong)] if wrong else []
    return complaints


BOUND = re.compile(
    r"\b(?:under|below|less than|over|above|more than|at least|at most)\s+"
    r"(?:(?P<number>\d+\.\d+)(?!\s*%)|(?P<percent>\d+(?:\.\d+)?)\s*%)"
)


def claims_its_bounds(notebook, claims):
    """Demand that a bound said by or behind a trained cell, in its section, is a claim's.

    claims : under a cell's id, expressions that must be true after it
    """
    nodes = [node for own in claims.values() for one in own for node in ast.walk(ast.parse(one))]
    claimed = {node.value for node in nodes if isinstance(node, ast.Constant)}
    complaints, trained = [], False
    for cell in notebook.cells:
        trained = "trained" in cell.tags or (trained and not cell.source.startswith("## "))
        texts = [cell.source] if cell.is_markdown else cell.texts
        for found in BOUND.finditer("\n".join(texts) if trained else ""):
            said = float(found["number"] or 0) or float(found["percent"]) / 100
            if not any(type(one) in (int, float) and math.isclose(said, one) for one in claimed):
                complaints.append(cell.says(f"no claim has the bound {said:g}: {found[0]!r}"))
    return complaints


def is_repeated(notebook, *runs, claims=None):
    """Run what is trained, and complain about each cell that says else in a run.

    runs   : pairs (seed, threads); each begins without a name of the last, but with what that has
             imported, so that a kernel imports torch once
    claims : under a cell's id, expressions that must be true after it, in place of its output; a
             cell without says the same in each run, up to its tolerance if it names one

    What no name joins to the seed runs only where there is a new number of threads: the stored
    output is that of one thread.
    """
    claims, seen, parts = claims or {}, {1}, []
    for seed, threads in runs:
        parts.append((seed, threads, _steps(notebook, claims, seeded=threads in seen)))
        seen.add(threads)
    cells = [one for seed, threads, steps in parts for one in _with(steps, seed, threads)]
    node = v4.new_notebook(cells=cells, metadata=notebook.node.metadata)
    place = {"metadata": {"path": str(notebook.path.parent)}}
    NotebookClient(node, timeout=LONGEST, kernel_name="python3", resources=place).execute()
    complaints, ran = [], iter(node.cells)
    for seed, threads, steps in parts:
        run = f"with seed {seed} and {threads} threads"
        _first, *again, last = islice(ran, len(steps) + 2)
        if (count := int(last.outputs[0].data["text/plain"])) != threads:
            complaints.append(notebook.says(f"{run}: torch had {count} at the end"))
        for (cell, claim), one in zip(steps, again, strict=True):
            said, stored = _words(Cell(cell.file, cell.number, one)), _words(cell)
            if claim and said != "True":
                complaints.append(cell.says(f"{run} not so: {claim}"))
            elif claim is None and not _says_the_same(cell, stored, said, claims):
                complaints.append(cell.says(f"stored {stored!r}, {run} {said!r}"))
        same = [
            _words(cell) == _words(Cell("", 0, one))
            for (cell, claim), one in zip(steps, again, strict=True)
            if claim is None and "trained" in cell.tags
        ]
        if seed and len(same) > 1 and all(same):  # one alone may round it away
            complaints.append(notebook.says(f"{run} all is as stored: the seed sets nothing"))
    return complaints


def _says_the_same(cell, stored, said, claims):
    """Return whether a trained cell says in a run what is stored, or leaves that to its claims."""
    if "trained" not in cell.tags or cell.node.id in claims:
        return True
    return texts_agree(stored, said, cell.node.metadata.get("tolerance", 0), same_places=False)


def _steps(notebook, claims, *, seeded):
    """Return the trained cells alone, and those that bind what they need, as pairs (cell, claim).

    Without a claim the cell itself runs; after it each of its claims. Pictures and explorers of the
    other cells would be drawn for each seed anew, and nobody looks.

    seeded : of the trained cells take only those that a name joins to the seed
    """
    trained = {cell.number for cell in notebook.code if "trained" in cell.tags}
    if seeded:
        trained &= _joined_to_the_seed(notebook)
    own = {c.number: claims.get(c.node.id, ()) for c in notebook.code if c.number in trained}
    cells = needed_by(notebook, own)
    return [(cell, claim) for cell in cells for claim in (None, *own.get(cell.number, ()))]


def needed_by(notebook, wanted):
    """Return some code cells, and those that bind what they need.

    wanted : under a cell's number, more expressions whose names are needed, too
    """
    kept, needed = [], set()
    for cell in reversed(notebook.code):
        if cell.number in wanted or needed & _binds(cell):
            for tree in (cell.tree, *map(ast.parse, wanted.get(cell.number, ()))):
                needed |= _names(tree)
            kept.insert(0, cell)
    return kept


def _joined_to_the_seed(notebook):
    """Return the numbers of the cells that speak of the seed, or of a name bound by such a cell.

    A function is joined only by what it says itself, and not where it's called with a `seed=`.
    """
    joined, names = set(), {"seed"}
    for cell in notebook.code:
        if names & _speaks_of(cell.tree):
            joined.add(cell.number)
            names |= _binds(cell)
        for statement in cell.tree.body:
            if isinstance(statement, ast.FunctionDef) and not names & _speaks_of(statement):
                names.discard(statement.name)
    return joined


def _speaks_of(tree):
    """Return the names in some code, without those of functions that it calls with a `seed=`."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    seeded = [call.func for call in calls if "seed" in {one.arg for one in call.keywords}]
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return {node.id for node in names if node not in seeded}


def _binds(cell):
    return {name for statement in cell.tree.body for name in bound(statement)}


def _names(tree):
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _with(steps, seed, threads):
    """Return new cells with this seed, and these threads from the start and wherever they are set.

    The first forgets every name there is, and the last gives the threads that it ended with.
    """
    limit = f"torch.set_num_threads({threads})"
    sources = [f"bool({claim})" if claim else cell.source for cell, claim in steps]
    sources = [THREADS.sub(limit, SEED.sub(f"seed = {seed}", source)) for source in sources]
    first, last = f"%reset -f\nimport torch\n\n{limit}", "torch.get_num_threads()"
    return [v4.new_code_cell(source) for source in (first, *sources, last)]


def _words(cell):
    """Return what a cell printed and showed, however many pieces a kernel sent it in."""
    streams = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    shown = [bundle.get("text/plain", "") for bundle in cell.bundles]
    return "\n".join(text.strip() for text in (streams, *shown) if text.strip())


RULES = [is_seeded, keeps_to_one_thread, names_its_tolerance]
