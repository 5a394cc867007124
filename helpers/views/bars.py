"""Bars, one number per token, some of which can be pulled."""

from dataclasses import dataclass
from typing import Annotated, Literal

from helpers.views.reports import Moves, Place, Report
from helpers.views.view import View, source


@dataclass(frozen=True)
class Moved(Report):
    """A bar is pulled, or let go of; beyond the axis as it is drawn only where that is old."""

    kind: Moves
    index: Annotated[int, Place("labels")]
    height: float

    fits = staticmethod(lambda scene: bool(scene.get("movable")))


@dataclass(frozen=True)
class Chosen(Report):
    """A bar that cannot be pulled is pressed."""

    kind: Literal["choose"]
    index: Annotated[int, Place("labels")]

    fits = staticmethod(lambda scene: not (scene.get("movable") or scene.get("still")))


class Bars(View):
    """Upright bars with their numbers, from a common zero line.

    A scene holds heights (k,), labels, texts (the numbers as shown), roles, low and high (the
    ends of the axis) and movable (bool). It may hold step (of the arrow keys), caption, ticks
    (heights with a line and a number), ghosts ((k,) with NaN where there is none), chosen (a
    place or -1), still: bars that can be neither moved nor chosen, tall (the picture's height), and
    fits: whether the bars are as narrow as their room asks for, all letters keeping their size.
    A height beyond the axis is drawn to its edge, a NaN as an outline of the whole place; its
    text says what it is.
    """

    reports = (Moved, Chosen)

    _esm = source("bars.js")
