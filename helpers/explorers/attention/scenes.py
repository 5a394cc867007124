"""The plane of an attention computation, as a scene for `views.Plane`."""

import numpy as np

from helpers.explorers.base import scenes
from helpers.explorers.base.arithmetic import numbered
from helpers.figures import wording

CLOSE, EDGE = 1.25, 2.5  # of the plane: to begin with, where all is near; to move in
AIR = 0.05  # between the last point and the edge of a close plane
BEYOND = (5, 10, 20, 50, 100)  # where a typed number or z lies outside
CORNER = 0.88  # of the way to the lower left corner: where a guess waits for the hand


def reach(embeddings, z, least=CLOSE):
    """Return how far the plane reaches to show all numbers, at least so far.

    embeddings : (n, d)    z : (d,), or None where it is not drawn
    """
    farthest = np.abs(embeddings if z is None else np.vstack([embeddings, z])).max()
    if farthest <= CLOSE - AIR and least <= CLOSE:
        return CLOSE
    return next((edge for edge in (EDGE, *BEYOND) if farthest <= edge), BEYOND[-1])


def scene(explorer):
    """Return the parts of the scene: dots (tokens first, then the guess), segments and areas."""
    axes, shift, hides = list(explorer.axes), explorer.shift, explorer.hides_context
    points = explorer.embeddings[:, axes]
    dots, ways = scenes.plane(points, explorer.tokens, explorer.query), []
    areas = []
    if explorer.guess is not None:
        _add(dots, explorer.guess.place, "your guess", "guess", movable=True)
    if shift.values is not None and not hides:
        values, z = shift.values[:, axes], explorer.result.context[:, axes]
        areas = [scenes.shaded(values)]
        if explorer.all_shifts:
            ways.append(_all(points, z, explorer.query))
        else:
            ways += _own(points[explorer.query], z[explorer.query], values, explorer)
        if values is not points and not np.array_equal(values, points):
            for value, token in zip(values, explorer.tokens, strict=True):
                _add(dots, value, "", "mark", text=f"value of {token} {wording.point(value)}")
        _add(dots, z[explorer.query], "z", "context")
    if explorer.pin is not None:
        ways += _ghosts(explorer, dots, points, axes, hides)
    return {
        "dots": {**dots, "at": np.array(dots["at"])},
        "segments": scenes.together(*ways) if ways else {"ends": np.zeros((0, 4)), "roles": []},
        "areas": areas,
        "reach": explorer.reach,
        "axes": [numbered("x", explorer.embeddings.shape[1])[column] for column in axes],
        "prompt": _prompt(explorer),
    }


def _own(x, z, values, explorer):
    """Return the shift of the query, and its pulls where they end at z."""
    ways = [scenes.arrows(x, z, "shift")]
    if explorer.shift.pulls:
        weights = explorer.result.weights[explorer.query]
        ends = scenes.pulls(x, values, weights)
        ways.append({"ends": ends, "roles": ["pull"] * len(ends)})
    return ways


def _all(points, contexts, query):
    """Return the shifts of all tokens, that of the query in its colour."""
    ways = scenes.arrows(points, contexts, "vector")
    ways["roles"][query] = "shift"
    return ways


def _ghosts(explorer, dots, points, axes, hides):
    """Add where points and z stood when pinned; return the ways from there to here."""
    pin, ways = explorer.pin, []
    before = pin.sentence.embeddings[:, axes]
    for i in np.flatnonzero(np.abs(before - points).max(axis=1) > 1e-9):
        text = f"{explorer.tokens[i]} when pinned {wording.point(before[i])}"
        _add(dots, before[i], "", "ghost", text=text)
        ways.append(scenes.arrows(before[i], points[i], "ghost"))
    if pin.result.context.shape == explorer.embeddings.shape and not hides:
        z = pin.result.context[explorer.query][axes]
        if not np.array_equal(z, explorer.result.context[explorer.query][axes]):
            _add(dots, z, "z before", "ghost")
    return ways


def _add(dots, point, label, role, movable=False, text=None):
    """Add one dot in place."""
    dots["at"] = [*dots["at"], point]
    dots["labels"].append(label)
    dots["roles"].append(role)
    dots["texts"].append(wording.point(point) if text is None else text)
    dots["movable"].append(movable)


def _prompt(explorer):
    """Return what to do now, in one line."""
    if explorer.guess is None:
        return "Drag a word. Click one to make it the query."
    if explorer.hides_context:
        return "Where does z land? Drag the ring there and let go."
    return "To guess again, move a word or choose a query."
