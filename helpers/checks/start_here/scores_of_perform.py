"""Exercise 0.1: the scores of another word, by hand."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value
from helpers.readers import worked_examples

EXAMPLE = worked_examples.load("smart_robots")
ROBOTS = EXAMPLE.embeddings
PERFORM = ROBOTS @ ROBOTS[2]


def _is(right):
    return lambda answer: np.allclose(answer, right, rtol=0, atol=0.005)


def _first(answer):
    """Return the first place where the scores of "perform" are others."""
    return int(np.argwhere(~np.isclose(answer, PERFORM, rtol=0, atol=0.005))[0][0])


scores_of_perform = Value(
    name="scores_of_perform",
    shape=(5,),
    faults=(
        Fault(
            _is(ROBOTS @ ROBOTS[1]),
            "These are the scores of “robots”. Who asks now? Take the vector of “perform”.",
        ),
        Fault(
            _is(PERFORM / np.sqrt(2)),
            "You went one step too far: these are divided already. The score comes before.",
        ),
        Fault(
            _is(np.array([1, 1, 1, 2, 2])),
            "Four of five. “perform” is asked by itself, too: multiply number by number, add up.",
        ),
        Fault(
            _is(np.array([0, 0, 1, 0, 0])),
            "You multiplied the two products. They are added: 1 · 1 + 0 · 1 is not 0.",
        ),
        Fault(
            lambda answer: np.isclose(answer.sum(), 1, atol=0.02),  # as the heat map rounds them
            "These add up to 1, so they are weights. The score is the first of the four steps.",
        ),
        Fault(
            lambda answer: not _is(PERFORM)(answer),
            lambda answer: (
                f"Look at “{EXAMPLE.tokens[_first(answer)]}” again: "
                f"multiply its two numbers with those of “perform”, one by one, and add up."
            ),
        ),
    ),
    done="“perform” agrees with both directions: nobody scores 0 with it.",
)
