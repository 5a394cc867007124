"""What the pictures expect of the arrays and labels they are given."""

import operator

import numpy as np


def numbers(array, axes, name):
    """Return a float array with this many axes and at least one entry, or say what came."""
    try:
        array = np.asarray(array, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a rectangular array of numbers") from None
    if array.ndim != axes or 0 in array.shape:
        words = {1: "one axis", 2: "two axes (rows, columns)", 3: "three axes"}[axes]
        raise ValueError(f"{name} must have {words} and no empty one, got shape {array.shape}")
    return array


def vectors(array, name, count=None):
    """Return finite two-dimensional vectors as rows, or say how many dimensions came."""
    array = numbers(array, 2, name)
    if array.shape[1] != 2:
        raise ValueError(
            f"{name} must have 2 dimensions to stand in a plane, got {array.shape[1]}:"
            " choose two columns"
        )
    if count is not None and len(array) != count:
        raise ValueError(f"{name} must have {count} rows, one per label, got {len(array)}")
    if not np.isfinite(array).all():
        row = int(np.argwhere(~np.isfinite(array))[0][0])
        raise ValueError(f"{name} must be finite to stand in a plane, got NaN or inf in row {row}")
    return array


def labels(texts, count, name, things):
    """Return the labels as strings, or say that their number does not fit the things."""
    if isinstance(texts, str):
        raise ValueError(f"{name} must be a list of strings, got the one string {texts!r}")
    texts = [str(text) for text in texts]
    if len(texts) != count:
        raise ValueError(f"{name} must name all {count} {things}, got {len(texts)} labels")
    return texts


def place(index, count, name):
    """Return a place from 0 to count - 1 (negative counts from the end), or say what came."""
    try:
        index = operator.index(index)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, got {index!r}") from None
    if not -count <= index < count:
        raise ValueError(f"{name} must be from 0 to {count - 1}, got {index}")
    return index % count


def one_of(choice, choices, name):
    """Return the choice, or say what there is to choose from."""
    if choice not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {choice!r}")
    return choice


def in_unit_range(array, name):
    """Raise ValueError for a number that is no weight; NaN may stand, and shows as such."""
    wrong = (array < -1e-6) | (array > 1 + 1e-6)
    if wrong.any():
        raise ValueError(
            f"{name} must lie between 0 and 1, got {array[wrong][0]:.3g}:"
            ' draw other numbers with kind="scores" or kind="numbers"'
        )
