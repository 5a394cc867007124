"""A row of named steps with back and next."""

from helpers.views.reports import Place, Shape
from helpers.views.view import View


class Steps(View):
    """Named steps, one of them current; arrow keys go back and on.

    A scene holds names (of the steps, in order) and at (the place of the current one).
    """

    reports = (Shape("choose", index=Place("names")),)
