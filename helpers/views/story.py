"""A story as chips: each word a menu, below it where a cursor can stand, above all its arcs."""

from helpers.views.reports import Place, Shape
from helpers.views.view import View


class Story(View):
    """Words in lines, of which one is the cursor, with arcs from it to the words it looks at.

    A scene holds tokens (the first cannot be changed), words (what each other one can be changed
    to), cursor (a place), weights (n,) from 0 to 1, texts (the weights in words),
    shown (what stands below each word), head (whose
    weights they are), off (whether that head is off) and tall (the room for arcs, in pixels).
    Below each word stands a button that takes the cursor; arrow keys go from one to the next.
    """

    reports = (
        Shape("choose", index=Place("tokens")),
        Shape("change", index=Place("tokens"), word=Place("words")),
    )
