"""What planes show: dots, arrows and areas, as scenes for `views.Plane`; and bars of next words."""

import numpy as np

from helpers import figures
from helpers.explorers.base.words import percent
from helpers.figures.hull import hull
from helpers.numerals import wording

STEPS = (10, 20, 30, 50, 80)  # percent, where an axis may end before 100
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
    """Return the pulls on a point (2,), tip to tail, to its context: segments.

    They come in the order of their directions, so that the way bends to one side and is no tangle.
    """
    each = weights[:, None] * (values - point)
    across, up = each.sum(axis=0)
    along, aside = each @ [across, up], each @ [-up, across]
    tips = point + np.cumsum(each[np.argsort(np.arctan2(aside, along), kind="stable")], axis=0)
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


def next_words(words, chances, whole, marked, caption, *, high=100, projector=False):
    """Return the scene of next words as `views.Bars`.

    words : k    chances, whole : (k,), now and as a ghost, None for none    marked : some of them
    high  : the end of the axis, in percent
    """
    return {
        "heights": 100 * chances,
        "labels": words,
        "texts": [percent(chance, wording.brief_percent) for chance in chances],
        "roles": ["context" if word in marked else "key" for word in words],
        "ghosts": None if whole is None else 100 * whole,
        "low": 0,
        "high": high,
        "still": True,
        "fits": True,
        "tall": 132 if projector else 210,
        "caption": "" if projector else caption,
    }


def axis_end(chances):
    """Return where an axis ends that has room for these chances, in percent."""
    return next((step for step in STEPS if 100 * np.max(chances) < step), 100)


def arcs(tokens, row, target, name, prompt, *, off=False, marked=-1):
    """Return the scene of `views.Arcs` where the last token asks: dashed where its head is off.

    row : (n,)    target : the position that was pressed    marked : one whose arc has a colour
    """
    none = np.full(len(row), np.nan)
    panel = {
        "name": f"{name}, off" if off else name,
        "weights": none if off else row,
        "texts": ["" if off else f"{100 * weight:.0f}%" for weight in row.tolist()],
        "ghosts": row if off else none,
        "rest": "",
        "guess": False,
    }
    return {
        "tokens": list(tokens),
        "query": len(tokens) - 1,
        "target": target,
        "chosen": 0,
        "panels": [panel],
        "details": [[]],
        "prompt": prompt,
        "marked": marked,
        "strip": None,
    }


def row_picture(tokens, row, *lines):
    """Return a `Picture` of a token's row (n,), under the first line; it's the last token's."""
    title = lines[0].rstrip(".")
    asks = len(tokens) - 1
    drawn = figures.bars(row, tokens, kind="weights", highlight=asks, title=title)
    drawn.alt = wording.alt(drawn.alt, *lines[1:])
    return drawn
