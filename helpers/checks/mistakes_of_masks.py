"""Mistakes of somebody who reads a mask from outside, or writes one, by what they give."""

from itertools import product

import numpy as np

from helpers.checks.calls import TroubleError
from helpers.checks.function import known

TO_ADD = (
    "Your table holds numbers to add, 0 and minus infinity. That is a right mask in the other "
    "spelling; here True and False are asked for."
)
ONES = (
    "Your table holds the numbers 1 and 0. Whoever takes a mask may add them to the scores, and "
    "nothing is hidden: which comparison gives True and False?"
)
NUMBERS = "Your table holds numbers. A mask says for each pair only whether: True or False."


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
        spellings = {TO_ADD: (0, -np.inf), ONES: (0, 1)}
        found = (words for words, two in spellings.items() if np.isin(entries, two).all())
        raise TroubleError(next(found, NUMBERS))
    return result


def places_back(n):
    """Return how far each key (column) stands before each query (row): below 0, it comes later."""
    places = np.arange(n)
    return places[:, None] - places


# The first three are given a step and rows; the mask is what the step holds.
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
        "A context that moves a little has moved, too: change the word by more, or allow less.",
        *(_coarse(*one) for one in COARSE),
    ),
)


def _wrapped(n, k):
    """Return the mask of a loop whose places below 0 count from the end."""
    mask = np.zeros((n, n))
    for i in range(n):
        for back in range(k + 1):
            mask[i, (i - back) % n] = 1
    return mask


def _sliced(n, k):
    """Return the mask of slices whose start, below 0, counts from the end."""
    mask = np.zeros((n, n))
    for i in range(n):
        mask[i, i - k : i + 1] = 1
    return mask


OF_LOOKING_BACK = (
    *known(
        "Your words look as far ahead as back: the future leaks.",
        lambda n, k: np.abs(places_back(n)) <= k,
    ),
    *known(
        "Later words are hidden, but the first ones never are: how far back does `k` let a word "
        "look?",
        lambda n, k: places_back(n) >= 0,
    ),
    *known(
        "Each word sees k words with itself among them. It should see itself and k more.",
        lambda n, k: (places_back(n) >= 0) & (places_back(n) < max(k, 1)),
        lambda n, k: (places_back(n) >= 0) & (places_back(n) < k),
    ),
    *known(
        "Your words see one place too far back. How many words stand between `i - k` and `i`?",
        lambda n, k: (places_back(n) >= 0) & (places_back(n) <= k + 1),
    ),
    *known(
        "A word does not see itself in your mask, so the first one sees nothing at all.",
        lambda n, k: (places_back(n) > 0) & (places_back(n) <= k),
    ),
    *known(
        "Rows and columns have changed places: your words look ahead. A row belongs to the word "
        "that asks.",
        lambda n, k: (places_back(n) <= 0) & (places_back(n) >= -k),
    ),
    *known(
        "True and False have changed places. In this notebook True means that a word may look.",
        lambda n, k: (places_back(n) < 0) | (places_back(n) > k),
    ),
    *known(
        "One diagonal, k places back, is all that your words see. What about the places between?",
        lambda n, k: places_back(n) == k,
        lambda n, k: (places_back(n) == k) | (places_back(n) == 0),
    ),
    *known(
        "At the beginning of the sentence your places fall below 0, and there NumPy counts from "
        "the end: the first words see the last, or nothing. Where must the counting stop?",
        _wrapped,
        _sliced,
    ),
    *known(
        "Your first words see nothing, as if k words had to stand before them. They see those that "
        "there are, and themselves.",
        lambda n, k: (places_back(n) >= 0) & (places_back(n) <= k) & (np.arange(n) >= k)[:, None],
    ),
    *known(
        "k is 2 in your mask, whatever it is called with.",
        lambda n, k: (places_back(n) >= 0) & (places_back(n) <= 2),
    ),
)
