"""The plane of an attention computation, and its still picture."""

import numpy as np

from helpers import figures
from helpers.explorers.base import scenes
from helpers.numerals import wording
from helpers.numerals.arithmetic import numbered

CLOSE, EDGE = 1.25, 2.5  # of the plane: to begin with, where all is near; to move in
AIR = 0.05  # between the last point and the edge of a close plane
BEYOND = (5, 10, 20, 50, 100)  # where a typed number or z lies outside
CORNER = 0.88  # of the way to the lower left corner: where a guess waits for the pointer
WAY = "x → z"


def reach(state, least=0):
    """Return how far the plane reaches to show all numbers and z, at least so far.

    As far as it did while that's enough: a hand that lets go of something moves no axis.
    """
    z = state.z if state.has_shift else []
    farthest = max(np.abs(state.embeddings).max(), np.abs(z).max(initial=0))
    close = [CLOSE] if farthest <= CLOSE - AIR else []
    fits = [edge for edge in (least, *close, EDGE, *BEYOND) if farthest <= edge >= least]
    return fits[0] if fits else BEYOND[-1]


def plane(state, pin=None, guess=None, hidden=False, pulls=False, all_shifts=False):
    """Return the scene: dots (tokens first, then the guess), segments and areas.

    guess  : where z is expected (2,), or None      hidden : whether z still has to be guessed
    pulls  : whether the shift is shown as a sum    all_shifts : whether every token shows its own
    """
    axes, values = list(state.axes), state.shift.values
    dots = scenes.Dots()
    for i, (point, token) in enumerate(zip(state.points, state.tokens, strict=True)):
        dots.add(point, token, "query" if i == state.query else "value", movable=True)
    if guess is not None:
        dots.add(guess, "your guess", "guess", movable=hidden)
    ways, areas = [], []
    if state.has_shift and not hidden:
        z = state.result.context[:, axes]
        ways.append(scenes.arrows(state.points[state.query], z[state.query], "shift", WAY))
        if all_shifts:
            others = np.arange(len(z)) != state.query
            ways.append(scenes.arrows(state.points[others], z[others], "vector"))
        if values is not None:
            areas = [scenes.shaded(values[:, axes])]
            _mark(dots, values[:, axes], state)
            if pulls and not state.shift.remark:
                ways.append(scenes.pulls(state.points[state.query], values[:, axes], state.weights))
        dots.add(z[state.query], "z", "context")
        if guess is not None:
            ways.append(scenes.arrows(guess, z[state.query], "plain"))
    if pin is not None:
        ways += _ghosts(dots, state, pin, hidden)
    return {
        "dots": {**dots.scene(state.query), "rings": scenes.rings(state.weights)},
        "segments": scenes.together(*ways),
        "areas": areas,
        "axes": [numbered("x", state.sentence.size[1])[column] for column in axes],
    }


def _mark(dots, values, state):
    """Add where the values are, unless they are where the tokens are."""
    if not np.array_equal(values, state.points):
        for value, token in zip(values, state.tokens, strict=True):
            dots.add(value, "", "mark", text=f"value of {token} {wording.drawn_point(value)}")


def _ghosts(dots, state, pin, hidden):
    """Add where points and z stood when pinned; return the ways from there to here."""
    before, ways, axes = pin.embeddings[:, list(state.axes)], [], list(state.axes)
    for i in np.flatnonzero(np.abs(before - state.points).max(axis=1) > 1e-9):
        text = f"{state.tokens[i]} when pinned {wording.drawn_point(before[i])}"
        dots.add(before[i], "", "ghost", text=text)
        ways.append(scenes.arrows(before[i], state.points[i], "ghost"))
    if pin.result.context.shape == state.result.context.shape == state.sentence.size and not hidden:
        z = pin.result.context[state.query]
        if not np.array_equal(z, state.z):
            dots.add(z[axes], "z before", "ghost")
    return ways


def picture(state, hidden=False):
    """Return a `Picture` of the shift of the query, or of the weights where none is to be seen."""
    shown = (not hidden and _shift(state)) or _weights(state)
    pairs = zip(state.tokens, state.embeddings, strict=True)
    shown.alt = wording.alt(
        f"Attention over {len(state.tokens)} tokens, the query is {state.token}",
        f"embeddings: {', '.join(f'{token} {wording.point(row)}' for token, row in pairs)}",
        f"weights of {state.token}: {wording.pairs(state.tokens, state.weights, 4)}",
        "" if hidden else f"context of {state.token}: z = {wording.point(state.z, 4)}",
    )
    return shown


def _shift(state):
    """Return the picture of the shift, or None where the pulls do not make one."""
    if state.shift.remark or state.shift.values is None:
        return None
    values, points = state.shift.values[:, list(state.axes)], state.points
    own = None if np.array_equal(values, points) else values
    title = f"{state.token}, pulled to its context z"
    try:
        return figures.shift(
            points, state.tokens, state.query, state.weights, title=title, values=own
        )
    except ValueError:  # weights of the learner's own function need not be an average
        return None


def _weights(state):
    """Return the picture of the weights, in the colours of scores where they are no shares."""
    weights = state.result.weights
    kind = "weights" if weights.min() >= 0 and weights.max() <= 1 else "scores"
    return figures.heatmap(weights, state.tokens, kind=kind, highlight=state.query, title="weights")
