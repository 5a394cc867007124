"""Exercise 7.1: the divisors of three kinds of random scores."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value

DIVISORS = np.array([10, 15, np.sqrt(200)])


def _near(answer, right):
    return np.isclose(answer, right, rtol=0.03)


def _is_variance(answer):
    return _near(answer, DIVISORS**2)


def _variance_words(answer):
    place = ("first", "second", "third")[int(np.argmax(_is_variance(answer)))]
    return (
        f"Your {place} number is the variance of these scores, the mean of their squares. Which "
        "divisor brings their standard deviation back to 1?"
    )


def _foreseen(place, numbers):
    """Return the faults of giving these numbers in this place."""
    which = ("First", "Second", "Third")[place]
    return [
        Fault(
            lambda answer, number=number: _near(answer[place], number), f"{which} number: {words}"
        )
        for words, number in numbers.items()
    ]


def _other(place, words):
    return Fault(lambda answer: not _near(answer[place], DIVISORS[place]), words)


SECOND = {
    "you treated it as if tripling and halving changed nothing. What happens to a product if one "
    "factor is tripled and the other is halved?": 10,
    "you've accounted for the queries, but the keys are halved, too.": 30,
    "you've accounted for the keys, but the queries are tripled, too.": 5,
    "you added the two factors, 3 and 1/2. In each product they're multiplied.": 35,
    "these scores have grown. Should the divisor grow or shrink?": 20 / 3,
    "you made the variance one and a half times as large. But it's the scores that grow by that "
    "factor. What happens to their squares?": 10 * np.sqrt(1.5),
}
THIRD = {
    "you treated all 100 products as independent. Here each has a twin, and twins never cancel. "
    "Which row of the table of a and b describes that?": 10,
    "it's true that only 50 products are drawn, but each of them occurs twice in the sum.": np.sqrt(
        50
    ),
    "you doubled the standard deviation of 100 independent products. How many were drawn "
    "independently here, before each was repeated?": 20,
}

divisors_at_width_100 = Value(
    name="divisors_at_width_100",
    shape=(3,),
    faults=(
        Fault(
            lambda answer: (answer <= 0).any(),
            "A standard deviation is a distance, so all three divisors have to be above 0.",
        ),
        Fault(
            lambda answer: _near(answer * DIVISORS, 1).any(),
            "You've said what to multiply the scores by. What do you have to divide them by?",
        ),
        Fault(lambda answer: _is_variance(answer).any(), _variance_words),
        _other(
            0,
            "First number: in the table, variance ÷ width is always about 1. So what's the "
            "variance of a score at width 100, and what's the square root of that?",
        ),
        Fault(
            lambda answer: np.isclose(answer[1], 10 * np.sqrt(9 + 1 / 4), rtol=0.003),
            "Second number: you added the two variances, 9 and 1/4. Variances add up when you add "
            "independent numbers, but here the tripled numbers are multiplied by the halved ones.",
        ),
        *_foreseen(1, SECOND),
        _other(
            1,
            "Second number: every product is multiplied by 3 and by 1/2. What does that do to a "
            "score, and to its standard deviation?",
        ),
        *_foreseen(2, THIRD),
        _other(
            2,
            "The first two are right. For the third, first add up the products that were drawn. "
            "In the score, each of them occurs twice: what does that do to the sum and its "
            "standard deviation?",
        ),
    ),
    done="The square root of the width is right only in the first case. Larger entries need a "
    "larger divisor, and so do repeated ones, because repeats don't cancel.",
)
