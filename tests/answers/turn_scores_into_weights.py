"""Right and wrong answers to the exercises of notebook 03."""

import math

import numpy as np

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import softmax

NAME = "scores_for_shares"

right_each(
    NAME,
    {
        "logarithms in a list": [math.log(6), math.log(3), 0],
        "rounded to two places": (1.79, 1.1, 0),
        "an array from the shares": np.log(np.array([0.6, 0.3, 0.1]) / 0.1),
    },
)
wrong_each(
    NAME,
    {
        "the weights themselves": ([0.6, 0.3, 0.1], "6 to 3 to 1, as the weights should be"),
        "proportional scores": ([6, 3, 1], "into 0.95, 0.05, 0.01"),
        "proportional and moved to 0": ([5, 2, 0], "in the same way as the weights"),
        "logarithms of the weights": (np.log([0.6, 0.3, 0.1]), "last score isn't 0"),
        "first measured from its neighbour": ([math.log(2), math.log(3), 0], "neighbour"),
        "second measured from the first": ([1.79, 0.69, 0], "The first score is right"),
        "the wrong sign": ([-1.79, -1.1, 0], "Is a sign wrong"),
        "logarithm of base 2": (np.log2([6, 3, 1]), "1.44 times"),
        "logarithm of base 10": ([0.778, 0.477, 0], "0.43 times"),
        "powers in place of logarithms": ([math.exp(6), math.exp(3), 0], "the other way"),
        "reverse order": ([0, math.log(3), math.log(6)], "reverse order"),
        "ratios in place of differences": ([6, 3, 0], "those are the right ratios"),
        "the last logarithm made 0": ([*np.log([0.6, 0.3]), 0], "differ by the right amount"),
        "rounded to one place": ([1.7, 1.1, 0], "rounded too far"),
        "all alike": ([0, 0, 0], "into 0.33, 0.33, 0.33"),
        "a column": ([[1.79], [1.1], [0]], "3 numbers"),
        "minus infinity": ([1.79, 1.1, -math.inf], "finite"),
    },
)

NAME = "stable_softmax"


def powers_of(scores):
    return np.exp(scores - scores.max(axis=1, keepdims=True))


@right(NAME, "two lines")
def two_lines(scores):
    return powers_of(scores) / powers_of(scores).sum(axis=1, keepdims=True)


@right(NAME, "loops")
def loops(scores):
    weights = []
    for row in scores:
        powers = []
        for score in row:
            powers.append(math.exp(score - max(row)))
        total = sum(powers)
        weights.append([power / total for power in powers])
    return weights


@right(NAME, "turned on its side and back")
def on_its_side(scores):
    powers = np.exp(scores.T - scores.max(axis=1))
    return (powers / powers.sum(axis=0)).T


@right(NAME, "differences alone")
def differences_alone(scores):
    return 1 / np.exp(scores[:, None, :] - scores[:, :, None]).sum(axis=-1)


@wrong(NAME, "nothing subtracted, by loop", "OverflowError")
def plain_loop(scores):
    rows = [[math.exp(score) for score in row] for row in scores]
    return [[power / sum(row) for power in row] for row in rows]


@wrong(NAME, "longer numbers", "With scores around")
def longer_numbers(scores):  # where no longer ones are had, it fails at 1000, else at 20000
    powers = np.exp(scores.astype(np.longdouble))
    return (powers / powers.sum(axis=1, keepdims=True)).astype(float)


@wrong(NAME, "in-place", "changes the array that it's given")
def in_place(scores):
    scores -= scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)


@wrong(NAME, "return in the loop", "Is there a `return` inside")
def returned_too_soon(scores):
    weights = []
    for row in two_lines(scores):
        weights.append(row)
        return weights
    return weights


wrong_each(
    NAME,
    {
        "ready-made": (softmax, "ready-made softmax"),
        "ready-made, called by its name": (lambda scores: softmax(scores), "ready-made softmax"),
        "transposed": (lambda scores: two_lines(scores).T, "rows and columns are swapped"),
        "as many columns as rows": (
            lambda scores: two_lines(scores)[:, : len(scores)],
            "shape (4, 6), but is shape (4, 4)",
        ),
        "whole numbers": (
            lambda scores: two_lines(scores).astype(int),
            "everything after the decimal point is dropped",
        ),
    },
)
