"""Exercise 9.2: each word's vector, divided by its own root mean square."""

import numpy as np

from helpers.checks.kinds.function import Function, Mistake
from helpers.readers import worked_examples


def _rms(rows, axis=-1):
    return np.sqrt((rows**2).mean(axis=axis, keepdims=True))


def _right(rows):
    return rows / _rms(rows)


def layer_norm(rows):
    """Return the rows (n, d), each less its mean and over its standard deviation."""
    rows = rows - rows.mean(axis=-1, keepdims=True)
    return rows / rows.std(axis=-1, keepdims=True)


MISTAKES = (
    Mistake(
        "That is the norm of section 9.3, which takes the mean away first. The leaner one does "
        "without this step.",
        layer_norm,
    ),
    Mistake(
        "You divide by the standard deviation, which measures from the mean of the row. From "
        "where does the root mean square measure?",
        lambda rows: rows / rows.std(axis=-1, keepdims=True),
    ),
    Mistake(
        "You take the mean away and divide by the root mean square of what was there before. "
        "The leaner norm leaves the mean in.",
        lambda rows: (rows - rows.mean(axis=-1, keepdims=True)) / _rms(rows),
    ),
    Mistake(
        "You divide by the length of the row, the root of the sum of its squares. The mean "
        "of the squares is asked for.",
        lambda rows: rows / np.linalg.norm(rows, axis=-1, keepdims=True),
    ),
    Mistake(
        "You take the root of the sum and divide that by the width. Read “root mean square” "
        "from its end: the mean belongs under the root.",
        lambda rows: rows.shape[1] * rows / np.linalg.norm(rows, axis=-1, keepdims=True),
    ),
    Mistake(
        "You divide by the mean of the squares. One step is left out: a row ten times as long "
        "should come out the same.",
        lambda rows: rows / _rms(rows) ** 2,
    ),
    Mistake(
        "You work down the columns. A norm works on each word’s vector alone: is that a row "
        "or a column?",
        lambda rows: rows / _rms(rows, axis=0),
    ),
    Mistake(
        "You divide all rows by one number, that of the whole table. Each row has a size of "
        "its own.",
        lambda rows: rows / _rms(rows, axis=None),
    ),
    Mistake(
        "You divide every row by the root mean square of the first.",
        lambda rows: rows / _rms(rows)[0],
    ),
    Mistake(
        "You divide the first column by the number of the first row, the second column by that "
        "of the second row. How must these numbers lie, so that each row gets its own?",
        lambda rows: rows / _rms(rows)[:, 0],
    ),
    Mistake(
        "You divide the sum of the squares by the number of words. The mean is over the "
        "numbers of one word: how many are these?",
        lambda rows: rows / _rms(rows) * np.sqrt(len(rows) / rows.shape[1]),
    ),
    Mistake(
        "You divide the sum of the squares by one less than the width. Here the mean is meant, "
        "over all the numbers of a row.",
        lambda rows: rows / _rms(rows) * np.sqrt(1 - 1 / rows.shape[1]),
    ),
    Mistake(
        "You divide by the mean of the numbers without their signs. Large numbers count more "
        "once they are squared.",
        lambda rows: rows / np.abs(rows).mean(axis=-1, keepdims=True),
        lambda rows: rows / np.sqrt(np.abs(rows).mean(axis=-1, keepdims=True)),
    ),
    Mistake(
        "You divide by the mean, or by its root: where numbers cancel each other it says "
        "nothing of their size. What must happen to them before the mean is taken?",
        lambda rows: rows / np.abs(rows.mean(axis=-1, keepdims=True)),
        lambda rows: rows / np.sqrt(rows.mean(axis=-1, keepdims=True)),
        lambda rows: rows / rows.mean(axis=-1, keepdims=True),
    ),
    Mistake(
        "You multiply by the root mean square: long rows become longer.",
        lambda rows: rows * _rms(rows),
    ),
    Mistake(
        "You return the root mean squares. Each row has still to be divided by its own.",
        _rms,
        lambda rows: _rms(rows)[:, 0],
    ),
    Mistake(
        "You add a small number under the root, as libraries do, so that nothing is divided by "
        "0. Here none is asked for.",
        lambda rows: rows / np.sqrt(_rms(rows) ** 2 + 1e-5),
    ),
)

rms_norm = Function(
    name="rms_norm",
    expected=_right,
    # a square table: divisors that lie along the columns are named, and do not crash
    shown=(worked_examples.load("i_love_apple_phones").embeddings,),
    draw=lambda rng: (rng.normal(loc=0.4, size=(int(rng.integers(2, 5)), 5)),),
    mistakes=MISTAKES,
    done="Every row now has the root of its width as its length. The mean stays in: add a number "
    "to a whole row and the result changes; the norm of section 9.3 does not notice.",
)
