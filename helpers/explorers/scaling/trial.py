"""How the scaling explorer is tried, and the numbers that it must then show."""

import numpy as np

from helpers.attention import attention
from helpers.explorers.base.trial import *


def numbers(state):
    """Return what is shown in a state, computed anew."""
    n, d_k = state["n"], state["d_k"]
    rng = np.random.default_rng(state["draw"])
    queries, keys = rng.normal(size=(2, 64, 4096))[:, :n, :d_k]
    result = attention(queries, keys, keys, scale=None if state["scaled"] else 1.0)
    row = result.weights[0]
    entropy = -np.sum(row[row > 0] * np.log(row[row > 0]))
    return {
        "spread": [result.scaled.std()],
        "law": [1] if state["scaled"] else [d_k, d_k**0.5],
        "largest": [row.max()],
        "entropy": [entropy],
    }


def doubled(before, _first):
    """Return twice what it was."""
    return 2 * before


def drag(label, by, name):
    """Return a drag of a slider."""
    return Drag(slider(label), (by, 0), name)


DIVIDE = Click("button:text-is('÷ √d_k')", "scaled", lambda before: not before)


CASE = Case(
    "from helpers.explorers import ScalingExplorer\nexplorer = ScalingExplorer(draw=4)",
    ("d_k", "scaled", "n", "draw"),
    numbers,
    {
        "spread": ("text.abh-spread", None),
        "law": ("text.abh-law", None),
        "largest": ("text.abh-named", None),
        "entropy": ("text.abh-entropy", None),
    },
    (
        drag("width d_k", 60, "d_k"),
        DIVIDE,
        "edit",
        drag("tokens n", -40, "n"),
        drag("width d_k", -50, "d_k"),
        DIVIDE,
        drag("tokens n", 30, "n"),
        "edit",
        DIVIDE,
        drag("width d_k", 20, "d_k"),
    ),
    tuple(
        Typing(f"[aria-label='typed, {name}']", str(number), name, chosen(number))
        for name, number in (("d_k", 80), ("n", 12), ("d_k", 33), ("draw", 7))
    ),
    (
        Key("input[type=range]", "Home", "d_k", lambda _before, _first: 1),
        Key("input[type=range]", "ArrowRight", "d_k", doubled),
        Key("input[type=range]", "ArrowUp", "d_k", doubled),
        Key("input[type=range]", "Escape", "d_k", back),
    ),
    edit=("edit",),
)

# The slider has a stop for each power of two.
BENCH = Technique(
    "from helpers.explorers import ScalingExplorer\nScalingExplorer(d_k=1024, draw=1)",
    slider("width d_k"),
    texts_of(".abh-spread"),
    "jump",
    (-60, 0),
)
