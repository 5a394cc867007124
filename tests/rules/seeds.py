"""Whether the seed sets what a training draws, and whether a tag says what its cell does."""

import ast
import re

from rules.wording import bound

# A class of a notebook that names none of these begins with numbers that nobody has drawn.
DRAWS = re.compile(r"rand|normal|uniform|init|Linear|Embedding|Attention")
CLOCKS = {"helpers.measure", "time", "timeit"}


def seeds_each_training(notebook):
    """Demand that what a training begins with, and what it draws, hang on `seed`.

    Above it in its function, or in its cell, stands `torch.manual_seed(seed)`, or what makes the
    model and the batches is given the seed. A function may pass on a number that it is given.
    """
    known = _bindings([statement for cell in notebook.code for statement in cell.tree.body])
    complaints = []
    for cell in notebook.code:
        for scope in _scopes(cell.tree):
            for call in filter(trains, scope.nodes):
                if not all(_is_seeded(part, call, scope, known) for part in _parts(call, scope)):
                    words = "draws numbers that `seed` does not set: torch.manual_seed(seed) first"
                    complaints.append(cell.says(f"`{ast.unparse(call.func)}` {words}"))
    return complaints


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


class _Scope:
    """The body of a function, or of a cell outside its functions; `given` are its arguments."""

    def __init__(self, node):
        self.nodes = list(_own(node))
        self.given = {one.arg for one in node.args.args} if hasattr(node, "args") else set()
        self.bindings = _bindings(getattr(node, "body", []))


def _scopes(tree):
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [_Scope(node) for node in (tree, *functions)]


def _own(node):
    """Yield what stands in a function or a cell, but not in a function within."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef):
            if isinstance(child, ast.Call):
                yield child
            yield from _own(child)


def _bindings(statements):
    """Return what each name is bound to, as pairs of a line and an expression; classes by name."""
    found = {}
    nodes = [node for statement in statements for node in ast.walk(statement)]
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            found[node.name] = (node.lineno, node)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=True)
                for left, right in pairs:
                    found |= dict.fromkeys(_names(left), (node.lineno, right))
    return found


def _parts(call, scope):
    """Return the expressions that a training takes its numbers from: its model and its batches."""
    if _attribute(call) != "step":
        return call.args[:2]
    return [one.func.value for one in scope.nodes if _attribute(one) == "parameters"]


def _is_seeded(part, call, scope, known):
    """Return whether the seed sets the numbers of a model, or of what draws its batches."""
    bindings = known | scope.bindings
    made = [bindings[name] for name in sorted(_names(part) & bindings.keys())]
    values = [part, *(value for _, value in made)]
    if any(_is_given_the_seed(value, scope) for value in values):
        return True
    if any(_attribute(node) == "manual_seed" for value in values for node in ast.walk(value)):
        return False  # a generator of its own, with another seed
    kinds = [known.get(_root(getattr(value, "func", value)), (0, None))[1] for value in values]
    classes = [kind for kind in kinds if isinstance(kind, ast.ClassDef)]
    if classes and not any(DRAWS.search(_without_init(kind)) for kind in classes):
        return True
    own = [line for name, (line, _) in scope.bindings.items() if name in _names(part)]
    first = min([call.lineno, *own])
    return any(
        ast.unparse(node.func) == "torch.manual_seed"
        and node.lineno < first
        and _is_given_the_seed(node, scope)
        for node in scope.nodes
    )


def _without_init(kind):
    return ast.unparse(kind).replace("__init__", "")


def _is_given_the_seed(value, scope):
    """Return whether a call in an expression is given `seed`, or a number that its function is."""
    return any(
        _names(argument)
        & ({"seed"} | (scope.given if _attribute(node) == "manual_seed" else set()))
        for node in ast.walk(value)
        if isinstance(node, ast.Call)
        for argument in [*node.args, *node.keywords]
    )


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


RULES = [seeds_each_training, earns_its_tags]
