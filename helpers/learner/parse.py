"""What code, a typed field or the page gave, read as what it should be; or one sentence why not.

The readers of parts of a state (`number`, `whole_number`, `place`, `choice`, `switch`, `names`,
`matrix`) raise ValueError with what was expected and what came. The readers of what the page
reports (`is_place`, `finite`) answer quietly: a report may be late or forged.
"""

import contextlib
import itertools
import operator
import re
import sys
import unicodedata

import numpy as np

LONGEST = 40  # letters of a name
ENDLESS = 10_000  # entries, past which a list is taken to have no end
DEEPEST = 4  # lists within lists; deeper ones hold themselves
# Signs that turn the direction of the text around them, far beyond a name or a message's quote.
TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


class NotNumbersError(ValueError):
    """What was given instead of numbers, in a few words, "" where no word helps."""


def number(value, what="A number", low=-np.inf, high=np.inf):
    """Return a number from low to high, also a typed one: "−1,5" is −1.5."""
    text, shown = _shown(value), _shown(value, most=21)
    if re.fullmatch(r"[-−]?\d{1,3}(,\d{3})+", text):
        plain = shown.replace(",", "")
        raise ValueError(f"“{shown}” could be {plain} or a decimal; write it without the comma.")
    try:
        read = float(text.replace(",", ".").replace("−", "-"))
    except ValueError:
        raise ValueError(f"“{shown}” is not a number; the last one stays.") from None
    if not np.isfinite(read):
        raise ValueError(f"“{shown}” is not a finite number; the last one stays.")
    if not low <= read <= high:
        raise ValueError(f"{what} must lie between {low:g} and {high:g}; {read:g} does not.")
    return read


def whole_number(value, what, low, high):
    """Return a whole number from low to high, also a typed one."""
    read = number(value, what, low, high)
    if read != int(read):
        raise ValueError(f"{what} must be a whole number; {read:g} is none.")
    return int(read)


def place(value, what, count, *, none=False):
    """Return a place from 0 to count - 1, as a plain whole number.

    none : whether -1, for no place, can be given too
    """
    found = whole(value)
    if found is None or not (-1 if none else 0) <= found < count:
        or_none = ", or -1 for none" if none else ""
        raise ValueError(
            f"{what} must be a place from 0 to {count - 1}{or_none}; {said(value)} is none."
        )
    return found


def choice(value, what, names):
    """Return one of some names."""
    if not isinstance(value, str) or value not in names:
        raise ValueError(f"{what} must be one of {', '.join(names)}; {said(value)} is none.")
    return value


def choices(values, what, names):
    """Return some of the names as a tuple, in their order; a single one may stand alone."""
    given = [values] if isinstance(values, str) else listed(values)
    if given is None or not all(isinstance(name, str) and name in names for name in given):
        raise ValueError(f"{what} must be some of {', '.join(names)}; {said(values)} is not.")
    return tuple(name for name in names if name in given)


def switch(value, what):
    """Return True or False."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{what} must be True or False; {said(value)} is neither.")
    return bool(value)


def numbers_in_row(values, what, low=-np.inf, high=np.inf, *, least=1, most=ENDLESS):
    """Return numbers, also typed ones, as a tuple of floats."""
    entries = None if isinstance(values, str) else listed(values)
    if entries is None:
        raise ValueError(f"{what} must be a row of numbers; {said(values)} is none.")
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
        raise ValueError(f"{what} is not written yet.")
    read = real_array(_typed(values), wanted)
    fits = read.ndim == 2 and read.size
    if not fits or any(c not in (None, s) for c, s in zip(shape, read.shape, strict=True)):
        raise ValueError(f"{wanted}; the shape here is {read.shape}.")
    outside = ~((read >= low) & (read <= high))  # NaN is not inside either
    if outside.any():
        entry = read[outside][0]
        raise ValueError(f"{what} must hold numbers from {low:g} to {high:g}; {entry:g} is none.")
    read.setflags(write=False)
    return read


def name(value, what):
    """Return a name as it is shown: on one line, not empty, not endless, no hidden controls."""
    text = _shown(value)
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
        raise ValueError(f"The {kind}s must be a list of words; {said(values)} is none.")
    if not least <= len(entries) <= most:
        raise ValueError(f"There are {least} to {most} {kind}s here; this has {len(entries)}.")
    return tuple(name(entry, what) for entry in entries)


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


def is_place(value, count):
    """Return whether the page reported a place from 0 to count - 1; 0.0 and True are none."""
    return type(value) is int and 0 <= value < count


def finite(value, low=-np.inf, high=np.inf):
    """Return a number that the page reported, None for what is none: "1", True, NaN, 1e400."""
    if type(value) in (int, float) and low <= value <= high:
        with contextlib.suppress(OverflowError):  # a whole number beyond every float
            return float(value) if np.isfinite(float(value)) else None
    return None


def whole(value):
    """Return a whole number of any library as a plain one, None for anything else; True is none."""
    if not isinstance(value, bool | np.bool_):
        with contextlib.suppress(Exception):  # a stranger's __index__ may raise anything
            return operator.index(value)
    return None


def listed(values):
    """Return some values as a list, None for what cannot be listed or does not end."""
    with contextlib.suppress(Exception):  # a stranger's iterator may raise anything
        entries = list(itertools.islice(values, ENDLESS + 1))
        return entries if len(entries) <= ENDLESS else None
    return None


def said(value):
    """Return a value as a message shows it: on one line, not endless."""
    return _shown(value, repr, LONGEST)


def shortened(text, most):
    """Return a text of so many letters at most, the last one … where some are left out."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def kind_of(value):
    """Return the name of a value's class as a message shows it, whatever its metaclass does."""
    return _shown(type.__dict__["__name__"].__get__(type(value)), most=LONGEST)


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
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(given, torch.Tensor):
        given = given.detach().cpu().resolve_conj()
        return (given.double() if given.dtype == torch.bfloat16 else given).numpy()
    return given


def _shown(value, write=str, most=np.inf):
    """Return a text on one line that can be sent back: half a pair of surrogates becomes `?`."""
    try:
        text = write(value)
    except Exception:  # a stranger's str may raise anything, that of a number of 5,000 digits does
        text = "inf" if isinstance(value, int) else kind_of(value)
    text = " ".join(text.encode("utf-8", "replace").decode().translate(TURNING).split())
    return shortened(text, most)
