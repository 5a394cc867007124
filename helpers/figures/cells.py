"""A matrix drawn as cells: the room they take, their colours, numbers, names and words."""

import numpy as np
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from helpers import palette
from helpers.figures import colour_maps, given
from helpers.figures.colour_bars import ColourBar
from helpers.figures.picture import widest
from helpers.numerals import wording

KINDS = ("weights", "scores", "numbers")
MOST_NUMBERED = 12  # rows or columns up to which each cell holds its number
HATCH, NOTE = "/////", "hatched: hidden from the word that asks"
MAPS = {
    "weights": colour_maps.WEIGHTS_MAP,
    "scores": colour_maps.SCORES_MAP,
    "numbers": colour_maps.NUMBERS_MAP,
}


class Cells:
    """A checked matrix with its labels, its colour limits and the room it takes, in inches.

    beside  : its colour bar stands at its right and shares its room; else it stands under it
    stretch : colour weights over their own range instead of 0 to 1
    """

    def __init__(
        self, matrix, rows, columns, kind, *, decimals, highlight, room, beside=True, stretch=False
    ):
        self.kind = given.one_of(kind, KINDS, "kind")
        self.matrix = given.numbers(matrix, 2, "matrix")
        self.n, self.m = self.matrix.shape
        self.hidden = is_hidden(self.matrix, kind)
        self.rows = given.labels(rows, self.n, "rows", "rows of the matrix")
        self.columns = self._columns(columns)
        self.row, self.column = self._mark(highlight)
        self.decimals = decimals
        self.low, self.high = self._limits(stretch)
        self.bar = None if kind == "numbers" else ColourBar(self, beside)
        self._measure(room - (self.bar.across if self.bar and beside else 0.15))

    def _columns(self, columns):
        """Return the columns' labels: given, the rows' again, or counted from 0."""
        if columns is not None:
            return given.labels(columns, self.m, "columns", "columns of the matrix")
        if self.kind == "numbers":
            return [str(j) for j in range(self.m)]
        if self.m != self.n:
            raise ValueError(
                f"columns must be named where they are not the rows: the matrix is"
                f" {self.n} by {self.m}"
            )
        return self.rows

    def _mark(self, highlight):
        """Return the row and the column to frame, None for each that is not framed."""
        if highlight is None:
            return None, None
        row, column = highlight if isinstance(highlight, tuple) else (highlight, None)
        row = given.place(row, self.n, "the highlighted row")
        if column is not None:
            column = given.place(column, self.m, "the highlighted column")
        return row, column

    def _limits(self, stretch):
        """Return the numbers at the two ends of the colour map."""
        finite = self.matrix[np.isfinite(self.matrix)]
        if self.kind == "scores":
            reach = max(np.abs(finite).max(initial=0.0), 1e-9)
            return -reach, reach
        if self.kind == "weights":
            given.in_unit_range(self.matrix, "weights")
            if stretch and finite.size and finite.max() > finite.min():
                return finite.min(), finite.max()
        return 0.0, 1.0

    def _measure(self, room):
        """Find the size of a cell and of the margins that hold the labels."""
        self.numbered = max(self.n, self.m) <= MOST_NUMBERED
        self.left = widest(self.rows) + (0.2 if self.kind == "numbers" else 0.42)
        spare = (room - self.left) / self.m
        if self.numbered:
            number = widest(wording.drawn(c, self.decimals) for c in self.matrix.flat)
            self.across = max(number + 0.12, min(0.74, spare))
            self.up = min(0.42, self.across)
        else:
            self.across = min(0.4, spare)
            self.up = min(self.across, 5.5 / self.n)
        self.width, self.height = self.m * self.across, self.n * self.up
        label = widest(self.columns)
        self.turned = self.numbered and label > self.across - 0.08
        self.top = 0.1 + (label * 0.71 + 0.16 if self.turned else 0.2)
        self.top += 0 if self.kind == "numbers" else 0.22
        self.overhang = label * 0.71 - self.across / 2 if self.turned else 0.0

    def draw(self, axes, aside=True):
        """Draw the cells and return the image; `aside` also names the rows."""
        image = axes.imshow(
            np.ma.masked_invalid(self.matrix),
            cmap=MAPS[self.kind],
            vmin=self.low,
            vmax=self.high,
            aspect="auto",
            interpolation="nearest",
        )
        axes.spines[:].set_visible(False)
        hatch(axes, self.hidden)
        if self.numbered:
            self._write(axes, image)
        self._frame(axes)
        self._name(axes, aside)
        return image

    def _write(self, axes, image):
        """Write each number into its cell, in the ink that reads best there."""
        lines = palette.FAINT if self.kind != "scores" else "white"
        axes.hlines(np.arange(self.n + 1) - 0.5, -0.5, self.m - 0.5, color=lines, lw=0.8)
        axes.vlines(np.arange(self.m + 1) - 0.5, -0.5, self.n - 0.5, color=lines, lw=0.8)
        for (i, j), entry in np.ndenumerate(self.matrix):
            behind = image.to_rgba(np.ma.masked_invalid([entry]))[0]
            text = "" if self.hidden[i, j] and entry == 0 else wording.drawn(entry, self.decimals)
            axes.text(j, i, text, color=palette.text_on(behind[:3]), ha="center", va="center")

    def _frame(self, axes):
        """Frame the highlighted row or cell in the query's colour."""
        if self.row is None:
            return
        start, width = (-0.5, self.m) if self.column is None else (self.column - 0.5, 1)
        frame = Rectangle((start, self.row - 0.5), width, 1)
        frame.set(fill=False, edgecolor=palette.QUERY, linewidth=2.2, clip_on=False, zorder=5)
        axes.add_patch(frame)

    def _name(self, axes, aside):
        """Name rows and columns, every second or third where there are many."""
        down, right = (max(1, -(-many // 16)) for many in (self.n, self.m))
        right = right if self.numbered else max(right, int(widest(self.columns) / self.across) + 1)
        axes.set_yticks(range(0, self.n, down), self.rows[::down] if aside else [""] * self.n)
        axes.set_xticks(range(0, self.m, right), self.columns[::right])
        axes.xaxis.tick_top()
        axes.tick_params(length=0, pad=3, colors=palette.INK)
        if self.turned:
            for label in axes.get_xticklabels():
                label.set(rotation=45, ha="left", rotation_mode="anchor")
        if self.row is not None and aside and self.row % down == 0:
            axes.get_yticklabels()[self.row // down].set(color=palette.QUERY_TEXT, weight="bold")
        if self.kind != "numbers":
            up = 1 + (self.top - 0.24) / self.height
            keys = {"color": palette.KEY_TEXT, "ha": "left", "va": "bottom"}
            axes.text(0, up, "keys →", transform=axes.transAxes, **keys)
            if aside:
                place = (-(self.left - 0.2) / self.width, 0.5)
                queries = {"color": palette.QUERY_TEXT, "ha": "center", "va": "center"}
                axes.text(*place, "← queries", rotation=90, transform=axes.transAxes, **queries)

    def words(self, title):
        """Return the alt text's lines: each row's numbers, or their range where there are many."""
        first = f"{title or self.kind.capitalize()}{self.extra()}"
        named = [
            f"{label}: {wording.pairs(self.columns, row, self.decimals)}"
            for label, row in zip(self.rows, self.matrix, strict=True)
        ]
        if self.n <= 10 and wording.fits(first, *named):
            return [first, *named]
        plain = [f"{label}: {row}" for label, row in zip(self.rows, self.plain(), strict=True)]
        header = f"columns: {', '.join(self.columns)}"
        if self.n <= 10 and wording.fits(first, header, *plain):
            return [first, header, *plain]
        return [first, *self.summary()]

    def plain(self):
        """Return each row's numbers in words, without their columns."""
        return [
            ", ".join(wording.number(entry, self.decimals) for entry in row) for row in self.matrix
        ]

    def extra(self):
        """Return what else the first line says: hidden cells, a frame."""
        extra = "; hatched: hidden" if self.hidden.any() else ""
        if self.row is not None:
            there = "" if self.column is None else f", {self.columns[self.column]}"
            extra += f"; framed: {self.rows[self.row]}{there}"
        return extra

    def summary(self):
        """Return shape, range and the largest entry in words."""
        shape = f"{wording.count(self.n, 'row')} by {wording.count(self.m, 'column')}"
        finite = np.isfinite(self.matrix)
        if not finite.any():
            return [f"{shape}, no finite number"]
        ends = self.matrix[finite].min(), self.matrix[finite].max()
        low, high = (wording.number(end, self.decimals) for end in ends)
        i, j = np.argwhere(self.matrix == ends[1])[0]
        missing = int((~finite).sum())
        return [
            f"{shape}, from {low} to {high}",
            f"largest: {self.rows[i]} to {self.columns[j]}, {high}",
            f"not finite: {wording.count(missing, 'entry')}" if missing else "",
        ]


def is_hidden(matrix, kind):
    """Return where a mask hides: a weight of exactly 0, a score of −inf."""
    none = np.zeros(matrix.shape, dtype=bool)
    return {"weights": matrix == 0, "scores": np.isneginf(matrix)}.get(kind, none)


def hatch(axes, hidden):
    """Hatch the hidden cells of a matrix, in one patch."""
    if hidden.any():
        square, corners = Path.unit_rectangle(), np.argwhere(hidden)[:, None, ::-1] - 0.5
        edges = (square.vertices + corners).reshape(-1, 2)
        cells = Path(edges, np.tile(square.codes, len(corners)))
        style = {"facecolor": palette.TINT, "edgecolor": palette.FAINT, "linewidth": 0}
        axes.add_patch(PathPatch(cells, hatch=HATCH, gid="hidden", **style))
