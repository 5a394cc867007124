"""What to reach with a sentence and its attention."""

import numpy as np

from helpers.explorers.base.words import Goal
from helpers.figures.hull import is_outside

NEAR = 0.03  # which no query of a source reaches untouched
SMALLEST = 700  # e^-745 is the smallest step of float64 above 0


def _one(state, _before):
    """Whether all tokens look most at one and the same, and at no other as much."""
    second, top = np.sort(state.result.weights, axis=1)[:, -2:].T
    return len(set(state.result.weights.argmax(axis=1))) == 1 and bool((top > second).all())


def _in_the_middle(state, _before):
    """Whether z of the query is near the mean of all values."""
    values = state.shift.values
    return values is not None and np.linalg.norm(state.z - values.mean(axis=0)) <= NEAR


def _how_zero(state):
    """Return whether rounding or the function made the weight 0, in words."""
    result = state.result
    if result.scaled is None:
        return f": {state.name} gave exactly 0"
    i, j = np.argwhere(result.weights == 0)[0]
    gap = float(result.scaled[i].max() - result.scaled[i, j])
    if not SMALLEST < gap < np.inf:
        return f": {state.name} set it to 0 itself"
    tens = gap / np.log(10)
    return (
        f": rounded to 0 in float64. Beside the largest it is e^(−{gap:.1f}), about 10^−{tens:.0f},"
        " and not 0"
    )


ONE = Goal(
    "make all words look most at the same word",
    _one,
    "A long vector scores high with all that point its way: pull one word far out, beyond the"
    " others.",
)
MIDDLE = Goal(
    f"bring z of the query within {NEAR} of the mean of all values",
    _in_the_middle,
    "Pull all numbers of the query to 0, those in the bars too: it then scores 0 with every word,"
    " so all weigh alike.",
)
OUTSIDE = Goal(
    "move z outside the hull of the values",
    lambda state, _: is_outside(state.z[list(state.axes)], state.points),
    "Not possible: every weight is above 0 and a row sums to 1, so z is an average of the values,"
    " and an average never leaves the hull of what it averages.",
)
NO_WEIGHT = Goal(
    "make a weight exactly 0",
    lambda state, _: bool((state.result.weights == 0).any()),
    "Not possible with softmax in real numbers: e to any score is above 0, so every share of the"
    " sum is above 0. Floats can round it to 0.",
    _how_zero,
)
