"""Which code trains, and whether a tag says what its cell does."""

import ast

from rules.wording import bound

CLOCKS = {"helpers.measure", "time", "timeit"}


def earns_its_tags(notebook):
    """Demand of a cell tagged `trained` or `timing` that it uses what was trained, or timed."""
    clocks = {
        (alias.asname or alias.name).partition(".")[0]
        for cell in notebook.code
        for node in ast.walk(cell.tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if CLOCKS & {alias.name, (module := getattr(node, "module", "")), f"{module}.{alias.name}"}
    }
    earned = {
        "trained": _reached(notebook, trains),
        "timing": _reached(notebook, lambda call: _root(call.func) in clocks),
    }
    return [
        cell.says(f"tagged `{tag}`, but nothing that it uses was {verb}")
        for cell in notebook.code
        for tag, verb in (("trained", "trained"), ("timing", "timed"))
        if tag in cell.tags and cell.number not in earned[tag]
    ]


def trains(call):
    """Return whether a call trains: `train(model, draw, …)`, or the step of an optimizer."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    own_step = name == "step" and not call.args and isinstance(call.func, ast.Attribute)
    return own_step or (name == "train" and len(call.args) > 1)


def has_training(tree, functions=()):
    """Return whether code trains, or calls one of these functions."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return any(trains(call) or _root(call.func) in functions for call in calls)


def _reached(notebook, begins):
    """Return the numbers of the cells that do what `begins` knows, or use what came of it."""
    reached, names = set(), set()
    for cell in notebook.code:
        for statement in cell.tree.body:
            nodes = list(ast.walk(statement))
            calls = [node for node in nodes if isinstance(node, ast.Call)]
            if names & _names(statement) or any(map(begins, calls)):
                reached.add(cell.number)
                names |= bound(statement) | set(map(_changed, filter(begins, calls)))
            # What an optimizer is given, and what a list gains, are changed in place.
            names |= {_root(call.func) for call in calls if _attribute(call) == "parameters"}
            if cell.number in reached:
                names |= {_root(call.func) for call in calls if _attribute(call) == "append"}
    return reached


def _changed(call):
    """Return the name of what a call changes: the model that is trained."""
    return _root(call.args[0]) if call.args else _root(call.func)


def _attribute(node):
    return getattr(getattr(node, "func", None), "attr", None)


def _names(tree):
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _root(node):
    """Return the name that an expression such as `model.block(x).weight` begins with."""
    while not isinstance(node, ast.Name) and (inner := _inner(node)) is not None:
        node = inner
    return getattr(node, "id", None)


def _inner(node):
    return getattr(node, "value", getattr(node, "func", None))


RULES = [earns_its_tags]
