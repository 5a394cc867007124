"""A curve over the steps of a training, with a cursor that is dragged along it."""

from helpers.views.reports import KEYS, Place, Shape
from helpers.views.view import View


class Curve(View):
    """Losses over steps, and a cursor that rests at recorded steps only.

    A scene holds x and y (the points of the curve), steps and heights (k,) of the records, at (the
    record of the cursor), ghost (another record, -1 for none), high (the end of the axis of steps),
    low and top (the ends of the axis of losses), levels ([height, text] of lines across), ticks
    (steps with a number), text (the cursor in words), and guess: whether the cursor is a guess.
    A press beside the cursor brings it there.
    """

    reports = (
        Shape("move release", place=Place("steps"), by=KEYS),
        Shape("choose", place=Place("steps")),  # by Enter
    )
