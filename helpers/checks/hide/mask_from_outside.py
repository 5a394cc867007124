"""Exercise 10.3: a mask, read from outside by changing one word and watching who moves."""

import numpy as np

from helpers.attention import attention
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.learner.calls import TroubleError
from helpers.readers import vocabularies

TO_ADD = (
    "Your table contains 0 and minus infinity, to be added to the scores. That's another way to "
    "write a mask; the exercise asks for True and False."
)
ONES = (
    "Your table is made of the numbers 1 and 0. Adding those to the scores wouldn't hide "
    "anything. Which comparison would give you True and False instead?"
)
NUMBERS = "Your table contains numbers. A mask says yes or no to each pair: True or False."


def run_for_mask(given, *inputs):
    """Return what a learner's function gives, or say that it isn't a mask of True and False."""
    result = given(*inputs)
    if result is None or result is ...:
        return result
    try:
        entries = np.asarray(result)
    except ValueError:  # rows of different length: the comparison says so
        return result
    if entries.dtype.kind in "iuf" and entries.size:
        spellings = {TO_ADD: {0, -np.inf}, ONES: {0, 1}}
        found = (words for words, two in spellings.items() if {*np.unique(entries)} == two)
        raise TroubleError(next(found, NUMBERS))
    return result


class HiddenMask:
    """A step of attention with a mask that the caller does not see.

    mask  : (n, n), who sees whom
    reads : which entries of a word it reads; all by default
    gives : (entries read, entries of a context): a matrix applied last; none by default
    mean  : how much of a word's mean is kept; a layer norm keeps none
    """

    def __init__(self, mask, reads=slice(None), gives=None, mean=1):
        self.mask, self.reads, self.gives = np.asarray(mask, dtype=bool), reads, gives
        self.mean = mean

    def __call__(self, rows):
        """Return the contexts of rows (n, d), one per row."""
        read = rows[:, self.reads] - (1 - self.mean) * rows.mean(axis=1, keepdims=True)
        context = attention(read, read, read, allowed=self.mask).context
        return context if self.gives is None else context @ self.gives


def _drawn_step(rng):
    """Return a step and rows: 3 to 6 words, each of which sees itself and about half the others."""
    n = int(rng.integers(3, 7))
    mask = rng.random((n, n)) < 0.5
    mask[0, -1], mask[-1, 0], mask[-1, 1] = True, False, True  # some later, not all earlier ones
    return HiddenMask(mask | np.eye(n, dtype=bool)), rng.normal(size=(n, 3))


PAGE = vocabularies.load("bat").rows(["the", "pitcher", "saw", "a", "bat"])
ONE_MORE = np.tri(5, k=1)  # each word sees one too many
BESIDE = np.array([[3.0], [-1.0], [2.0], [0.5], [-2.0]])  # a number that nobody reads
# What follows a step: from the sum s of what was read it makes (0, s, 2s), (2s, s, 0), (s, −s).
FIRST_STAYS, LAST_STAYS, AGAINST = (np.array([row, row]) for row in ((0, 1, 2), (2, 1, 0), (1, -1)))
RIGHT, MISTAKES = edits.read(__file__)

mask_from_outside = Function(
    name="mask_from_outside",
    expected=lambda step, _: step.mask,
    shown=(HiddenMask(ONE_MORE), PAGE),
    draw=_drawn_step,
    also={
        "a first entry that never moves": (HiddenMask(ONE_MORE, gives=FIRST_STAYS), PAGE),
        "a last entry that never moves": (HiddenMask(ONE_MORE, gives=LAST_STAYS), PAGE),
        "two entries, one rising as the other falls": (HiddenMask(ONE_MORE, gives=AGAINST), PAGE),
        "entries that nobody reads": (
            HiddenMask(ONE_MORE, reads=slice(1, 3)),
            np.hstack([BESIDE, PAGE, BESIDE]),
        ),
        "the same word twice": (HiddenMask(ONE_MORE), PAGE[[0, 1, 1, 3, 4]]),
        "a norm that subtracts the mean": (HiddenMask(ONE_MORE, mean=0), PAGE),
        "a word of zeros": (HiddenMask(ONE_MORE), PAGE * (np.arange(5) != 2)[:, None]),
    },
    mistakes=MISTAKES,
    done="You can now read the mask of any layer that you can run, and say which word leaks.",
    run=run_for_mask,
)
