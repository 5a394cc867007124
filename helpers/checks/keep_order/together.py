"""The checks of notebook 11: hands that come round, a pace, a turn, and a swap under the mask."""

import numpy as np

from helpers.checks.kinds.function import Function
from helpers.checks.kinds.question import Option, Question
from helpers.checks.kinds.value import Fault, Value
from helpers.checks.mistakes_of_positions import OF_TURNS, turned

ALIKE = np.array([8, 12, 24])


def _are(*numbers):
    return lambda answer: np.allclose(answer, numbers, rtol=0, atol=1e-6)


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


def _about(number):
    return lambda answer: abs(answer - number) < 0.01


pace_that_looks_back = Value(
    name="pace_that_looks_back",
    shape=(),
    faults=(
        Fault(
            lambda answer: abs(answer) < 1e-9,
            "With a pace of 0 nothing turns: every word gets the score 0.",
        ),
        Fault(_about(90), "The angle fits, but in degrees. A pace is in radians."),
        Fault(
            _about(0.25),
            "That is the part of a full turn. A full turn has 2π radians.",
        ),
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
            lambda answer: answer > 2 and _about(0)((answer - np.pi / 2) % (2 * np.pi)),
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

WORDS = np.array([[1.6, 0.2], [1.0, 0.6], [0.4, 1.4]])  # the page's dog, bites, man

turned_rows = Function(
    name="turned_rows",
    expected=turned,
    shown=(WORDS,),
    draw=lambda rng: (rng.normal(size=(int(rng.integers(4, 7)), 6)),),
    mistakes=OF_TURNS,
    done="Every row keeps its length, and the score of two turned rows knows only their distance. "
    "The explorer below turns with your function.",
)

who_notices_a_swap = Question(
    name="who_notices_a_swap",
    asks="Whose context is another after the third word and the fourth have been exchanged?",
    options=(
        Option(
            "Nobody’s: a sum does not know the order of its terms",
            "Of its terms, no. But does each of the two that are exchanged still have the same "
            "terms? One of them now stands a place further to the front.",
        ),
        Option(
            "That of the two words, and of nobody else",
            "Yes. One of the two now hears the other, and the other no longer hears it. Everybody "
            "else hears the same set of words as before. In a second layer the fifth and the sixth "
            "would notice, for they hear these two.",
            right=True,
        ),
        Option(
            "That of the third to the sixth word: all from the swap on",
            "The fifth word hears the first five, and these are the same five in either order. "
            "What would have to change, for its sum to change?",
        ),
        Option(
            "That of the fifth and the sixth word, which hear both",
            "They hear both before the swap and after it. A sum does not know the order of its "
            "terms: for whom are the terms themselves others?",
        ),
        Option(
            "Everybody’s",
            "The first word hears itself alone, whatever comes later. That is what the mask is "
            "for.",
        ),
    ),
)
