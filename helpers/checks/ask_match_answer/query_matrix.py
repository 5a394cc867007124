"""Exercise 5.2: a query matrix with which "The" and "cat" find each other."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value, zeros
from helpers.readers import worked_examples

EMBEDDINGS = worked_examples.load("the_cat_sat").embeddings  # of The, cat and sat; also the keys
ENOUGH = 0.9


def _weights(matrix):
    """Return the attention weights of The, cat and sat, a row for each."""
    queries = EMBEDDINGS @ np.clip(matrix, -1e6, 1e6)
    return softmax(queries @ EMBEDDINGS.T / 2)


def _missed(asks, wanted, rows):
    """Return the fault that one word gives another too little, said with its weights."""

    def said(matrix):
        the, cat, sat = _weights(matrix)[asks]
        who = ("The", "cat")[asks]
        return (
            f"“{who}” gives {the:.2f} to The, {cat:.2f} to cat and {sat:.2f} to sat. Its query is "
            f"the sum of your {rows} rows: what should it want, and what should it refuse?"
        )

    return Fault(lambda matrix: _weights(matrix)[asks, wanted] <= ENOUGH, said)


query_matrix = Value(
    name="query_matrix",
    shape=(4, 4),
    faults=(
        zeros("With zeros, no word asks for anything, so each gets a third."),
        _missed(1, 0, "second and fourth"),
        _missed(0, 1, "first and third"),
    ),
    done="One matrix serves both words, and neither finds itself: a query needn't equal its key.",
)
