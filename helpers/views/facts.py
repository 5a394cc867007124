"""A small table of named facts, which follow what is dragged."""

from helpers.views.view import View


class Facts(View):
    """Named facts, one per row, which nothing can change but what they are about.

    A scene holds names (of the rows), texts (rows of strings, all of one length), columns
    (headings, or none) and roles (one per row; "" for none).
    """
