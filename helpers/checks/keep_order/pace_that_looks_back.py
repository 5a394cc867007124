"""Exercise 11.2: the frequency at which the word before gets the highest score."""

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
            "With a frequency of 0 nothing is rotated, so every word gets a score of 0.",
        ),
        Fault(
            _about(90),
            "That's the right angle, but in degrees. A frequency is in radians per position.",
        ),
        Fault(_about(0.25), "That's the right fraction of a turn. A full turn is 2π radians."),
        Fault(
            lambda answer: _about(-np.pi / 2)(answer) or _about(3 * np.pi / 2)(answer),
            "With this frequency, the word after the query gets the highest score. Seen from the "
            "query, "
            "which way is the previous word's key rotated?",
        ),
        Fault(
            lambda answer: answer < 0,
            "The exercise asks for a frequency above 0: from one position to the next, the "
            "rotation is anticlockwise.",
        ),
        Fault(
            lambda answer: answer > 2 and np.sin(answer) > np.cos(0.01),  # the score is its sine
            "That gives the highest possible score, but so does a smaller frequency. Subtract the "
            "full turns.",
        ),
        Fault(
            lambda answer: _about(np.pi)(answer) or _about(2 * np.pi)(answer),
            "Half turns leave the two arrows at a right angle, so the score is 0, as it is without "
            "rotation.",
        ),
        Fault(
            lambda answer: answer < np.pi / 2 - 0.01,
            "The rotation is too small. The previous word's key is closer to the query now, but "
            "there's still an angle between them.",
        ),
        Fault(
            lambda answer: answer > np.pi / 2 + 0.01,
            "The rotation is too large: the previous word's key has gone past the query.",
        ),
    ),
    done="The word before the query gets a score of 1 and the word after it gets −1, so rotation "
    "can tell the two apart. The dot product of two sinusoids can't: it's the same in both "
    "directions.",
)
