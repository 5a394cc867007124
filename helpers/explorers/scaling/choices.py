"""What the width, the number of tokens, the scale and the draw can be."""

import numpy as np

from helpers.explorers.base.readers import said, usable_number
from helpers.explorers.scaling.draws import LINES, MOST, WIDEST

FEWEST = 4  # tokens
LAST_DRAW = 999_999
START = {"d_k": 64, "scaled": False, "n": MOST, "draw": 0}


def whole(name, low, high):
    """Return a reader of whole numbers from `low` to `high`, which raises ValueError."""

    def read(typed):
        value = usable_number(typed, name, low, high)
        if value != int(value):
            raise ValueError(f"{name} must be a whole number; {value:g} is none.")
        return int(value)

    return read


def switch(value):
    """Return True or False, or raise ValueError with what came."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"scaled must be True or False; {said(value)} is neither.")
    return bool(value)


def way_to_draw(value):
    """Return a way to draw entries, or raise ValueError with those there are."""
    if not isinstance(value, str) or value not in LINES:
        raise ValueError(f"entries must be one of {', '.join(LINES)}; {said(value)} is none.")
    return value


width = whole("d_k", 1, WIDEST)
tokens = whole("n", FEWEST, MOST)
draw = whole("The draw", 0, LAST_DRAW)
