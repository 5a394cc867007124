"""What the browser tests do with the projection explorer, and the numbers that must stand there."""

import numpy as np

from browser.case import Case, Click, Drag, Key, Typing, back, changed, chosen, dragged, typed
from helpers.attention import attention, project

MATRICES = ("W_Q", "W_K", "W_V")


def projection_numbers(state):
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
    return Drag(f".abh-dot[data-index='{place}']", by, "embeddings", dragged(place))


def arrow(place, by, turns="W_K"):
    """Return a drag of an arrow by its name, which turns its map."""
    return Drag(f".abh-names text:nth-child({place + 1})", by, turns)


PROJECTION = Case(
    "projection",
    'from helpers.explorers import ProjectionExplorer\nexplorer = ProjectionExplorer(W_K="shear")',
    {name: f"explorer.{name}" for name in ("embeddings", "query", *MATRICES)},
    projection_numbers,
    {
        "scores": ("[role=gridcell]", None),
        "words": (".abh-dot.abh-group-neutral", "aria-label"),
        "query": (".abh-dot.abh-tip.abh-group-query", "aria-label"),
        "keys": (".abh-dot.abh-tip.abh-group-key", "aria-label"),
        "ring": (".abh-ring .abh-press", "aria-label"),
    },
    (
        *(word(1, (60, 40)), word(0, (-30, 20)), word(1, (-20, -60))),
        *(Click(f".abh-dot[data-index='{i}']", "query", chosen(i)) for i in (1, 2, 1)),
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
        Key(".abh-dot[data-index='1']", "ArrowRight", "embeddings", changed(1, 0, by=0.2)),
        Key(".abh-dot[data-index='1']", "Shift+ArrowUp", "embeddings", changed(1, 1, by=0.02)),
        Key(".abh-dot[data-index='1']", "Escape", "embeddings", back),
        Key(".abh-dot[data-index='2']", "Enter", "query", lambda _before, _first: 2),
    ),
    edit=("edit numbers",),
)
