"""What a notebook says of its trainings, run again with another seed or more threads."""

import ast
import contextlib
import io
import re

from IPython.lib.pretty import pretty

SEED = re.compile(r"(?m)^seed = \d+$")
TRAINS = re.compile(r"\btrain\(|\.step\(\)")


def is_seeded(notebook):
    """Complain about a notebook that trains without one seed, or says nothing of the result."""
    sources = "\n".join(cell.source for cell in notebook.code)
    if not TRAINS.search(sources):
        return []
    complaints = []
    if (seeds := len(SEED.findall(sources))) != 1:
        complaints.append(f"trains, so it needs one line `seed = 0`, found {seeds}")
    if not any("trained" in cell.tags for cell in notebook.code):
        complaints.append("trains, but no cell is tagged `trained`")
    return [notebook.says(complaint) for complaint in complaints]


def is_repeated(notebook, seed):
    """Run all the code with another seed and complain about each trained cell that says else."""
    complaints, names = [], {"__name__": "__main__"}
    for cell in notebook.code:
        said = _run(SEED.sub(f"seed = {seed}", cell.source), names)
        stored = "\n".join(text.strip() for text in cell.texts)
        if "trained" in cell.tags and said != stored:
            complaints.append(cell.says(f"stored {stored!r}, with seed {seed} {said!r}"))
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
