"""Exercise 14.2: how far the output moves when each word in turn is hidden."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, explaining
from helpers.checks.trust_a_map.lengths_of_terms import SCORES, VALUES, W_O

ALL_HIDDEN = (
    "In one call of softmax all words are hidden. Does the −∞ of the word before still stand? "
    "Begin with the scores of all words each time."
)

RIGHT, MISTAKES = edits.read(__file__)


def _drawn(rng):
    m = int(rng.integers(5, 8))
    return rng.normal(size=m), rng.normal(size=(m, 3))


def _run(given, scores, arrives):
    """Call the learner's function; softmax of nothing but −∞ has a likely cause: say it."""
    with explaining(ValueError, "nowhere", ALL_HIDDEN):
        return given(scores, arrives)


moved_by_hiding = Function(
    name="moved_by_hiding",
    expected=RIGHT[0],
    shown=(SCORES, VALUES @ W_O),
    draw=_drawn,
    also={
        "two words that bring the same": (
            np.array([0.0, 2.0, 2.0, 1.0]),
            (VALUES @ W_O)[[0, 1, 1, 3]],
        ),
        "the same scores, all 500 lower": (SCORES - 500, VALUES @ W_O),
    },
    mistakes=MISTAKES,
    run=_run,
    done="Each word was taken away alone. Words that stand in for each other look idle in such a "
    "list: to find them, hide them together.",
)
