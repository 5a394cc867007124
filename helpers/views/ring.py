"""Words on a circle, with arrows for who looks at whom."""

from helpers.views.reports import Place, Shape
from helpers.views.view import View


class Ring(View):
    """Words on a circle, counter-clockwise from the right; arrows from word to word, or to itself.

    A scene holds names, texts (what is said of each word), ends (k pairs of places, from and to),
    weights ((k,), the arrows' widths, from 0 to 1), numbers (their texts), chosen (a place),
    closed (whether the arrows lead round all words) and caption.
    """

    reports = (Shape("choose", index=Place("names")),)
