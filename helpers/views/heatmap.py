"""A table of coloured numbers, queries as rows and keys as columns."""

from dataclasses import dataclass
from typing import Annotated, Literal

from helpers.views.reports import Moves, Place, Report
from helpers.views.view import View, source


class Cells:
    """Entries [row, column, on], each of a cell that can be painted: one or more, not endless."""

    @staticmethod
    def allows(value, scene):
        """Return whether all can be painted."""
        paints = scene.get("paints") or [[]]
        return 0 < len(value) <= len(paints) * len(paints[0]) and all(
            type(cell) is list
            and [*map(type, cell)] == [int, int, bool]
            and 0 <= cell[0] < len(paints)
            and 0 <= cell[1] < len(paints[0])
            for cell in value
        )


@dataclass(frozen=True)
class Painted(Report):
    """A stroke: all of its cells so far, and the row that it has come to; Esc paints them back."""

    kind: Moves
    cells: Annotated[list, Cells()]
    row: Annotated[int, Place("paints")]


@dataclass(frozen=True)
class Chosen(Report):
    """A cell, or the name of a row: then the column is -1."""

    kind: Literal["choose"]
    row: Annotated[int, Place("rows")]
    column: Annotated[int, Place("columns", none=True)]


@dataclass(frozen=True)
class Stretched(Report):
    """The switch for the colours, and what it is to be."""

    kind: Literal["stretch"]
    on: bool

    fits = staticmethod(lambda scene: scene.get("stretch") is not None)


class Heatmap(View):
    """Numbers in coloured cells with a chosen row, a chosen column and a line of detail.

    A scene holds texts (rows of strings), fills and inks (rows of colours), rows, columns,
    row and column (the chosen places or -1), details (rows of strings, said for the cell in
    focus or under the pointer), and stretch: True, False, or None where there is no switch.
    It may also hold groups, a list of [title, span] over the columns; stages of those groups
    ("newest", "later" or ""); marks (rows of "query", "context", "empty", "later", "hidden",
    "asked", "folded", "masked" or ""); feeds (rows of lists of [row, column], the cells that a
    cell is computed from, shown as lines); spoken, the [row, column] whose feeds show at rest; and
    rest, a line for then.
    A scene with paints, rows of whether a cell is on, is painted: a press on such a cell turns it,
    and a drag gives all cells that it passes what the first one became. A cell that is off has
    the mark "masked" and is called hidden. Rows below those of paints are not painted.
    """

    reports = (Chosen, Stretched, Painted)

    _esm = source("heatmap.js")
