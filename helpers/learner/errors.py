"""Says in one line, and in the page's words, what an error says."""

import re

LONGEST = 160  # characters of an error's own words
UNFIT = "two tables do not fit for @, {} columns on the left meet {} rows"
NO_TABLE = "{} should be a table with a row for each word, but one vector of {} numbers came"
NOT_SIDE_BY_SIDE = (
    "shapes {0} and {1} do not fit number by number: NumPy lays them side by side from the last "
    "size back, and there {2} meets {3}"
)
NO_POWER = "`^` raises nothing to a power in Python; two stars do"
LIST = "a list of numbers is no array: {} (Lists do not multiply or divide number by number.)"
NONE = "{} (Something here is None: what changes a list or an array in place returns None.)"
NAN = "{} (The root of a number below 0 is NaN, and so is 0 times inf.)"


def in_one_line(error):
    """Return an error's words on one line, shortened where they are long."""
    try:
        words = " ".join(str(error).split()) or "no message"
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
    words = words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
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
    return words if words.endswith((".", "!", "?", "…", ")")) else f"{words}."
