"""The colours of heatmap cells, looked up quickly enough for every frame of a drag."""

import functools

import numpy as np
from matplotlib.colors import to_hex

from helpers.figures import palette, wording

STEPS = 128
MAPS = {"weights": palette.WEIGHTS_MAP, "scores": palette.SCORES_MAP, "scaled": palette.SCORES_MAP}


@functools.cache
def _table(kind):
    """Return the fills and inks of a colour map, in steps, and those of what is not finite."""
    colours = [MAPS[kind](step / (STEPS - 1))[:3] for step in range(STEPS)]
    colours.append(MAPS[kind](np.ma.masked)[:3])
    return [to_hex(colour) for colour in colours], [palette.text_on(colour) for colour in colours]


def cells(matrix, kind, stretch=False, decimals=2):
    """Return the texts, fills and inks of a matrix, as `views.Heatmap` draws them.

    matrix : (n, m)    kind : "weights" (0 to 1), "scores" or "scaled" (centred at 0)
    """
    finite = matrix[np.isfinite(matrix)]
    low, high = 0.0, 1.0
    if kind != "weights":
        high = max(float(np.abs(finite).max(initial=0.0)), 1e-9)
        low = -high
    elif stretch and finite.size and finite.max() > finite.min():
        low, high = finite.min(), finite.max()
    with np.errstate(invalid="ignore"):
        steps = np.clip((matrix - low) / (high - low), 0, 1) * (STEPS - 1)
    places = np.where(np.isfinite(matrix), np.nan_to_num(steps), STEPS).astype(int)
    fills, inks = _table(kind)
    return {
        "texts": [[wording.drawn(entry, decimals) for entry in row] for row in matrix.tolist()],
        "fills": [[fills[place] for place in row] for row in places.tolist()],
        "inks": [[inks[place] for place in row] for row in places.tolist()],
    }
