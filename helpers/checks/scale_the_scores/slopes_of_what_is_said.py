"""Exercise 7.3: the gradient of a squared error by what three words say, in a saturated row."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value, foreseen, near

SAID, WANTED = np.array([1.0, 2, 4]), 4.0
LARGE, UNDECIDED = softmax([20.0, 10, -10]), softmax([2.0, 1, -1])


def _gradient(weights):
    return 2 * (weights @ SAID - WANTED) * weights


RIGHT = _gradient(LARGE)
BY_SCORES = _gradient(UNDECIDED) * (SAID - UNDECIDED @ SAID)
FORESEEN = {
    "These are the slopes by the three scores, of the undecided row. Here the row is the large "
    "one, and what the words say is nudged.": BY_SCORES,
    "The first two are right. But the answer that is wanted stays 4, whatever the third word says: "
    "who hears that word?": [*RIGHT[:2], 6],
    "As if nothing could be learned any more. But softmax stands between scores and weights. Does "
    "what a word has to say go through it?": [0, 0, 0],
    "The right word and the right size, but the wrong sign. Let the first word say a little more "
    "than 1: does the answer come nearer to 4?": -RIGHT,
    "The right word, but half of its slope. The error is a square: how much does 9 change, when "
    "the distance 3 shrinks by a little?": RIGHT / 2,
    "These are the slopes of the undecided row. Take the row ten times as large.": _gradient(
        UNDECIDED
    ),
    "The slope of the first word stands last. Which word has all the weight?": RIGHT[::-1],
    "These are the weights. They are one factor of the slopes.": LARGE,
    "As if each of the three had the whole weight. Two of them are hardly heard.": [-6, -6, -6],
    "As if each word were the whole answer. Only one of them is heard.": 2 * (SAID - WANTED),
}

slopes_of_what_is_said = Value(
    name="slopes_of_what_is_said",
    shape=(3,),
    faults=(
        Fault(
            near(RIGHT / 1000, 0.0005),
            "These are the changes of the error. A slope is a change divided by its nudge.",
        ),
        *foreseen(FORESEEN, 0.05),
        Fault(
            lambda answer: np.abs(answer[1:]).max() > 0.05,
            "A word without weight is not heard. How far can the answer move when such a word has "
            "something else to say?",
        ),
        Fault(
            lambda answer: 0.05 < abs(answer[0] - RIGHT[0]) <= 1.01,
            "The last two are right, the first nearly. The error is a curve: its slope changes on "
            "the way of a large nudge. What does a nudge of 0.001 give?",
        ),
        Fault(
            lambda answer: not near(RIGHT, 0.05)(answer),
            "The last two are right. The first word alone makes the answer, 1. How fast does its "
            "squared distance from 4 change when that word says a little more?",
        ),
    ),
    done="A saturated row keeps one slope alive, that of what its chosen word says. Keep this in "
    "mind for section 7.4.",
)
