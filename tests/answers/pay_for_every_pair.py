"""Right and wrong answers to the exercises of notebook 15."""

import numpy as np

from answers.case import right, wrong_each

NAME = "gib_of_maps"
right(NAME, "as the solution")(
    [24 * 16 * 8 * 2048**2 * 2 / 2**30, 24 * 16 * 4 * 4096**2 * 2 / 2**30]
)
right(NAME, "in the head")((24, 48))
right(NAME, "an array")(np.array([24.0, 48.0]))
wrong_each(
    NAME,
    {
        "bits": ([192, 384], "These are bits"),
        "the causal half": ([12.006, 24.006], "Half of the memory is missing"),
        "no heads": ([1.5, 3], "How many heads does a layer have"),
        "no layers": ([1, 2], "How many layers are there"),
        "the width, too": ([24 * 64, 48 * 64], "the width of a head"),
        "weights": ([12, 24], "Half of the memory is missing"),
        "four bytes": ([48, 96], "four bytes"),
        "gigabytes": ([25.77, 51.54], "of a billion bytes"),
        "MiB": ([24576, 49152], "These are MiB"),
        "one text": ([3, 12], "a single text"),
        "one text, both times": ([3, 6], "a single text"),
        "bytes": ([24 * 2**30, 48 * 2**30], "These are bytes"),
        "the other order": ([48, 24], "other way round"),
        "words for pairs": ([0.0117, 0.0117], "for each *pair* of tokens"),
        "another first": ([30, 48], "Which factor is wrong"),
        "as many words": ([24, 24], "how many pairs does a text twice as long"),
        "texts not halved": ([24, 96], "only half as many texts"),
        "length not squared": ([24, 12], "Yes, half as many texts"),
        "cubed": ([24, 192], "eight times as large"),
        "another second": ([24, 60], "For the second"),
        "one number": (24, "2 numbers"),
    },
)

WORK = "work_of_layer"


@right(WORK, "head by head")
def head_by_head(n, d, heads, causal):
    width, projections, pairs = d // heads, n * d * d, 0
    for _ in range(heads):
        projections += 3 * n * d * width
        pairs += sum(2 * width * (i + 1 if causal else n) for i in range(n))
    return [projections, pairs]


@right(WORK, "cells of a mask")
def cells_of_a_mask(n, d, heads, causal):
    cells = np.tril(np.ones((n, n))) if causal else np.ones((n, n))
    return np.array([4 * n * d * d, cells.sum() * 2 * d])


wrong_each(
    WORK,
    {
        "the sum": (
            lambda n, d, heads, causal: sum(head_by_head(n, d, heads, causal)),
            "should be shape (2,)",
        ),
    },
)

TICKS = "ticks_of_batch"


def steps_of_both(n, d):
    """Return the work of each step, of attention and of the RNN."""
    return [[3 * n * d**2, n**2 * d, n**2 * d, n * d**2], n * [2 * d**2]]


@right(TICKS, "by numpy")
def by_numpy(n, d, batch, units):
    pairs, word = batch * n**2 * d, batch * d**2
    attention = np.ceil(np.array([3 * n * word, pairs, pairs, n * word]) / units).sum()
    return np.array([attention, n * np.ceil(2 * word / units)])


@right(TICKS, "tick by tick")
def tick_by_tick(n, d, batch, units):
    taken = []
    for steps in steps_of_both(n, d):
        count = 0
        for work in steps:
            count += len(range(0, batch * work, units))
        taken.append(count)
    return tuple(taken)
