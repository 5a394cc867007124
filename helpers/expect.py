"""What the functions of attention expect of their arrays, and the errors that say what came."""

import math
import operator

import numpy as np


def floats(array, name, least_axes=2):
    """Return `array` as floats: floats as they are, integers as float64."""
    try:
        array = np.asarray(array)
    except ValueError:
        raise ValueError(f"{name} must be a rectangular array, got rows of other lengths") from None
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name} must hold real numbers, got dtype {array.dtype}")
    if array.ndim < least_axes:
        raise ValueError(f"{name} must have at least {least_axes} axes, got shape {array.shape}")
    return array if array.dtype.kind == "f" else array.astype(np.float64)


def fitting(queries, keys, values):
    """Return the three as floats of one dtype, or say which two do not fit."""
    named = {"queries": queries, "keys": keys, "values": values}
    named = {name: floats(array, name) for name, array in named.items()}
    for name, array in named.items():
        if 0 in array.shape[-2:]:
            raise ValueError(f"{name} must have at least one row and one column, got {array.shape}")
        unusable = ~np.isfinite(array).all(axis=-1)
        if unusable.any():
            raise ValueError(
                f"{name} must be finite, got NaN or inf in row {first_place(unusable)}"
            )
    shapes = ", ".join(f"{name} {array.shape}" for name, array in named.items())
    queries, keys, values = named.values()
    if queries.shape[-1] != keys.shape[-1]:
        raise ValueError(f"queries and keys must have one width d_k, got {shapes}")
    if keys.shape[-2] != values.shape[-2]:
        raise ValueError(f"every key needs one value, got {shapes}")
    try:
        np.broadcast_shapes(queries.shape[:-2], keys.shape[:-2], values.shape[:-2])
    except ValueError:
        raise ValueError(f"the batch axes must fit each other, got {shapes}") from None
    dtype = np.result_type(queries, keys, values)
    return tuple(array.astype(dtype, copy=False) for array in (queries, keys, values))


def rows(name, matrix, count, partner):
    """Return the matrix as floats, or say that its rows do not fit its partner's width."""
    matrix = floats(matrix, name)
    if matrix.ndim != 2 or matrix.shape[0] != count:
        raise ValueError(f"{name} must have {count} rows to fit {partner}, got {matrix.shape}")
    return matrix


def usable_peak(peak, axis):
    """Say which row of scores has no largest number to subtract, by its peak."""
    reasons = {
        "holds NaN: every score must be a number": np.isnan(peak),
        "reaches +inf: scores must be finite, or -inf to hide a key": np.isposinf(peak),
        "may look nowhere: all its scores are -inf": np.isneginf(peak),
    }
    for reason, bad in reasons.items():
        if bad.any():
            raise ValueError(f"row {first_place(bad.squeeze(axis))} of the scores {reason}")


def first_place(bad):
    """Return where the first True stands: a plain number for one axis, else a tuple."""
    place = tuple(int(i) for i in np.argwhere(bad)[0])
    return place[0] if len(place) == 1 else place or 0


def count(name, number, least=1, most=math.inf):
    """Return a whole number within its limits, or say what came."""
    try:
        number = operator.index(number)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, got {number!r}") from None
    if not least <= number <= most:
        limits = f"at least {least}" if most == math.inf else f"from {least} to {most}"
        raise ValueError(f"{name} must be {limits}, got {number}")
    return number
