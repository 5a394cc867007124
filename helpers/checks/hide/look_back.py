"""Exercise 10.3: a mask in which a word sees itself and the k words before it."""

import inspect

import numpy as np

from helpers.checks.hide.mask_from_outside import run_for_mask
from helpers.checks.kinds.function import Function, Mistake
from helpers.learner import page
from helpers.learner.calls import TroubleError

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


def run_for_look_back(given, n, k):
    """Return what `run_for_mask` does, called with n alone where k is 2.

    Raises TroubleError, too, where k must be given, and for a mask that comes ready-made.
    """
    bare = [one.default is one.empty for one in inspect.signature(given).parameters.values()]
    if sum(bare) > 1:
        raise TroubleError(NO_DEFAULT)
    result = run_for_mask(given, *((n,) if k == K else (n, k)))
    ready = next((name for name in READY_MADE if name in page.names(given)), None)
    if ready and np.array_equal(result, _right(n, k)):
        raise TroubleError(WRITE_IT.format(ready))
    return result


def _seen(n, first, last):
    """Return the mask (n, n) of words that see the places from `first` to `last` before them."""
    places = np.arange(n)
    back = places[:, None] - places  # of the key: below 0, it comes later
    return (first <= back) & (back <= last)


def _right(n, k):
    return _seen(n, 0, k)


def _wrapped(n, k):
    """Return the mask of a loop whose places below 0 count from the end."""
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        mask[i, np.arange(i - k, i + 1) % n] = True
    return mask


def _sliced(n, k):
    """Return the mask of slices whose start, below 0, counts from the end."""
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        mask[i, i - k : i + 1] = True
    return mask


MISTAKES = (
    Mistake(
        "Called with n alone, your function takes another k than 2. The explorer calls it so: "
        "keep the 2 that stood in the first line.",
        *(lambda n, k, own=own: _right(n, own if k == K else k) for own in (0, 1, 3, 4)),
    ),
    Mistake(
        "Your words look as far ahead as back: the future leaks.", lambda n, k: _seen(n, -k, k)
    ),
    Mistake(
        "Later words are hidden, but the first ones never are: how far back does `k` let a word "
        "look?",
        lambda n, _: _seen(n, 0, n),
    ),
    Mistake(
        "Each word sees k words with itself among them. It should see itself and k more.",
        lambda n, k: _seen(n, 0, max(k - 1, 0)),
        lambda n, k: _seen(n, 0, k - 1),
    ),
    Mistake(
        "Your words see one place too far back. How many words stand between `i - k` and `i`?",
        lambda n, k: _seen(n, 0, k + 1),
    ),
    Mistake(
        "A word does not see itself in your mask, so the first one sees nothing at all.",
        lambda n, k: _seen(n, 1, k),
    ),
    Mistake(
        "Rows and columns have changed places: your words look ahead. A row belongs to the word "
        "that asks.",
        lambda n, k: _seen(n, -k, 0),
    ),
    Mistake(
        "True and False have changed places. In this notebook True means that a word may look.",
        lambda n, k: ~_right(n, k),
    ),
    Mistake(
        "One diagonal, k places back, is all that your words see. What about the places between?",
        lambda n, k: _seen(n, k, k),
        lambda n, k: _seen(n, k, k) | _seen(n, 0, 0),
    ),
    Mistake(
        "At the beginning of the sentence your places fall below 0, and there NumPy counts from "
        "the end: the first words see the last, or nothing. Where must the counting stop?",
        _wrapped,
        _sliced,
    ),
    Mistake(
        "Your first words see nothing, as if k words had to stand before them. They see those that "
        "there are, and themselves.",
        lambda n, k: _right(n, k) & (np.arange(n) >= k)[:, None],
    ),
    Mistake("k is 2 in your mask, whatever it is called with.", lambda n, _: _right(n, 2)),
)

look_back = Function(
    name="look_back",
    expected=_right,
    shown=(5, 2),
    draw=lambda rng: (int(rng.integers(5, 8)), int(rng.integers(3, 5))),
    also={"k = 0": (4, 0), "k larger than the sentence": (3, 7)},
    mistakes=MISTAKES,
    done="The causal mask and a window, joined. In the explorer below it hides what is later and "
    "what is long ago.",
    run=run_for_look_back,
)
