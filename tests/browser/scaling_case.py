"""What the browser tests do with the scaling explorer, and the numbers that must stand there."""

import numpy as np

from browser.case import Case, Drag, Key, Typing, back, chosen
from helpers.attention import attention


def scaling_numbers(state):
    n, d_k = state["n"], state["d_k"]
    rng = np.random.default_rng(state["draw"])
    queries, keys = rng.normal(size=(2, 64, 4096))[:, :n, :d_k]
    result = attention(queries, keys, keys, scale=None if state["scaled"] else 1.0)
    weights, spread = result.weights, result.scaled
    entropy = -(weights * np.log(np.maximum(weights, 1e-300))).sum(axis=1)
    slopes = np.array([np.diag(row) - np.outer(row, row) for row in weights])
    by_scores = np.linalg.norm(slopes, axis=(1, 2))
    by_query = np.linalg.norm(slopes @ keys, axis=(1, 2)) * (d_k**-0.5 if state["scaled"] else 1)
    equal = np.eye(n) / n - 1 / n**2
    beside = [1 if state["scaled"] else d_k**0.5, 1 / n, np.log(n), np.linalg.norm(equal)]
    facts = [spread[0].std(), spread.std(), beside[0]]
    for numbers, compare in (
        (weights.max(axis=1), beside[1:2]),
        (entropy, beside[2:3]),
        (by_scores, beside[3:]),
        (by_query, []),
    ):
        facts += [numbers[0], numbers.mean(), *compare]
    return {"facts": facts, "spread": spread.std(), "largest": weights[0].max()}


def doubled(before, _first):
    return 2 * before


SCALING = Case(
    "scaling",
    "from helpers.explorers import ScalingExplorer\nexplorer = ScalingExplorer(draw=4)",
    {name: f"explorer.{name}" for name in ("d_k", "scaled", "n", "draw")},
    scaling_numbers,
    {
        "facts": (".abh-facts td", None),
        "spread": ("text.abh-spread", None),
        "largest": ("text.abh-named", None),
    },
    tuple(
        Drag(f".abh-slider:has(label:text-is('{label}')) input", (by, 0), name)
        for label, by, name in (
            ("width d_k", 60, "d_k"),
            ("tokens n", -40, "n"),
            ("width d_k", -50, "d_k"),
            ("tokens n", 30, "n"),
        )
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
)
