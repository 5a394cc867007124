"""A plane with points, some of which can be moved, arrows and shaded areas."""

from helpers.views.reports import KEYS, Number, Place, Shape
from helpers.views.view import View


class Plane(View):
    """Points, arrows and areas in a square, from -2.5 to 2.5 unless the scene says otherwise.

    A scene holds
        dots     : at (k, 2), labels, roles, texts for screen readers, movable (k booleans),
                   pressed, the place or places of what is chosen, -1 for none; it may hold
                   groups, the colour groups "first", "second", "neutral" or "", and rings,
                   the radii of the first dots' rings in pixels
        segments : ends (k, 4) as x1 y1 x2 y2, and roles; it may hold labels, what an arrow is
                   called beside its middle, "" for nothing
        areas    : a list of {at (k, 2), role}
        reach    : how far the square goes from its middle, 2.5 unless given
        middle   : (x, y), (0, 0) unless given; the origin must stay inside
        matrices : (2, 2), by their names; map, the name of the one whose grid is drawn
        glides   : whether what's different from the scene before is seen to move there, what a
                   map turns about the origin; unless given, what a hand doesn't drag is
    """

    reports = (
        Shape("choose", index=Place("dots.labels")),
        Shape(
            "move release",
            index=Place("dots.movable", true=True),
            x=Number(),  # also beyond the edges, which may have changed meanwhile
            y=Number(),
            by=KEYS,
        ),
    )
