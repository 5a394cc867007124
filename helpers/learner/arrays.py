"""Real numbers that a learner gave, in lists, arrays or tensors, as NumPy takes them."""

import contextlib
import itertools
import sys

import numpy as np

ENDLESS = 10_000  # entries, past which a list is taken to have no end
DEEPEST = 4  # lists within lists; deeper ones hold themselves


class NotNumbersError(ValueError):
    """What was given instead of numbers, in a few words, "" where no word helps."""


def real_array(given, expected):
    """Return numbers as a float array of their own.

    Raises ValueError, in one sentence that begins with `expected`, for anything else.
    """
    try:
        return real_numbers(given).astype(float)
    except NotNumbersError as error:
        came = f", not {error}" if str(error) else ""
        raise ValueError(f"{expected}{came}.") from None


def real_numbers(given):
    """Return real numbers as an array, not copied where they are one; raises NotNumbersError.

    A tensor's gradient is left behind: nothing here needs it. What would be lost of complex
    numbers and of a masked array, and what texts would mean, is for their owner to decide.
    """
    try:
        array = np.asarray(_plain(given, DEEPEST))
        if array.dtype.kind == "O" and not any(isinstance(one, str | bytes) for one in array.flat):
            array = array.astype(float)  # Fractions, say, or whole numbers of many digits
    except NotNumbersError:
        raise
    except Exception:  # a stranger's __array__ or __float__ may raise anything
        raise NotNumbersError from None
    if array.dtype.kind in "OSU" and array.ndim:
        raise NotNumbersError("texts")
    if array.dtype.kind == "c":
        raise NotNumbersError("complex ones (take .real or abs of them)")
    if array.dtype.kind not in "fiub":
        raise NotNumbersError
    return array


def is_tensor(thing):
    """Return whether a thing is a torch tensor, without importing torch."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(thing, torch.Tensor)


def listed(values):
    """Return some values as a list, None for what cannot be listed or does not end."""
    with contextlib.suppress(Exception):  # a stranger's iterator may raise anything
        entries = list(itertools.islice(values, ENDLESS + 1))
        return entries if len(entries) <= ENDLESS else None
    return None


def _plain(given, levels):
    """Return what NumPy reads as it is meant, in lists as well."""
    if isinstance(given, np.ma.MaskedArray):
        raise NotNumbersError("a masked array (fill its holes first, as .filled(0) does)")
    sequence = hasattr(type(given), "__getitem__") and not hasattr(given, "__array__")
    if sequence and not isinstance(given, str | bytes):
        entries = listed(given) if levels and not isinstance(given, dict) else None
        if entries is None:
            raise NotNumbersError
        return [_plain(entry, levels - 1) for entry in entries]
    if is_tensor(given):
        given = given.detach().cpu().resolve_conj()
        return (given.double() if str(given.dtype) == "torch.bfloat16" else given).numpy()
    return given
