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
    """Return which row doesn't add up to 1, and whether it lands on z all the same."""
    k = int(_sums(rows).argmax())
    place = "doesn't land on z" if _misses(rows)[k] else "lands on z"
    return (
        f"Your {FIRST[k]} row {place}, and its weights add up to {rows[k].sum():.4g}. They should "
        "add up to 1: what one word gets, the others lose."
    )


def _say_exchanged(rows):
    """Return which row lands on z with its two entries swapped."""
    k = int(_misses(rows, GOAL[::-1]).argmin())
    return (
        f"Your {FIRST[k]} row lands on z with its two entries swapped. Which words have a large "
        "second entry?"
    )


def _say_miss(rows):
    """Return where the first row that misses z lands, and which entries are off."""
    k = int(_misses(rows).argmax())
    lands = rows[k] @ FIVE
    off = [FIRST[c] for c in (0, 1) if abs(lands[c] - GOAL[c]) > NEAR]
    which = f"its {off[0]} entry is off" if len(off) == 1 else "both entries are off"
    return (
        f"Your {FIRST[k]} row lands at ({lands[0]:.4g}, {lands[1]:.4g}): {which}. Which word "
        "should get more weight, and which one less?"
    )


two_mixes = Value(
    name="two_mixes",
    shape=(2, 5),
    faults=(
        Fault(
            lambda rows: (rows < -1e-9).any(),
            "One of your weights is below 0. A word can get nothing, but not less than nothing.",
        ),
        Fault(
            lambda rows: (np.abs(rows.sum(axis=1) - 100) < 1).any(),
            "These are percentages. Attention weights add up to 1, not 100.",
        ),
        Fault(lambda rows: _sums(rows).any(), _say_sum),
        Fault(
            lambda rows: (np.abs(rows - 0.2) < NEAR).all(axis=1).any(),
            "With equal weights you get the plain mean of the five words, and that isn't z.",
        ),
        Fault(lambda rows: not _misses(rows, GOAL[::-1]).all(), _say_exchanged),
        Fault(lambda rows: _misses(rows).any(), _say_miss),
        Fault(
            lambda rows: np.abs(rows[0] - rows[1]).max() <= 2 * NEAR,
            "Both rows land on z, but they're the same mixture. Which other words is z between?",
        ),
    ),
    done="Two mixtures, one context vector: z alone doesn't tell you what was mixed. The mean of "
    "your two rows lands there as well.",
)
