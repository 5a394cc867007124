"""Exercise 19.1: rows divided by their root mean square."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

RIGHT, MISTAKES = edits.read(__file__)


def _inputs(rng, *shape):
    """Return rows that don't average to 0, and a gain."""
    return rng.normal(0.5, 1, shape), rng.normal(1, 0.5, shape[-1])


rms_norm = Function(
    name="rms_norm",
    expected=RIGHT[0],
    shown=_inputs(np.random.default_rng(0), 4, 4),  # square, so that no mistake ends in an error
    draw=lambda rng: (*_inputs(rng, int(rng.integers(3, 7)), 8), 0.5),
    mistakes=MISTAKES,
    also={
        "a larger epsilon": (*_inputs(np.random.default_rng(1), 4, 4), 0.3),
        "two axes before the last": (*_inputs(np.random.default_rng(2), 4, 4, 4), 0.3),
        "a row of zeros": (np.zeros((1, 4)), np.ones(4)),
    },
    done="Four operations, and that's all that is left of layer norm. It's the first step of both "
    "halves of a block.",
)
