"""What a hand or a line of code gave, as a number or a name; or one sentence that says why not."""

import contextlib
import operator
import re
import unicodedata

import numpy as np

LONGEST = 40  # letters of a name
# Signs that turn the direction of the text around them, far beyond their name.
TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def number(text):
    """Read a typed number, or a list of them, or say in one sentence what came."""
    if isinstance(text, list):
        return [number(part) for part in text]
    shown = " ".join(_sendable(text).split())
    shown = shown if len(shown) <= 20 else f"{shown[:20]}…"
    if re.fullmatch(r"\s*[-−]?\d{1,3}(,\d{3})+\s*", str(text)):
        plain = shown.replace(",", "")
        raise ValueError(f"“{shown}” could be {plain} or a decimal; write it without the comma.")
    try:
        value = float(str(text).strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        raise ValueError(f"“{shown}” is not a number; the last one stays.") from None
    if not np.isfinite(value):
        raise ValueError(f"“{shown}” is not a finite number; the last one stays.")
    return value


def usable_number(typed, name, low, high):
    """Return a typed number within its limits, or say in one sentence what came."""
    value = number(str(typed))
    if not low <= value <= high:
        raise ValueError(f"{name} must lie between {low:g} and {high:g}; {value:g} does not.")
    return value


def is_place(value, count):
    """Return whether a value is a whole number from 0 to count - 1; 0.0 is in range, and none."""
    return isinstance(value, int) and 0 <= value < count


def place_of(value, count):
    """Return a whole number from 0 to count - 1 as a plain one, None for anything else."""
    with contextlib.suppress(TypeError):
        place = operator.index(value)
        return place if 0 <= place < count else None


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
    try:
        names = tuple(names)
    except TypeError:
        raise ValueError(f"The {what.split()[-1]}s must be a list of words.") from None
    return tuple(usable_name(name, what) for name in names)


def said(value):
    """Return a value as a message shows it: on one line, not endless."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # whatever a stranger's repr may raise
        text = type(value).__name__
    return text if len(text) <= 40 else text[:39] + "…"


def _sendable(text):
    """Return a text that can be sent back: half a pair of surrogates cannot, and becomes `?`."""
    return str(text).encode("utf-8", "replace").decode()
