"""What a message shows of a value, of its kind or of an error: one line, never endless."""

import math
import re

LONGEST = 40  # letters of a name or a value
LONGEST_ERROR = 160  # characters of an error's own words
# Signs that turn the direction of the text around them, far beyond a name or a message's quote.
TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
UNFIT = "two tables don't fit together for @: {} columns on the left meet {} rows"
NO_TABLE = "{} should be a table with a row for each word, but it's a single vector of {} numbers"
NOT_SIDE_BY_SIDE = (
    "shapes {0} and {1} don't fit together entry by entry: NumPy compares their sizes from the "
    "last one backwards, and there {2} meets {3}"
)
NO_POWER = "`^` isn't a power in Python; `**` is"
LIST = "a list isn't an array: {} (Lists don't multiply or divide entry by entry.)"
NONE = "{} (Something here is None. Methods that change a list or an array in place return None.)"
NAN = "{} (The square root of a negative number is NaN, and so is 0 times inf.)"


def quoted(value):
    """Return a value as a message shows it: on one line, not endless."""
    return on_one_line(value, repr, LONGEST)


def on_one_line(value, write=str, most=math.inf):
    """Return a text on one line that can be sent back: half a pair of surrogates becomes `?`."""
    try:
        text = write(value)
    except Exception:  # a stranger's str may raise anything, that of a number of 5,000 digits does
        text = "inf" if isinstance(value, int) else kind_of(value)
    text = " ".join(text.encode("utf-8", "replace").decode().translate(TURNING).split())
    return shortened(text, most)


def shortened(text, most):
    """Return a text of so many letters at most, the last one … where some are left out."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def kind_of(value):
    """Return the name of a value's class as a message shows it, whatever its metaclass does."""
    return on_one_line(type.__dict__["__name__"].__get__(type(value)), most=LONGEST)


def a_kind(value):
    """Return the name of a value's class after its article."""
    name = kind_of(value)
    return f"{'an' if name[0] in 'aeiouAEIOU' or name == 'ndarray' else 'a'} {name}"


def in_one_line(error):
    """Return an error's words on one line, shortened where they are long."""
    try:
        words = " ".join(str(error).encode("utf-8", "replace").decode().split()) or "no message"
    except Exception:  # its own __str__ may fail
        words = "its message cannot be read"
    return _ended(_translated(words))


def _translated(words):
    """Return words of a library as the page would say them, others as they are."""
    sizes = re.search(r"core dimension.*\(size (\d+) is different from (\d+)\)", words)
    if sizes:  # NumPy speaks of gufuncs
        return UNFIT.format(sizes[2], sizes[1])
    sizes = re.search(r"cannot be multiplied \(\d+x(\d+) and (\d+)x\d+\)", words)
    if sizes:  # PyTorch, of mat1 and mat2
        return UNFIT.format(sizes[1], sizes[2])
    sizes = re.search(r"^(\w+) must have at least 2 axes, got shape \((\d+),\)", words)
    if sizes:
        return NO_TABLE.format(sizes[1], sizes[2])
    shapes = re.search(r"broadcast together with shapes (\(\S*\)) (\(\S*\))$", words)
    if shapes:
        return _misfit(shapes[1], shapes[2])
    if "for ^:" in words:
        return NO_POWER
    words = shortened(words, LONGEST_ERROR)
    if re.search(r"for [-/*]+: '(list|float|int)' and '(list|float|int)'|multiply sequence", words):
        return LIST.format(words)
    if re.search(r"NoneType|got None", words):
        return NONE.format(_ended(words))
    return NAN.format(_ended(words)) if "holds NaN" in words else words


def _misfit(*shapes):
    """Return where two shapes do not fit, counted from the last size back."""
    one, other = ([int(size) for size in re.findall(r"\d+", shape)] for shape in shapes)
    pairs = zip(reversed(one), reversed(other), strict=False)
    unlike = (pair for pair in pairs if pair[0] != pair[1] and 1 not in pair)
    return NOT_SIDE_BY_SIDE.format(*shapes, *next(unlike, ("one", "another")))


def _ended(words):
    return words if words.endswith((".", "!", "?", "…", ".)")) else f"{words}."
