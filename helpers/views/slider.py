"""A slider with its label, its number and, where asked for, a button that plays it."""

from dataclasses import dataclass
from typing import Annotated

from helpers.views.reports import Between, Keys, Moves, Report
from helpers.views.view import View, source


@dataclass(frozen=True)
class Moved(Report):
    """The number that the slider is at; Enter releases it too, as letting go does."""

    kind: Moves
    value: Annotated[float, Between("low", "high")]
    by: Keys = ""


class Slider(View):
    """A native range input.

    A scene holds value, low, high, step, text (the number as shown) and play: the seconds that
    one way through takes, or None where there is no play button.
    """

    reports = (Moved,)

    _esm = source("slider.js")
