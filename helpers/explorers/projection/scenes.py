"""The plane of words and their projections, as scenes for `views.Plane`."""

import numpy as np

from helpers.explorers.base import scenes
from helpers.figures import wording

EDGES = (2.5, 5, 10, 20, 50)
ORIGIN = np.zeros(2)
PROMPT = "Choose a map, or drag or click a word."
LOOKS, MOVES = SHOWN = ("queries and keys", "values and shift")


def reach(explorer):
    """Return how far the plane must reach to show all that it can show now."""
    result = explorer.result
    shown = [result.queries, result.keys] if explorer.shown == LOOKS else [result.values]
    farthest = np.abs(np.vstack([explorer.embeddings, *shown])).max()
    return next((float(edge) for edge in EDGES if farthest <= edge), float(EDGES[-1]))


def scene(explorer, edge):
    """Return the scene: the words, and what is made of them; what was pinned as ghosts."""
    dots = scenes.plane(explorer.embeddings, explorer.tokens, explorer.query)
    dots["groups"] = ["neutral"] * len(explorer.tokens)
    draw = _looks if explorer.shown == LOOKS else _moves
    ways, areas = draw(explorer, dots)
    return {
        "dots": {**dots, "at": np.array(dots["at"])},
        "segments": scenes.together(*ways),
        "areas": areas,
        "reach": edge,
        "axes": ["x₁", "x₂"],
        "prompt": PROMPT,
    }


def _looks(explorer, dots):
    """Add the query of the chosen word and all keys, as arrows from the origin."""
    x, tokens, query = explorer.embeddings, explorer.tokens, explorer.query
    q, keys = explorer.result.queries[query], explorer.result.keys
    if explorer.pin is None:
        ways = [_moved(x[query], q), *(_moved(*pair) for pair in zip(x, keys, strict=True))]
    else:
        before = explorer.pin.result
        tips = [before.queries[query], *before.keys]
        names = [f"query of {tokens[query]}", *(f"key of {token}" for token in tokens)]
        ways = _ghosts(dots, tips, [q, *keys], names)
    ways += [scenes.arrows(ORIGIN, key, "key") for key in keys]
    ways.append(scenes.arrows(ORIGIN, q, "query"))
    _add(dots, q, f"q of {tokens[query]}", "tip", "query")
    for token, key in zip(tokens, keys, strict=True):
        _add(dots, key, f"k of {token}", "tip", "key")
    return ways, []


def _moves(explorer, dots):
    """Add the values, their hull, and the way of the chosen word to its context."""
    x, tokens, query = explorer.embeddings, explorer.tokens, explorer.query
    values, z = explorer.result.values, explorer.result.context[query]
    ways = []
    if explorer.pin is not None:
        before = explorer.pin.result
        tips, names = [before.context[query], *before.values], ["z", *_values_of(tokens)]
        ways += _ghosts(dots, tips, [z, *values], names)
    elif not np.allclose(values, x):
        ways = [_moved(*pair) for pair in zip(x, values, strict=True)]
    if not np.allclose(values, x):
        for token, value in zip(tokens, values, strict=True):
            _add(dots, value, f"v of {token}", "mark", "value")
    ways.append(scenes.arrows(x[query], z, "shift"))
    ends = scenes.pulls(x[query], values, explorer.result.weights[query])
    ways.append({"ends": ends, "roles": ["pull"] * len(ends)})
    _add(dots, z, "z", "context", "")
    return ways, [scenes.shaded(values)]


def _values_of(tokens):
    return [f"value of {token}" for token in tokens]


def _moved(start, end):
    """Return the way that a projection moves a word."""
    return scenes.arrows(start, end, "plain")


def _ghosts(dots, before, now, names):
    """Add where things stood when pinned; return the ways from there to here."""
    ways = []
    for start, end, name in zip(before, now, names, strict=True):
        if np.abs(start - end).max() > 1e-9:
            _add(dots, start, "", "ghost", "", f"{name} when pinned {wording.point(start)}")
            ways.append(scenes.arrows(start, end, "ghost"))
    return ways


def _add(dots, point, label, role, group, text=None):
    """Add one dot that cannot be moved."""
    dots["at"] = [*dots["at"], point]
    dots["labels"].append(label)
    dots["roles"].append(role)
    dots["groups"].append(group)
    dots["texts"].append(wording.point(point) if text is None else text)
    dots["movable"].append(False)
