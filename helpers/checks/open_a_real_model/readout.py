"""Exercise 19.4: how far each value of a head pushes one token's logit above another's."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

RIGHT, MISTAKES = edits.read(__file__)


def _inputs(rng, n, d_v, d_model, tokens, token, other):
    """Return n values, a head's slice of W_O, a gain, an embedding table and two ids."""
    sizes = [(n, d_v), (d_v, d_model), (d_model,), (tokens, d_model)]
    values, W_O, gain, embed = (rng.normal(size=size) for size in sizes)
    return values, W_O, 1 + gain / 2, embed, token, other


readout = Function(
    name="readout",
    expected=RIGHT[0],
    # Square, so that no mistake ends in an error.
    shown=_inputs(np.random.default_rng(0), 3, 4, 4, 4, 3, 1),
    draw=lambda rng: _inputs(rng, int(rng.integers(2, 6)), 3, 8, 6, *rng.permutation(6)[:2]),
    mistakes=MISTAKES,
    also={"a single value": _inputs(np.random.default_rng(1), 1, 4, 4, 4, 0, 2)},
    done="One number says what a value is worth to one word against another. Next, ask it of head "
    "26.0.",
)
