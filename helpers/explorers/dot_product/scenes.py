"""What the plane and the bars show of two vectors and their dot product."""

import itertools

import numpy as np

from helpers.explorers.base.scenes import Dots, arrows, together
from helpers.explorers.dot_product.state import REACH
from helpers.numerals import wording

ORIGIN = np.zeros(2)
PARTS = ("x × x", "y × y", "a · b", "|a| |b|")
ROLES = ("query", "key")
SEEN = 0.3  # a shorter shadow has no room for its length
ENDS = (3, 6, 10, 13)  # of the bars' axis, up and down; no score that fits the plane is beyond 13
ROOM = 1.1  # times the most that a · b can be in the beginning: so far the axis reaches
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
    if area and not hidden:
        areas.append(_area(pair))
    return {"dots": dots.scene(), "segments": together(*ways), "areas": areas}


def _shadow(pair):
    """Return b's shadow on a, with its length written on the side where b is not."""
    ends = ORIGIN, pair.foot
    if np.linalg.det([pair.foot, pair.b]) > 0:  # words stand to the left of a way
        ends = ends[::-1]
    seen = abs(pair.shadow) >= SEEN  # NaN is not
    return arrows(*ends, "shadow", f"shadow {wording.drawn(pair.shadow)}" if seen else "")


def _area(pair):
    """Return the area that shows a · b: |a| long, the shadow wide, as far as the plane reaches.

    It lies where b is not, unless it only fits on the other side.
    """
    wide = np.array([-pair.foot[1], pair.foot[0]])
    sides = (wide, -wide) if np.linalg.det([pair.a, pair.b]) < 0 else (-wide, wide)
    both = [np.array([ORIGIN, pair.a, pair.a + side, side]) for side in sides]
    at = next((one for one in both if np.abs(one).max() <= REACH), _inside(both[0]))
    return {"at": at, "role": "product" if pair.score >= 0 else "minus"}


def _inside(corners):
    """Return the corners (k, 2) of what the plane holds of an area (m, 2)."""
    for way, side in itertools.product((0, 1), (1, -1)):
        depth = REACH - side * corners[:, way]
        kept = []
        for k, (here, before) in enumerate(zip(depth, np.roll(depth, 1), strict=True)):
            if here * before < 0:
                kept.append(corners[k] + (corners[k - 1] - corners[k]) * here / (here - before))
            if here >= 0:
                kept.append(corners[k])
        corners = np.array(kept)
    return np.clip(corners, -REACH, REACH)


def _wedge(pair):
    """Return the (k, 2) outline of the angle from a to b, the short way round."""
    start, end = (np.arctan2(*vector[::-1]) for vector in (pair.a, pair.b))
    turn = (end - start + np.pi) % (2 * np.pi) - np.pi
    ways = start + turn * np.linspace(0, 1, 24)
    radius = min(ARC, 0.6 * pair.lengths.min())
    return np.vstack([ORIGIN, radius * np.stack([np.cos(ways), np.sin(ways)], axis=1)])


def bars(pair, end, ghost=None, hidden=False):
    """Return the scene of the two products, end to end, their sum, and how far the lengths reach.

    end : of the axis, up and down    ghost : the score to compare with, guessed or pinned, or None
    """
    (first, _), limit = pair.products, pair.limit
    heights = np.array([*pair.products, pair.score, 2 * limit])
    floors = np.array([0, first, 0, -limit])
    ends = floors + heights
    arrows = [" ↑" if at > end else " ↓" if at < -end else "" for at in ends]
    texts = [wording.drawn(height) for height in heights[:3]] + [f"±{wording.drawn(limit)}"]
    beyond = "".join(dict.fromkeys(arrows)).strip()
    caption = f"off the scale {beyond}" if beyond and not hidden else "both products, end to end"
    return {
        "heights": np.zeros(4) if hidden else heights,
        "floors": np.zeros(4) if hidden else floors,
        "links": np.array([] if hidden else ends[:2]),
        "labels": list(PARTS),
        "texts": ["?"] * 4 if hidden else [t + a for t, a in zip(texts, arrows, strict=True)],
        "roles": ["part", "part", "score", "limit"],
        "low": -end,
        "high": end,
        "ticks": [-end, 0, end],
        "ghosts": np.array([np.nan, np.nan, np.nan if ghost is None else ghost, np.nan]),
        "still": True,
        "caption": caption,
    }


def end(start):
    """Return how far the axis of the bars reaches, by the pair that its example begins with."""
    return next((end for end in ENDS if end >= ROOM * start.limit), ENDS[-1])
