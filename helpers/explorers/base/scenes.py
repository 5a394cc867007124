"""What the plane shows of one attention computation, as scenes for `views.Plane`."""

import numpy as np

from helpers.explorers.base.readers import finite
from helpers.figures import wording
from helpers.figures.hull import hull


def plane(points, labels, query, movable=True):
    """Return the dots of a scene: every token at its (n, 2) place."""
    roles = ["query" if i == query else "value" for i in range(len(labels))]
    return {
        "at": np.asarray(points, dtype=float),
        "labels": list(labels),
        "roles": roles,
        "texts": [wording.point(point) for point in points],
        "movable": [movable] * len(labels),
        "pressed": query,
    }


def with_dot(dots, point, label, role, movable=False):
    """Return the dots with one more."""
    return {
        "at": np.vstack([dots["at"], point]),
        "labels": [*dots["labels"], label],
        "roles": [*dots["roles"], role],
        "texts": [*dots["texts"], wording.point(point)],
        "movable": [*dots["movable"], movable],
        "pressed": dots["pressed"],
    }


def point(report, scene):
    """Return where in a plane the hand is, not beyond its edges; None where that is no point."""
    place = [finite(report.get(way)) for way in "xy"]
    middle, reach = scene.get("middle", (0, 0)), scene["reach"]
    return (
        None if None in place else np.clip(place, np.subtract(middle, reach), np.add(middle, reach))
    )


def pulls(point, values, weights):
    """Return the ends (m, 4) of the pulls, tip to tail, from `point` to its context."""
    tips = point + np.cumsum(weights[:, None] * (values - point), axis=0)
    return np.hstack([np.vstack([point, tips[:-1]]), tips])


def arrows(starts, ends, role):
    """Return segments of one role from starts (k, 2) to ends (k, 2)."""
    ends = np.hstack([np.atleast_2d(starts), np.atleast_2d(ends)])
    return {"ends": ends, "roles": [role] * len(ends)}


def together(*segments):
    """Return several groups of segments as one."""
    return {
        "ends": np.vstack([group["ends"] for group in segments]),
        "roles": [role for group in segments for role in group["roles"]],
    }


def shaded(points):
    """Return the hull of points (m, 2) as an area."""
    return {"at": np.array(hull(points)), "role": "hull"}
