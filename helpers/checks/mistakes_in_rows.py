"""Mistakes in cutting a text into rows and giving each of its tokens a target."""

import numpy as np

from helpers.checks.kinds.function import known
from helpers.checks.mistakes_in_pieces import expect_whole
from helpers.learner.calls import TroubleError

NO_TARGET = (
    "You cut all tokens into rows, but the last token of the text has no target: behind it nothing "
    "stands. How many rows are full and have all their targets?"
)


def rows(numbers, length, step=None, count=None):
    """Return inputs and targets, each (rows, length); a row begins `step` behind the last one."""
    step = length if step is None else step
    count = (len(numbers) - 1 - length) // step + 1 if count is None else count
    places = step * np.arange(count)[:, None] + np.arange(length)
    return numbers[places], numbers[places + 1]


def run_for_rows(given, numbers, length):
    """Return what a learner's function gives, or say that a target is missing or no number whole.

    One that takes the last token of the text for an input has a target too few to make rows of.
    """
    try:
        result = given(numbers, length)
    except ValueError as error:
        if f"cannot reshape array of size {len(numbers) - 1} " not in str(error):
            raise
        raise TroubleError(NO_TARGET) from None
    if isinstance(result, list | tuple | np.ndarray) and len(result) == 2:  # inputs and targets
        expect_whole(result, rows(numbers, length))
    return result


def _in_other_rows(numbers, length, of=np.transpose):
    """Put tokens that follow each other below each other: `reshape` where a transpose is meant."""
    inputs, targets = rows(numbers, length)
    return tuple(of(part.reshape(length, -1)) for part in (inputs, targets))


def _all_rows(numbers, length):
    return numbers[: len(numbers) // length * length].reshape(-1, length)


def _rolled(numbers, length):
    return _all_rows(numbers, length), _all_rows(np.roll(numbers, -1), length)


def _rolled_flat(numbers, length):
    whole = _all_rows(numbers, length)
    return whole, np.roll(whole, -1)


def _narrow(numbers, length):
    whole = _all_rows(numbers, length)
    return whole[:, :-1], whole[:, 1:]


OF_ROWS = (
    *known(
        "Each token is to guess itself. Its target is the token behind it.",
        lambda n, length: (rows(n, length)[0],) * 2,
        lambda n, length: (_all_rows(n, length),) * 2,
    ),
    *known("Inputs and targets are exchanged.", lambda n, length: rows(n, length)[::-1]),
    *known(
        "Your targets are shifted the other way: each token is to guess the one before it.",
        lambda n, length: (
            (rows(n, length)[0], _all_rows(np.roll(n, 1), length)[: len(n) // length])
            if len(n) % length
            else (rows(n, length)[0], _all_rows(np.roll(n, 1), length)[:-1])
        ),
        lambda n, length: (_all_rows(n, length), _all_rows(np.roll(n, 1), length)),
    ),
    *known(
        "At the end of each row the target is that row's first token. Which token follows in the "
        "text?",
        lambda n, length: (rows(n, length)[0], np.roll(rows(n, length)[0], -1, axis=1)),
        lambda n, length: (_all_rows(n, length), np.roll(_all_rows(n, length), -1, axis=1)),
    ),
    *known(
        "The last token of the text gets its first token as a target, but nothing follows it. How "
        "many rows are full and have all their targets?",
        _rolled,
        _rolled_flat,
    ),
    *known(
        "Your rows overlap. Each begins where the one before it ends.",
        lambda n, length: rows(n, length, step=1),
    ),
    *known(
        "A token is left out between two rows. It has been a target, but it should be an input, "
        "too.",
        lambda n, length: rows(n, length, step=length + 1),
    ),
    *known(
        "Your rows are one token too short. The last token of a row has its target in the text, "
        "too.",
        _narrow,
    ),
    *known(
        "A row is missing at the end that is full and has all its targets. How many such rows are "
        "there in n tokens?",
        lambda n, length: rows(n, length, count=len(n) // length - 1),
    ),
    *known(
        "Only the first row is there. The text has more.",
        lambda n, length: rows(n, length, count=1),
        lambda n, length: tuple(part[0] for part in rows(n, length)),
    ),
    *known(
        "Rows and columns are exchanged: a row holds tokens that stand side by side in the text.",
        lambda n, length: tuple(part.T for part in rows(n, length)),
    ),
    *known(
        "Tokens that follow each other in the text stand below each other in your table, or its "
        "sizes are exchanged: a row has `length` tokens, side by side. `reshape` fills row by row.",
        _in_other_rows,
        lambda n, length: _in_other_rows(n, length, of=np.array),
    ),
)
