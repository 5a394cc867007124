"""Exercise 13.2: cut a text into rows and give each of its tokens a target."""

import contextlib

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, explaining
from helpers.learner.calls import TroubleError

NO_TARGET = (
    "You're putting every token in a row, but the last token in the text has no target: nothing "
    "comes after it. How many rows are full and have all their targets?"
)

FLOATS = (
    "Right, but the numbers are floats, such as 3.0. A token’s id picks a row of a table, so it "
    "has to be a whole number. Which of your arrays contains floats?"
)

RIGHT, MISTAKES = edits.read(__file__)


def _expect_whole(result, expected):
    """Raise TroubleError for a right result, lists or arrays of numbers, that holds floats."""
    for one, other in zip(result, expected, strict=False):
        with contextlib.suppress(TypeError, ValueError):  # no table at all: the comparison says so
            if np.asarray(one).dtype.kind == "f" and np.array_equal(one, other):
                raise TroubleError(FLOATS)


def _run(given, numbers, length):
    """Return what a learner's function gives, or say that a target is missing or no number whole.

    Reading the last token of the text as an input leaves one target too few.
    """
    part = f"cannot reshape array of size {len(numbers) - 1} "
    with explaining(ValueError, part, NO_TARGET):
        result = given(numbers, length)
    if isinstance(result, list | tuple | np.ndarray) and len(result) == 2:  # inputs and targets
        _expect_whole(result, RIGHT[0](numbers, length))
    return result


rows_to_guess = Function(
    name="rows_to_guess",
    expected=RIGHT[0],
    shown=(np.arange(12) + 30, 4),
    draw=lambda rng: (rng.permutation(60)[: int(rng.integers(14, 30))], int(rng.integers(3, 6))),
    mistakes=MISTAKES,
    run=_run,
    also={"two full rows and one extra token": (np.arange(11) + 5, 5)},
    done="Every token that’s kept, except the first, is the target of exactly one position. So a "
    "text of a billion tokens is a billion training examples, and nobody has to write down "
    "the answers.",
)
