"""What can be said of a wrong result by what it is, without knowing the exercise."""

import numpy as np

from helpers.learner.compared import agree

CONSTANT = "It returns the same numbers whatever you pass in. Does it use its arguments?"
ROUNDED = "Right, but rounded. Return all the digits; rounding is for printing."
WHOLE = (
    "Your result is an array of integers, so everything after the decimal point is dropped. Where "
    "do you create it?"
)
TRANSPOSED = "It returns the right numbers, but rows and columns are swapped."
RESHAPED = (
    "The numbers are right, but they fill the rows in the wrong order. Are you reshaping where you "
    "should transpose?"
)
OTHER_SHAPE = "The numbers are right, but they're in the wrong shape."
FIRST_ROW = "You're returning only the first row. Is there a `return` inside your loop?"
LAST_ROW = "You're returning only the last one. What happens to the ones before it?"
NEGATED = "Every number has the wrong sign."
SIGNS = "Only some of the signs are wrong. Where are you losing a minus, or adding one?"
ONLY_SHOWN = "Right for the numbers on this page, but not for others."

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
