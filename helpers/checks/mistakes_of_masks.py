"""Mistakes of somebody who writes a mask, by what they give, and what is no mask at all."""

import inspect
from types import CodeType

import numpy as np

from helpers.checks.kinds.function import known
from helpers.learner.calls import TroubleError

TO_ADD = (
    "Your table holds numbers to add, 0 and minus infinity. That is a right mask in the other "
    "spelling; here True and False are asked for."
)
ONES = (
    "Your table holds the numbers 1 and 0. Whoever takes a mask may add them to the scores, and "
    "nothing is hidden: which comparison gives True and False?"
)
NUMBERS = "Your table holds numbers. A mask says for each pair only whether: True or False."
READY_MADE = ("tri", "causal_mask", "window_mask")
WRITE_IT = (
    "The mask is right, but `{}` has made it. The task is to do without: which differences of two "
    "places may stay?"
)
NO_DEFAULT = (
    "Your function must be told k each time. The explorer below calls it with n alone: keep "
    "the 2 that stood in the first line."
)
K = 2  # where nothing else is said


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


def run_for_look_back(given, n, k):
    """Return what `run_for_mask` does, called with n alone where k is 2.

    Raises TroubleError, too, where k must be given, and for a mask that comes ready-made.
    """
    bare = [one.default is one.empty for one in inspect.signature(given).parameters.values()]
    if sum(bare) > 1:
        raise TroubleError(NO_DEFAULT)
    result = run_for_mask(given, *((n,) if k == K else (n, k)))
    ready = next((name for name in READY_MADE if name in _names(given)), None)
    if ready and np.array_equal(result, looks_back(n, k)):
        raise TroubleError(WRITE_IT.format(ready))
    return result


def _names(given):
    """Return the names that a function uses from outside of it, its inner functions included."""
    codes, names = [getattr(given, "__code__", None)], set()
    for code in codes:
        if isinstance(code, CodeType):
            names.update(code.co_names)
            codes.extend(code.co_consts)
    return names


def places_back(n):
    """Return how far each key (column) stands before each query (row): below 0, it comes later."""
    places = np.arange(n)
    return places[:, None] - places


def looks_back(n, k):
    """Return the mask (n, n) of words that see themselves and the k words before them."""
    return (places_back(n) >= 0) & (places_back(n) <= k)


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
        "Called with n alone, your function takes another k than 2. The explorer calls it so: "
        "keep the 2 that stood in the first line.",
        *(lambda n, k, own=own: looks_back(n, own if k == K else k) for own in (0, 1, 3, 4)),
    ),
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
