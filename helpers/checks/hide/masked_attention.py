"""Exercise 10.1: scaled attention in which hidden words get no weight."""

import numpy as np

from helpers.attention import causal_mask
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.learner import page
from helpers.learner.calls import TroubleError
from helpers.learner.compared import agree
from helpers.readers import vocabularies

WRITE_IT = (
    "The contexts are right, but `attention` computed them. Do it yourself: score, scale, hide, "
    "softmax, mix."
)

RIGHT, MISTAKES = edits.read(__file__)


def _run(given, *inputs):
    """Return what a learner's function gives; raise TroubleError if the helper did it."""
    result = given(*inputs)
    uses_it = isinstance(result, np.ndarray) and "attention" in page.names(given)
    if uses_it and agree((result,), (RIGHT[0](*inputs),)):
        raise TroubleError(WRITE_IT)
    return result


PAGE = vocabularies.load("bat").rows(["the", "pitcher", "saw", "a", "bat"])
FAR = np.array([[60.0, 0.0], [80.0, 1.0], [70.0, 2.0]])  # whose scores lie hundreds apart


def _drawn(rng):
    """Return roles of three widths and a mask in which each word sees itself and some others."""
    n, d_k, d_v = rng.permutation([3, 4, 5, 6])[:3]
    mask = (rng.random((n, n)) < 0.5) | np.eye(n, dtype=bool)
    mask[0, -1], mask[-1, 0] = True, False
    return *(rng.normal(size=(n, width)) for width in (d_k, d_k, d_v)), mask


masked_attention = Function(
    name="masked_attention",
    expected=RIGHT[0],
    shown=(PAGE, PAGE, PAGE, causal_mask(5)),
    draw=_drawn,
    also={
        "two queries and five keys": (PAGE[3:] + 1, PAGE, PAGE, causal_mask(2, 5)),
        "scores far below 0": (FAR, -FAR, FAR, causal_mask(3)),
        "scores of 0": (np.eye(5), np.eye(5), PAGE, causal_mask(5)),
        "hidden scores far above the others": (FAR, FAR, FAR, causal_mask(3)),
    },
    mistakes=MISTAKES,
    done="Score, scale, hide, softmax, mix: that's a whole head, for any mask.",
    run=_run,
)
