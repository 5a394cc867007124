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
        f"Your {place} number is the variance of these scores, a mean of squares. What brings the "
        "scores themselves back to size 1?"
    )


def _foreseen(place, numbers):
    """Return the faults of having these numbers in this place."""
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
    "as if tripling and halving changed nothing. What becomes of a product whose one factor is "
    "tripled and whose other is halved?": 10,
    "the queries are in it, but the keys are halved as well.": 30,
    "the keys are in it, but the queries are tripled as well.": 5,
    "you added the two sizes. In a score they are multiplied.": 35,
    "these scores have grown. Must the divisor grow or shrink?": 20 / 3,
    "you have made the variance one and a half times as large. But it is the scores that grow so; "
    "what becomes of their squares?": 10 * np.sqrt(1.5),
}
THIRD = {
    "as if 100 products were independent. Here each has a twin, and twins never cancel: which line "
    "of the table with a + a is that?": 10,
    "only 50 products are drawn, true, but each of them occurs twice in the sum.": np.sqrt(50),
    "you doubled the spread of 100 independent products. How many were drawn independently here, "
    "before each was taken twice?": 20,
}

divisors_at_width_100 = Value(
    name="divisors_at_width_100",
    shape=(3,),
    faults=(
        Fault(
            lambda answer: (answer <= 0).any(),
            "A standard deviation is a distance, so each of the three divisors is above 0.",
        ),
        Fault(
            lambda answer: _near(answer * DIVISORS, 1).any(),
            "Here stands what the scores are multiplied by. What are they divided by?",
        ),
        Fault(lambda answer: _is_variance(answer).any(), _variance_words),
        _other(
            0,
            "First number: the table with the variance ÷ width says how large the variance of "
            "such a score is at any width. What is its root at width 100?",
        ),
        Fault(
            lambda answer: np.isclose(answer[1], 10 * np.sqrt(9 + 1 / 4), rtol=0.003),
            "Second number: you added two variances, 9 and one quarter. They add up in a sum, but "
            "here the tripled number and the halved one are multiplied.",
        ),
        *_foreseen(1, SECOND),
        _other(
            1,
            "Second number: two factors act on every product, 3 and one half. What do they do to "
            "a score, and to its usual distance from 0?",
        ),
        *_foreseen(2, THIRD),
        _other(
            2,
            "The first two are right. For the third, add up the products that were drawn; then "
            "ask what it does to a sum, and to its spread, that each of them occurs twice.",
        ),
    ),
    done="The root of the width is right for the first alone. Larger numbers need a larger "
    "divisor, and so do numbers that repeat each other: what agrees does not cancel.",
)
