"""A slider with its label, its number and, where asked for, a button that plays it."""

from helpers.views.view import View, source


class Slider(View):
    """A native range input.

    A scene holds value, low, high, step, text (the number as shown) and play: the seconds that
    one way through takes, or None where there is no play button.
    The hand reports {kind: "move" | "release", value}, with by: "keys" where an arrow key moved
    it; Enter reports a release without.
    """

    _esm = source("elements.js", "wire.js", "slider.js")
    _css = source("view.css")
