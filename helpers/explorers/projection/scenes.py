"""The plane of tokens and what is made of them, the ring of who attends to whom, a picture."""

import numpy as np

from helpers import figures
from helpers.explorers.base import scenes
from helpers.explorers.projection.state import MATRICES, name_of
from helpers.numerals import wording

SAME = 1e-9
EDGES = (2.5, 5, 10, 20, 50)
FEW = 3  # words, all of whose arrows have room for their numbers
ORIGIN = np.zeros(2)
PROMPTS = (
    "Choose a different W_K. Who attends to whom?",
    "Choose a different W_V. Where does z go?",
)
PLAIN = "identity"
LOOKS, MOVES = SHOWN = ("queries and keys", "values and shift")


def reach(now):
    """Return how far the plane must reach to show all that it can show now."""
    made = now.result.queries, now.result.keys, now.result.values
    farthest = np.abs(np.vstack([now.embeddings, *made])).max()
    return next((float(edge) for edge in EDGES if farthest <= edge), float(EDGES[-1]))


def plane(now, shown, edge, pin=None):
    """Return the scene of the words, and of what is made of them; what was pinned as ghosts."""
    dots = scenes.Dots()
    for i, (point, token) in enumerate(zip(now.embeddings, now.tokens, strict=True)):
        role = "query" if i == now.query else "token"
        dots.add(point, token, role, group="neutral", movable=True)
    draw = _looks if shown == LOOKS else _moves
    ways = draw(now, dots, pin)
    return {
        "dots": dots.scene(now.query),
        "segments": scenes.together(*ways),
        "areas": [scenes.shaded(now.result.values)] if shown == MOVES else [],
        "reach": edge,
        "axes": ["x₁", "x₂"],
        "matrices": {name: getattr(now, name) for name in MATRICES},
        "map": _gridded(now, ("W_K", "W_Q") if shown == LOOKS else ("W_V",)),
        "prompt": PROMPTS[shown == MOVES],
    }


def _gridded(now, names):
    """Return the map whose grid is drawn: the one that was changed last, else one that acts."""
    acts = [
        name
        for name in names
        if name not in now.dropped and (name == now.traced or name_of(getattr(now, name)) != PLAIN)
    ]
    return now.traced if now.traced in acts else next(iter(acts), "")


def _tip(dots, letter, token, x, at, **look):
    """Add what is made of a token; a letter is enough beside the token itself."""
    near = np.abs(at - x).max() < SAME
    text = f"of {token} {wording.drawn_point(at)}" if near else None
    dots.add(at, letter if near else f"{letter} of {token}", text=text, **look)


def _looks(now, dots, pin):
    """Add the query of the chosen word and all keys, as arrows from the origin."""
    tokens, query, result = now.tokens, now.query, now.result
    q, keys = result.queries[query], result.keys
    turns = {name: not now.fixed(name) for name in ("W_Q", "W_K")}
    tip = {"role": "tip", "group": "query", "movable": turns["W_Q"]}
    _tip(dots, "q", tokens[query], now.embeddings[query], q, **tip)
    tip = {"role": "tip", "group": "key", "movable": turns["W_K"]}
    for token, x, key in zip(tokens, now.embeddings, keys, strict=True):
        _tip(dots, "k", token, x, key, **tip)
    if pin is None:
        ways = [*_way(now, keys, "W_K"), *_way(now, result.queries, "W_Q")]
    else:
        tips = [pin.result.queries[query], *pin.result.keys]
        names = [f"query of {tokens[query]}", *(f"key of {token}" for token in tokens)]
        ways = _ghosts(dots, tips, [q, *keys], names)
    made = [scenes.arrows(ORIGIN, key, "key") for key in keys]
    return [*made, scenes.arrows(ORIGIN, q, "query"), *ways]  # what comes and goes is last


def _moves(now, dots, pin):
    """Add the values, and the way of the chosen word to its context."""
    x, tokens, query = now.embeddings, now.tokens, now.query
    values, z = now.result.values, now.result.context[query]
    if pin is None:
        ways = _way(now, values, "W_V")
    else:
        tips = [pin.result.context[query], *pin.result.values]
        names = ["z", *(f"value of {token}" for token in tokens)]
        ways = _ghosts(dots, tips, [z, *values], names)
    if not np.allclose(values, x):
        for token, value in zip(tokens, values, strict=True):
            dots.add(value, f"v of {token}", "mark", group="value")
    dots.add(z, "z", "context")
    shift = scenes.arrows(x[query], z, "shift", f"{tokens[query]} moves")
    return [shift, scenes.pulls(x[query], values, now.result.weights[query]), *ways]


def _way(now, ends, name):
    """Return the way on which a map takes the chosen word, with the map's name, or none."""
    start, end = now.embeddings[now.query], ends[now.query]
    moves = np.abs(end - start).max() > SAME
    return [scenes.arrows(start, end, "vector", name)] if moves else []


def _ghosts(dots, before, now, names):
    """Add where things stood when pinned; return the ways from there to here."""
    ways = []
    for start, end, name in zip(before, now, names, strict=True):
        if np.abs(start - end).max() > SAME:
            dots.add(start, "", "ghost", text=f"{name} when pinned {wording.drawn_point(start)}")
            ways.append(scenes.arrows(start, end, "ghost"))
    return ways


def ring(now, hidden=False):
    """Return the scene of `views.Ring`: what each token attends to most, or only the query."""
    looks = [() if hidden and i != now.query else most for i, most in enumerate(now.looks)]
    shown = [(i, j) for i, most in enumerate(looks) for j in most]
    weights = [float(now.result.weights[pair]) for pair in shown]
    texts = ["" for _ in now.tokens]
    for (i, j), weight in zip(shown, weights, strict=True):
        at = "itself" if i == j else now.tokens[j]
        texts[i] = f"{texts[i]} and {at}" if texts[i] else f"{wording.drawn(weight)} on {at}"
    return {
        "names": list(now.tokens),
        "texts": texts,
        "ends": [list(pair) for pair in shown],
        "weights": np.array(weights),
        "numbers": [
            wording.drawn(weight) if len(texts) <= FEW or i == now.query else ""
            for (i, _), weight in zip(shown, weights, strict=True)
        ],
        "chosen": now.query,
        "closed": now.closed and not hidden,
        "caption": "who attends most to whom",
    }


def picture(now, shown, hidden=False):
    """Return a `Picture` of scores and weights, or of the shift; of the words while one guesses."""
    tokens, x, result = now.tokens, now.embeddings, now.result
    title = "The tokens" if hidden else _title(now)
    points = [f"{token} {wording.point(row)}" for token, row in zip(tokens, x, strict=True)]
    matrices = [f"{name} {' '.join(map(wording.point, getattr(now, name)))}" for name in MATRICES]
    alt = [title, f"embeddings: {', '.join(points)}", ", ".join(matrices)]
    if hidden:
        drawn = figures.plane(x, tokens, title=title, axes=["x₁", "x₂"])
    else:
        drawn = (_shift if shown == MOVES else _tables)(now, title)
        z = wording.point(result.context[now.query], 4)
        alt.append(f"context of {tokens[now.query]}: z = {z}; scores → weights of each token:")
        for token, *rows in zip(tokens, result.scores, result.weights, strict=True):
            scores, weights = (", ".join(map(wording.number, row)) for row in rows)
            alt.append(f"{token}: {scores} → {weights}")
    drawn.alt = wording.alt(*alt)
    return drawn


def _title(now):
    """Return how the words are projected, in a few words."""
    maps = {name: name_of(getattr(now, name)) for name in MATRICES}
    maps = {name: title for name, title in maps.items() if title != "identity"}
    if now.tied:
        maps["W_K"] = "tied to W_Q"
    maps |= dict.fromkeys(now.dropped, "dropped")
    done = "".join(f", {name}: {title}" for name, title in maps.items())
    return f"{now.tokens[now.query]} asks{done}"


def _tables(now, title):
    scores, weights = now.result.scores, now.result.weights
    return figures.scores_and_weights(scores, weights, now.tokens, title=title, highlight=now.query)


def _shift(now, title):
    """Return the way of the query to its context; words that are their own values are no others."""
    x, result, query = now.embeddings, now.result, now.query
    values = None if np.allclose(result.values, x) else result.values
    return figures.shift(x, now.tokens, query, result.weights[query], values=values, title=title)
