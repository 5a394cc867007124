"""The texts and colours of the cells of a heat map."""

import numpy as np

from helpers import palette
from helpers.numerals import wording

STEPS = palette.SHADES  # of a ramp of colours


def cells(matrix, kind, stretch=False, decimals=2):
    """Return the texts, fills and inks of a matrix, as `ColouredTable` draws them.

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
    places = np.where(np.isfinite(matrix), np.nan_to_num(steps), STEPS).astype(int).tolist()
    ramp = "--w" if kind == "weights" else "--s"
    scene = {
        "texts": [[wording.drawn(entry, decimals) for entry in row] for row in matrix.tolist()],
        "fills": [[f"var({ramp}{place})" for place in row] for row in places],
        "inks": [[f"var({ramp}{place}-ink)" for place in row] for row in places],
    }
    square = matrix[: matrix.shape[1]]
    if kind == "weights" and np.array_equal(square > 0, np.tri(*square.shape, dtype=bool)):
        for i, j in np.argwhere(square == 0):  # a causal mask hides it
            scene["texts"][i][j], scene["fills"][i][j] = "", "var(--hidden)"
    return scene
