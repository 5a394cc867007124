"""Exercise 3.2: softmax backwards, from weights to scores."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value, near

SHARES = np.array([0.6, 0.3, 0.1])
STEPS = np.log(SHARES / SHARES[-1])  # how far each score should be above the last


def _listed(numbers):
    return ", ".join(f"{number:.2f}" for number in numbers)


def _gives(answer, shares=SHARES):
    return np.allclose(softmax(answer), shares, rtol=0, atol=0.005)


def _above_last(answer, steps):
    return np.allclose(answer - answer[-1], steps, rtol=0, atol=0.01)


def _factor(answer, steps):
    """Return how many times these steps an answer lies above its last score, NaN if it doesn't."""
    factor = (answer[0] - answer[-1]) / steps[0]
    return factor if _above_last(answer / factor, steps) else np.nan


scores_for_shares = Value(
    name="scores_for_shares",
    shape=(3,),
    faults=(
        Fault(
            lambda answer: _gives(answer) and abs(answer[-1]) > 1e-9,
            "The weights are right, but the last score isn't 0. What can you add to all three?",
        ),
        Fault(
            lambda answer: np.allclose(answer / answer.sum(), SHARES, rtol=0, atol=0.01),
            lambda answer: (
                f"Your scores are 6 to 3 to 1, as the weights should be. But softmax looks at "
                f"differences, not ratios: it turns these into {_listed(softmax(answer))}."
            ),
        ),
        Fault(
            lambda answer: _factor(answer, 10 * (SHARES - SHARES[-1])) > 0,
            "Your scores differ in the same way as the weights. But a difference of scores "
            "becomes a ratio of weights: how many times the last weight is the first?",
        ),
        Fault(
            lambda answer: _above_last(answer, np.log([2, 3, 1])),
            "The second score is right. But you've compared the first weight with its neighbour, "
            "so it gets 2 times the weight of the last. How many times should it be?",
        ),
        Fault(
            lambda answer: not _gives(answer) and _factor(answer, STEPS) > 0,
            lambda answer: (
                f"Each difference is {_factor(answer, STEPS):.2f} times what it should be. Does "
                f"your logarithm undo powers of e, or powers of 2 or 10?"
            ),
        ),
        Fault(
            lambda answer: np.allclose(answer, [6, 3, 0], rtol=0, atol=0.01),
            "6 and 3 times the last weight: those are the right ratios. But a ratio is e to the "
            "difference of two scores. Which differences give 6 and 3 when you raise e to them?",
        ),
        Fault(
            lambda answer: not _gives(answer) and near(STEPS[0], 0.01)(answer[:1] - answer[-1]),
            "The first score is right. How many times the last weight should the second be?",
        ),
        Fault(
            lambda answer: not _gives(answer) and near(np.log(2), 0.01)(answer[:1] - answer[1]),
            "The first two scores differ by the right amount. But how far above the last should "
            "they be?",
        ),
        Fault(
            lambda answer: not _gives(answer) and np.abs(answer - STEPS).max() < 0.1,
            lambda answer: (
                f"Nearly: softmax turns these into {_listed(softmax(answer))}. Your method is "
                f"right, but a score is rounded too far. Two decimals will do."
            ),
        ),
        Fault(
            lambda answer: _gives(answer, SHARES[::-1]),
            "That gives the right weights in reverse order: the first should be 0.6.",
        ),
        Fault(
            lambda answer: np.any(np.diff(answer) > 0),
            "A larger weight needs a higher score, so yours should fall from first to last. Is a "
            "sign wrong?",
        ),
        Fault(
            lambda answer: np.allclose(answer[:2], np.exp([6, 3]), rtol=0.01),
            "You've raised e to the ratios. It goes the other way: to which power do you have to "
            "raise e to get 6?",
        ),
        Fault(
            lambda answer: not _gives(answer),
            lambda answer: (
                f"Softmax turns your scores into {_listed(softmax(answer))}. How many times the "
                f"last weight should each one be, and how far above the last score is that?"
            ),
        ),
    ),
    done="For six times the weight, a score has to be log 6 ≈ 1.79 higher, whatever you add to "
    "the whole row.",
)
