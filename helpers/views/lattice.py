"""Small squares in rows and columns, one of them chosen, any number of them off."""

from helpers.views.reports import Place, Shape
from helpers.views.view import View


class Places:
    """Places of squares, each once."""

    @staticmethod
    def allows(value, scene):
        """Return whether all are there."""
        whole = type(value) is list and all(type(place) is int for place in value)
        return whole and {*value} <= {*range(len(scene["texts"]))} and len({*value}) == len(value)


class Lattice(View):
    """Squares as dark as their shares, column by column; one Tab stop, with arrow keys inside.

    A scene holds rows and columns (labels), shares (0 to 1, one for each square, column by column),
    texts (what a square is called), chosen (a place), off (the places that are), acts (the names of
    three buttons: they switch the chosen square, its column, and all on again) and rest (a line for
    when no square is pointed at). Space and Enter switch the chosen square.

    A report holds all that's wished. While an answer takes its time, the newest report alone waits.
    """

    reports = (Shape("wish", chosen=Place("texts"), off=Places()),)
