"""The checks of notebook 03: a sum gone wrong, softmax backwards, a picture, a stable softmax."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function
from helpers.checks.kinds.question import Option, Question
from helpers.checks.kinds.value import Fault, Value
from helpers.checks.mistakes_of_softmax import OF_SOFTMAX
from helpers.learner.calls import TroubleError

softmax_without_keepdims = Question(
    name="softmax_without_keepdims",
    asks="`hasty_softmax` has no `keepdims=True`. No error, and yet: what did it divide by what?",
    options=(
        Option(
            "Each row by the sum of that row, as it should.",
            "Add up the row “journey”: 0.20 + 0.24 + 0.24 + 0.21 + 0.20 + 0.22. Is that 1?",
        ),
        Option(
            "All 36 powers by one sum, that of the whole table.",
            "Then all 36 numbers together would add up to 1. Add up the first column alone.",
        ),
        Option(
            "The first column by the sum of the first row, the second column by the sum of the "
            "second row, and so on.",
            "Yes. The six sums lie flat, one for each column, where they should stand upright, one "
            "for each row. These columns add up to 1 only because the scores are their own mirror "
            "image. With 4 rows and 5 columns there would have been an error.",
            right=True,
        ),
    ),
)

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

ROW = np.array([2.0, 1.0, -1.0])
# 0.4 around 2.6 and 0.8 around its double, of which the digits are 2.616 and 5.232.
NEAR, TWICE = (2.2, 3.02), (4.4, 6.04)


def _lies(answer, place, low, high):
    return low <= answer[place] <= high


def _told(place, row, words):
    """Return a message: what the largest weight is at the temperature in this place, and words."""

    def message(answer):
        weight, number = softmax(row, temperature=answer[place])[0], ("First", "Second")[place]
        side = f"{weight:.3f}, {'more' if weight > 0.5 else 'less'} than half"
        return f"{number} row: at {answer[place]:.3g} the largest score has weight {side}. {words}"

    return message


temperatures_for_half = Value(
    name="temperatures_for_half",
    shape=(3,),
    faults=(
        Fault(lambda answer: answer.min() < 0.01, "Each of the three is at least 0.01."),
        Fault(
            lambda answer: _lies(answer, 0, 4.2, 5.4),
            _told(0, ROW, "Between 1 and 10 the axis is not even: its marks are 2, 3, 4, 5 …"),
        ),
        Fault(
            lambda answer: not _lies(answer, 0, *NEAR),
            _told(0, ROW, "Follow the uppermost curve: where is it as high as a half?"),
        ),
        Fault(
            lambda answer: _lies(answer, 1, *NEAR),
            _told(1, 2 * ROW, "Doubled scores lie twice as far apart. Softmax sees differences."),
        ),
        Fault(
            lambda answer: not _lies(answer, 1, *TWICE),
            _told(1, 2 * ROW, "What makes these scores, so divided, those of the first row?"),
        ),
        Fault(
            lambda answer: not _lies(answer, 2, *NEAR),
            "Two are right. The third row is the first plus 10: which difference has changed?",
        ),
    ),
    done="Scores twice as far apart need twice the temperature; an added 10 needs nothing at all.",
)

# "Your journey starts with one step", as the page has it: one row for each of its three numbers.
JOURNEY = [[0.43, 0.55, 0.57, 0.22, 0.77, 0.05], [0.15, 0.87, 0.85, 0.58, 0.25, 0.80]]
JOURNEY = np.array([*JOURNEY, [0.89, 0.66, 0.64, 0.33, 0.10, 0.55]])
SCORES = JOURNEY.T @ JOURNEY
READY_MADE = (
    "A ready-made softmax does the work. It is right, but here you write your own, with NumPy or "
    "plain Python."
)


def _by_hand(given, scores):
    """Call what a learner wrote, unless it is the helper's softmax or calls it by its name."""
    names = getattr(getattr(given, "__code__", None), "co_names", ())
    around = getattr(given, "__globals__", {})
    if any(one is softmax for one in (given, *map(around.get, names))):
        raise TroubleError(READY_MADE)
    return given(scores)


stable_softmax = Function(
    name="stable_softmax",
    expected=softmax,
    shown=(SCORES,),
    draw=lambda rng: (rng.normal(scale=2, size=(int(rng.integers(2, 5)), 5)),),
    also={
        "scores around 1000": (SCORES[:4] + 1000,),
        "one row near 1000, one near −1000": (np.array([[1001, 1000, 999.5], [-999, -998, -997]]),),
        "scores around 20000": (SCORES[:3, :4] + 20000,),
        "a row of 800, 0 and −800": (np.array([[800.0, 0, -800], [0, 1, 2]]),),
    },
    run=_by_hand,
    mistakes=OF_SOFTMAX,
    done="No weight has changed, no power can overflow, and no sum can be 0: this softmax lasts.",
)
