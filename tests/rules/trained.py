"""What a notebook says of its trainings, run again with another seed or more threads."""

import ast
import contextlib
import io
import re

from IPython.lib.pretty import pretty

SEED = re.compile(r"(?m)^seed = \d+$")
TRAINS = re.compile(r"\btrain\(|\.step\(\)|\boptim\b|\bhelpers\.training\b")
ONE_THREAD = re.compile(r"(?m)^torch\.set_num_threads\(1\)(?: +# (?P<reason>.+))?$")


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


def is_repeated(notebook, seed):
    """Run all the code with another seed and complain about each trained cell that says else.

    It runs on as many threads as torch has been given when this is called: where the notebook sets
    one thread, it sets that number instead.
    """
    import torch  # here, because most rules are read by tests that need no torch

    threads = torch.get_num_threads()
    complaints, names = [], {"__name__": "__main__"}
    for cell in notebook.code:
        source = SEED.sub(f"seed = {seed}", cell.source)
        source = ONE_THREAD.sub(f"torch.set_num_threads({threads})", source)
        said = _run(source, names)
        stored = "\n".join(text.strip() for text in cell.texts)
        if "trained" in cell.tags and said != stored:
            complaints.append(cell.says(f"stored {stored!r}, with seed {seed} {said!r}"))
    if (found := torch.get_num_threads()) != threads:
        complaints.append(notebook.says(f"ran on {found} threads, not on {threads} as asked"))
    return complaints


def _run(source, names):
    """Run a cell as a kernel does and return what it prints and shows."""
    body, last = ast.parse(source), None
    if body.body and isinstance(body.body[-1], ast.Expr):
        last = ast.Expression(body.body.pop().value)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(body, "cell", "exec"), names)
        value = None if last is None else eval(compile(last, "cell", "eval"), names)
    shown = "" if value is None else getattr(value, "alt", None) or pretty(value)
    return "\n".join(text.strip() for text in (printed.getvalue(), shown) if text.strip())


RULES = [keeps_to_one_thread]
