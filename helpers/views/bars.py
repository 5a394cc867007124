"""Bars, one number per token, some of which can be pulled; or the parts of one bar."""

from helpers.views.reports import Number, Place, Shape
from helpers.views.view import View


def _can_be_chosen(scene):
    return not (scene.get("movable") or scene.get("still"))


class Bars(View):
    """Upright bars with their numbers, from a common zero line.

    A scene holds heights (k,), labels, texts (the numbers as shown), roles, and low and high (the
    ends of the axis). It may hold movable (bool), step (of the arrow keys), caption, ticks
    (heights with a line and a number), ghosts ((k,) with NaN where there is none), chosen (a
    place or -1), still: bars that can be neither moved nor chosen, tall (the picture's height), and
    fits: whether the bars are as narrow as their room asks for, all letters keeping their size.
    A height beyond the axis is drawn to its edge, a NaN as an outline of the whole place; its
    text says what it is.

    stacked : whether the bars are parts of one bar from high down, named beside it; ghosts are the
              parts of a narrow one before it
    floors  : (k,), where each bar begins that doesn't stand on the zero line
    links   : (k - 1,), heights of lines that lead from each bar to the next
    """

    reports = (
        Shape(
            "move release",
            when=lambda scene: scene.get("movable"),
            index=Place("labels"),
            height=Number(),  # also beyond the axis, which may have changed meanwhile
        ),
        Shape("choose", when=_can_be_chosen, index=Place("labels")),
    )
