"""What each step of one query's computation adds, with where every number comes from."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from helpers.explorers.base.arithmetic import numbered
from helpers.explorers.flow.lines import MATRICES, lines


@dataclass(frozen=True, eq=False)
class Block:
    """A group of columns.

    numbers : (n, k)    foot : (k,), the sums of the columns, or None
    kind    : "numbers", "scores" or "weights", for the colours
    feeds   : takes (row, column), returns the cells (title, row, column) it is computed from
    told    : takes (row, column), returns that computation written out
    """

    title: str
    columns: list[str]
    numbers: np.ndarray
    kind: str = "numbers"
    foot: np.ndarray | None = None
    feeds: Callable = lambda row, column: []
    told: Callable = lambda row, column: ""


def blocks(computation, query, step, pinned=None):
    """Return the blocks that are to be seen at a step.

    pinned : (name, weights (n,)) of an earlier query, or None
    """
    shown = [name for name in computation.steps if computation.reached(step, name)]
    made = [b for name in shown if name in MAKERS for b in MAKERS[name](computation, query)]
    if step == "context":
        made[-1] = replace(made[-1], foot=computation.result.context[query])
    if pinned and "weights" in shown:
        column = np.asarray(pinned[1])[:, None]
        place = [block.title for block in made].index("weights") + 1
        made.insert(place, Block("pinned", [pinned[0]], column, "weights"))
    return made


def _told(computation, query, title):
    """Return what tells how a block's cell is computed; nothing is written out before it asks."""
    return lambda row, column: lines(computation, query, title)[row][column]


def _embeddings(computation, query):
    numbers = computation.example.embeddings
    return [Block("embeddings", numbered("x", numbers.shape[1]), numbers)]


def _projections(computation, query):
    example, made = computation.example, []
    depth = range(example.embeddings.shape[1])
    for title in MATRICES:
        numbers = getattr(computation.result, title)
        made.append(
            Block(
                title,
                numbered(title[0], numbers.shape[1]),
                numbers,
                feeds=lambda i, k: [("embeddings", i, m) for m in depth],
                told=_told(computation, query, title),
            )
        )
    return made


def _scores(computation, query):
    result = computation.result
    asks, answers = ("queries", "keys") if computation.projects else ("embeddings",) * 2
    width = range(result.keys.shape[1])
    return [
        Block(
            "scores",
            ["q · k" if computation.projects else "x · x"],
            result.scores[query][:, None],
            "scores",
            feeds=lambda i, k: [(a, r, m) for a, r in ((asks, query), (answers, i)) for m in width],
            told=_told(computation, query, "scores"),
        )
    ]


def _scaled(computation, query):
    result, width = computation.result, computation.result.keys.shape[1]
    return [
        Block(
            "scaled",
            [f"÷ √{width}"],
            result.scaled[query][:, None],
            "scores",
            feeds=lambda i, k: [("scores", i, 0)],
            told=_told(computation, query, "scaled"),
        )
    ]


def _weights(computation, query):
    before = "scaled" if computation.example.scale else "scores"
    scaled, weights = computation.result.scaled[query], computation.result.weights[query]
    powers, n = np.exp(scaled), len(scaled)
    column = [("powers", row, 0) for row in range(n)]
    return [
        Block(
            "powers",
            ["eˢ"],
            powers[:, None],
            foot=np.array([powers.sum()]),
            feeds=lambda i, k: column if i == n else [(before, i, 0)],
            told=_told(computation, query, "powers"),
        ),
        Block(
            "weights",
            ["share"],
            weights[:, None],
            "weights",
            foot=np.array([weights.sum()]),
            feeds=lambda i, k: (
                [("weights", row, 0) for row in range(n)]
                if i == n
                else [column[i], ("powers", n, 0)]
            ),
            told=_told(computation, query, "weights"),
        ),
    ]


def _weighted_rows(computation, query):
    source, letter = ("values", "αv") if computation.projects else ("embeddings", "αx")
    weights, values = computation.result.weights[query], computation.result.values
    numbers, n = weights[:, None] * values, len(weights)

    def feeds(i, k):
        if i == n:
            return [("weighted rows", row, k) for row in range(n)]
        return [("weights", i, 0), (source, i, k)]

    return [
        Block(
            "weighted rows",
            numbered(letter, values.shape[1]),
            numbers,
            "numbers",
            None,
            feeds,
            _told(computation, query, "weighted rows"),
        )
    ]


MAKERS = {
    "embeddings": _embeddings,
    "projections": _projections,
    "scores": _scores,
    "scaled": _scaled,
    "weights": _weights,
    "weighted rows": _weighted_rows,
}
