"""Exercise 16.2: query heads whose neighbours share sets of keys and values."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, explaining

OTHER_STACKS = (
    "You have {} query heads but fewer sets, so NumPy can’t match them up. Which set does "
    "each head use? Give every head a copy of its set."
)
RIGHT, MISTAKES = edits.read(__file__)


def run_for_heads(given, queries, keys, values):
    """Return what a learner's function gives, or say that heads and sets don't match."""
    words = OTHER_STACKS.format(len(queries))
    by_helper, by_numpy = (explaining(ValueError, p, words) for p in ("batch axes", "broadcast"))
    with by_helper, by_numpy:
        return given(queries, keys, values)


def _drawn(rng, heads, sets):
    n, m = (int(number) for number in rng.integers(3, 6, size=2))
    shapes = (heads, n, 4), (sets, m, 4), (sets, m, 5)
    return tuple(rng.normal(size=shape) for shape in shapes)


grouped_attention = Function(
    name="grouped_attention",
    expected=RIGHT[0],
    shown=_drawn(np.random.default_rng(0), 6, 2),
    draw=lambda rng: _drawn(rng, *((4, 2), (6, 3), (8, 2))[int(rng.integers(3))]),
    also={
        "one set for all": _drawn(np.random.default_rng(1), 3, 1),
        "a set for each": _drawn(np.random.default_rng(2), 3, 3),
    },
    mistakes=MISTAKES,
    done="With one set this is multi-query attention, and with a set per head it’s the attention "
    "from notebook 08. Grouped-query attention is everything in between.",
    run=run_for_heads,
)
