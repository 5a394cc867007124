"""What a hand or a line of code gave, as a number or a name; or one sentence that says why not."""

import contextlib
import itertools
import operator
import re
import unicodedata

import numpy as np

LONGEST = 40  # letters of a name
ENDLESS = 10_000  # entries, past which a list is taken to have no end
# Signs that turn the direction of the text around them, far beyond their name.
TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def number(text):
    """Read a typed number, or a list of them, or say in one sentence what came."""
    if isinstance(text, list):
        return [number(part) for part in text]
    shown = " ".join(_sendable(text).split())
    shown = shown if len(shown) <= 20 else f"{shown[:20]}…"
    if re.fullmatch(r"\s*[-−]?\d{1,3}(,\d{3})+\s*", _sendable(text)):
        plain = shown.replace(",", "")
        raise ValueError(f"“{shown}” could be {plain} or a decimal; write it without the comma.")
    try:
        value = float(_sendable(text).strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        raise ValueError(f"“{shown}” is not a number; the last one stays.") from None
    if not np.isfinite(value):
        raise ValueError(f"“{shown}” is not a finite number; the last one stays.")
    return value


def number_of(entry):
    """Read an entry of a list as a number, as it would be typed, or say what came."""
    return number(_sendable(entry))


def usable_number(typed, name, low, high):
    """Return a typed number within its limits, or say in one sentence what came."""
    value = number_of(typed)
    if not low <= value <= high:
        raise ValueError(f"{name} must lie between {low:g} and {high:g}; {value:g} does not.")
    return value


def is_place(value, count):
    """Return whether a value is a whole number from 0 to count - 1; 0.0 and True are none."""
    return type(value) is int and 0 <= value < count


def whole(value):
    """Return a whole number of any library as a plain one, None for anything else; True is none."""
    if not isinstance(value, bool | np.bool_):
        with contextlib.suppress(Exception):  # a stranger's __index__ may raise anything
            return operator.index(value)
    return None


def place_of(value, count):
    """Return a whole number from 0 to count - 1 as a plain one, None for anything else."""
    place = whole(value)
    return None if place is None or not 0 <= place < count else place


def finite(value, low=-np.inf, high=np.inf):
    """Return a number that the page reported, None for what is none: "1", True, NaN, 1e400."""
    if type(value) in (int, float) and low <= value <= high:
        with contextlib.suppress(OverflowError):  # a whole number beyond every float
            return float(value) if np.isfinite(float(value)) else None
    return None


def share(value):
    """Return a number from 0 to 1, also a typed one, None for anything else; True is none."""
    if not isinstance(value, bool | np.bool_):
        with contextlib.suppress(Exception):  # a stranger's __float__ may raise anything
            return float(value) if 0 <= float(value) <= 1 else None
    return None


def listed(values):
    """Return some values as a list, None for what cannot be listed or does not end."""
    with contextlib.suppress(Exception):  # a stranger's iterator may raise anything
        entries = list(itertools.islice(values, ENDLESS + 1))
        return entries if len(entries) <= ENDLESS else None
    return None


def usable_name(name, what):
    """Return a name as it is shown: on one line, not empty, not endless, no hidden controls.

    what : what is named, for the message: "A token"
    """
    name = _sendable(name)
    name = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in name)
    name = " ".join(name.translate(TURNING).split())
    if not any(sign.isprintable() and not sign.isspace() for sign in name):
        raise ValueError(f"{what} needs at least one letter.")
    if len(name) > LONGEST:
        raise ValueError(f"{what} has at most {LONGEST} letters; this has {len(name)}.")
    return name


def usable_names(names, what="A token"):
    """Return names as a tuple of texts, each as it is shown; a single text is refused."""
    if isinstance(names, str):
        raise ValueError(f"The {what.split()[-1]}s must be a list of words, not one string.")
    entries = listed(names)
    if entries is None:
        raise ValueError(f"The {what.split()[-1]}s must be a list of words.")
    return tuple(usable_name(name, what) for name in entries)


def said(value):
    """Return a value as a message shows it: on one line, not endless."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # whatever a stranger's repr may raise
        text = kind_of(value)
    return text if len(text) <= 40 else text[:39] + "…"


def kind_of(value):
    """Return the name of a value's class as a message shows it, whatever its metaclass does."""
    name = " ".join(_sendable(type.__dict__["__name__"].__get__(type(value))).split())
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _sendable(value):
    """Return a text that can be sent back: half a pair of surrogates cannot, and becomes `?`."""
    try:
        text = str(value)
    except Exception:  # a stranger's str may raise anything, that of a number of 5,000 digits does
        text = "inf" if isinstance(value, int) else kind_of(value)
    return text.encode("utf-8", "replace").decode()
