"""A slider with its label, its number and, where asked for, a button that plays it."""

from helpers.views.reports import KEYS, Number, Shape
from helpers.views.view import View


class Slider(View):
    """A native range input.

    A scene holds value, low, high, step, text (the number as shown) and play: the seconds that
    one way through takes, or None where there is no play button.
    """

    # Enter is no key that moves: it releases as letting go does
    reports = (Shape("move release", value=Number("low", "high"), by=KEYS),)
