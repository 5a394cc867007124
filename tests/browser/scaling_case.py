"""What the browser tests do with the scaling explorer, and the numbers that must stand there."""

import numpy as np

from browser.case import Case, Click, Drag, Key, Typing, back, chosen
from helpers.attention import attention


def scaling_numbers(state):
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
    return 2 * before


def drag(label, by, name):
    """Return a drag of a slider."""
    return Drag(f".abh-slider:has(label:text-is('{label}')) input", (by, 0), name)


DIVIDE = Click("button:text-is('÷ √d_k')", "scaled", lambda before: not before)


SCALING = Case(
    "scaling",
    "from helpers.explorers import ScalingExplorer\nexplorer = ScalingExplorer(draw=4)",
    {name: f"explorer.{name}" for name in ("d_k", "scaled", "n", "draw")},
    scaling_numbers,
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
