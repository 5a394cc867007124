"""Exercise 8.3: the matrix that takes the mixtures of two heads apart."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value

# A row per word, a column per head: the attention weight that each head gives to each word.
GIVES = np.array([[1 / 2, 3 / 4], [1 / 2, 1 / 4]])
UNMIXES = np.linalg.inv(GIVES)
PAIRS = np.array([[4, 0], [2, 2], [3, 1], [-5, 7]])


def _unmixes(W_O):
    return np.allclose(PAIRS @ GIVES @ W_O, PAIRS, rtol=0, atol=0.05)


def _right_columns(W_O):
    return np.isclose(W_O, UNMIXES, atol=0.01).all(axis=0)


def _is_a_multiple(W_O):
    factor = W_O[0, 0] / UNMIXES[0, 0]
    return factor not in (0, 1) and np.allclose(W_O, factor * UNMIXES)


def _another_size(W_O):
    one = PAIRS[0] @ GIVES @ W_O[:, 0]
    return f"Your matrix is right up to a constant factor: 4 and 0 come back as {one:.4g} and 0."


def _half_right(W_O):
    """Say which of the two columns is right."""
    right, other = ("first", "second") if _right_columns(W_O)[0] else ("second", "first")
    return (
        f"Your {right} column is right: it gets the {right} word’s number back. For the {other} "
        f"column, how many copies of each head do you need to cancel the {right} word’s number?"
    )


def _still_mixed(W_O):
    """Say which pair doesn't come back, and what comes out instead."""
    contexts, came = PAIRS @ GIVES, PAIRS @ GIVES @ W_O
    k = int(np.argmax(~np.isclose(came, PAIRS, rtol=0, atol=0.05).all(axis=1)))
    (x, y), (first, second), (one, other) = PAIRS[k], contexts[k], came[k]
    return (
        f"{'That’s right for 4 and 0, but for' if k else 'For'} {x} and {y} the heads return "
        f"{first:g} and {second:g}, and your matrix turns them into {one:.4g} and {other:.4g}. "
        "Each row belongs to a head, each column to a word: write each head’s result in terms of x "
        "and y."
    )


unmixing_matrix = Value(
    name="unmixing_matrix",
    shape=(2, 2),
    faults=(
        Fault(
            lambda W_O: any(np.allclose(W_O, one) for one in (GIVES, GIVES.T)),
            "These are the weights that mix the two numbers. You need the matrix that undoes the "
            "mixing.",
        ),
        Fault(
            lambda W_O: _unmixes(W_O.T),
            "Your matrix is transposed: it needs a row for each head and a column for each word.",
        ),
        Fault(
            lambda W_O: _unmixes(W_O[:, ::-1]),
            "You get both numbers back, but the second word’s comes first. Swap the columns.",
        ),
        Fault(
            lambda W_O: _unmixes(W_O[::-1]),
            "Your rows are swapped: the first row is multiplied by head 1’s result.",
        ),
        Fault(lambda W_O: not _unmixes(W_O) and _is_a_multiple(W_O), _another_size),
        Fault(lambda W_O: _right_columns(W_O).sum() == 1, _half_right),
        Fault(lambda W_O: not _unmixes(W_O), _still_mixed),
    ),
    done=(
        "Neither head fetches either word on its own, yet nothing is lost: from two different "
        "mixtures you can compute both numbers. If both heads had the same weights, no matrix "
        "could do it."
    ),
)
