"""What the browser tests do with the projection explorer, and the numbers that must stand there."""

import numpy as np

from browser.case import Case, Drag, Key, Typing, back, changed
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
    }


PROJECTION = Case(
    "projection",
    'from helpers.explorers import ProjectionExplorer\nexplorer = ProjectionExplorer(W_K="shear")',
    {name: f"explorer.{name}" for name in ("embeddings", "query", *MATRICES)},
    projection_numbers,
    {
        "scores": ("[role=gridcell]", None),
        "words": (".abh-dot.abh-movable", "aria-label"),
        "query": (".abh-dot.abh-tip.abh-group-query", "aria-label"),
        "keys": (".abh-dot.abh-tip.abh-group-key", "aria-label"),
    },
    Drag(".abh-dot[data-index='1']", (90, 60), "embeddings"),
    Typing(
        "[aria-label='x₁, k₂']",
        "−1,25",
        "W_K",
        lambda state: [[state[0][0], -1.25], state[1]],
    ),
    (
        Key(".abh-dot[data-index='1']", "ArrowRight", "embeddings", changed(1, 0, by=0.2)),
        Key(".abh-dot[data-index='1']", "Shift+ArrowUp", "embeddings", changed(1, 1, by=0.02)),
        Key(".abh-dot[data-index='1']", "Escape", "embeddings", back),
        Key(".abh-dot[data-index='2']", "Enter", "query", lambda _before, _first: 2),
    ),
)
