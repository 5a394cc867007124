"""Exercise 13.2: cut a text into rows and give each of its tokens a target."""

import contextlib

import numpy as np

from helpers.checks.kinds.function import Function, Mistake, explaining
from helpers.learner.calls import TroubleError

NO_TARGET = (
    "You cut all tokens into rows, but the last token of the text has no target: nothing comes "
    "after it. How many rows are full and have all their targets?"
)

FLOATS = (
    "Right, but the numbers are floats, such as 3.0. A token is the place of a row in a table, "
    "and a place is a whole number: which array of yours holds floats?"
)


def _rows(numbers, length, step=None, count=None):
    """Return inputs and targets, each (rows, length); a row begins `step` behind the last one."""
    step = length if step is None else step
    count = (len(numbers) - 1 - length) // step + 1 if count is None else count
    places = step * np.arange(count)[:, None] + np.arange(length)
    return numbers[places], numbers[places + 1]


def _expect_whole(result, expected):
    """Raise TroubleError for a right result, lists or arrays of numbers, that holds floats."""
    for one, other in zip(result, expected, strict=False):
        with contextlib.suppress(TypeError, ValueError):  # no table at all: the comparison says so
            if np.asarray(one).dtype.kind == "f" and np.array_equal(one, other):
                raise TroubleError(FLOATS)


def _run(given, numbers, length):
    """Return what a learner's function gives, or say that a target is missing or no number whole.

    One that takes the last token of the text for an input has a target too few to make rows of.
    """
    part = f"cannot reshape array of size {len(numbers) - 1} "
    with explaining(ValueError, part, NO_TARGET):
        result = given(numbers, length)
    if isinstance(result, list | tuple | np.ndarray) and len(result) == 2:  # inputs and targets
        _expect_whole(result, _rows(numbers, length))
    return result


def _of_both(change):
    """Return the mistake of somebody who does this to the inputs and to the targets."""
    return lambda numbers, length: tuple(change(part, length) for part in _rows(numbers, length))


def _all_rows(numbers, length):
    return numbers[: len(numbers) // length * length].reshape(-1, length)


def _with_all_rows(targets):
    """Return the mistake of keeping every full row of inputs, with targets(inputs)."""

    def kept(numbers, length):
        inputs = _all_rows(numbers, length)
        return inputs, targets(inputs)

    return kept


MISTAKES = (
    Mistake(
        "Each token is to guess itself. Its target is the token after it.",
        lambda n, length: (_rows(n, length)[0],) * 2,
        _with_all_rows(lambda inputs: inputs),
    ),
    Mistake("Inputs and targets are exchanged.", lambda n, length: _rows(n, length)[::-1]),
    Mistake(
        "Your targets are shifted the other way: each token is to guess the one before it.",
        lambda n, length: (_rows(n, length)[0], _rows(np.roll(n, 1), length)[0]),
        lambda n, length: (_all_rows(n, length), _all_rows(np.roll(n, 1), length)),
    ),
    Mistake(
        "At the end of each row the target is that row's first token. Which token follows in the "
        "text?",
        lambda n, length: (_rows(n, length)[0], np.roll(_rows(n, length)[0], -1, axis=1)),
        _with_all_rows(lambda inputs: np.roll(inputs, -1, axis=1)),
    ),
    Mistake(
        "The last token of the text gets its first token as a target, but nothing follows it. How "
        "many rows are full and have all their targets?",
        lambda n, length: (_all_rows(n, length), _all_rows(np.roll(n, -1), length)),
        _with_all_rows(lambda inputs: np.roll(inputs, -1)),
    ),
    Mistake(
        "Your rows overlap. Each begins where the one before it ends.",
        lambda n, length: _rows(n, length, step=1),
    ),
    Mistake(
        "A token is left out between two rows. It has been a target, but it should be an input, "
        "too.",
        lambda n, length: _rows(n, length, step=length + 1),
    ),
    Mistake(
        "Your rows are one token too short. The last token of a row has its target in the text, "
        "too.",
        lambda n, length: (_all_rows(n, length)[:, :-1], _all_rows(n, length)[:, 1:]),
    ),
    Mistake(
        "A row is missing at the end that is full and has all its targets. How many such rows are "
        "there in n tokens?",
        lambda n, length: _rows(n, length, count=len(n) // length - 1),
    ),
    Mistake(
        "Only the first row is there. The text has more.",
        lambda n, length: _rows(n, length, count=1),
        _of_both(lambda part, _: part[0]),
    ),
    Mistake(
        "Rows and columns are exchanged: a row holds tokens that stand side by side in the text.",
        _of_both(lambda part, _: part.T),
    ),
    Mistake(
        "Tokens that follow each other in the text stand below each other in your table, or its "
        "sizes are exchanged: a row has `length` tokens, side by side. `reshape` fills row by row.",
        _of_both(lambda part, length: part.reshape(length, -1).T),
        _of_both(lambda part, length: part.reshape(length, -1)),
    ),
)

rows_to_guess = Function(
    name="rows_to_guess",
    expected=_rows,
    shown=(np.arange(12) + 30, 4),
    draw=lambda rng: (rng.permutation(60)[: int(rng.integers(14, 30))], int(rng.integers(3, 6))),
    mistakes=MISTAKES,
    run=_run,
    also={"two whole rows and one token more": (np.arange(11) + 5, 5)},
    done="Every token that is kept, but the first, is the target of one place and of one alone. So "
    "a text of a billion tokens brings a billion tasks, and nobody has to write down an answer.",
)
