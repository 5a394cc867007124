"""Scores and the weights that softmax made of them, side by side."""

import numpy as np

from helpers.figures.bar_charts import Bars
from helpers.figures.cells import NOTE, Cells
from helpers.figures.picture import WIDEST, Picture, styled
from helpers.numerals import wording

ROOM = WIDEST / 2 + 0.15  # inches, for each of two matrices


@styled
def scores_and_weights(
    scores, weights, labels, *, powers=None, title="", decimals=2, highlight=None
):
    """Draw scores and beside them their weights: bars for one query, cells for many.

    scores, weights : both (m,) for one query, or both (n, n)
    labels          : one per token
    powers          : (m,) e to each score, drawn between the two for one query
    highlight       : a token for bars; a row, (row, column) or None for cells

    Raises ValueError as `bars` and `heatmap` do, and when the two differ in shape.
    """
    shapes = np.shape(scores), np.shape(weights)
    if shapes[0] != shapes[1]:
        raise ValueError(f"scores and weights must have one shape, got {shapes[0]}, {shapes[1]}")
    between = () if powers is None else (("exponentials", powers),)
    if between and (len(shapes[0]) != 1 or np.shape(powers) != shapes[0]):
        raise ValueError(f"powers must be one row like scores, got shape {np.shape(powers)}")
    draw = _bars if len(shapes[0]) == 1 else _cells
    panels = (("scores", scores), *between, ("weights", weights))
    return draw(panels, labels, title, {"decimals": decimals, "highlight": highlight})


def _bars(panels, labels, title, options):
    """Draw the panels as bars."""
    room = (WIDEST - 0.1) / len(panels) - 0.85
    sides = [Bars(numbers, labels, kind, room=room, **options) for kind, numbers in panels]
    step = max(side.width for side in sides) + 0.85
    heading = 0.32 if title else 0.0
    high = heading + 0.12 + sides[0].height + sides[0].under + 0.05
    picture = Picture(len(sides) * step + 0.1, high, title=title)
    for i, side in enumerate(sides):
        side.draw(picture.panel(0.75 + i * step, side.under, side.width, side.height))
    picture.alt = wording.alt(title, *(line for side in sides for line in side.words(side.kind)))
    return picture


def _cells(panels, labels, title, options):
    """Draw both panels as cells; the second needs no names for its rows."""
    left, right = (
        Cells(cells, labels, None, kind, room=ROOM, beside=False, **options)
        for kind, cells in panels
    )
    second = left.left + max(left.width + max(0.3, left.overhang + 0.15), left.bar.across + 0.2)
    width = second + max(right.width + max(0.2, right.overhang + 0.05), right.bar.across + 0.1)
    heading = 0.55 if title else 0.28
    low = 0.68
    picture = Picture(width, heading + left.top + left.height + low, title=title)
    for cells, start, aside in ((left, left.left, True), (right, second, False)):
        axes = picture.panel(start, low, cells.width, cells.height)
        image = cells.draw(axes, aside=aside)
        up = 1 + (cells.top + 0.04) / cells.height
        axes.text(0, up, cells.kind, transform=axes.transAxes, weight="bold")
        under = max(cells.width, cells.bar.across)
        cells.bar.draw(picture, image, picture.panel(start, low - 0.2, under, 0.11))
    picture.note = NOTE if right.hidden.any() else ""
    words = [line for line in (title, *left.words("scores"), *right.words("weights")) if line]
    picture.alt = wording.alt(*(words if wording.fits(*words) else _pairs(title, left, right)))
    return picture


def _pairs(title, left, right):
    """Return the words of both matrices in one line per query, or both ranges where too many."""
    first = f"{title or 'scores → weights'}{right.extra()}"
    lines = [first, f"columns: {', '.join(left.columns)}; scores → weights"]
    for label, scores, weights in zip(left.rows, left.plain(), right.plain(), strict=True):
        lines.append(f"{label}: {scores} → {weights}")
    if wording.fits(*lines):
        return lines
    return [first, "scores:", *left.summary(), "weights:", *right.summary()]
