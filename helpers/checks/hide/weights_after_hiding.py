"""Exercise 10.1: a row of weights, foreseen after its first word is hidden."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value, foreseen, near

SHARES = np.array([0.5, 0.3, 0.15, 0.05])
LEFT = np.array([0, 0.6, 0.3, 0.1])


NEAR = 0.006  # two decimals are enough
FORESEEN = {
    "These are percent. Weights add up to 1.": 100 * LEFT,
    "The hidden word is gone, but the others have not taken over its share: your row adds up to a "
    "half.": [0, *SHARES[1:]],
    "You have given a third of the free share to each of the three. Their powers stay as they are: "
    "what does that say of the ratio of two weights?": [0, *(SHARES[1:] + 0.5 / 3)],
    "The second word takes the whole free share. Softmax has no heir: all visible words are "
    "divided by the same new sum.": [0, 0.8, 0.15, 0.05],
    "All three the same? The second word had twice the weight of the third, and its score has not "
    "changed.": [0, 1 / 3, 1 / 3, 1 / 3],
    "You have put the old weights through softmax once more. They are no scores.": [
        0,
        *softmax(SHARES[1:]),
    ],
    "You have put the old weights through softmax once more, with a 0 for the hidden word. Weights "
    "are no scores, and score 0 is not weight 0.": softmax([0, *SHARES[1:]]),
    "This row hides the last word. Which one is the strongest?": [*(SHARES[:3] / 0.95), 0],
    "These are the weights from before, when all four were visible.": SHARES,
    "You have doubled the visible ones and kept the hidden one: its weight must be 0.": [
        0.5,
        *LEFT[1:],
    ],
    "The right numbers in another order: write them in the order of the words, the hidden one "
    "first.": [*LEFT[1:], 0],
}

weights_after_hiding = Value(
    name="weights_after_hiding",
    shape=(4,),
    faults=(
        *foreseen(FORESEEN, NEAR),
        Fault(lambda answer: answer.min() < 0, "A weight is never below 0."),
        Fault(
            lambda answer: abs(answer[0]) > NEAR,
            "The first word is hidden before softmax. What is its power, and so its weight?",
        ),
        Fault(
            lambda answer: abs(answer.sum() - 1) > 0.02,
            "Your four weights do not add up to 1. Hidden before softmax, a row is still shared "
            "out whole.",
        ),
        Fault(
            lambda answer: not near(LEFT, NEAR)(answer),
            "The hidden word has 0 and the sum is 1. Now compare two visible words: the second had "
            "twice the weight of the third, and six times that of the fourth.",
        ),
    ),
    done="What is left grows by one factor, here 2. Hiding a word changes how much the others get, "
    "never how they compare.",
)
