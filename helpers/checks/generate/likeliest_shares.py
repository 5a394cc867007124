"""Exercise 17.3: keep the likeliest words alone, and share the whole among them."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

RIGHT, MISTAKES = edits.read(__file__)


def _drawn(rng):
    """Draw shares and a p between two of their sums, from the likeliest on."""
    shares = rng.dirichlet(np.ones(int(rng.integers(6, 10))))
    return shares, float(np.mean(np.cumsum(-np.sort(-shares))[1:3]))


likeliest_shares = Function(
    name="likeliest_shares",
    expected=RIGHT[0],
    shown=(np.array([0.05, 0.5, 0.02, 0.3, 0.13]), 0.9),
    draw=_drawn,
    mistakes=MISTAKES,
    also={
        "a p that the first word reaches": (np.array([0.1, 0.7, 0.2]), 0.6),
        # Sixteenths, so that every sum is exact.
        "a p that two words reach exactly": (np.array([1, 8, 3, 4]) / 16, 0.75),
    },
    done="Of five words three stay. Where the model is sure, one word is enough; where it is not, "
    "many may be drawn. Top-k keeps the same number in both places.",
)
