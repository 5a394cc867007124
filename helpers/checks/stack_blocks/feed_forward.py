"""Exercise 9.2: an MLP with its biases, for all words at once."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.readers import vocabularies

WORDS = "apple", "pear", "juice", "phone", "screen", "software"

RIGHT, MISTAKES = edits.read(__file__)


def _draw(rng):
    """Return words with 3 entries, and an MLP with 5 hidden units and 2 outputs."""
    sizes = (int(rng.integers(2, 5)), 3), (3, 5), (5,), (5, 2), (2,)
    return tuple(rng.normal(size=size) for size in sizes)


feed_forward = Function(
    name="feed_forward",
    expected=RIGHT[0],
    shown=(
        vocabularies.load("apple").rows(WORDS),
        np.array([[1.0, 1.0], [0.0, -1.0]]),
        np.array([-0.5, 0.25]),
        np.array([[1.0], [-1.0]]),
        np.array([-0.75]),
    ),
    draw=_draw,
    mistakes=MISTAKES,
    done="Matrix, bias, ReLU, matrix, bias: that’s half of every block, applied to each word by "
    "itself.",
)
