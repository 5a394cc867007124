"""A curve, alone or beside others, with a cursor that is dragged along it from record to record."""

from helpers.views.reports import KEYS, Place, Shape
from helpers.views.view import View


class Curve(View):
    """Numbers over steps, such as losses, and a cursor that rests at recorded steps only.

    A scene holds x and y (the points of the curve), steps and heights (k,) of the records, at (the
    record of the cursor), ghost (another record, -1 for none), high (the end of the axis of steps),
    low and top (the ends of the other axis), levels ([height, text] of lines across), ticks
    ([step, text]), across (what the steps are), cursor (what a screen reader calls it), text (the
    cursor in words), and guess: whether the cursor is a guess. It may hold name (at the end of the
    curve) and role (its look), caption (above it, instead of the label), texts (of the records,
    until `text` comes), others ({y, role, name} of curves over the same x) and marks ({at, text} of
    upright lines). Without ticks it ends at its floor. A press beside the cursor brings it there.
    """

    reports = (
        Shape("move release", place=Place("steps"), by=KEYS),
        Shape("choose", place=Place("steps")),  # by Enter
    )
