"""Typed values taken from one TOML table, with errors that name the file and the key."""

import sys

import numpy as np

from helpers.readers.expressions import evaluate

REQUIRED = object()
KINDS = {
    bool: "true or false",
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "a table",
}


class Fields:
    """A TOML table whose keys are taken one by one, so that what is left over is unknown.

    table : as tomllib reads it; it is not changed
    place : what an error begins with, such as `data/worked_examples/NAME.toml: printed[3].`

    Raises ValueError, naming the place, for anything but a table.
    """

    def __init__(self, table, place):
        if not isinstance(table, dict):
            raise ValueError(f"{place.rstrip('.')}: expected a table, got {table!r}")
        self.table = dict(table)
        self.place = place

    def take(self, key, kind, default=REQUIRED):
        """Return the value of a key; ValueError if it is of another kind, or missing."""
        if key not in self.table:
            if default is REQUIRED:
                raise ValueError(f"{self.place}{key}: missing")
            return default
        value = self.table.pop(key)
        if type(value) is not kind:
            raise ValueError(f"{self.place}{key}: expected {KINDS[kind]}, got {value!r}")
        return value

    def texts(self, key):
        """Return a list of texts as a tuple; without the key it is empty."""
        texts = self.take(key, list, [])
        if not all(type(text) is str for text in texts):
            raise ValueError(f"{self.place}{key}: expected a list of texts, got {texts!r}")
        return tuple(texts)

    def numbers(self, key, default=REQUIRED):
        """Return a number, a row or rows as an array of floats; texts in it are arithmetic."""
        if key not in self.table and default is not REQUIRED:
            return default
        if key not in self.table:
            raise ValueError(f"{self.place}{key}: missing")
        return _numbers(self.table.pop(key), self.place + key)

    def matrix(self, key, rows=None):
        """Return rows of numbers, as many as `rows` where that is given; without the key None."""
        matrix = self.numbers(key, None)
        if matrix is not None and (matrix.ndim != 2 or rows not in (None, len(matrix))):
            wanted = "rows" if rows is None else f"{rows} rows"
            raise ValueError(f"{self.place}{key}: expected {wanted} of numbers, got {matrix.shape}")
        return matrix

    def finish(self):
        """Raise ValueError if a key is left that nothing asked for."""
        if self.table:
            raise ValueError(f"{self.place}{min(self.table)}: not a key that is known here")


def _numbers(value, place):
    """Turn numbers and texts, single or nested in lists, into an array of floats."""
    if isinstance(value, list):
        rows = [_numbers(row, f"{place}[{i}]") for i, row in enumerate(value)]
        if len({row.shape for row in rows}) != 1:
            lengths = [row.size for row in rows]
            raise ValueError(f"{place}: expected rows of one length, at least 1, got {lengths}")
        return np.array(rows)
    try:
        number = evaluate(value) if type(value) is str else value
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    if type(number) not in (int, float) or not abs(number) <= sys.float_info.max:
        raise ValueError(f"{place}: expected a finite number, got {value!r}")
    return np.array(number, dtype=float)
