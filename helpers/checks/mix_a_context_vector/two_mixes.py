"""Exercise 4.1: two mixtures of five words that land on one point."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value
from helpers.readers import worked_examples

FIVE = worked_examples.load("smart_robots").embeddings
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
        "brings it nearer if you give it more, and whose share shrinks?"
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
        Fault(lambda rows: not _misses(rows, GOAL[::-1]).all(), _say_exchanged),
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
