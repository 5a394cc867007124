"""Exercise 14.2: how far the output moves when each word in turn is hidden."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, explaining
from helpers.checks.trust_a_map.lengths_of_terms import SCORES, VALUES, W_O

ALL_HIDDEN = (
    "One of your softmaxes has all words hidden. Is the −∞ from the word before still there? Start "
    "from the original scores each time."
)

RIGHT, MISTAKES = edits.read(__file__)


def _drawn(rng):
    m = int(rng.integers(5, 8))
    return rng.normal(size=m), rng.normal(size=(m, 3))


def _run(given, scores, arrives):
    """Call the learner's function, and explain a softmax of nothing but −∞."""
    with explaining(ValueError, "nowhere", ALL_HIDDEN):
        return given(scores, arrives)


moved_by_hiding = Function(
    name="moved_by_hiding",
    expected=RIGHT[0],
    shown=(SCORES, VALUES @ W_O),
    draw=_drawn,
    also={
        "two words that say the same thing": (
            np.array([0.0, 2.0, 2.0, 1.0]),
            (VALUES @ W_O)[[0, 1, 1, 3]],
        ),
        "the same scores, all 500 lower": (SCORES - 500, VALUES @ W_O),
    },
    mistakes=MISTAKES,
    run=_run,
    done="You've ablated one word at a time. Redundant words look useless in such a list. To find "
    "them, hide them together.",
)
