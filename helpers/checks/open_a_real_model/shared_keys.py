"""Exercise 19.3: a set of keys for every head, where several heads share one."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

RIGHT, MISTAKES = edits.read(__file__)


def _drawn(rng):
    """Draw the keys of two or three groups of two to four heads, and how many heads there are."""
    groups, each = (int(rng.integers(2, high)) for high in (4, 5))
    return rng.normal(size=(groups, 5, 3)), groups * each


shared_keys = Function(
    name="shared_keys",
    expected=RIGHT[0],
    shown=(np.random.default_rng(0).normal(size=(3, 4, 2)), 9),
    draw=_drawn,
    mistakes=MISTAKES,
    also={
        "two texts": (np.random.default_rng(1).normal(size=(2, 4, 3, 2)), 8),
        "a set for every head": (np.random.default_rng(2).normal(size=(4, 3, 2)), 4),
    },
    done="A copy for each head, made when it's needed. What the KV cache keeps is one set for "
    "every three heads.",
)
