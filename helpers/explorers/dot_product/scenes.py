"""What the plane and the bars show of two vectors and their dot product."""

import numpy as np

from helpers.figures import wording

ORIGIN = np.zeros(2)
PARTS = ("x × x", "y × y", "a · b", "|a| × |b|")
ARC = 0.45  # radius of the angle's wedge, or less beside a short vector


def plane(pair, names, pinned, hidden):
    """Return the scene of the plane: arrows, angle, and the shadow of b on a."""
    at, labels, roles = [pair.a, pair.b], [f"a: {names[0]}", f"b: {names[1]}"], ["query", "value"]
    segments = [(ORIGIN, pair.a, "query"), (ORIGIN, pair.b, "value")]
    if not hidden:
        segments = [(ORIGIN, pair.foot, "shadow"), (pair.b, pair.foot, "plain"), *segments]
    if pinned is not None:
        ghosts = [(ORIGIN, vector, "ghost") for vector in (pinned.a, pinned.b)]
        segments = [*ghosts, *segments]
        at, labels = [*at, pinned.a, pinned.b], [*labels, "a pinned", "b pinned"]
        roles += ["ghost", "ghost"]
    dots = {
        "at": np.array(at),
        "labels": labels,
        "roles": roles,
        "texts": [wording.point(point) for point in at],
        "movable": [role != "ghost" for role in roles],
        "pressed": -1,
    }
    ends = np.array([[*start, *end] for start, end, _ in segments])
    areas = [] if hidden or pair.limit == 0 else [{"at": _wedge(pair), "role": "angle"}]
    roles = [role for _, _, role in segments]
    return {"dots": dots, "segments": {"ends": ends, "roles": roles}, "areas": areas}


def _wedge(pair):
    """Return the (k, 2) outline of the angle from a to b, the short way round."""
    start, end = (np.arctan2(*vector[::-1]) for vector in (pair.a, pair.b))
    turn = (end - start + np.pi) % (2 * np.pi) - np.pi
    ways = start + turn * np.linspace(0, 1, 24)
    radius = min(ARC, 0.6 * pair.lengths.min())
    return np.vstack([ORIGIN, radius * np.stack([np.cos(ways), np.sin(ways)], axis=1)])


def bars(pair, reach, ghost, hidden):
    """Return the scene of the two products, their sum, and the most that it could be.

    ghost : the score to compare with, guessed or pinned, or None
    """
    heights = np.array([*pair.products, pair.score, pair.limit])
    ghosts = np.array([np.nan, np.nan, np.nan if ghost is None else ghost, np.nan])
    return {
        "heights": np.zeros(4) if hidden else heights,
        "labels": list(PARTS),
        "texts": ["?"] * 4 if hidden else [wording.drawn(height) for height in heights],
        "roles": ["score", "score", "context", "limit"],
        "low": -reach,
        "high": reach,
        "ticks": [-reach, reach],
        "ghosts": ghosts,
        "movable": False,
        "still": True,
        "caption": "two products, their sum a · b, and the most that the lengths allow",
    }


def reach(pair):
    """Return how far the axis of the bars goes: 2, 5 or 13."""
    return next(float(end) for end in (2, 5, 13) if end >= pair.limit)
