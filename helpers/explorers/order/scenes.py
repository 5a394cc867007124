"""What is drawn of an order: the row of words with their weights, the z, and a still picture."""

import numpy as np

from helpers import figures
from helpers.explorers.base.cells import cells
from helpers.explorers.base.words import quoted
from helpers.explorers.order import words
from helpers.explorers.order.state import ADDED
from helpers.numerals import wording
from helpers.numerals.arithmetic import numbered
from helpers.positions import frequencies

HIDDEN, UNSEEN = "?", "hidden"
PROMPT = "Drag a word to a new position. Press a word to let it ask."
ROOMY = 4  # numbers of a z, past which a presentation has no room to write them large enough
HIGH, PROJECTED = 178, 205  # of the picture of z, in pixels that a presentation makes larger


def row(now, before, hidden=False, *, projector=False):
    """Return the scene of `views.Lineup`: the words as they stand, with the weights they get.

    before : the earlier state whose weights are ghosts, or None
    hidden : whether now's weights are a secret
    """
    weights, unseen = now.weights(now.query), now.unseen
    texts = [wording.drawn(weight) for weight in weights]
    ghosts = np.full(len(texts), np.nan) if before is None else before.weights(now.query)
    return {
        "tokens": list(now.names),
        "order": list(now.order),
        "query": now.query,
        "weights": np.full(len(texts), np.nan) if hidden else weights,
        "texts": [
            HIDDEN if hidden else UNSEEN if out else text
            for out, text in zip(unseen, texts, strict=True)
        ],
        "unseen": [bool(out) and not hidden for out in unseen],
        "ghosts": ghosts,
        "marks": marks(now),
        "caption": words.caption(now),
        "prompt": "" if projector else PROMPT,
    }


def marks(now):
    """Return what the kind of position gives to each place: cells, dials, or nothing."""
    n, d = now.embeddings.shape
    none = {"fills": [], "said": [], "dials": np.empty(0), "each": 0}
    if now.kind in ADDED:
        vectors = ADDED[now.kind](n, d)
        said = [wording.drawn_point(vector) for vector in vectors]
        return {**none, "fills": cells(vectors, "scores")["fills"], "said": said, "each": d}
    if now.kind == "rotation":
        angles = np.arange(n)[:, None] * frequencies(d)
        dials = np.stack([np.cos(angles), -np.sin(angles)], axis=-1)  # a page counts downwards
        turns = [", ".join(f"{wording.drawn(a)} rad" for a in row) for row in angles]
        return {**none, "dials": dials, "said": turns, "each": d // 2}
    return none


def context(now, before, pinned, hidden=False, *, projector=False):
    """Return the scene of `views.Bars`: the z of the word that asks, beside an earlier one."""
    z, d = now.z(now.query), now.embeddings.shape[1]
    low, high = _reach(now)
    then = "; dashed: at the pin" if pinned else "; dashed: in the first order"
    return {
        "heights": np.zeros(d) if hidden else z,
        "texts": [HIDDEN if hidden else wording.drawn(entry) for entry in z],
        "labels": numbered("z", d),
        "roles": ["context"] * d,
        "ghosts": np.full(d, np.nan) if before is None else before.z(now.query),
        "low": low,
        "high": high,
        "still": True,
        "fits": True,
        "caption": f"z of {now.asks}{then if before else ''}",
        "tall": PROJECTED if projector else HIGH,
    }


def _reach(now):
    """Return the ends of an axis on which z lies in every order, with each kind of position."""
    n, d = now.embeddings.shape
    places = np.vstack([np.zeros((1, d)), *(vectors(n, d) for vectors in ADDED.values())])
    low = (now.embeddings.min(axis=0) + places.min(axis=0)).min()
    high = (now.embeddings.max(axis=0) + places.max(axis=0)).max()
    return float(np.floor(2 * min(low, 0)) / 2), float(np.ceil(2 * max(high, 1e-6)) / 2)


def picture(now, before, pinned, hidden=False):
    """Return a `Picture` of the weights of the word that asks, in the present order."""
    shown = now.started if hidden else now
    order = list(shown.order)
    title = f"What {quoted(now.asks)} gives to each word, positions: {now.kind}"
    drawn = figures.bars(
        shown.weights(now.query)[order],
        [now.names[token] for token in order],
        kind="weights",
        highlight=order.index(now.query),
        previous=None if hidden or before is None else before.weights(now.query)[order],
        title=f"{title}, first order" if hidden else title,
    )
    said = [] if hidden else [words.headline(now, pinned), _z(now)]
    drawn.alt = wording.alt(*drawn.alt.split("\n"), *said)
    return drawn


def _z(now):
    return f"z of {now.asks}: {wording.point(now.z(now.query), 4)}"
