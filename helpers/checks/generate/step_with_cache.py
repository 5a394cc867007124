"""Exercise 17.1: one head's step for a new token, with a cache of keys and values."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

RIGHT, MISTAKES = edits.read(__file__)


def _inputs(rng, m, d, d_k, d_v):
    """Return a token's vector, a cache of m tokens, ten positions and three matrices."""
    sizes = [(d,), (m, d_k), (m, d_v), (10, d), (d, d_k), (d, d_k), (d, d_v)]
    return tuple(rng.normal(size=size) for size in sizes)


def _drawn(rng):
    """Draw a cache of some tokens, and a token that comes next; d is d_k is d_v."""
    return _inputs(rng, int(rng.integers(3, 7)), *3 * [int(rng.integers(4, 6))])


step_with_cache = Function(
    name="step_with_cache",
    expected=RIGHT[0],
    shown=_inputs(np.random.default_rng(0), 4, 3, 3, 3),
    draw=_drawn,
    mistakes=MISTAKES,
    also={
        "widths that differ": _inputs(np.random.default_rng(1), 3, 6, 4, 2),
        "an empty cache": _inputs(np.random.default_rng(2), 0, 3, 3, 3),
    },
    done="That took one token's projections and one row of scores, and the cache is now one row "
    "longer. Every head of every block does this for each token that a chatbot writes.",
)
