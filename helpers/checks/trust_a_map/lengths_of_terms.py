"""Exercise 14.1: the length of every term of a head."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, explaining

# The notebook's words: the, keys, old, cabinet.
SCORES = np.array([2.3, 1.2, 0.9, 0.0])
VALUES = np.array([[0.1, 0.1, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0], [2.0, 0.0, 0.0]])
W_O = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
WRONG_AXIS = (
    "You're measuring down the columns, across all words. Each word has a row in what arrives: "
    "which axis runs along it?"
)

RIGHT, MISTAKES = edits.read(__file__)


def weights_drawn(rng, *shape):
    """Return random weights of this shape, each row of which adds up to 1."""
    return softmax(rng.normal(scale=1.5, size=shape))


def _drawn(rng):
    """Return weights, values and a W_O whose sizes are all different."""
    n, m = int(rng.integers(2, 4)), int(rng.integers(5, 7))
    return weights_drawn(rng, n, m), rng.normal(size=(m, 4)), rng.normal(size=(4, 3))


def _run(given, weights, values, W_O):
    """Call the learner's function, and explain lengths that don't fit the weights."""
    with explaining(ValueError, f"({W_O.shape[1]},)", WRONG_AXIS):
        return given(weights, values, W_O)


lengths_of_terms = Function(
    name="lengths_of_terms",
    expected=RIGHT[0],
    shown=(softmax(SCORES)[None], VALUES, W_O),
    draw=_drawn,
    mistakes=MISTAKES,
    run=_run,
    done="Put these lengths next to the map. They show what the weights alone can't: how much each "
    "word contributes.",
)
