"""A row of named steps with back and next."""

from helpers.views.view import View, source


class Steps(View):
    """Named steps, one of them current; arrow keys go back and on.

    A scene holds names (of the steps, in order) and at (the place of the current one).
    The hand reports {kind: "choose", index}.
    """

    _esm = source("elements.js", "wire.js", "steps.js")
    _css = source("view.css")
