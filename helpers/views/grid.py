"""A table of numbers that can be typed."""

from helpers.views.view import View, source


class Grid(View):
    """Rows of typed fields, each row with an optional name field and a button to remove it.

    A scene holds texts (rows of strings), rows and columns (labels), and renames and removes
    (booleans: whether names can be typed and rows removed), and names (what stands in the name
    fields). Text is reported as typed: Python decides what is a number.
    The hand reports {kind: "type", row, column, text}, {kind: "rename", row, text} and
    {kind: "remove", row}. Every field follows the scene but one that is being typed in; a scene
    with restore, also an unchanged one, restores that one too.
    """

    _esm = source("elements.js", "wire.js", "grid.js")
    _css = source("view.css")
