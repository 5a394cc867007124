"""The colours of a heat map's cells: steps of a ramp, which is light or dark as the page is."""

import numpy as np
from matplotlib.colors import to_hex

from helpers import palette
from helpers.explorers.base.cells import STEPS
from helpers.figures import colour_maps
from helpers.views.heatmap import Heatmap

THEMES = {
    ":root": {"w": colour_maps.WEIGHTS_MAP, "s": colour_maps.SCORES_MAP},
    palette.DARK_PAGE: {"w": colour_maps.DARK_WEIGHTS_MAP, "s": colour_maps.DARK_SCORES_MAP},
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

    css = ramps()
