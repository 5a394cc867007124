"""The checks of notebook 10: weights after hiding, a mask read from outside, a mask, a minus."""

import numpy as np

from helpers.attention import attention, softmax
from helpers.checks.kinds.function import Function
from helpers.checks.kinds.question import Option, Question
from helpers.checks.kinds.value import Fault, Value
from helpers.checks.mistakes_of_masks import (
    OF_LOOKING_BACK,
    looks_back,
    run_for_look_back,
    run_for_mask,
)
from helpers.checks.mistakes_of_reading import OF_READING

SHARES = np.array([0.5, 0.3, 0.15, 0.05])
LEFT = np.array([0, 0.6, 0.3, 0.1])


def _is(numbers):
    return lambda answer: np.allclose(answer, numbers, rtol=0, atol=0.006)


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
        *(Fault(_is(numbers), words) for words, numbers in FORESEEN.items()),
        Fault(lambda answer: answer.min() < 0, "A weight is never below 0."),
        Fault(
            lambda answer: abs(answer[0]) > 0.006,
            "The first word is hidden before softmax. What is its power, and so its weight?",
        ),
        Fault(
            lambda answer: abs(answer.sum() - 1) > 0.02,
            "Your four weights do not add up to 1. Hidden before softmax, a row is still shared "
            "out whole.",
        ),
        Fault(
            lambda answer: not _is(LEFT)(answer),
            "The hidden word has 0 and the sum is 1. Now compare two visible words: the second had "
            "twice the weight of the third, and six times that of the fourth.",
        ),
    ),
    done="What is left grows by one factor, here 2. Hiding a word changes how much the others get, "
    "never how they compare.",
)


class HiddenMask:
    """A step of attention with a mask that the caller does not see.

    mask  : (n, n), who sees whom
    reads : which numbers of a word are looked at; all by default
    gives : (numbers that are read, numbers of a context): what stands behind; nothing by default
    """

    def __init__(self, mask, reads=slice(None), gives=None):
        self.mask, self.reads, self.gives = np.asarray(mask, dtype=bool), reads, gives

    def __call__(self, rows):
        """Return the contexts of rows (n, d), a row each."""
        read = rows[:, self.reads]
        context = attention(read, read, read, allowed=self.mask).context
        return context if self.gives is None else context @ self.gives


def _drawn_step(rng):
    """Return a step and rows: 3 to 6 words, each of which sees itself and about half the others."""
    n = int(rng.integers(3, 7))
    mask = rng.random((n, n)) < 0.5
    mask[0, -1], mask[-1, 0], mask[-1, 1] = True, False, True  # some later, not all earlier ones
    return HiddenMask(mask | np.eye(n, dtype=bool)), rng.normal(size=(n, 3))


# "the pitcher saw a bat", each word seeing one too many.
PAGE = np.array([[0.1, -0.2], [2.0, -0.5], [0.3, 0.2], [-0.2, -0.3], [0.9, 0.9]])
ONE_MORE = np.tri(5, k=1)
BESIDE = np.array([[3.0], [-1.0], [2.0], [0.5], [-2.0]])  # a number that nobody reads
# What stands behind a step: of the sum s of what was read it makes (0, s, 2s), (2s, s, 0), (s, −s).
FIRST_STAYS, LAST_STAYS, AGAINST = (np.array([row, row]) for row in ((0, 1, 2), (2, 1, 0), (1, -1)))

mask_from_outside = Function(
    name="mask_from_outside",
    expected=lambda step, rows: step.mask,
    shown=(HiddenMask(ONE_MORE), PAGE),
    draw=_drawn_step,
    also={
        "a first number that never moves": (HiddenMask(ONE_MORE, gives=FIRST_STAYS), PAGE),
        "a last number that never moves": (HiddenMask(ONE_MORE, gives=LAST_STAYS), PAGE),
        "two numbers, one up as the other goes down": (HiddenMask(ONE_MORE, gives=AGAINST), PAGE),
        "numbers of a word that nobody reads": (
            HiddenMask(ONE_MORE, reads=slice(1, 3)),
            np.hstack([BESIDE, PAGE, BESIDE]),
        ),
        "the same word in two places": (HiddenMask(ONE_MORE), PAGE[[0, 1, 1, 3, 4]]),
        "a word of zeros": (HiddenMask(ONE_MORE), PAGE * (np.arange(5) != 2)[:, None]),
    },
    mistakes=OF_READING,
    done="You can now read the mask of any layer that you can run, and say of a leak whose it is.",
    run=run_for_mask,
)

look_back = Function(
    name="look_back",
    expected=looks_back,
    shown=(5, 2),
    draw=lambda rng: (int(rng.integers(5, 8)), int(rng.integers(3, 5))),
    also={"k = 0": (4, 0), "k larger than the sentence": (3, 7)},
    mistakes=OF_LOOKING_BACK,
    done="The causal mask and a window, joined. In the explorer below it hides what is later and "
    "what is long ago.",
    run=run_for_look_back,
)

large_minus = Question(
    name="large_minus",
    asks="All five scores of a row are replaced by `-1e9`. Which weights does softmax give?",
    options=(
        Option(
            "All are 0: the row is silent",
            "Each power alone would be 0. But softmax shares out a whole, and only the differences "
            "of scores count. How much do these five differ?",
        ),
        Option(
            "NaN: 0 divided by 0",
            "That is what minus infinity gives. Minus a billion is a number like others: take it "
            "away from all five, and which scores are left?",
        ),
        Option(
            "A fifth for each word, hidden or not",
            "Yes. Five equal scores share evenly. No error, no NaN, and every hidden word is "
            "heard: of the three answers to an empty row the one that nobody notices.",
            right=True,
        ),
        Option(
            "The weights that it had without a mask",
            "That happens where a billion is *taken away from* each score: the differences stay, "
            "as long as the floats have digits enough. Here each score is replaced.",
        ),
    ),
)
