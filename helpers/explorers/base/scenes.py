"""What planes show: dots, arrows and areas, as scenes for `views.Plane`."""

import numpy as np

from helpers.figures.hull import hull
from helpers.numerals import wording

RING, HANDLE = 44, 9  # pixels: the ring of a weight of 1, and the smallest
PARTS = ("at", "labels", "roles", "groups", "texts", "movable")


class Dots:
    """The dots of a plane, added one by one; what comes first keeps its place and the focus."""

    def __init__(self):
        self._rows = []

    def add(self, at, label, role, *, text=None, group="", movable=False):
        """Add a dot at (x, y).

        role : its look, one of `view.css`    text : its place in words, unless that is said
        """
        self._rows.append((np.asarray(at, dtype=float), label, role, group, text, movable))

    def scene(self, pressed=-1):
        """Return the part of a scene that holds the dots.

        pressed : the place or places of what is chosen, -1 for none
        """
        columns = zip(PARTS, zip(*self._rows, strict=True), strict=True)
        parts = {name: list(column) for name, column in columns}
        said = zip(parts["texts"], parts["at"], strict=True)
        texts = [wording.drawn_point(at) if text is None else text for text, at in said]
        return {**parts, "at": np.array(parts["at"]), "texts": texts, "pressed": pressed}


def point(report, scene):
    """Return where in a plane a dot was moved to, not beyond its edges; None where it was not."""
    if report.kind == "choose":
        return None
    middle, reach = scene.get("middle", (0, 0)), scene["reach"]
    return np.clip((report.x, report.y), np.subtract(middle, reach), np.add(middle, reach))


def rings(weights):
    """Return the radii of rings around dots, in pixels, their areas as large as weights (n,)."""
    return np.maximum(HANDLE, RING * np.sqrt(np.clip(weights, 0, 1)))


def pulls(point, values, weights):
    """Return the pulls on a point (2,), tip to tail, to its context: segments."""
    tips = point + np.cumsum(weights[:, None] * (values - point), axis=0)
    return arrows(np.vstack([point, tips[:-1]]), tips, "pull")


def arrows(starts, ends, role, label=""):
    """Return segments of one role from starts (k, 2) to ends (k, 2), the first with a label."""
    ends = np.hstack([np.atleast_2d(starts), np.atleast_2d(ends)])
    labels = [label if i == 0 else "" for i in range(len(ends))]
    return {"ends": ends, "roles": [role] * len(ends), "labels": labels}


def together(*segments):
    """Return several groups of segments as one, also of none."""
    return {
        "ends": np.vstack([np.zeros((0, 4)), *(group["ends"] for group in segments)]),
        "roles": [role for group in segments for role in group["roles"]],
        "labels": [label for group in segments for label in group["labels"]],
    }


def shaded(points, role="hull"):
    """Return the hull of points (m, 2) as an area."""
    return {"at": np.array(hull(points)), "role": role}
