"""Compares what a learner's code gave with what it should give, and names the first difference."""

import itertools

import numpy as np

from helpers.checks.calls import is_tensor

CLOSE = {"numpy": 1e-6, "torch": 1e-4}  # relative to the largest number; torch counts in float32


class UnusableError(Exception):
    """What came back cannot be compared, and why, in one sentence."""


def usable(given, expected, library="numpy"):
    """Return what came back as a tuple of arrays of any shape; UnusableError: why not.

    given    : whatever a learner's code returned
    expected : an array or number, or a tuple of them
    library  : "numpy" takes arrays, numbers and lists, "torch" takes tensors
    """
    if given is None:
        raise UnusableError("returned None: does it end with a `return`?")
    if hasattr(given, "_fields"):  # a named tuple, such as an `Attention`
        raise UnusableError(f"returned {kind_of(given)} as a whole: which part of it is asked for?")
    if not isinstance(expected, tuple):
        return (_array(given, library),)
    if not isinstance(given, tuple | list) or len(given) != len(expected):
        came = f"{len(given)} things" if isinstance(given, tuple | list) else kind_of(given)
        raise UnusableError(f"should return {len(expected)} things, but returned {came}.")
    return tuple(_array(part, library) for part in given)


def arrays(result):
    """Return a right or a foreseen result as a tuple of arrays of floats."""
    parts = result if isinstance(result, tuple) else (result,)
    return tuple(np.asarray(_plain(part), dtype=float) for part in parts)


def agree(first, second, library="numpy"):
    """Return whether two tuples of arrays are equal up to rounding; NaN equals NaN."""
    return len(first) == len(second) and all(
        one.shape == other.shape and not _differs(one, other, CLOSE[library]).any()
        for one, other in zip(first, second, strict=True)
    )


def first_difference(given, expected, library="numpy"):
    """Return where the first difference stands, with both numbers, as a sentence."""
    for part, (one, other) in enumerate(zip(given, expected, strict=True)):
        if one.shape != other.shape:
            which = f"result {part + 1}" if len(given) > 1 else "what is returned"
            return f"{which} {_misshapen(one.shape, other.shape)}"
        differs = _differs(one, other, CLOSE[library])
        if differs.any():
            place = tuple(int(i) for i in np.argwhere(differs)[0])
            right, came = _told_apart(float(other[place]), float(one[place]))
            where = f" at [{', '.join(map(str, place))}]" if place else ""
            which = f" of result {part + 1}" if len(given) > 1 else ""
            return f"first difference{where}{which}: expected {right}, yours is {came}."
    return ""


def is_rounded(given, expected):
    """Return whether what was given is right, but rounded to one to four places."""
    if any(one.shape != other.shape for one, other in zip(given, expected, strict=True)):
        return False
    return any(
        all(np.allclose(one, np.round(other, places), rtol=0, atol=1e-9) for one, other in pairs)
        for places in range(1, 5)
        for pairs in [list(zip(given, expected, strict=True))]
    )


def _array(given, library):
    """Return one part as an array of floats, or raise `UnusableError`."""
    if given is None or given is ...:
        raise UnusableError(f"returned {given} as a part: is that part still to write?")
    if library == "numpy" and is_tensor(given):
        raise UnusableError("returned a torch tensor; here a NumPy array is asked for.")
    if library == "torch" and not is_tensor(given):
        raise UnusableError(f"should return a torch tensor, but returned {kind_of(given)}.")
    try:
        array = np.asarray(_plain(given))
        if array.dtype.kind not in "biuf":
            raise ValueError
    except (TypeError, ValueError, RuntimeError):
        words = f"should return numbers, but returned {kind_of(given)}."
        raise UnusableError(words) from None
    return array.astype(float)


def _plain(thing):
    """Return a tensor, or a list that may hold tensors, as what NumPy takes."""
    if is_tensor(thing):
        return thing.detach().cpu().numpy()
    if isinstance(thing, list | tuple):
        return [_plain(part) for part in thing]
    return thing


def _misshapen(came, wanted):
    said = {(): "one number"}
    words = f"should be {said.get(wanted, f'shape {wanted}')}"
    return f"{words}, but is {said.get(came, f'shape {came}')}."


def kind_of(thing):
    """Return what kind of thing this is, with its article."""
    name = type(thing).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' or name == 'ndarray' else 'a'} {name}"


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
