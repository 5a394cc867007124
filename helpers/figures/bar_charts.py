"""One number per token as bars, with the numbers written at them."""

import numpy as np

from helpers import palette
from helpers.figures import given
from helpers.figures.picture import WIDEST, Picture, styled, widest
from helpers.numerals import wording

COLOURS = {
    "scores": palette.SCORE,
    "exponentials": palette.NEUTRAL,
    "weights": palette.KEY,
    "numbers": palette.MUTED,
}


@styled
def bars(
    numbers,
    labels,
    *,
    kind="scores",
    title="",
    decimals=2,
    highlight=None,
    previous=None,
):
    """Draw one bar per token with its number.

    numbers   : (n,)    labels : n tokens
    kind      : "weights" stand on an axis from 0 to 1; the others choose their own
    highlight : a token's place or None
    previous  : (n,) what the numbers were before, drawn as outlines

    Raises ValueError for labels that do not fit, weights outside 0 to 1, or an unknown kind.
    """
    options = {"decimals": decimals, "highlight": highlight, "previous": previous}
    chart = Bars(numbers, labels, kind, **options)
    heading = 0.32 if title else 0.0
    high = heading + 0.12 + chart.height + chart.under
    picture = Picture(chart.width + 0.85, high, title=title)
    chart.draw(picture.panel(0.7, chart.under, chart.width, chart.height))
    picture.alt = wording.alt(*chart.words(title or kind))
    return picture


class Bars:
    """Checked numbers with their labels and the room that their bars take, in inches."""

    height = 2.1

    def __init__(
        self,
        numbers,
        labels,
        kind,
        *,
        decimals=2,
        highlight=None,
        previous=None,
        room=WIDEST - 0.85,
    ):
        self.kind = given.one_of(kind, tuple(COLOURS), "kind")
        self.numbers = given.numbers(numbers, 1, "numbers")
        self.labels = given.labels(labels, len(self.numbers), "labels", "numbers")
        self.previous = None if previous is None else given.numbers(previous, 1, "previous")
        if self.previous is not None and len(self.previous) != len(self.numbers):
            raise ValueError(
                f"previous must have {len(self.numbers)} numbers, got {len(self.previous)}"
            )
        if kind == "weights":
            given.in_unit_range(self.numbers, "weights")
        self.decimals = decimals
        self.mark = None
        if highlight is not None:
            self.mark = given.place(highlight, len(self.numbers), "highlight")
        self._measure(room)

    def _measure(self, room):
        """Find the width of a bar's place and the margin that holds the labels."""
        many = len(self.numbers)
        self.texts = [wording.drawn(entry, self.decimals) for entry in self.numbers]
        self.step = min(max(widest(self.texts) + 0.2, 0.95), room / many)
        self.width = max(self.step * many, min(2.2, room))
        self.step = self.width / many
        self.numbered = widest(self.texts) < self.step
        label = widest(self.labels, weight="bold")
        self.turned = label > self.width / max(sum(map(bool, self.labels)), 1) - 0.06
        self.under = 0.2 + (label * 0.71 + 0.15 if self.turned else 0.17)

    def draw(self, axes):
        """Draw the bars, their numbers and the numbers before them."""
        places = np.arange(len(self.numbers))
        heights = np.where(np.isfinite(self.numbers), self.numbers, 0.0)
        colours = [COLOURS[self.kind]] * len(places)
        if self.mark is not None:
            colours[self.mark] = palette.QUERY
        axes.bar(places, heights, width=0.62, color=colours, zorder=2)
        if self.previous is not None:
            outline = {"fill": False, "edgecolor": palette.INK, "linestyle": (0, (2, 2))}
            before = np.where(np.isfinite(self.previous), self.previous, 0.0)
            axes.bar(places, before, width=0.76, zorder=3, label="before", **outline)
        self._scale(axes, heights)
        if self.numbered:
            self._write(axes, places, heights)
        self._name(axes, places)

    def _scale(self, axes, heights):
        """Set the axis: 0 to 1 for weights, else the numbers' own range with 0 in it."""
        shown = heights if self.previous is None else np.append(heights, self.previous)
        shown = shown[np.isfinite(shown)]
        low, high = min(shown.min(), 0.0), max(shown.max(), 0.0)
        if self.kind == "weights":
            low, high = 0.0, 1.0
        reach = (high - low) or 1.0
        axes.set_ylim(low - (0.16 * reach if low < 0 else 0), high + 0.14 * reach)
        if self.kind == "weights":
            axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
        axes.grid(axis="y", color=palette.FAINT, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.axhline(0, color=palette.MUTED, linewidth=0.9, zorder=4)
        axes.set_ylabel(self.kind.removesuffix("s") if self.kind != "numbers" else "")

    def _write(self, axes, places, heights):
        """Write each number beyond the end of its bar, and of the outline behind it."""
        before = np.zeros_like(heights) if self.previous is None else self.previous
        for place, height, text, old in zip(places, heights, self.texts, before, strict=True):
            down = height < 0
            end = min(height, old) if down else max(height, old)
            axes.annotate(
                text,
                (place, end),
                (0, -3 if down else 3),
                textcoords="offset points",
                ha="center",
                va="top" if down else "bottom",
                zorder=5,
            )

    def _name(self, axes, places):
        """Name the bars, slanted where the names are long."""
        axes.set_xticks(places, self.labels)
        axes.set_xlim(-0.5, len(places) - 0.5)
        axes.tick_params(axis="x", length=0, colors=palette.INK)
        axes.spines["bottom"].set_visible(False)
        if self.turned:
            for label in axes.get_xticklabels():
                label.set(rotation=45, ha="right", rotation_mode="anchor")
        if self.mark is not None:
            axes.get_xticklabels()[self.mark].set(color=palette.QUERY_TEXT, weight="bold")
        if self.previous is not None:
            axes.legend(loc="upper right")

    def words(self, title):
        """Return the alt text's lines: every number with its token, up to 40 of them."""
        if len(self.numbers) > 40:
            finite = self.numbers[np.isfinite(self.numbers)]
            ends = [wording.number(end, self.decimals) for end in (finite.min(), finite.max())]
            return [f"{title}: {len(self.numbers)} bars from {ends[0]} to {ends[1]}"]
        lines = [f"{title}: {wording.pairs(self.labels, self.numbers, self.decimals)}"]
        if self.mark is not None:
            lines.append(f"highlighted: {self.labels[self.mark]}")
        if self.previous is not None:
            before = wording.pairs(self.labels, self.previous, self.decimals)
            lines.append(f"before: {before}")
        return lines
