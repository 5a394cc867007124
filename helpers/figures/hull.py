"""The convex hull of points in a plane."""

import numpy as np

ROUNDING = 1e-6


def hull(points):
    """Return the corners of the smallest convex region that holds all points, anticlockwise.

    points  : (n, 2), at least one
    returns : a list of (x, y); two corners for points on one line, one where all coincide

    Source: Andrew, Another efficient algorithm for convex hulls in two dimensions (1979).
    """
    ordered = sorted({(float(x), float(y)) for x, y in points})
    if len(ordered) <= 2:
        return ordered
    return _chain(ordered) + _chain(reversed(ordered))


def is_outside(point, points):
    """Whether a point (2,) lies outside the hull of points (n, 2), beyond rounding."""
    corners = np.array(hull(points))
    sides = np.roll(corners, -1, axis=0) - corners
    to_point = point - corners
    lengths = np.maximum(np.hypot(*sides.T), 1e-100)
    if len(corners) > 2:
        left_of = (sides[:, 0] * to_point[:, 1] - sides[:, 1] * to_point[:, 0]) / lengths
        return bool(left_of.min() < -ROUNDING)
    along = np.clip((to_point[0] @ sides[0]) / lengths[0] ** 2, 0, 1)
    return bool(np.hypot(*(to_point[0] - along * sides[0])) > ROUNDING)


def _chain(ordered):
    """Return one side of the hull, without its last point, which opens the other side."""
    side = []
    for point in ordered:
        while len(side) >= 2 and _turn(side[-2], side[-1], point) <= 0:
            side.pop()
        side.append(point)
    return side[:-1]


def _turn(a, b, c):
    """Return above 0 where the way a, b, c turns left, 0 where it is straight."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
