"""A table of numbers that can be typed."""

from helpers.views.reports import Place, Plain, Shape
from helpers.views.view import View


class Grid(View):
    """Rows of typed fields, each row with an optional name field and a button to remove it.

    A scene holds texts (rows of strings), rows and columns (labels), and renames and removes
    (booleans: whether names can be typed and rows removed), and names (what's in the name
    fields), and may hold good (as texts: what Escape gives back where these were refused). Text is
    reported as typed: Python decides what is a number.
    Every field follows the scene but one that is being typed in; a scene with restore, also an
    unchanged one, restores that one too.
    """

    reports = (
        Shape("type", row=Place("texts"), column=Place("columns"), text=Plain(str)),
        Shape("rename", lambda scene: "renames" in scene, row=Place("texts"), text=Plain(str)),
        Shape("remove", lambda scene: "removes" in scene, row=Place("texts")),
    )
