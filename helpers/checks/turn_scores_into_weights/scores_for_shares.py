"""Exercise 3.2: softmax backwards, from weights to scores."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value

SHARES = np.array([0.6, 0.3, 0.1])
STEPS = np.log(SHARES / SHARES[-1])  # how far each score must lie above the last


def _listed(numbers):
    return ", ".join(f"{number:.2f}" for number in numbers)


def _gives(answer, shares=SHARES):
    return np.allclose(softmax(answer), shares, rtol=0, atol=0.005)


def _above_last(answer, steps):
    return np.allclose(answer - answer[-1], steps, rtol=0, atol=0.01)


def _factor(answer, steps):
    """Return how many times these steps an answer lies above its last score, NaN if it does not."""
    factor = (answer[0] - answer[-1]) / steps[0]
    return factor if _above_last(answer / factor, steps) else np.nan


scores_for_shares = Value(
    name="scores_for_shares",
    shape=(3,),
    faults=(
        Fault(
            lambda answer: _gives(answer) and abs(answer[-1]) > 1e-9,
            "All weights are right, but the last score is not 0. What may you add to a row?",
        ),
        Fault(
            lambda answer: np.allclose(answer / answer.sum(), SHARES, rtol=0, atol=0.01),
            lambda answer: (
                f"Your scores are 6 to 3 to 1, as the weights should be. Softmax sees differences, "
                f"not ratios: it makes {_listed(softmax(answer))} of these."
            ),
        ),
        Fault(
            lambda answer: _factor(answer, 10 * (SHARES - SHARES[-1])) > 0,
            "Your scores lie apart as the shares do. But a difference of scores decides the ratio "
            "of two weights: how many times as large as the last is the first?",
        ),
        Fault(
            lambda answer: _above_last(answer, np.log([2, 3, 1])),
            "The second score is right. The first you have measured from its neighbour: it would "
            "get 2 times the weight of the last. How many times should it be?",
        ),
        Fault(
            lambda answer: _factor(answer, STEPS) < 0,
            "Your differences have the wrong sign: a larger weight needs a higher score.",
        ),
        Fault(
            lambda answer: not _gives(answer) and _factor(answer, STEPS) > 0,
            lambda answer: (
                f"Each difference is {_factor(answer, STEPS):.2f} times what it should be. Does "
                f"your logarithm undo the powers of e, or those of 2 or 10?"
            ),
        ),
        Fault(
            lambda answer: np.allclose(answer, [6, 3, 0], rtol=0, atol=0.01),
            "6 and 3 times the last weight: these are the right ratios. But a ratio is e to the "
            "difference of two scores. Which differences have 6 and 3 as their powers?",
        ),
        Fault(
            lambda answer: _above_last(answer, [*np.log(SHARES[:2]), 0]),
            "With log 0.1 as the last score the other two would be right. You moved it to 0 alone: "
            "what may be added to a row without changing a weight?",
        ),
        Fault(
            lambda answer: not _gives(answer) and np.abs(answer - STEPS).max() < 0.1,
            lambda answer: (
                f"Nearly: softmax makes {_listed(softmax(answer))} of these. The way is right, "
                f"but a score is rounded too far. Two decimals will do."
            ),
        ),
        Fault(
            lambda answer: _gives(answer, SHARES[::-1]),
            "These three weights, but in the reverse order: the first is to be 0.6.",
        ),
        Fault(
            lambda answer: not _gives(answer),
            lambda answer: (
                f"Softmax makes {_listed(softmax(answer))} of your scores. How many times as large "
                f"as the last is each wanted weight, and how far must its score lie above the last?"
            ),
        ),
    ),
    done="Six times the weight takes a score that is log 6 ≈ 1.79 higher, whatever you add to the "
    "whole row.",
)
