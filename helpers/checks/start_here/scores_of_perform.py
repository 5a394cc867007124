"""Exercise 0.1: the scores of another word, by hand."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value, foreseen, near
from helpers.readers import worked_examples

EXAMPLE = worked_examples.load("smart_robots")
ROBOTS = EXAMPLE.embeddings
PERFORM = ROBOTS @ ROBOTS[2]
NEAR = 0.005
FORESEEN = {
    "These are the scores of “robots”. Who asks now? Take the vector of “perform”.": (
        ROBOTS @ ROBOTS[1]
    ),
    "You went one step too far: these are divided already. The score comes before.": (
        PERFORM / np.sqrt(2)
    ),
    "Four of five. “perform” is asked by itself, too: multiply number by number, add up.": [
        *PERFORM[:2],
        1,
        *PERFORM[3:],
    ],
    "You multiplied the two products. They are added: 1 · 1 + 0 · 1 is not 0.": [0, 0, 1, 0, 0],
}


def _first(answer):
    """Return the first place where the scores of "perform" are others."""
    return int(np.argwhere(~np.isclose(answer, PERFORM, rtol=0, atol=NEAR))[0][0])


scores_of_perform = Value(
    name="scores_of_perform",
    shape=(5,),
    faults=(
        *foreseen(FORESEEN, NEAR),
        Fault(
            lambda answer: np.isclose(answer.sum(), 1, atol=0.02),  # as the heat map rounds them
            "These add up to 1, so they are weights. The score is the first of the four steps.",
        ),
        Fault(
            lambda answer: not near(PERFORM, NEAR)(answer),
            lambda answer: (
                f"Look at “{EXAMPLE.tokens[_first(answer)]}” again: "
                f"multiply its two numbers with those of “perform”, one by one, and add up."
            ),
        ),
    ),
    done="“perform” agrees with both directions: nobody scores 0 with it.",
)
