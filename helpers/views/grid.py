"""A table of numbers that can be typed."""

from dataclasses import dataclass
from typing import Annotated, Literal

from helpers.views.reports import Place, Report
from helpers.views.view import View, source


@dataclass(frozen=True)
class Typed(Report):
    """A number is typed; the text may be anything."""

    kind: Literal["type"]
    row: Annotated[int, Place("texts")]
    column: Annotated[int, Place("columns")]
    text: str


@dataclass(frozen=True)
class Renamed(Report):
    """The name of a row is typed."""

    kind: Literal["rename"]
    row: Annotated[int, Place("texts")]
    text: str

    fits = staticmethod(lambda scene: "renames" in scene)


@dataclass(frozen=True)
class Removed(Report):
    """A row is to go."""

    kind: Literal["remove"]
    row: Annotated[int, Place("texts")]

    fits = staticmethod(lambda scene: "removes" in scene)  # also where that would be one too many


class Grid(View):
    """Rows of typed fields, each row with an optional name field and a button to remove it.

    A scene holds texts (rows of strings), rows and columns (labels), and renames and removes
    (booleans: whether names can be typed and rows removed), and names (what stands in the name
    fields). Text is reported as typed: Python decides what is a number.
    Every field follows the scene but one that is being typed in; a scene with restore, also an
    unchanged one, restores that one too.
    """

    reports = (Typed, Renamed, Removed)

    _esm = source("grid.js")
