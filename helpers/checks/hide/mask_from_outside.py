"""Exercise 10.3: a mask, read from outside by changing one word and watching who moves."""

from functools import partial
from itertools import product

import numpy as np

from helpers.attention import attention
from helpers.checks.kinds.function import Function, Mistake
from helpers.learner.calls import TroubleError
from helpers.readers import vocabularies

TO_ADD = (
    "Your table holds numbers to add, 0 and minus infinity. That is another way to write a mask; "
    "here True and False are asked for."
)
ONES = (
    "Your table holds the numbers 1 and 0. Whoever takes a mask may add them to the scores, and "
    "nothing is hidden: which comparison gives True and False?"
)
NUMBERS = "Your table holds numbers. A mask only says yes or no to each pair: True or False."


def run_for_mask(given, *inputs):
    """Return what a learner's function gives, or say that it is no mask of True and False."""
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


PAGE = vocabularies.load("bat").rows(["the", "pitcher", "saw", "a", "bat"])
ONE_MORE = np.tri(5, k=1)  # each word sees one too many
BESIDE = np.array([[3.0], [-1.0], [2.0], [0.5], [-2.0]])  # a number that nobody reads
# What stands behind a step: of the sum s of what was read it makes (0, s, 2s), (2s, s, 0), (s, −s).
FIRST_STAYS, LAST_STAYS, AGAINST = (np.array([row, row]) for row in ((0, 1, 2), (2, 1, 0), (1, -1)))


# Each way takes a step and rows and returns who is said to see whom.
def _from_here_on(step, rows):
    """Return who moves when word j and all after it change."""
    return np.stack([step.mask[:, j:].any(axis=1) for j in range(len(rows))], axis=1)


def _up_to_here(step, rows):
    """Return who moves when word j changes and the changes of those before it stay."""
    return np.stack([step.mask[:, : j + 1].any(axis=1) for j in range(len(rows))], axis=1)


def _read(change, moves):
    """Return a way to read a mask by calling the step, as somebody does who is blind to a part.

    change : takes the rows and returns those that replace them, one at a time
    moves  : takes how far the numbers of all contexts move (n, d), and returns which count: (n,)
    """

    def heard(step, rows):
        before, words = step(rows), np.eye(len(rows), dtype=bool)[:, :, None]
        moved = [moves(step(np.where(word, change(rows), rows)) - before) for word in words]
        return np.stack(moved, axis=1)

    return heard


def _any(moved):
    return (np.abs(moved) > 1e-9).any(axis=1)


def _more(rows, by=1):
    return rows + by


# How much a word is changed, beside how far a context that counts must move.
COARSE = (1, 0.1), (0.1, 0.1), (0.1, 0.01), (0.1, 0.001)
COARSE += (0.01, 0.01), (0.01, 0.001), (0.01, 0.0001), (0.001, 0.0001)

MISTAKES = (
    Mistake(
        "Your rows and columns have changed places. The word that is *changed* is the one that is "
        "seen: is that a row or a column?",
        lambda step, _: step.mask.T,
    ),
    Mistake(
        "True and False have changed places: where a context moves, the word was seen.",
        lambda step, _: ~step.mask,
    ),
    Mistake(
        "Every entry is True. Does one word change at a time, and do you compare the new contexts "
        "with the contexts from before?",
        lambda step, _: np.ones_like(step.mask),
    ),
    Mistake(
        "Nothing ever moves. Is the word changed before `step` is called again, and by enough?",
        lambda step, _: np.zeros_like(step.mask),
    ),
    Mistake(
        "You change a word and all that follow it, as in the leak test. Here only one may change, "
        "or you cannot tell which of them was seen.",
        _from_here_on,
    ),
    Mistake(
        "The changes pile up: when a word is changed, those before it are still changed. Begin "
        "with fresh rows for each word.",
        _up_to_here,
    ),
    Mistake(
        "Your diagonal is False. Each word sees itself: is its own change left out?",
        lambda step, rows: step.mask & ~np.eye(len(rows), dtype=bool),
    ),
    Mistake(
        "You look at later words only. A mask says about earlier ones, too, whether they are seen.",
        lambda step, _: np.triu(step.mask, 1),
        lambda step, _: np.triu(step.mask),
    ),
    Mistake(
        "You look at earlier words only, as if no later one were ever seen. That is for your table "
        "to find out.",
        lambda step, _: np.tril(step.mask),
        lambda step, _: np.tril(step.mask, -1),
    ),
    Mistake(
        "This is the causal mask, whatever `step` does. Another mask may be in it.",
        lambda _, rows: np.tri(len(rows), dtype=bool),
    ),
    Mistake(
        "You look at one number of each context. Where any number of it moves, it has moved.",
        *(_read(_more, lambda moved, at=at: _any(moved[:, [at]])) for at in (0, -1)),
    ),
    Mistake(
        "A context counts for you when all its numbers move. It has moved where any of them does.",
        _read(_more, lambda moved: (moved != 0).all(axis=1)),
        _read(_more, lambda moved: (np.abs(moved) > 1e-9).all(axis=1)),
    ),
    Mistake(
        "You change one number of a word. `step` may read the others only: which change does no "
        "step miss?",
        *(_read(lambda rows, at=at: rows + np.eye(rows.shape[1])[at], _any) for at in (0, -1)),
    ),
    Mistake(
        "You multiply a word, or put zeros in its place. A word that is 0 already stays as it is: "
        "which change moves every word?",
        *(_read(lambda rows, factor=factor: factor * rows, _any) for factor in (0, 2, -1)),
    ),
    Mistake(
        "You put another word of the sentence in its place. Where the same word stands twice, "
        "nothing changes: which change moves every word?",
        *(_read(lambda rows, by=by: np.roll(rows, by, axis=0), _any) for by in (-1, 1)),
    ),
    Mistake(
        "A number may become smaller, too, and what some lose others may gain. Do you look at how "
        "far each one moves, whichever way?",
        *(
            _read(partial(_more, by=by), lambda m, sign=sign, of=of: of(sign * m, axis=1) > 1e-9)
            for by, sign, of in product((1, -1, 0.1, 0.01, 10), (1, -1), (np.max, np.sum))
            if (by, sign, of) != (0.1, 1, np.max)  # which sees here whatever moves
        ),
        _read(_more, lambda moved: moved.sum(axis=1) != 0),
    ),
    Mistake(
        "A context that moves a little has moved, too: change the word by more, or allow less.",
        *(
            _read(partial(_more, by=by), lambda m, of=of, t=t: np.linalg.norm(m, of, axis=1) > t)
            for (by, t), of in product(COARSE, (np.inf, 2))  # the largest number or the length
        ),
    ),
)

mask_from_outside = Function(
    name="mask_from_outside",
    expected=lambda step, _: step.mask,
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
    mistakes=MISTAKES,
    done="You can now read the mask of any layer that you can run, and say of a leak whose it is.",
    run=run_for_mask,
)
