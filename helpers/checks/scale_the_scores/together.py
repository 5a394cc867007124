"""The checks of notebook 07: three predicted divisors, a line gone wrong, slopes, attention."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function
from helpers.checks.kinds.question import Option, Question
from helpers.checks.kinds.value import Fault, Value
from helpers.checks.mistakes_of_scaling import OF_SCALING, attended

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
    done="The root of the width is right for the first alone. Louder numbers need a larger "
    "divisor, and so do numbers that repeat each other: what agrees does not cancel.",
)

divisor_behind_the_line = Question(
    name="divisor_behind_the_line",
    asks="By what does the colleague divide the scores?",
    options=(
        Option(
            "By the width d_k itself",
            "Then wide queries would look at all 8 words alike, and the line would rise. Which end "
            "of this line is too high?",
        ),
        Option(
            "By the root of the root of d_k",
            "At width 1 that divides by 1, as the root does: the lines would begin at one point. "
            "This one begins far above.",
        ),
        Option(
            "By the root of 8, the number of keys",
            "A divisor that stays the same at all widths: that fits. But this one would be the "
            "right one at width 8. Where do the two lines meet?",
        ),
        Option(
            "By 16, at every width",
            "Yes. Where the lines meet, at 256, both divide by the same number, the root of 256. "
            "To the left 16 is too much, to the right too little. Whoever divides by the root of "
            "another width, say that of the embeddings, gets such a line.",
            right=True,
        ),
        Option(
            "By 256, at every width",
            "256 is the width at which the lines meet. There both divide by the same number: by "
            "what does the root divide at 256?",
        ),
    ),
)

SAID, WANTED = np.array([1.0, 2, 4]), 4.0
LARGE, UNDECIDED = softmax([20.0, 10, -10]), softmax([2.0, 1, -1])


def _slopes(weights):
    return 2 * (weights @ SAID - WANTED) * weights


def _are(numbers, within=0.05):
    return lambda answer: np.allclose(answer, numbers, rtol=0, atol=within)


BY_SCORES = _slopes(UNDECIDED) * (SAID - UNDECIDED @ SAID)
FORESEEN = {
    "These are the slopes by the three scores, of the undecided row. Here the row is the large "
    "one, and what the words say is nudged.": BY_SCORES,
    "The first two are right. But the answer that is wanted stays 4, whatever the third word says: "
    "who hears that word?": [*_slopes(LARGE)[:2], 6],
    "As if nothing could be learned any more. But softmax stands between scores and weights. Does "
    "what a word has to say go through it?": [0, 0, 0],
    "The right word and the right size, but the wrong sign. Let the first word say a little more "
    "than 1: does the answer come nearer to 4?": -_slopes(LARGE),
    "The right word, but half of its slope. The error is a square: how much does 9 change, when "
    "the distance 3 shrinks by a little?": _slopes(LARGE) / 2,
    "These are the slopes of the undecided row. Take the row ten times as large.": (
        _slopes(UNDECIDED)
    ),
    "The slope of the first word stands last. Which word has all the weight?": (
        _slopes(LARGE)[::-1]
    ),
    "These are the weights. They are one factor of the slopes.": LARGE,
    "As if each of the three had the whole weight. Two of them are hardly heard.": [-6, -6, -6],
    "As if each word were the whole answer. Only one of them is heard.": 2 * (SAID - WANTED),
}

slopes_of_what_is_said = Value(
    name="slopes_of_what_is_said",
    shape=(3,),
    faults=(
        Fault(
            _are(_slopes(LARGE) / 1000, 0.0005),
            "These are the changes of the error. A slope is a change divided by its nudge.",
        ),
        *(Fault(_are(numbers), words) for words, numbers in FORESEEN.items()),
        Fault(
            lambda answer: np.abs(answer[1:]).max() > 0.05,
            "A word without weight is not heard. How far can the answer move when such a word has "
            "something else to say?",
        ),
        Fault(
            lambda answer: 0.05 < abs(answer[0] - _slopes(LARGE)[0]) <= 1.01,
            "The last two are right, the first nearly. The error is a curve: its slope changes on "
            "the way of a large nudge. What does a nudge of 0.001 give?",
        ),
        Fault(
            lambda answer: not _are(_slopes(LARGE))(answer),
            "The last two are right. The first word alone makes the answer, 1. How fast does its "
            "squared distance from 4 change when that word says a little more?",
        ),
    ),
    done="A saturated row keeps one slope alive, that of what its chosen word says. Keep this in "
    "mind for section 7.4.",
)

CORNERS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
COPIED = np.tile(CORNERS, 4)


def _drawn(rng):
    """Return queries, keys, values and a power: no two sizes are alike."""
    n, m = int(rng.integers(2, 4)), int(rng.integers(4, 6))
    sizes = (n, 9), (m, 9), (m, 7)
    return (*(rng.normal(size=size) for size in sizes), float(rng.uniform(0.2, 0.45)))


scaled_attention = Function(
    name="scaled_attention",
    expected=attended,
    shown=(COPIED, COPIED, CORNERS, 0.5),
    draw=_drawn,
    also={"power 1": (COPIED, COPIED, CORNERS, 1)},
    mistakes=OF_SCALING,
    done="One function is now all three models of this notebook: `power` 0, 0.5 and 1. The "
    "explorer below lets it meet queries and keys that agree.",
)
