"""What the plane and the bars show of two vectors and their dot product."""

import numpy as np

from helpers.explorers.base.scenes import Dots, arrows, together
from helpers.explorers.dot_product.state import REACH
from helpers.numerals import wording

ORIGIN = np.zeros(2)
PARTS = ("x × x", "y × y", "a · b", "|a| |b|")
ROLES = ("query", "key")
SEEN = 0.3  # a shorter shadow has no room for its length
ENDS = (0, 1, 2, 3, 5, 8, 13)  # of the bars' axis, up and down
ARC = 0.45  # radius of the angle's wedge, or less beside a short vector


def plane(pair, pinned=None, hidden=False, area=False):
    """Return the scene of the plane: arrows, angle, the shadow of b on a, and a · b as an area."""
    dots = Dots()
    for vector, letter, name, role in zip((pair.a, pair.b), "ab", pair.names, ROLES, strict=True):
        dots.add(vector, f"{letter}: {name}", role, movable=True)
    ways = [arrows(ORIGIN, pair.a, "query"), arrows(ORIGIN, pair.b, "key")]
    if not hidden:
        ways = [_shadow(pair), arrows(pair.b, pair.foot, "plain"), *ways]
    if pinned is not None:
        for vector, letter in zip((pinned.a, pinned.b), "ab", strict=True):
            dots.add(vector, f"{letter} pinned", "ghost")
            ways.insert(0, arrows(ORIGIN, vector, "ghost"))
    areas = [] if hidden or pair.limit == 0 else [{"at": _wedge(pair), "role": "angle"}]
    prompt = "Guess a · b with the slider." if hidden else "Drag the tip of an arrow."
    if area and not hidden:
        areas += (drawn := _area(pair))
        prompt = prompt if drawn else "Shorten an arrow: the area does not fit."
    return {"dots": dots.scene(), "segments": together(*ways), "areas": areas, "prompt": prompt}


def _shadow(pair):
    """Return b's shadow on a, with its length written on the side where b is not."""
    ends = ORIGIN, pair.foot
    if np.linalg.det([pair.foot, pair.b]) > 0:  # words stand to the left of a way
        ends = ends[::-1]
    seen = abs(pair.shadow) >= SEEN  # NaN is not
    return arrows(*ends, "shadow", f"shadow {wording.drawn(pair.shadow)}" if seen else "")


def _area(pair):
    """Return the areas that show a · b: |a| long, the shadow wide, where b is not if it fits."""
    wide = np.array([-pair.foot[1], pair.foot[0]])
    sides = (wide, -wide) if np.linalg.det([pair.a, pair.b]) < 0 else (-wide, wide)
    corners = [np.array([ORIGIN, pair.a, pair.a + side, side]) for side in sides]
    role = "product" if pair.score >= 0 else "minus"
    return [{"at": at, "role": role} for at in corners if np.abs(at).max() <= REACH][:1]


def _wedge(pair):
    """Return the (k, 2) outline of the angle from a to b, the short way round."""
    start, end = (np.arctan2(*vector[::-1]) for vector in (pair.a, pair.b))
    turn = (end - start + np.pi) % (2 * np.pi) - np.pi
    ways = start + turn * np.linspace(0, 1, 24)
    radius = min(ARC, 0.6 * pair.lengths.min())
    return np.vstack([ORIGIN, radius * np.stack([np.cos(ways), np.sin(ways)], axis=1)])


def bars(pair, ends, ghost=None, hidden=False):
    """Return the scene of the two products, their sum, and the most that it could be.

    ends : of the axis    ghost : the score to compare with, guessed or pinned, or None
    """
    heights = np.array([*pair.products, pair.score, pair.limit])
    return {
        "heights": np.zeros(4) if hidden else heights,
        "labels": list(PARTS),
        "texts": ["?"] * 4 if hidden else [wording.drawn(height) for height in heights],
        "roles": ["part", "part", "score", "limit"],
        "low": ends[0],
        "high": ends[1],
        "ticks": sorted({*ends, 0}),
        "ghosts": np.array([np.nan, np.nan, np.nan if ghost is None else ghost, np.nan]),
        "still": True,
        "caption": "two products, their sum, and the most there can be",
    }


def ends(pair, ghost, hidden, before):
    """Return the ends of an axis that holds all bars, and what it held before, as `bars` has them.

    hidden : whether the score is: then the axis says nothing of its sign
    """
    drawn = [*before, *pair.products, pair.limit, 0 if ghost is None else ghost]
    low, high = -pair.limit if hidden else min(drawn), max(drawn)
    return -_end(-low), _end(high) or 1  # two vectors without a length have an axis too


def _end(number):
    return next(end for end in ENDS if end >= number - 1e-9)
