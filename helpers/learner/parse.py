"""What code or a typed field gave, read as what it should be; or one sentence why not.

The readers of parts of a state (`number`, `whole_number`, `place`, `choice`, `switch`, `names`,
`matrix`) raise ValueError with what was expected and what came.
"""

import contextlib
import math
import operator
import re
import unicodedata

import numpy as np

from helpers.learner.arrays import ENDLESS, listed, real_array
from helpers.learner.messages import LONGEST, on_one_line, quoted


def number(value, what="A number", low=-np.inf, high=np.inf):
    """Return a number from low to high, also a typed one: "−1,5" is −1.5."""
    read = value if type(value) is float else _as_float(value)
    if not math.isfinite(read):
        raise ValueError(
            f"“{on_one_line(value, most=21)}” is not a finite number; the last one stays."
        )
    if not low <= read <= high:
        ends = f"{low:.10g} and {high:.10g}"
        raise ValueError(f"{what} must lie between {ends}; {read:.10g} does not.")
    return read


def _as_float(value):
    """Return what is typed, or of another kind, as a float."""
    text, shown = on_one_line(value), on_one_line(value, most=21)
    if re.fullmatch(r"[-−]?\d{1,3}(,\d{3})+", text):
        plain = shown.replace(",", "")
        raise ValueError(f"“{shown}” could be {plain} or a decimal; write it without the comma.")
    try:
        return float(text.replace(",", ".").replace("−", "-"))
    except ValueError:
        raise ValueError(f"“{shown}” is not a number; the last one stays.") from None


def whole_number(value, what, low, high):
    """Return a whole number from low to high, also a typed one."""
    read = number(value, what, low, high)
    if read != int(read):
        raise ValueError(f"{what} must be a whole number; {read:.10g} is not.")
    return int(read)


def place(value, what, count, *, none=False):
    """Return a place from 0 to count - 1, as a plain whole number.

    none : whether -1, for no place, can be given too
    """
    found = whole(value)
    if found is None or not (-1 if none else 0) <= found < count:
        or_none = ", or -1 for none" if none else ""
        raise ValueError(
            f"{what} must be a place from 0 to {count - 1}{or_none}; {quoted(value)} is not."
        )
    return found


def choice(value, what, names):
    """Return one of some names."""
    if not isinstance(value, str) or value not in names:
        raise ValueError(f"{what} must be one of {', '.join(names)}; {quoted(value)} is not.")
    return value


def choices(values, what, names):
    """Return some of the names as a tuple, in their order; a single one may stand alone."""
    given = [values] if isinstance(values, str) else listed(values)
    if given is None or not all(isinstance(name, str) and name in names for name in given):
        raise ValueError(f"{what} must be some of {', '.join(names)}; {quoted(values)} is not.")
    return tuple(name for name in names if name in given)


def switch(value, what):
    """Return True or False."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{what} must be True or False; {quoted(value)} is neither.")
    return bool(value)


def numbers_in_row(values, what, low=-np.inf, high=np.inf, *, least=1, most=ENDLESS):
    """Return numbers, also typed ones, as a tuple of floats."""
    entries = None if isinstance(values, str) else listed(values)
    if entries is None:
        raise ValueError(f"{what} must be a row of numbers; {quoted(values)} is not.")
    if not least <= len(entries) <= most:
        count = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(f"{what} must be {count} numbers; this has {len(entries)}.")
    return tuple(number(entry, f"A number of {what}", low, high) for entry in entries)


def matrix(values, what, low=-np.inf, high=np.inf, *, shape=(None, None)):
    """Return rows of numbers, also typed ones, as an array that cannot be written into.

    shape : the (rows, columns) that there must be, None for any
    """
    counts = ["" if count is None else f"{count} " for count in shape]
    wanted = f"{what} must be {counts[0]}rows of {counts[1]}numbers"
    if values is ...:  # the stub of an exercise
        raise ValueError(f"{what} isn't written yet.")
    read = real_array(_typed(values), wanted)
    fits = read.ndim == 2 and read.size
    if not fits or any(c not in (None, s) for c, s in zip(shape, read.shape, strict=True)):
        raise ValueError(f"{wanted}; the shape here is {read.shape}.")
    outside = ~((read >= low) & (read <= high))  # NaN is not inside either
    if outside.any():
        entry = read[outside][0]
        raise ValueError(f"{what} must hold numbers from {low:g} to {high:g}, not {entry:.10g}.")
    read.setflags(write=False)
    return read


def name(value, what):
    """Return a name as it is shown: on one line, not empty, not endless, no hidden controls."""
    text = on_one_line(value)
    text = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in text)
    text = " ".join(text.split())
    if not any(sign.isprintable() and not sign.isspace() for sign in text):
        raise ValueError(f"{what} needs at least one letter.")
    if len(text) > LONGEST:
        raise ValueError(f"{what} has at most {LONGEST} letters; this has {len(text)}.")
    return text


def names(values, what="A token", least=0, most=ENDLESS):
    """Return names as a tuple of texts, each as it is shown; a single text is refused.

    what : one of what is named, for the message: "A token"
    """
    kind = what.split()[-1]
    entries = None if isinstance(values, str) else listed(values)
    if entries is None:
        raise ValueError(f"The {kind}s must be a list of words; {quoted(values)} is not.")
    if not least <= len(entries) <= most:
        raise ValueError(f"There are {least} to {most} {kind}s here; this has {len(entries)}.")
    return tuple(name(entry, what) for entry in entries)


def whole(value):
    """Return a whole number of any library as a plain one, None for anything else; True is none."""
    if not isinstance(value, bool | np.bool_):
        with contextlib.suppress(Exception):  # a stranger's __index__ may raise anything
            return operator.index(value)
    return None


def _typed(rows):
    """Return rows with each text in them as the number that it is."""
    if not isinstance(rows, list | tuple):
        return rows
    return [
        [number(entry) if isinstance(entry, str) else entry for entry in row]
        if isinstance(row, list | tuple)
        else row
        for row in rows
    ]
