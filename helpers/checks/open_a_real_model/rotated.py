"""Exercise 19.2: the pairs of every row, turned by its position times their frequencies."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.positions import frequencies

RIGHT, MISTAKES = edits.read(__file__)


def _inputs(rng, *shape):
    """Return rows of an even width, and the frequencies of their pairs."""
    return rng.normal(size=shape), frequencies(shape[-1], base=100)


rotated = Function(
    name="rotated",
    expected=RIGHT[0],
    shown=_inputs(np.random.default_rng(0), 3, 6),  # as many rows as pairs: fewer errors
    draw=lambda rng: _inputs(rng, int(rng.integers(4, 7)), 8),
    mistakes=MISTAKES,
    also={
        "one head in front": _inputs(np.random.default_rng(1), 1, 3, 6),
        "three heads in front": _inputs(np.random.default_rng(2), 3, 5, 6),
    },
    done="The row at position 0 stays as it is, and no row changes its length. Queries and keys "
    "that are both rotated score by their distance.",
)
