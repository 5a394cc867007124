"""Places on x that a chart marks: thin upright lines with their labels on top."""

import numpy as np

from helpers import palette
from helpers.figures.picture import widest
from helpers.numerals import wording

ROW = 0.19  # inches
AIR = 0.12  # inches between two labels of one row
LEFT, RIGHT = 0.75, 0.4  # inches beside the axes that labels may use
MARGIN = 0.02  # of the x axis, free at both sides


class Marks:
    """Checked marks and the rows of labels that they take above the axes.

    mark : a dict from label to a place on x, or None    x : what else the axis shows
    width : of the axes, in inches
    """

    def __init__(self, mark, x, width, log_x):
        if mark is not None and not isinstance(mark, dict):
            raise ValueError(f"mark must be a dict from label to a place on x, got {mark!r}")
        self.places = {str(label): _place(at, label, log_x) for label, at in (mark or {}).items()}
        self.width = width
        self.middles, self.rows = {}, {}
        self._lay_out(x, log_x)
        self.height = ROW * (1 + max(self.rows.values(), default=-1))

    def _lay_out(self, x, log_x):
        """Give each label its place over its line, in the lowest row where it touches no other."""
        scale = np.log10 if log_x else np.asarray
        shown = scale(np.concatenate([x[x > 0] if log_x else x, [*self.places.values()]]))
        low, reach = shown.min(), np.ptp(shown)
        ends = []  # of each row so far, in inches
        for label, place in sorted(self.places.items(), key=lambda item: item[1]):
            share = (MARGIN + (scale(place) - low) / reach) / (1 + 2 * MARGIN) if reach else 0.5
            half = widest([label]) / 2
            middle = max(min(share * self.width, self.width + RIGHT - half), half - LEFT)
            row = next((r for r, end in enumerate(ends) if middle - half > end + AIR), len(ends))
            ends[row : row + 1] = [middle + half]
            self.middles[label], self.rows[label] = middle, row

    def draw(self, axes):
        """Draw the lines and write the labels above the axes."""
        for label, place in self.places.items():
            style = {"color": palette.MUTED, "linewidth": 0.9, "linestyle": (0, (4, 3))}
            axes.axvline(place, zorder=1.5, gid="mark", **style)
            axes.annotate(
                label,
                (self.middles[label] / self.width, 1),
                (0, 72 * (0.03 + ROW * self.rows[label])),
                xycoords="axes fraction",
                textcoords="offset points",
                ha="center",
                va="bottom",
                color=palette.MUTED,
            )

    def words(self, xlabel):
        """Return the alt text's line: each label and its place."""
        where = [f"{label} at {wording.digits(place)}" for label, place in self.places.items()]
        return [f"marked on {xlabel}: {', '.join(where)}"] if where else []


def _place(at, label, log_x):
    """Return a mark's place on x, or say what is wrong with it."""
    try:
        place = float(at)
    except (TypeError, ValueError):
        raise ValueError(f"mark {label!r} must be a number on x, got {at!r}") from None
    if not np.isfinite(place) or (log_x and place <= 0):
        kind = "a finite number above 0" if log_x else "a finite number"
        raise ValueError(f"mark {label!r} must be {kind}, got {at!r}")
    return place
