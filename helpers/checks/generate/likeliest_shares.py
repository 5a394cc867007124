"""Exercise 17.3: top-p, which keeps the most probable tokens and rescales them."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

RIGHT, MISTAKES = edits.read(__file__)


def _drawn(rng):
    """Draw probabilities and a p between two of their sums, from the most probable on."""
    probabilities = rng.dirichlet(np.ones(int(rng.integers(6, 10))))
    return probabilities, float(np.mean(np.cumsum(-np.sort(-probabilities))[1:3]))


likeliest_shares = Function(
    name="likeliest_shares",
    expected=RIGHT[0],
    shown=(np.array([0.05, 0.5, 0.02, 0.3, 0.13]), 0.9),
    draw=_drawn,
    mistakes=MISTAKES,
    also={
        "a p that the first token reaches": (np.array([0.1, 0.7, 0.2]), 0.6),
        # Sixteenths, so that every sum is exact.
        "a p that two tokens reach exactly": (np.array([1, 8, 3, 4]) / 16, 0.75),
    },
    done="Three of the five tokens stay. Where the model is sure, one is enough; where it isn't, "
    "many can be drawn. Top-k keeps the same number either way.",
)
