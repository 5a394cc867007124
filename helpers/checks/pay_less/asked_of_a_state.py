"""Exercise 16.3: linear attention under the causal mask, with a state that stores and answers."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.learner.calls import TroubleError

MANY = 300  # words: enough that their pairs outnumber everything else
ALL_PAIRS = (
    "The result is right, but you compute {:,} numbers for {} words, at least one for every pair. "
    "Keep a single state instead, and go through the words once."
)
RIGHT, MISTAKES = edits.read(__file__)


class Counted(np.ndarray):
    """An array that counts its entries, and those of every array made from it."""

    numbers = 0

    def __array_finalize__(self, origin):
        """Count the entries of each new array."""
        Counted.numbers += self.size


def run_by_a_state(given, *rows):
    """Return what a learner's function gives, or say that it's right but computes all pairs."""
    result, expected = given(*rows), RIGHT[0](*rows)
    if len(rows[0]) != MANY or np.shape(result) != expected.shape:
        return result
    if np.allclose(result, expected):
        Counted.numbers = 0
        given(*(one.view(Counted) for one in rows))
        if Counted.numbers > MANY**2:
            raise TroubleError(ALL_PAIRS.format(Counted.numbers, MANY))
    return result


def _drawn(rng, d_v, d_k=3, n=None):
    n = n or int(rng.integers(4, 8))
    return rng.normal(size=(n, d_k)), rng.normal(size=(n, d_k)), rng.normal(size=(n, d_v))


asked_of_a_state = Function(
    name="asked_of_a_state",
    expected=RIGHT[0],
    shown=_drawn(np.random.default_rng(0), 3),
    draw=lambda rng: _drawn(rng, 3),
    also={
        "wider values": _drawn(np.random.default_rng(1), 5),
        f"{MANY} words and keys of width 4": _drawn(np.random.default_rng(2), 5, 4, MANY),
    },
    mistakes=MISTAKES,
    done="The state never grows, so the thousandth word costs no more than the second. But once "
    "values have been mixed up in the state, no query can separate them again.",
    run=run_by_a_state,
)
