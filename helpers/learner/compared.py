"""Compares what a learner's code gave with what it should give, and names the first difference."""

import itertools
import math

import numpy as np

from helpers.learner.arrays import NotNumbersError, is_tensor, real_numbers
from helpers.learner.messages import a_kind

LARGEST = 1_000_000  # numbers; no answer here is as large, and a copy of one fills the memory
WIDEST = 12  # numbers of a row that a message shows
CLOSE = {"numpy": 1e-6, "torch": 1e-4}  # relative to the largest number; torch counts in float32


class UnusableError(Exception):
    """Why a result cannot be used, as a sentence that goes on from the function's name."""


class TooLargeError(UnusableError):
    """What came back is too large to be copied."""


def usable(given, expected, library="numpy"):
    """Return what came back as a tuple of arrays of any shape; UnusableError: why not.

    given    : whatever a learner's code returned
    expected : an array or number, or a tuple of them
    library  : "numpy" takes arrays, numbers and lists, "torch" takes tensors
    """
    if given is None:
        raise UnusableError("returned None: does it end with a `return`?")
    if hasattr(given, "_fields"):  # a named tuple, such as an `Attention`
        asked = "parts of it are" if isinstance(expected, tuple) else "part of it is"
        raise UnusableError(f"returned {a_kind(given)} as a whole: which {asked} needed?")
    if not isinstance(expected, tuple):
        _refuse_more(given, expected, library)
        return (_array(given, library),)
    if _is_stack(given, expected):
        given = tuple(given)
    if not isinstance(given, tuple | list) or len(given) != len(expected):
        came = f"{len(given)} things" if isinstance(given, tuple | list) else a_kind(given)
        alone = _part_alone(given, expected, library)
        words = f"should return {len(expected)} things, but returned {came}{alone}."
        raise UnusableError(words)
    return tuple(_array(part, library) for part in given)


def _refuse_more(given, expected, library):
    """Raise UnusableError where a tuple came and one part of it is what is asked for."""
    if isinstance(given, tuple) and len(given) > 1 and np.ndim(expected):
        for k, part in enumerate(given, 1):
            if _part_alone(part, (expected,), library):
                words = f"returned a tuple of {len(given)} things; only number {k} is needed."
                raise UnusableError(words)


def _is_stack(given, expected):
    """Return whether an array holds the parts that are asked for, one behind the other."""
    is_array = isinstance(given, np.ndarray) or is_tensor(given)
    if not is_array or given.ndim == 0 or len(given) != len(expected):
        return False
    return given.ndim == 1 + max(np.ndim(part) for part in expected) or given.dtype == object


def _part_alone(given, expected, library):
    """Return that what came is one of the parts, if it is."""
    try:
        came = (_array(given, library),)
    except UnusableError:
        return ""
    parts = [k for k, part in enumerate(arrays(expected), 1) if agree(came, (part,), library)]
    return f", result {parts[0]} alone" if parts else ""


def arrays(result):
    """Return a right or a foreseen result as a tuple of arrays of floats."""
    parts = result if isinstance(result, tuple) else (result,)
    return tuple(real_numbers(part).astype(float) for part in parts)


def agree(first, second, library="numpy"):
    """Return whether two tuples of arrays are equal up to rounding; NaN equals NaN."""
    return len(first) == len(second) and all(
        one.shape == other.shape and not _differs(one, other, CLOSE[library]).any()
        for one, other in zip(first, second, strict=True)
    )


def first_difference(given, expected, library="numpy", name=None):
    """Return where the first difference stands, with both numbers, as a sentence.

    name : takes k and n, and returns what result number k of n is called
    """
    name = name or (lambda k, n: f"result {k}")
    for part, (one, other) in enumerate(zip(given, expected, strict=True)):
        called = name(part + 1, len(expected))
        if one.shape != other.shape:
            which = called if len(given) > 1 else "what is returned"
            return f"{which} {_misshapen(one.shape, other.shape)}"
        differs = _differs(one, other, CLOSE[library])
        if differs.any():
            place = tuple(int(i) for i in np.argwhere(differs)[0])
            right, came = _told_apart(float(other[place]), float(one[place]))
            where = f" at [{', '.join(map(str, place))}]" if place else ""
            which = f" of {called}" if len(given) > 1 else ""
            return f"first difference{where}{which}: expected {right}, yours is {came}."
    return ""


def first_row(given, expected, library="numpy"):
    """Return the row in which the first difference stands, as it should be and as it is, or ""."""
    for one, other in zip(given, expected, strict=True):
        if one.shape != other.shape:
            return ""
        differs = _differs(one, other, CLOSE[library])
        if differs.any():
            row = tuple(np.argwhere(differs)[0][:-1])
            if one.ndim == 0 or not 1 < one.shape[-1] <= WIDEST:
                return ""
            what = "The row it's in" if one.ndim > 1 else "All of it"
            return f"{what} should be {in_short(other[row])}; yours is {in_short(one[row])}."
    return ""


def in_short(array):
    """Return a small array on one line, with four digits of each number."""
    digits = {"float_kind": "{:.4g}".format}
    return " ".join(np.array2string(array, separator=", ", formatter=digits).split())


def _array(given, library):
    """Return one part as an array of floats, of whole numbers where its owner made it so.

    Raises `UnusableError`.
    """
    if given is None or given is ...:
        raise UnusableError(f"returned {given} as one part. Is that part still unwritten?")
    if library == "numpy" and is_tensor(given):
        raise UnusableError("returned a torch tensor; this exercise needs a NumPy array.")
    if library == "torch" and not is_tensor(given):
        raise UnusableError(f"should return a torch tensor, but returned {a_kind(given)}.")
    _refuse_large(given)
    try:
        array = real_numbers(given)
    except NotNumbersError as error:
        came = str(error) or a_kind(given)
        raise UnusableError(f"should return numbers, but returned {came}.") from None
    is_whole = isinstance(given, np.ndarray) and array.dtype.kind in "iu"
    return array if is_whole else array.astype(float)


def same(first, second):
    """Return whether two nests of arrays, numbers and texts hold the same, up to rounding."""
    if isinstance(first, tuple | list):
        alike = len(first) == len(second)
        return alike and all(map(same, first, second))
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[k], second[k]) for k in first)
    if hasattr(first, "state_dict"):  # a module: what it has learned
        return same(first.state_dict(), second.state_dict())
    if is_tensor(first):
        first, second = (one.detach().cpu().numpy() for one in (first, second))
    if isinstance(first, np.ndarray):
        fits = isinstance(second, np.ndarray) and first.shape == second.shape
        if not fits or first.dtype.kind != "f":
            return fits and np.array_equal(first, second)
        return np.allclose(first, second, rtol=1e-9, atol=1e-12, equal_nan=True)
    return first == second if isinstance(first, int | float | str | bool) else True


def _refuse_large(given):
    """Raise `TooLargeError` for an array, or one in a list, that is too large to be copied."""
    if isinstance(given, list | tuple):
        for part in given:
            _refuse_large(part)
    elif (isinstance(given, np.ndarray) or is_tensor(given)) and math.prod(given.shape) > LARGEST:
        words = f"returned an array of shape {tuple(given.shape)}, far larger than it should be."
        raise TooLargeError(words)


def _misshapen(came, wanted):
    said = {(): "one number"}
    words = f"should be {said.get(wanted, f'shape {wanted}')}"
    return f"{words}, but is {said.get(came, f'shape {came}')}."


def _differs(one, other, close):
    finite = np.isfinite(other)
    largest = np.abs(other[finite]).max() if finite.any() else 0.0
    return ~np.isclose(one, other, rtol=close, atol=close * largest + 1e-12, equal_nan=True)


def _told_apart(right, came):
    """Return both numbers with as many digits as it takes to see that they differ, at least 4."""
    for digits in itertools.count(4):
        texts = f"{right:.{digits}g}", f"{came:.{digits}g}"
        if texts[0] != texts[1] or digits > 17:
            return texts
    raise AssertionError
