"""What can be said of a wrong result by what it is, without knowing the exercise."""

import numpy as np

from helpers.learner.compared import agree

CONSTANT = "It gives the same numbers whatever it is given. Does it use its arguments?"
ROUNDED = "Right, but rounded: return all digits, and leave the rounding to the print."
WHOLE = (
    "Your result can hold whole numbers only: an array made of whole numbers drops all that comes "
    "after the point. Where do you make it?"
)
TRANSPOSED = "Rows and columns are exchanged in what it returns."
RESHAPED = (
    "The numbers are right, but they run through the rows in another order. To turn a table over "
    "is one thing, to break it into other rows is another: do you reshape?"
)
OTHER_SHAPE = (
    "The numbers are right, but not the shape: they do not stand in the rows they belong to."
)
FIRST_ROW = "Only the first row comes back. Does a `return` stand inside of your loop?"
LAST_ROW = "Only the last one comes back. What becomes of those before it?"
NEGATED = "Every number has the wrong sign."
SIGNS = "All sizes are right, but some signs are not. Where does a minus get lost or added?"
ONLY_SHOWN = "Right for the numbers of this page, but not for others."

# What makes of a right part of a result one that is wrong.
_TURNED = (
    *((ROUNDED, lambda part, k=places: np.round(part, k)) for places in range(1, 5)),
    (TRANSPOSED, lambda part: part.T),
    (NEGATED, lambda part: -part),
    (RESHAPED, lambda part: part.T.reshape(part.shape)),
    *(
        (words, lambda part, rows=rows: part[rows] if part.ndim else part)
        for words, rows in (
            (FIRST_ROW, slice(1)),
            (FIRST_ROW, 0),
            (LAST_ROW, slice(-1, None)),
            (LAST_ROW, -1),
        )
    ),
)


def named(right, came, library):
    """Return what is wrong with results, "" where nothing can be said in general.

    right, came : for each of the inputs a tuple of arrays
    """
    pairs = [pair for one in zip(right, came, strict=True) for pair in zip(*one, strict=True)]
    if len(came) > 1 and all(agree(came[0], one, library) for one in came):
        return CONSTANT
    wrong = [one for one in zip(right, came, strict=True) if not agree(*one, library)]
    is_whole = all(any(map(_is_of_whole_numbers, *one)) for one in wrong)
    if is_whole and any((part % 1).any() for one, _ in wrong for part in one):
        return WHOLE
    for words, turned in _TURNED:
        if all(_is_either(given, part, turned, library) for part, given in pairs):
            return words
    if all(agree((part.ravel(),), (given.ravel(),), library) for part, given in pairs):
        return OTHER_SHAPE
    if all(agree((abs(part),), (abs(given),), library) for part, given in pairs):
        return SIGNS
    return ONLY_SHOWN if agree(came[0], right[0], library) else ""


def _is_of_whole_numbers(part, given):
    return given.dtype.kind in "iu" and given.shape == part.shape


def _is_either(given, part, turned, library):
    """Return whether a part came as it should or turned so."""
    return any(agree((given,), (one,), library) for one in (part, turned(part)))
