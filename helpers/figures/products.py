"""A matrix product as three tables: a row of the left one meets a column of the upper one."""

import numpy as np
from matplotlib.patches import Rectangle

from helpers import palette
from helpers.figures import given
from helpers.figures.picture import TEXT, Picture, styled, widest
from helpers.numerals import wording

UP = 0.32  # height of a cell, in inches
GAP = 0.45  # between the tables


@styled
def product(left, right, rows, columns, *, at, names=("", "", ""), title="", decimals=2):
    """Draw left @ right, with one row, one column and the cell where they meet in colour.

    left    : (n, d), its n rows named    right : (d, m), its m columns named
    at      : (row, column) of the cell that is followed
    names   : of the left, the right table and their product, written above each

    Raises ValueError for tables that do not fit, for labels that do not, and for a place outside.
    """
    left, right = given.numbers(left, 2, "left"), given.numbers(right, 2, "right")
    (n, d), m = left.shape, right.shape[1]
    if len(right) != d:
        raise ValueError(f"right must have {d} rows, as many as left has columns, got {len(right)}")
    rows = given.labels(rows, n, "rows", "rows of left")
    columns = given.labels(columns, m, "columns", "columns of right")
    i, j = given.place(at[0], n, "the row of at"), given.place(at[1], m, "the column of at")
    result = left @ right
    numbers = [wording.drawn(c, decimals) for table in (left, right, result) for c in table.flat]
    across = max(widest(numbers) + 0.16, widest(columns) + 0.1)
    aside, over = widest(rows) + 0.2, 0.84 if title else 0.55
    second = aside + d * across + GAP
    high = over + (d + n) * UP + GAP + 0.15
    picture = Picture(second + m * across + 0.15, high, title=title)
    sheet = _Sheet(picture, across, decimals)
    low = over + d * UP + GAP
    sheet.table(left, aside, low, names[0], row=i)
    sheet.table(right, second, over, names[1], column=j, room=0.26)
    sheet.table(result, second, low, names[2], row=i, column=j)
    sheet.name_rows(rows, aside - 0.1, low, i)
    sheet.name_columns(columns, second, over - 0.13, j)
    sentence = f"row {rows[i]} meets column {columns[j]}: {_sum(left[i], right[:, j], decimals)}"
    picture.alt = wording.alt(title, sentence)
    return picture


def _sum(row, column, decimals):
    """Return how the cell comes about, in words."""
    pairs = [
        [wording.number(one, decimals) for one in two] for two in zip(row, column, strict=True)
    ]
    terms = " + ".join(f"{a} × {b}" for a, b in pairs)
    return f"{terms} = {wording.number(row @ column, decimals)}"


class _Sheet:
    """A picture, measured in inches from its upper left corner, on which tables are written."""

    def __init__(self, picture, across, decimals):
        wide, high = picture.get_size_inches()
        self.axes = picture.panel(0, 0, wide, high)
        self.axes.set(xlim=(0, wide), ylim=(high, 0))
        self.axes.axis("off")
        self.across, self.decimals = across, decimals

    def table(self, numbers, x, y, name, row=None, column=None, room=0.0):
        """Write a table with its upper left corner at (x, y), one row, column or cell in colour."""
        n, m = numbers.shape
        for (i, j), entry in np.ndenumerate(numbers):
            tint = self._tint(i, j, row, column)
            place = x + j * self.across, y + i * UP
            cell = Rectangle(place, self.across, UP, facecolor=tint, edgecolor=palette.FAINT)
            self.axes.add_patch(cell)
            self.write(
                place[0] + self.across / 2, place[1] + UP / 2, wording.drawn(entry, self.decimals)
            )
        self.axes.text(x, y - 0.06 - room, name, va="bottom", weight="bold", color=palette.INK)
        first, last = (0, m) if column is None else (column, column + 1)
        top, bottom = (0, n) if row is None else (row, row + 1)
        frame = Rectangle(
            (x + first * self.across, y + top * UP),
            (last - first) * self.across,
            (bottom - top) * UP,
            fill=False,
            edgecolor=_colour(row, column),
            linewidth=2.2,
            zorder=5,
        )
        self.axes.add_patch(frame)

    def _tint(self, i, j, row, column):
        """Return what stands behind a number: a colour where it takes part."""
        inside = (row is None or i == row) and (column is None or j == column)
        if not inside:
            return palette.WHITE
        if row is None:
            return palette.KEY_TINT
        return palette.QUERY_TINT if column is None else palette.SCORE_TINT

    def name_rows(self, texts, x, y, strong):
        """Write the names of rows, which end at x; y is the upper edge of the first."""
        for place, text in enumerate(texts):
            here = x, y + (place + 0.5) * UP
            self.write(*here, text, place == strong, palette.QUERY_TEXT, "right")

    def name_columns(self, texts, x, y, strong):
        """Write the names of columns at the height y; x is the left edge of the first."""
        for place, text in enumerate(texts):
            here = x + (place + 0.5) * self.across, y
            self.write(*here, text, place == strong, palette.KEY_TEXT)

    def write(self, x, y, text, strong=False, colour=palette.INK, side="center"):
        """Write a text at a place, bold and in its colour where it is strong."""
        weight = "bold" if strong else "normal"
        ink = colour if strong else palette.INK
        self.axes.text(x, y, text, ha=side, va="center", size=TEXT, weight=weight, color=ink)


def _colour(row, column):
    """Return the frame's colour: of a query's row, a key's column, or of the score they make."""
    if row is None:
        return palette.KEY
    return palette.QUERY if column is None else palette.SCORE
