"""How the projection explorer is tried, and the numbers that it must then show."""

import numpy as np

from helpers.attention import attention, project
from helpers.explorers.base.trial import *

MATRICES = ("W_Q", "W_K", "W_V")


def numbers(state):
    """Return what is shown in a state, computed anew."""
    embeddings = np.array(state["embeddings"])
    result = attention(*project(embeddings, *(np.array(state[name]) for name in MATRICES)))
    return {
        "scores": result.scores,
        "words": embeddings,
        "query": result.queries[state["query"]],
        "keys": result.keys,
        "ring": result.weights.max(axis=1),
    }


def word(place, by):
    """Return a drag of a word in the plane."""
    return Drag(dot(place), by, "embeddings", dragged(place))


def arrow(place, by, turns="W_K"):
    """Return a drag of an arrow by its name, which turns its map."""
    return Drag(f".abh-names text:nth-child({place + 1})", by, turns)


CASE = Case(
    'from helpers.explorers import ProjectionExplorer\nexplorer = ProjectionExplorer(W_K="shear")',
    ("embeddings", "query", *MATRICES),
    numbers,
    {
        "scores": ("[role=gridcell]", None),
        "words": (".abh-dot.abh-group-neutral", "aria-label"),
        "query": (".abh-dot.abh-tip.abh-group-query", "aria-label"),
        "keys": (".abh-dot.abh-tip.abh-group-key", "aria-label"),
        "ring": (".abh-ring .abh-press", "aria-label"),
    },
    (
        *(word(1, (60, 40)), word(0, (-30, 20)), word(1, (-20, -60))),
        *(Click(dot(i), "query", chosen(i)) for i in (1, 2, 1)),
        *(Click(f"tbody tr:nth-child({i + 1}) td", "query", chosen(i)) for i in (2, 1, 2)),
        *(Click(f".abh-ring [data-index='{i}']", "query", chosen(i)) for i in (0, 1, 0)),
        word(2, (-10, -20)),
        *(arrow(4, (-20, -15)), arrow(5, (-10, 15)), arrow(4, (-8, 8))),
        arrow(3, (-10, -20), "W_Q"),
        word(2, (10, 20)),
    ),
    tuple(
        Typing(f"[aria-label='{name}']", text, matrix, typed(*place, number=number))
        for name, text, matrix, place, number in (
            ("x₁, k₂", "−1,25", "W_K", (0, 1), -1.25),
            ("x₂, q₁", "0.5", "W_Q", (1, 0), 0.5),
            ("x₁, k₂", "2", "W_K", (0, 1), 2.0),
            ("x₂, q₂", "-0.8", "W_Q", (1, 1), -0.8),
        )
    ),
    (
        Key(dot(1), "ArrowRight", "embeddings", changed(1, 0, by=0.2)),
        Key(dot(1), "Shift+ArrowUp", "embeddings", changed(1, 1, by=0.02)),
        Key(dot(1), "Escape", "embeddings", back),
        Key(dot(2), "Enter", "query", lambda _before, _first: 2),
    ),
    edit=("edit numbers",),
)

# As its notebook opens it.
OPENED = """
import numpy as np
from helpers.explorers import ProjectionExplorer
turns = 2 * np.pi / 3 * np.arange(3)
words = 2 * np.column_stack([np.cos(turns), np.sin(turns)])
ProjectionExplorer(list("ABC"), words, W_K="swap")
"""
BENCH = Technique(OPENED, dot(1), words_of(dot(1)))
