"""Exercise 9.2: an MLP with its biases, for all words at once."""

import numpy as np

from helpers.checks.kinds.function import Function, Mistake
from helpers.readers import vocabularies

WORDS = "apple", "pear", "juice", "phone", "screen", "software"


def _bent(numbers):
    return np.maximum(numbers, 0)


def _as_it_is(numbers):
    return numbers


def _mlp(*, first=_bent, last=_as_it_is, add_1=1, add_2=1):
    """Return what computes an MLP, right where nothing is named.

    first, last  : what is done to the numbers after the first bias and after the second
    add_1, add_2 : how often each bias is added
    """

    def compute(rows, W_1, b_1, W_2, b_2):
        return last(first(rows @ W_1 + add_1 * b_1) @ W_2 + add_2 * b_2)

    return compute


_right = _mlp()


def _late_bias(rows, W_1, b_1, W_2, b_2):
    return (_bent(rows @ W_1) + b_1) @ W_2 + b_2


def _inside(rows, W_1, b_1, W_2, b_2):
    return _bent(rows @ W_1 + b_1)


def _bent_first(rows, W_1, b_1, W_2, b_2):
    return (_bent(rows) @ W_1 + b_1) @ W_2 + b_2


def _summed(rows, W_1, b_1, W_2, b_2):
    return _right(rows, W_1, b_1, W_2, b_2).sum(axis=0)


MISTAKES = (
    Mistake(
        "Nothing is bent: without the bend, two matrices are no more than one.",
        _mlp(first=_as_it_is),
    ),
    Mistake(
        "You bend at the end, too. The numbers that come out may be below 0.",
        _mlp(last=_bent),
    ),
    Mistake(
        "You bend at the end, and not in the middle. Between which two matrices does the bend "
        "belong?",
        _mlp(first=_as_it_is, last=_bent),
    ),
    Mistake(
        "You bend the words themselves, before the first matrix has seen them.",
        _bent_first,
    ),
    Mistake(
        "The first bias comes after the bend. Added before, it decides what is bent.",
        _late_bias,
    ),
    Mistake("Both biases are missing.", _mlp(add_1=0, add_2=0)),
    Mistake("The first bias is missing.", _mlp(add_1=0)),
    Mistake("The second bias is missing.", _mlp(add_2=0)),
    Mistake("You take the first bias away instead of adding it.", _mlp(add_1=-1)),
    Mistake("You take the second bias away instead of adding it.", _mlp(add_2=-1)),
    Mistake(
        "You take numbers below 0 without their sign. ReLU makes them 0.",
        _mlp(first=np.abs),
    ),
    Mistake(
        "You keep what is below 0, and set what is above to 0. ReLU does it the other way round.",
        _mlp(first=lambda numbers: np.minimum(numbers, 0)),
    ),
    Mistake(
        "You return 1 where a number is above 0, and 0 elsewhere. ReLU keeps what is above 0.",
        _mlp(first=lambda numbers: (numbers > 0).astype(float)),
    ),
    Mistake(
        "You stop after the bend. The second matrix and its bias are still to come.",
        _inside,
    ),
    Mistake(
        "You add the words up. An MLP works on each word alone: a row in, a row out.",
        _summed,
    ),
)


def _draw(rng):
    """Return words of 3 numbers, and an MLP with 5 inside that gives 2."""
    sizes = (int(rng.integers(2, 5)), 3), (3, 5), (5,), (5, 2), (2,)
    return tuple(rng.normal(size=size) for size in sizes)


feed_forward = Function(
    name="feed_forward",
    expected=_right,
    shown=(
        vocabularies.load("apple").rows(WORDS),
        np.array([[1.0, 1.0], [0.0, -1.0]]),
        np.array([-0.5, 0.25]),
        np.array([[1.0], [-1.0]]),
        np.array([-0.75]),
    ),
    draw=_draw,
    mistakes=MISTAKES,
    done="A matrix, a bias, a bend, a matrix, a bias: this stands in every block, and works on "
    "each word alone.",
)
