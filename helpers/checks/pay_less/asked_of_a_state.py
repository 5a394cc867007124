"""Exercise 16.3: linear attention under the causal mask, by a state that is written and asked."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.learner.calls import TroubleError

MANY = 300  # words, so many that the numbers of their pairs outweigh all else
ALL_PAIRS = (
    "{:,} numbers pass through your function for {} words: that is one for each pair of words, or "
    "more. Keep one state instead, and go through the words once."
)
RIGHT, MISTAKES = edits.read(__file__)


class Counted(np.ndarray):
    """An array that counts its numbers, and those of whatever is cut from it or computed of it."""

    numbers = 0

    def __array_finalize__(self, origin):
        """Count the numbers of each new array."""
        Counted.numbers += self.size


def run_by_a_state(given, *rows):
    """Return what a learner's function gives, or say that it is right, but by all pairs."""
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
    done="Word by word, from numbers that do not grow: so it costs the same to write the "
    "thousandth word as the second. What the state has forgotten, no query brings back.",
    run=run_by_a_state,
)
