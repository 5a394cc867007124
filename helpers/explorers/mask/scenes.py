"""The cells that are painted, the plane of what the query sees, and a still picture."""

import numpy as np

from helpers import figures
from helpers.explorers.base import scenes
from helpers.explorers.base.cells import cells
from helpers.explorers.base.words import short
from helpers.numerals import wording
from helpers.numerals.arithmetic import inner, numbered, share

AIR = 0.2  # of the plane's half, between the outermost words and the edge
WAY = "x → z"
LONG = 0.25  # of the plane's half, from which on an arrow has room for its name
# What to do now, and in the few letters that a presentation has room for.
PAINT = "Press a cell to hide or show it, or drag.", "Press a cell, or drag."
REST = "Rows attend to columns; hatched cells are hidden. Press a row's name to let it ask."
PINNED = "pinned"
PLAIN = ("var(--tint)", "var(--ink)")


def table(now, pin=None, hidden=False):
    """Return the scene of the weights; what may be painted, what is hidden, the row of a pin.

    hidden : whether the query's weights still have to be guessed
    """
    weights, allowed, rows = now.result.weights, now.allowed, list(now.tokens)
    if pin is not None:
        weights = np.vstack([weights, pin.result.weights[now.query]])
        allowed = np.vstack([allowed, pin.allowed[now.query]])
        rows.append(PINNED)
    scene = cells(weights, "weights")
    marks = [
        ["masked" if not allows else "ghost" if i == len(now.tokens) else "" for allows in row]
        for i, row in enumerate(allowed.tolist())
    ]
    for i, j in np.argwhere(~allowed).tolist():
        scene["texts"][i][j], scene["fills"][i][j], scene["inks"][i][j] = "", "", ""
    if hidden:
        for j in now.seen.tolist():
            scene["texts"][now.query][j] = "?"
            scene["fills"][now.query][j], scene["inks"][now.query][j] = PLAIN
    return {
        **scene,
        "marks": marks,
        "paints": now.allowed.tolist(),
        "rows": rows,
        "columns": list(now.tokens),
        "row": now.query,
        "rest": REST,
    }


def details(now, hidden=False):
    """Return how each weight comes about, in words; nothing of a row that is to be guessed."""
    return [
        [
            "" if hidden and i == now.query and now.allowed[i, j] else _detail(now, i, j)
            for j in range(len(now.tokens))
        ]
        for i in range(len(now.tokens))
    ]


def _detail(now, i, j):
    """Say how a weight comes about, or why there is none."""
    scaled = now.result.scaled[i]
    looks = f"{short(now.tokens[i])} attends to {short(now.tokens[j])}"
    if now.allowed[i, j]:
        peak = scaled[now.allowed[i]].max()
        return f"{looks}: {share(scaled[j], peak, now.result.weights[i, j])}"
    looks = looks.replace(" attends to ", " doesn't see ")
    return f"{looks}: its score {inner(wording.drawn(scaled[j]))} becomes −∞, and e^(−∞) = 0."


def frame(now):
    """Return the square that shows the origin and all words, and little else."""
    points = np.vstack([now.sentence.embeddings[:, :2], [0, 0]])
    low, high = points.min(axis=0), points.max(axis=0)
    reach = max(1.0, (high - low).max() / 2) * (1 + AIR)
    return {"middle": ((low + high) / 2).tolist(), "reach": float(reach)}


def plane(now, pin=None, hidden=False, *, projector=False):
    """Return the scene: what the query sees, what is hidden from it, and its way to z.

    projector : whether names are large
    """
    square = frame(now)
    points, dots, ways, areas = now.sentence.embeddings[:, :2], scenes.Dots(), [], []
    for i, (point, token) in enumerate(zip(points, now.tokens, strict=True)):
        sees = now.allowed[now.query, i]
        text = f"{'' if sees else 'hidden, '}{wording.drawn_point(point)}"
        role = "query" if i == now.query else "value" if sees else "off"
        dots.add(point, token, role, text=text, group="" if sees else "neutral")
    if not hidden:
        x, z = points[now.query], now.result.context[now.query, :2]
        areas = [scenes.shaded(points[now.seen])]
        named = np.linalg.norm(z - x) >= LONG * square["reach"] * (2 if projector else 1)
        ways.append(scenes.arrows(x, z, "shift", WAY if named else ""))
        dots.add(z, "z", "context")
        if pin is not None:
            ways += _ghosts(dots, now, pin)
    rings = np.where(now.allowed[now.query], scenes.rings(now.weights), 0) * (not hidden)
    return {
        "dots": {**dots.scene(now.query), "rings": rings},
        "segments": scenes.together(*ways),
        "areas": areas,
        "axes": numbered("x", 2),
        **square,
    }


def _ghosts(dots, now, pin):
    """Add where z of the query stood when pinned; return the way from there to here."""
    before, z = (one.result.context[now.query, :2] for one in (pin, now))
    if np.abs(before - z).max() < 1e-9:
        return []
    dots.add(before, "z before", "ghost")
    return [scenes.arrows(before, z, "ghost")]


def picture(now, hidden=False):
    """Return a `Picture` of the scores that softmax gets, −inf where hidden, and its weights."""
    scores = np.where(now.allowed, now.result.scaled, -np.inf)
    tokens, options = [short(token) for token in now.tokens], {"highlight": now.query}
    if hidden:
        shown = figures.heatmap(scores, tokens, kind="scores", title="masked scores", **options)
    else:
        rule = "all see all" if now.allowed.all() else "−inf where a word is hidden"
        title = f"{rule}; {short(now.asks)} asks"
        weights = now.result.weights
        shown = figures.scores_and_weights(scores, weights, tokens, title=title, **options)
    sees = [
        f"{token} sees {', '.join(now.tokens[j] for j in np.flatnonzero(row))}"
        for token, row in zip(now.tokens, now.allowed, strict=True)
    ]
    row = "" if hidden else f"weights of {now.asks}: {wording.pairs(now.tokens, now.weights, 4)}"
    z = "" if hidden else f"z of {now.asks}: {wording.point(now.result.context[now.query], 4)}"
    shown.alt = wording.alt(f"A mask over {len(now.tokens)} words", *sees, row, z)
    return shown
