"""Exercise 11.1: when hands that turn come round, alone and together."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value, near

ALIKE = np.array([8, 12, 24])


def _are(*numbers):
    return near(numbers, 1e-6)


def _third(number):
    return _are(8, 12, number)


first_places_alike = Value(
    name="first_places_alike",
    shape=(3,),
    faults=(
        Fault(
            lambda answer: (answer <= 0).any(),
            "A place after 0 is asked for each time: three numbers above 0.",
        ),
        Fault(
            _are(4, 6, 12),
            "After half a turn a hand points the opposite way, where it looks least like place 0. "
            "When does it point the same way again?",
        ),
        Fault(
            _are(12, 8, 24),
            "The first two are exchanged. Which hand is quicker, and so the first to come round?",
        ),
        Fault(
            lambda answer: _are(*ALIKE - 1)(answer) or _are(*ALIKE + 1)(answer),
            "Off by one, all three. Place 0 is the start: after how many steps is the hand back, "
            "and which place is that?",
        ),
        Fault(
            lambda answer: np.allclose(answer[:2], 2 * np.pi) or (answer % 1 > 1e-6).any(),
            "Places are whole numbers. How many steps of its pace make a full turn of a hand?",
        ),
        Fault(
            lambda answer: answer[0] in (16, 24, 32) or answer[1] in (24, 36),
            "There the hand points like place 0, but it has done so before. The first such place "
            "is asked for.",
        ),
        Fault(
            lambda answer: abs(answer[0] - 8) > 1e-6,
            "First number: how many steps of a quarter of π make a full turn of 2π?",
        ),
        Fault(
            lambda answer: abs(answer[1] - 12) > 1e-6,
            "Second number: how many steps of a sixth of π make a full turn of 2π?",
        ),
        Fault(
            lambda answer: any(_third(later)(answer) for later in (48, 72, 96)),
            "Both hands are back there, but not for the first time. Count by twelves: where is the "
            "first hand back, too?",
        ),
        Fault(
            _third(20),
            "You added the two. But the hands turn side by side, not one after the other: where is "
            "each of them at place 20?",
        ),
        Fault(
            lambda answer: _third(12)(answer) or _third(8)(answer),
            "There one of the hands is back and the other is not, so together they still tell the "
            "two places apart.",
        ),
        Fault(
            lambda answer: abs(answer[2] - 24) > 1e-6,
            "The first two are right. For the third, write down the places at which the first hand "
            "is back, and below them those of the second.",
        ),
    ),
    done="Alone the hands come back at 8 and 12, together only at 24. Each further hand makes the "
    "wait longer; that is why a vector of places has many.",
)
