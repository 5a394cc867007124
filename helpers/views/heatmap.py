"""A table of coloured numbers, queries as rows and keys as columns."""

from helpers.views.reports import Place, Plain, Shape
from helpers.views.view import View


class Cells:
    """Entries [row, column, on], each of a cell that can be painted: one or more, not endless."""

    @staticmethod
    def allows(value, scene):
        """Return whether all can be painted."""
        paints = scene.get("paints") or [[]]
        most = len(paints) * len(paints[0])
        return (type(value) is list and 0 < len(value) <= most) and all(
            type(cell) is list
            and [*map(type, cell)] == [int, int, bool]
            and 0 <= cell[0] < len(paints)
            and 0 <= cell[1] < len(paints[0])
            for cell in value
        )


class Heatmap(View):
    """Numbers in coloured cells with a chosen row and a line of detail.

    A scene holds texts (rows of strings), fills and inks (rows of colours), rows, columns,
    row (the chosen place or -1) and details (rows of strings, said for the cell in focus or under
    the pointer).
    It may also hold stretch (whether that switch is on; None for no switch); groups, a list of
    [title, span] over the columns; stages of those groups ("newest", "later" or ""); marks (rows
    of "query", "context", "empty", "later", "hidden", "asked", "folded", "masked" or ""); feeds
    (rows of lists of [row, column], the cells that a cell is computed from, shown as lines);
    spoken, the [row, column] whose feeds show at rest; and rest, a line for then.
    A scene with paints, rows of whether a cell is on, is painted: a press on such a cell turns it,
    and a drag gives all cells that it passes what the first one became. A cell that is off has
    the mark "masked" and is called hidden. Rows below those of paints are not painted.
    """

    reports = (
        Shape("choose", row=Place("rows"), column=Place("columns", none=True)),  # -1: a row's name
        Shape("stretch", lambda scene: scene.get("stretch") is not None, on=Plain(bool)),
        Shape("move release", cells=Cells(), row=Place("paints")),  # Esc paints them back
    )
