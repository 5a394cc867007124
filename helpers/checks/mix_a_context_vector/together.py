"""The checks of notebook 04: two mixtures with one context, and a word that skips itself."""

import numpy as np

from helpers.checks.kinds.function import Function, Lure, Mistake
from helpers.checks.kinds.question import Option, Question
from helpers.checks.kinds.value import Fault, Value
from helpers.checks.mistakes_without_oneself import OF_OTHERS, others

FIVE = np.array([[1.0, 0], [0, 1], [1, 1], [2, 0], [0, 2]])  # the words of notebook 00
GOAL = np.array([0.5, 1.0])
NEAR = 0.015  # what rounding the weights to two places may cost
FIRST = ("first", "second")


def _sums(rows):
    return np.abs(rows.sum(axis=1) - 1) > NEAR


def _misses(rows, goal=GOAL):
    return np.abs(rows @ FIVE - goal).max(axis=1) > NEAR


def _say_sum(rows):
    """Return which row does not sum to 1, and whether it lands on z all the same."""
    k = int(_sums(rows).argmax())
    place = "does not land on z" if _misses(rows)[k] else "lands on z"
    return (
        f"Your {FIRST[k]} row {place}, and its weights sum to {rows[k].sum():.4g}. Weights are "
        "shares of one whole: what one word gets, the others give up."
    )


def _say_exchanged(rows):
    """Return which row lands on z with its two numbers exchanged."""
    k = int(_misses(rows, GOAL[::-1]).argmin())
    return (
        f"Your {FIRST[k]} row lands on the two numbers of z exchanged. Which words have much of "
        "the second?"
    )


def _say_miss(rows):
    """Return where the first row that misses z lands, and which numbers are off."""
    k = int(_misses(rows).argmax())
    lands = rows[k] @ FIVE
    off = [FIRST[c] for c in (0, 1) if abs(lands[c] - GOAL[c]) > NEAR]
    which = f"its {off[0]} number is off" if len(off) == 1 else "both numbers are off"
    return (
        f"Your {FIRST[k]} row lands at ({lands[0]:.4g}, {lands[1]:.4g}): {which}. Which word "
        "brings it nearer if you give it more, and who pays?"
    )


two_mixes = Value(
    name="two_mixes",
    shape=(2, 5),
    faults=(
        Fault(
            lambda rows: (rows < -1e-9).any(),
            "One of your weights is below 0. A share can be nothing, but not less than nothing.",
        ),
        Fault(
            lambda rows: (np.abs(rows.sum(axis=1) - 100) < 1).any(),
            "You count in percent. Here the whole is 1, not 100.",
        ),
        Fault(lambda rows: _sums(rows).any(), _say_sum),
        Fault(
            lambda rows: (np.abs(rows - 0.2) < NEAR).all(axis=1).any(),
            "Equal weights give the plain mean of the five words, and z is not there.",
        ),
        Fault(
            lambda rows: not _misses(rows, GOAL[::-1]).all(),
            _say_exchanged,
        ),
        Fault(lambda rows: _misses(rows).any(), _say_miss),
        Fault(
            lambda rows: np.abs(rows[0] - rows[1]).max() <= 2 * NEAR,
            "Both rows land on z, but they are the same mixture. Which other words stand on both "
            "sides of z?",
        ),
    ),
    done="Two mixtures, one context: from z alone nobody can tell which words were mixed. Half of "
    "one of your rows plus half of the other lands there as well.",
)

unreachable_point = Question(
    name="unreachable_point",
    asks="The five words stay where the picture has them. You may choose the five weights freely, "
    "as long as none is below 0 and their sum is 1. Which point can the context never reach?",
    options=(
        Option(
            "`(1.7, 0.2)`",
            "It lies inside the hull, near the corner `complex`: give that word 0.8, and 0.1 each "
            "to `Smart` and `tasks`. Draw the points into the picture: which lies outside?",
        ),
        Option(
            "`(1, 0.5)`",
            "It is half `Smart` and half `perform`. All of the way from one word to another can "
            "be reached, and so can all between such ways.",
        ),
        Option(
            "`(0.4, 0.4)`",
            "Add the two numbers of a word: each of the five has 1 or more, and so has every mean "
            "of them. This point has 0.8. The hull ends on the side of the origin, too.",
            right=True,
        ),
        Option(
            "`(0.1, 1.8)`",
            "It lies inside the hull, close to its edge: give 0.85 to `tasks`, 0.1 to `robots` and "
            "0.05 to `complex`. Near an edge is not yet outside.",
        ),
    ),
)


# Two words that score each other a million below 0: with a power of 0 for both, nothing is left.
FAR_APART = np.array([[1000.0, 0.0], [-1000.0, 0.0]])
NOT_LOW_ENOUGH = (
    "Your own score is low, but not low enough for all words: two that point away from each other "
    "score each other lower still, and then each listens to itself alone. Which score is below "
    "every number?"
)

attend_to_others = Function(
    name="attend_to_others",
    expected=others,
    shown=(FIVE,),
    draw=lambda rng: (rng.normal(size=(rng.integers(5, 9), rng.integers(2, 5))),),
    also={
        "a sentence that says a word twice": (FIVE[[1, 4, 1, 3]],),
        "two words": (FIVE[[2, 4]],),
    },
    mistakes=OF_OTHERS,
    lures=(Lure((FAR_APART,), Mistake(lambda x: (np.eye(2), x), NOT_LOW_ENOUGH)),),
    done="Each row sums to 1 without the word itself. Now let it drive the explorer.",
)
