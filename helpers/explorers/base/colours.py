"""The colours of a heat map's cells: steps of a ramp, which is light or dark as the page is."""

import numpy as np
from matplotlib.colors import to_hex

from helpers import palette
from helpers.numerals import wording
from helpers.views.heatmap import Heatmap

STEPS = palette.SHADES
THEMES = {
    ":root": {"w": palette.WEIGHTS_MAP, "s": palette.SCORES_MAP},
    palette.DARK_PAGE: {"w": palette.DARK_WEIGHTS_MAP, "s": palette.DARK_SCORES_MAP},
}


def ramps():
    """Return the CSS that names each step of each ramp, and the ink that reads on it."""
    blocks = []
    for place, maps in THEMES.items():
        names = {}
        for letter, ramp in maps.items():
            for step, colour in enumerate(_steps(ramp)):
                names[f"{letter}{step}"] = to_hex(colour)
                names[f"{letter}{step}-ink"] = palette.text_on(colour)
        blocks.append(palette.rule(place, names))
    return "\n".join(blocks)


def _steps(ramp):
    """Return the colours of a ramp, and at the end that of what is not finite."""
    return [ramp(step / (STEPS - 1))[:3] for step in range(STEPS)] + [ramp(np.ma.masked)[:3]]


class ColouredTable(Heatmap):
    """A heat map that `cells` colours."""

    _css = f"{Heatmap._css}\n{ramps()}"


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
