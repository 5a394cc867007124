"""Exercise 15.2: the multiply-adds of a layer of attention."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

RIGHT, MISTAKES = edits.read(__file__, lambda given, *inputs: np.array(given(*inputs)))


def _drawn(rng):
    heads = int(rng.integers(2, 6))
    n, d = int(rng.integers(20, 90)), heads * int(rng.integers(3, 9))
    return n, d, heads, bool(rng.integers(2))


work_of_layer = Function(
    name="work_of_layer",
    expected=RIGHT[0],
    shown=(1024, 768, 12, False),
    draw=_drawn,
    also={"causal=True": (6, 8, 2, True), "one head": (10, 4, 1, True)},
    mistakes=MISTAKES,
    done="The number of heads cancels out of the work, but not out of the memory: each head has "
    "its own map.",
)
