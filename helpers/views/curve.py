"""A curve over the steps of a training, with a cursor that is dragged along it."""

from dataclasses import dataclass
from typing import Annotated, Literal

from helpers.views.reports import Keys, Moves, Place, Report
from helpers.views.view import View, source


@dataclass(frozen=True)
class Moved(Report):
    """The cursor comes to a record, by the pointer or by keys, of which Esc is one."""

    kind: Moves
    place: Annotated[int, Place("steps")]
    by: Keys = ""


@dataclass(frozen=True)
class Chosen(Report):
    """Enter is pressed where the cursor is."""

    kind: Literal["choose"]
    place: Annotated[int, Place("steps")]


class Curve(View):
    """Losses over steps, and a cursor that rests at recorded steps only.

    A scene holds x and y (the points of the curve), steps and heights (k,) of the records, at (the
    record of the cursor), ghost (another record, -1 for none), high (the end of the axis of steps),
    low and top (the ends of the axis of losses), levels ([height, text] of lines across), ticks
    (steps with a number), text (the cursor in words), and guess: whether the cursor is a guess.
    A press beside the cursor brings it there.
    """

    reports = (Moved, Chosen)

    _esm = source("curve.js")
