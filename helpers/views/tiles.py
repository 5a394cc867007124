"""Small maps side by side, each with a switch, and the chosen one large."""

from helpers.views.reports import Place, Shape
from helpers.views.view import View


class Tiles(View):
    """Square maps of numbers from 0 to 1, one for each name.

    A scene holds names, size (n), maps (bytes: names × n × n numbers from 0 to 255), off (a bool
    each), chosen (the place of the large one), row (the row that is marked) and tokens (n, what
    rows and columns are called) and turns (what a switch says behind the name, on and off).
    """

    reports = (Shape("choose turn", head=Place("names")),)
