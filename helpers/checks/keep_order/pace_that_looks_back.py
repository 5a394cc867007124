"""Exercise 11.2: the pace at which the word before gets the highest score."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value, near


def _about(number):
    return near(number, 0.01)


pace_that_looks_back = Value(
    name="pace_that_looks_back",
    shape=(),
    faults=(
        Fault(
            lambda answer: abs(answer) < 1e-9,
            "With a pace of 0 nothing turns: every word gets the score 0.",
        ),
        Fault(_about(90), "The angle fits, but in degrees. A pace is in radians."),
        Fault(_about(0.25), "That is the part of a full turn. A full turn has 2π radians."),
        Fault(
            lambda answer: _about(-np.pi / 2)(answer) or _about(3 * np.pi / 2)(answer),
            "With this pace the word after it gets the highest score. Seen from the query, which "
            "way is the key of the word before turned?",
        ),
        Fault(
            lambda answer: answer < 0,
            "A pace above 0 is asked for: from place to place the turn is anticlockwise.",
        ),
        Fault(
            lambda answer: answer > 2 and np.sin(answer) > np.cos(0.01),  # the score is its sine
            "The score is the highest there is, but there is a smaller pace that gives it too: "
            "take the full turns away.",
        ),
        Fault(
            lambda answer: _about(np.pi)(answer) or _about(2 * np.pi)(answer),
            "Half turns leave the two arrows at a right angle: the score is 0, as without a turn.",
        ),
        Fault(
            lambda answer: answer < np.pi / 2 - 0.01,
            "The turn is too small. The key of the word before has come nearer to the query, but "
            "an angle is left between them.",
        ),
        Fault(
            lambda answer: answer > np.pi / 2 + 0.01,
            "The turn is too large: the key of the word before has been turned past the query.",
        ),
    ),
    done="The word before gets 1, the word after −1: a turn can tell the two apart. The dot "
    "product of two sinusoids cannot, for it is the same both ways.",
)
