"""Bars, one number per token, some of which the hand can pull."""

from helpers.views.view import View, source


class Bars(View):
    """Upright bars with their numbers, from a common zero line.

    A scene holds heights (k,), labels, texts (the numbers as shown), roles, low and high (the
    ends of the axis), movable (bool), ghosts ((k,) with NaN where there is none), and step.
    A height that is not finite or beyond the axis is drawn to its edge; its text says what it is.
    The hand reports {kind: "move" | "release", index, height} and {kind: "choose", index}.
    """

    _esm = source("wire.js", "bars.js")
    _css = source("view.css")
