"""Many maps of weights beside each other, small, under one scale of colours."""

import numpy as np
from matplotlib.patches import Rectangle

from helpers import palette
from helpers.figures import colour_maps, given
from helpers.figures.cells import hatch
from helpers.figures.picture import WIDEST, Picture, styled, widest
from helpers.numerals import wording

BETWEEN, LARGEST, SMALL = 0.22, 2.8, 9  # inches between maps, and across one; points of a label
ACROSS = 4  # maps in a line
NAME = 0.24  # inches that a map's name takes over its columns

NOTE = "rows ask, columns are asked; white is weight 0, the darkest blue 1"


@styled
def maps(weights, tokens, *, asks=None, named=None, circled=(), title=""):
    """Draw maps of weights over one text, four in a line, from 0 to 1, hatched where exactly 0.

    weights : {name: (n, n)}, rows are queries and columns keys, at least one map
    tokens  : n labels, beside each line of maps and over every map
    asks    : the place of a query whose row is framed in every map, or None
    named   : the positions whose labels are written, where there's no room for all; None for all
    circled : (map's name, row, column) of every cell to circle

    Raises ValueError for no map, one that is not (n, n) or has weights outside 0 to 1, labels that
    do not fit, or a place out of range.
    """
    if not weights:
        raise ValueError("expected at least one map, got none")
    n = len(next(iter(weights.values())))
    tokens = given.labels(tokens, n, "tokens", "rows of the maps")
    asks = None if asks is None else given.place(asks, n, "the row that asks")
    named = range(n) if named is None else named
    named = [given.place(place, n, "a named place") for place in named]
    grids = {str(name): _map(grid, str(name), n) for name, grid in weights.items()}
    across, label = min(ACROSS, len(grids)), widest((tokens[j] for j in named), SMALL)
    left, top = label + 0.2, label + 0.1 + NAME
    side = min(LARGEST, (WIDEST - left - BETWEEN * across) / across)
    heading, lines = 0.32 if title else 0.0, -(-len(grids) // across)
    width = left + across * (side + BETWEEN)
    picture = Picture(width, heading + lines * (top + side + 0.08) + 0.05, title=title)
    for place, (name, grid) in enumerate(grids.items()):
        line, column = divmod(place, across)
        low = 0.05 + (lines - 1 - line) * (top + side + 0.08)
        panel = picture.panel(left + column * (side + BETWEEN), low, side, side)
        _draw(panel, grid, asks)
        for _, asking, asked in (cell for cell in circled if cell[0] == name):
            panel.plot(asked, asking, "o", ms=9, mfc="none", mec=palette.QUERY, clip_on=False)
        _name(panel, {j: tokens[j] for j in named}, aside=column == 0)
        panel.text(0, 1 + (label + 0.1) / side, name, transform=panel.transAxes, weight="bold")
    is_hatched = any((grid == 0).any() for grid in grids.values())
    picture.note = f"{NOTE}; hatched: hidden" if is_hatched else NOTE
    rings = [f"{name} {tokens[row]} to {tokens[column]}" for name, row, column in circled]
    rings = [f"circled: {', '.join(rings)}"] if rings else []
    picture.alt = wording.alt(title, *_words(grids, tokens, asks), *rings)
    return picture


def _map(grid, name, n):
    """Return one map as an array, or say what came."""
    grid = given.numbers(grid, 2, f"map {name!r}")
    if grid.shape != (n, n):
        raise ValueError(f"map {name!r} must be of shape {(n, n)}, got {grid.shape}")
    given.in_unit_range(grid, f"map {name!r}")
    return grid


def _draw(panel, grid, asks):
    """Draw the cells of one map, and frame the row that asks."""
    panel.imshow(
        grid, cmap=colour_maps.WEIGHTS_MAP, vmin=0, vmax=1, aspect="auto", interpolation="nearest"
    )
    hatch(panel, grid == 0)
    panel.spines[:].set(visible=True, color=palette.FAINT)
    if asks is not None:
        frame = Rectangle((-0.5, asks - 0.5), len(grid), 1)
        frame.set(fill=False, edgecolor=palette.QUERY, linewidth=1.2, clip_on=False, zorder=5)
        panel.add_patch(frame)


def _name(panel, labels, aside):
    """Name the columns, and the rows where no other map stands at their left."""
    panel.set_xticks(list(labels), labels.values(), rotation=90)
    panel.set_yticks(list(labels), labels.values() if aside else [""] * len(labels))
    panel.xaxis.tick_top()
    panel.tick_params(length=2, pad=1, labelsize=SMALL, colors=palette.INK)


def _words(grids, tokens, asks):
    """Return what the framed row attends to most in each map, or each row where none is framed."""
    if asks is None:
        return [
            f"{name}, each row attends most to: {', '.join(tokens[j] for j in grid.argmax(axis=1))}"
            for name, grid in grids.items()
        ]
    tops = {name: int(np.argmax(grid[asks])) for name, grid in grids.items()}
    found = (
        f"{name} {tokens[j]} {wording.number(grids[name][asks, j], 2)}" for name, j in tops.items()
    )
    return [f"framed: {tokens[asks]}, which attends most to", ", ".join(found)]
