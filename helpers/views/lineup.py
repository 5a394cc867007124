"""Words in a row, which are dragged to other places; above each what another word gives it."""

from helpers.views.reports import Place, Shape
from helpers.views.view import View


class Lineup(View):
    """Words that stand at places, each under a bar; words follow the pointer, places stay.

    A scene holds, for n words that keep their numbers wherever they stand: tokens, texts (the
    numbers as shown), weights (n,) with NaN for what is hidden, ghosts (n,) of earlier ones, unseen
    (n bools: words that are out of sight); and order (the words as they stand), query (the word
    that asks), caption (a line below) and prompt. marks are what stands at each place: {fills: n
    rows of colours, or none, dials: (n, each, 2) the ends of pointers on circles of radius 1, or
    none, said: a text per place, each: how many it has}. Bars stand on an axis from 0 to 1.
    Arrow keys choose, with Shift or Alt they move the word, Esc brings it back.
    """

    reports = (
        Shape("move release", index=Place("tokens"), place=Place("tokens")),
        Shape("choose", index=Place("tokens")),
    )
