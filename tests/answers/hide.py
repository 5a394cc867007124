"""Answers to the exercises of notebook 10, as learners write them."""

import numpy as np
import torch

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import attention, causal_mask, softmax, window_mask

NAME = "weights_after_hiding"
right_each(
    NAME,
    {
        "computed": np.array([0, 0.3, 0.15, 0.05]) / 0.5,
        "typed": [0, 0.6, 0.3, 0.1],
        "by softmax of logarithms": softmax([-np.inf, *np.log([0.3, 0.15, 0.05])]),
        "by torch": torch.tensor([0, 0.30, 0.15, 0.05]) * 2,
    },
)
wrong_each(
    NAME,
    {
        "not shared again": ([0, 0.3, 0.15, 0.05], "adds up to a half"),
        "free share in thirds": ([0, 0.467, 0.317, 0.217], "a third of the free share"),
        "all to the second": ([0, 0.8, 0.15, 0.05], "no heir"),
        "all alike": ([0, 0.33, 0.33, 0.33], "All three the same"),
        "softmax of the weights": ([0, *softmax([0.3, 0.15, 0.05])], "softmax once more. They"),
        "a score of 0": (softmax([0, 0.3, 0.15, 0.05]), "with a 0 for the hidden word"),
        "the last word hidden": ([0.526, 0.316, 0.158, 0], "This row hides the last"),
        "nothing hidden": ([0.5, 0.3, 0.15, 0.05], "from before"),
        "doubled beside the hidden one": ([0.5, 0.6, 0.3, 0.1], "kept the hidden one"),
        "the hidden word last": ([0.6, 0.3, 0.1, 0], "in another order"),
        "percent": ([0, 60, 30, 10], "percent"),
        "a little for the hidden word": ([0.1, 0.54, 0.27, 0.09], "What is its power"),
        "another sum": ([0, 0.45, 0.225, 0.075], "do not add up to 1"),
        "other ratios": ([0, 0.5, 0.3, 0.2], "compare two visible words"),
        "below 0": ([-0.5, 0.8, 0.5, 0.2], "never below 0"),
    },
)

NAME = "mask_from_outside"


@right(NAME, "a column for each word")
def columns(step, rows):
    before = step(rows)
    found = np.zeros((len(rows), len(rows)), dtype=bool)
    for j in range(len(rows)):
        other = rows.copy()
        other[j] += 1
        found[:, j] = np.abs(step(other) - before).max(axis=1) > 1e-9
    return found


@right(NAME, "a list of columns, turned")
def turned(step, rows):
    n = len(rows)
    others = [np.where(np.arange(n)[:, None] == j, rows - 3, rows) for j in range(n)]
    return np.array([(step(other) != step(rows)).any(axis=1) for other in others]).T


@right(NAME, "pair by pair")
def pair_by_pair(step, rows):
    found = []
    for i in range(len(rows)):
        found.append([])
        for j in range(len(rows)):
            other = np.array(rows)
            other[j] = np.random.default_rng(j).normal(size=rows.shape[1])
            found[i].append(not np.allclose(step(other)[i], step(rows)[i]))
    return found


@right(NAME, "one thing for all changes")
def by_another_change(step, rows):
    found = []
    for word in np.eye(len(rows))[:, :, None]:
        moved = step(np.where(word, 7 - 2 * rows, rows)) - step(rows)
        found.append(np.abs(moved).max(axis=1) > 1e-9)
    return np.stack(found, axis=1)


@wrong(NAME, "compared with the rows", "Every entry is True")
def against_the_rows(step, rows):
    found = []
    for j in range(len(rows)):
        other = rows.copy()
        other[j] += 1
        found.append((step(other) != rows).any(axis=1))
    return np.array(found).T


@wrong(NAME, "changed after the step", "Nothing ever moves")
def too_late(step, rows):
    found = np.zeros((len(rows), len(rows)), dtype=bool)
    for j in range(len(rows)):
        other = rows.copy()
        after = step(other)
        other[j] += 1
        found[:, j] = (after != step(rows)).any(axis=1)
    return found


@wrong(NAME, "from a place on", "all that follow it")
def from_a_place_on(step, rows):
    found = []
    for j in range(len(rows)):
        other = rows.copy()
        other[j:] += np.arange(1, len(rows) - j + 1)[:, None] ** 2
        found.append(np.abs(step(other) - step(rows)).max(axis=1) > 1e-9)
    return np.array(found).T


@wrong(NAME, "changes that pile up", "pile up")
def piled_up(step, rows):
    other, found = rows.copy(), []
    for j in range(len(rows)):
        other[j] += (j + 1) ** 2
        found.append(np.abs(step(other) - step(rows)).max(axis=1) > 1e-9)
    return np.array(found).T


@wrong(NAME, "a small change, a coarse comparison", "moves a little has moved")
def coarse(step, rows):
    found = np.zeros((len(rows), len(rows)), dtype=bool)
    for j in range(len(rows)):
        other = rows.copy()
        other[j] += 0.01
        found[:, j] = ~np.isclose(step(other), step(rows), atol=1e-2).all(axis=1)
    return found


@wrong(NAME, "the last input", "You change one number of a word")
def last_input(step, rows):
    found = np.zeros((len(rows), len(rows)), dtype=bool)
    for j in range(len(rows)):
        other = rows.copy()
        other[j, -1] -= 5
        found[:, j] = (step(other) != step(rows)).any(axis=1)
    return found


wrong_each(
    NAME,
    {
        "1 and 0": (lambda step, rows: columns(step, rows).astype(int), "the numbers 1 and 0"),
        "its own weights": (
            lambda step, rows: attention(rows, rows, rows).weights,
            "holds numbers. A mask",
        ),
        "one row": (lambda step, rows: columns(step, rows)[-1], "should be shape (5, 5)"),
    },
)

NAME = "look_back"


@right(NAME, "differences of places")
def differences(n, k=2):
    places = np.arange(n)
    back = places[:, None] - places
    return (back >= 0) & (back <= k)


@right(NAME, "a loop")
def loop(n, k=2):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        mask[i, max(0, i - k) : i + 1] = True
    return mask


@right(NAME, "lists of True and False")
def lists(n, k=2):
    return [[i - k <= j <= i for j in range(n)] for i in range(n)]


@right(NAME, "diagonals, added up")
def diagonals(n, k=2):
    return sum(np.eye(n, k=-back) for back in range(k + 1)) == 1


@wrong(NAME, "wrapped round", "fall below 0")
def wrapped(n, k=2):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for back in range(min(k, n - 1) + 1):
            mask[i, i - back] = True
    return mask


wrong_each(
    NAME,
    {
        "causal and window": (
            lambda n, k=2: causal_mask(n) & window_mask(n, k),
            "right, but `causal_mask` has made it",
        ),
        "np.tri": (
            lambda n, k=2: np.tri(n, dtype=bool) & ~np.tri(n, k=-k - 1, dtype=bool),
            "right, but `tri` has made it",
        ),
        "the helper inside a list": (
            lambda n, k=2: [
                [window_mask(n, k)[i, j] and j <= i for j in range(n)] for i in range(n)
            ],
            "right, but `window_mask` has made it",
        ),
        "another default": (lambda n, k=1: differences(n, k), "takes another k than 2"),
        "no default": (lambda n, k: differences(n, k), "must be told k each time"),
        "both ways": (lambda n, k=2: window_mask(n, k), "as far ahead as back"),
        "always two": (lambda n, k=2: differences(n), "k is 2 in your mask"),
        "0 and minus infinity": (
            lambda n, k=2: np.where(differences(n, k), 0, -np.inf),
            "numbers to add",
        ),
        "five words": (lambda n, k=2: differences(5, k), "should be shape"),
        "without k": (lambda n: differences(n), "takes 1 positional argument"),
    },
)
