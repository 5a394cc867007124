"""Mistakes of somebody who reads a mask from outside, a test that misses a leak among them."""

from itertools import product

import numpy as np

from helpers.checks.kinds.function import known


# All take a step and rows; the mask is what the step holds.
def _heard(step, rows):
    return np.asarray(step.mask)


def _from_here_on(step, rows):
    """Return who moves when word j and all after it change."""
    heard = _heard(step, rows)
    return np.stack([heard[:, j:].any(axis=1) for j in range(len(heard))], axis=1)


def _up_to_here(step, rows):
    """Return who moves when word j changes and the changes of those before it stay."""
    heard = _heard(step, rows)
    return np.stack([heard[:, : j + 1].any(axis=1) for j in range(len(heard))], axis=1)


def _coarse(nudge, tolerance, order):
    """Return a way to read a mask: with this small a change, and deaf to smaller movements."""

    def heard(step, rows):
        before, changes = step(rows), nudge * np.eye(len(rows))[:, :, None]
        moved = [np.linalg.norm(step(rows + one) - before, order, axis=1) for one in changes]
        return np.stack(moved, axis=1) > tolerance

    return heard


def _read(change, moves):
    """Return a way to read a mask by calling the step, as somebody does who is blind to a part.

    change : takes the rows and j, and returns rows in which word j is another
    moves  : takes how far the numbers of all contexts move (n, d), and returns which count: (n,)
    """

    def heard(step, rows):
        before = step(rows)
        moved = [moves(step(change(rows, j)) - before) for j in range(len(rows))]
        return np.stack(moved, axis=1)

    return heard


def _moved(by):
    """Return a change of word j: all its numbers, or each by its own amount."""
    return lambda rows, j: rows + (np.arange(len(rows)) == j)[:, None] * by


def _times(factor):
    return lambda rows, j: np.where((np.arange(len(rows)) == j)[:, None], factor * rows, rows)


def _one_number(at):
    """Return a change of one number of word j, the first or the last."""
    return lambda rows, j: _moved(np.eye(rows.shape[1])[at])(rows, j)


def _word_from(by):
    """Return a change of word j into one of its neighbours, round the end."""
    return lambda rows, j: np.where(
        (np.arange(len(rows)) == j)[:, None], np.roll(rows, -by, axis=0), rows
    )


def _any(moved):
    return (np.abs(moved) > 1e-9).any(axis=1)


STEPS = 1, -1, 0.1, 0.01, 10
# How much a word is changed, what is allowed, and what counts: the largest number or the length.
COARSE = tuple(product((1, 0.1, 0.01, 0.001), (0.1, 0.01, 0.001, 0.0001), (np.inf, 2)))

OF_READING = (
    *known(
        "Your rows and columns have changed places. The word that is *changed* is the one that is "
        "seen: is that a row or a column?",
        lambda step, rows: _heard(step, rows).T,
    ),
    *known(
        "True and False have changed places: where a context moves, the word was seen.",
        lambda step, rows: ~_heard(step, rows),
    ),
    *known(
        "Every entry is True. Does one word change at a time, and do you compare the new contexts "
        "with the contexts from before?",
        lambda step, rows: np.ones((len(rows), len(rows))),
    ),
    *known(
        "Nothing ever moves. Is the word changed before `step` is called again, and by enough?",
        lambda step, rows: np.zeros((len(rows), len(rows))),
    ),
    *known(
        "You change a word and all that follow it, as in the leak test. Here only one may change, "
        "or you cannot tell which of them was seen.",
        _from_here_on,
    ),
    *known(
        "The changes pile up: when a word is changed, those before it are still changed. Begin "
        "with fresh rows for each word.",
        _up_to_here,
    ),
    *known(
        "Your diagonal is False. Each word sees itself: is its own change left out?",
        lambda step, rows: _heard(step, rows) & ~np.eye(len(rows), dtype=bool),
    ),
    *known(
        "You look at later words only. A mask says about earlier ones, too, whether they are seen.",
        lambda step, rows: np.triu(_heard(step, rows), 1),
        lambda step, rows: np.triu(_heard(step, rows)),
    ),
    *known(
        "You look at earlier words only, as if no later one were ever seen. That is for your table "
        "to find out.",
        lambda step, rows: np.tril(_heard(step, rows)),
        lambda step, rows: np.tril(_heard(step, rows), -1),
    ),
    *known(
        "This is the causal mask, whatever `step` does. Another mask may be in it.",
        lambda step, rows: np.tri(len(rows)),
    ),
    *known(
        "You look at one number of each context. Where any number of it moves, it has moved.",
        *(_read(_moved(1), lambda moved, at=at: _any(moved[:, [at]])) for at in (0, -1)),
    ),
    *known(
        "A context counts for you when all its numbers move. It has moved where any of them does.",
        _read(_moved(1), lambda moved: (moved != 0).all(axis=1)),
        _read(_moved(1), lambda moved: (np.abs(moved) > 1e-9).all(axis=1)),
    ),
    *known(
        "You change one number of a word. `step` may read the others only: which change does no "
        "step miss?",
        *(_read(_one_number(at), _any) for at in (0, -1)),
    ),
    *known(
        "You multiply a word, or put zeros in its place. A word that is 0 already stays as it is: "
        "which change moves every word?",
        *(_read(_times(factor), _any) for factor in (0, 2, -1)),
    ),
    *known(
        "You put another word of the sentence in its place. Where the same word stands twice, "
        "nothing changes: which change moves every word?",
        *(_read(_word_from(by), _any) for by in (-1, 1)),
    ),
    *known(
        "A number may become smaller, too, and what some lose others may gain. Do you look at how "
        "far each one moves, whichever way?",
        *(
            _read(_moved(by), lambda moved, sign=sign, of=of: of(sign * moved, axis=1) > 1e-9)
            for by in STEPS
            for sign in (1, -1)
            for of in (np.max, np.sum)
        ),
        _read(_moved(1), lambda moved: moved.sum(axis=1) != 0),
    ),
    *known(
        "A context that moves a little has moved, too: change the word by more, or allow less.",
        *(_coarse(*one) for one in COARSE),
    ),
)
