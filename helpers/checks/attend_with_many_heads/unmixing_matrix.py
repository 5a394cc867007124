"""Exercise 8.3: the matrix that takes the mixtures of two heads apart."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value

# A row per word, a column per head: what each head gives to each word.
GIVES = np.array([[1 / 2, 3 / 4], [1 / 2, 1 / 4]])
UNMIXES = np.linalg.inv(GIVES)
PAIRS = np.array([[4, 0], [2, 2], [3, 1], [-5, 7]])


def _unmixes(W_O):
    return np.allclose(PAIRS @ GIVES @ W_O, PAIRS, rtol=0, atol=0.05)


def _is_a_multiple(W_O):
    factor = W_O[0, 0] / UNMIXES[0, 0]
    return factor not in (0, 1) and np.allclose(W_O, factor * UNMIXES)


def _another_size(W_O):
    one = PAIRS[0] @ GIVES @ W_O[:, 0]
    return f"Right up to one factor: 4 and 0 come back as {one:.4g} and 0."


def _half_right(W_O):
    """Say which of the two columns is right."""
    good = int(not np.allclose(W_O[:, 0], UNMIXES[:, 0], atol=0.01))
    right, other = (("first", "second"), ("second", "first"))[good]
    return (
        f"The {right} column is right: it gives the {right} word’s number. In the {other} column, "
        f"how often must each head be taken so that the {right} word’s number cancels?"
    )


def _still_mixed(W_O):
    """Say for which pair something else comes out."""
    brought, came = PAIRS @ GIVES, PAIRS @ GIVES @ W_O
    k = int(np.argmax(~np.isclose(came, PAIRS, rtol=0, atol=0.05).all(axis=1)))
    (x, y), (first, second), (one, other) = PAIRS[k], brought[k], came[k]
    return (
        f"{'Right for 4 and 0, but for' if k else 'For'} {x} and {y} the heads bring {first:g} and "
        f"{second:g}, and your matrix makes {one:.4g} and {other:.4g} of them. A row of yours "
        "belongs to a head, a column to a word: write what each head brings as a sum of parts of "
        "x and y."
    )


unmixing_matrix = Value(
    name="unmixing_matrix",
    shape=(2, 2),
    faults=(
        Fault(
            lambda W_O: any(np.allclose(W_O, one) for one in (GIVES, GIVES.T)),
            "These are the weights that mix the two numbers. You need the matrix that undoes it.",
        ),
        Fault(
            lambda W_O: _unmixes(W_O.T),
            "Your matrix is transposed: each head has a row in it, each word a column.",
        ),
        Fault(
            lambda W_O: _unmixes(W_O[:, ::-1]),
            "Both numbers come back, but the second word’s comes first. Exchange the columns.",
        ),
        Fault(
            lambda W_O: _unmixes(W_O[::-1]),
            "Your rows are exchanged: the first row meets what head 1 brings.",
        ),
        Fault(lambda W_O: not _unmixes(W_O) and _is_a_multiple(W_O), _another_size),
        Fault(
            lambda W_O: sum(np.allclose(W_O[:, k], UNMIXES[:, k], atol=0.01) for k in (0, 1)) == 1,
            _half_right,
        ),
        Fault(lambda W_O: not _unmixes(W_O), _still_mixed),
    ),
    done=(
        "Neither head fetches a word alone, and nothing is lost: two different mixtures are worth "
        "two numbers. With equal weights in both heads no matrix could do it."
    ),
)
