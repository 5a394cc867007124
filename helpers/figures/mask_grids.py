"""Masks side by side: who may look at whom, under each of several rules."""

import numpy as np
from matplotlib.patches import Rectangle

from helpers import palette
from helpers.figures import given
from helpers.figures.cells import HATCH
from helpers.figures.picture import WIDEST, Picture, styled, widest
from helpers.numerals import wording

BETWEEN, LARGEST = 0.3, 0.42  # inches between two masks, and a cell's side at most


@styled
def masks(allowed, tokens, *, title=""):
    """Draw masks beside each other: a dot where a query may look, a hatched cell where it may not.

    allowed : {name: (n, n) bool}, True where a query (row) may look at a key (column)
    tokens  : n labels, written beside the rows of the first mask and over every mask's columns

    Raises ValueError for no mask, one that is not boolean or not (n, n), or labels that do not fit.
    """
    if not allowed:
        raise ValueError("allowed must hold at least one mask, got none")
    n = len(next(iter(allowed.values())))
    tokens = given.labels(tokens, n, "tokens", "rows of the masks")
    grids = {str(name): _mask(mask, str(name), n) for name, mask in allowed.items()}
    left, label, name = widest(tokens) + 0.2, widest(tokens) * 0.71, widest(grids, weight="bold")
    room = WIDEST - left - label - 0.12 - BETWEEN * (len(grids) - 1)
    side = min(LARGEST, room / len(grids) / n)
    step = max(n * side, name) + BETWEEN
    heading = 0.32 if title else 0.0
    width = left + step * (len(grids) - 1) + max(n * side + label, name) + 0.1
    picture = Picture(width, heading + 0.22 + label + 0.2 + n * side + 0.1, title=title)
    for place, (name, grid) in enumerate(grids.items()):
        panel = picture.panel(left + place * step, 0.1, n * side, n * side)
        _draw(panel, grid)
        _name(panel, tokens, aside=place == 0)
        up = 1 + (label + 0.2) / (n * side)
        panel.text(0, up, name, transform=panel.transAxes, weight="bold")
    picture.alt = wording.alt(title, *(_words(name, grid, tokens) for name, grid in grids.items()))
    return picture


def _mask(mask, name, n):
    """Return one mask as a boolean array, or say what came."""
    mask = np.asarray(mask)
    if mask.dtype != bool or mask.shape != (n, n):
        came = f"{mask.dtype} of shape {mask.shape}"
        raise ValueError(f"mask {name!r} must be boolean, of shape {(n, n)}, got {came}")
    return mask


def _draw(panel, grid):
    """Draw the cells of one mask, the first row at the top."""
    panel.set(xlim=(-0.5, len(grid) - 0.5), ylim=(len(grid) - 0.5, -0.5))
    panel.spines[:].set_visible(False)
    for (i, j), may_look in np.ndenumerate(grid):
        style = {"fc": palette.WHITE} if may_look else {"fc": palette.TINT, "hatch": HATCH}
        cell = Rectangle((j - 0.5, i - 0.5), 1, 1, ec=palette.FAINT, lw=0.8, **style)
        cell.set_gid("seen" if may_look else "hidden")
        panel.add_patch(cell)
        if may_look:
            panel.plot(j, i, "o", color=palette.KEY, ms=11, gid="dot")


def _name(panel, tokens, aside):
    """Name the columns, and the rows where nothing stands at their left."""
    panel.set_yticks(range(len(tokens)), tokens if aside else [""] * len(tokens))
    panel.set_xticks(range(len(tokens)), tokens, rotation=45, ha="left", rotation_mode="anchor")
    panel.xaxis.tick_top()
    panel.tick_params(length=0, pad=3, colors=palette.INK)


def _words(name, grid, tokens):
    """Return who sees whom under one mask; words are counted from 1."""
    rows = (f"{token} sees {_places(row)}" for token, row in zip(tokens, grid, strict=True))
    return f"{name}, words counted from 1: {', '.join(rows)}"


def _places(row):
    """Return the places that a row allows, such as `1 to 3` or `1, 4` or `none`."""
    places = [str(j + 1) for j in np.flatnonzero(row)]
    if len(places) > 2 and int(places[-1]) - int(places[0]) == len(places) - 1:
        return f"{places[0]} to {places[-1]}"
    return " and ".join(places) or "none"
