"""Exercise 3.3: the temperatures at which the largest weight is a half."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value

ROW = np.array([2.0, 1.0, -1.0])
# 0.4 around 2.6 and 0.8 around its double, of which the digits are 2.616 and 5.232.
NEAR, TWICE = (2.2, 3.02), (4.4, 6.04)


def _lies(answer, place, low, high):
    return low <= answer[place] <= high


def _at_temperature(place, row, words):
    """Return a message: what the largest weight is at the temperature in this place, and words."""

    def message(answer):
        weight, number = softmax(row, temperature=answer[place])[0], ("First", "Second")[place]
        side = f"{weight:.3f}, {'more' if weight > 0.5 else 'less'} than half"
        return f"{number} row: at {answer[place]:.3g} the largest score has weight {side}. {words}"

    return message


temperatures_for_half = Value(
    name="temperatures_for_half",
    shape=(3,),
    faults=(
        Fault(lambda answer: answer.min() < 0.01, "Each of the three is at least 0.01."),
        Fault(
            lambda answer: _lies(answer, 0, 4.2, 5.4),
            _at_temperature(
                0, ROW, "Between 1 and 10 the axis is not even: its marks are 2, 3, 4, 5 …"
            ),
        ),
        Fault(
            lambda answer: not _lies(answer, 0, *NEAR),
            _at_temperature(0, ROW, "Follow the uppermost curve: where is it as high as a half?"),
        ),
        Fault(
            lambda answer: _lies(answer, 1, *NEAR),
            _at_temperature(
                1, 2 * ROW, "Doubled scores lie twice as far apart. Softmax sees differences."
            ),
        ),
        Fault(
            lambda answer: not _lies(answer, 1, *TWICE),
            _at_temperature(
                1, 2 * ROW, "What makes these scores, so divided, those of the first row?"
            ),
        ),
        Fault(
            lambda answer: not _lies(answer, 2, *NEAR),
            "Two are right. The third row is the first plus 10: which difference has changed?",
        ),
    ),
    done="Scores twice as far apart need twice the temperature; an added 10 needs nothing at all.",
)
