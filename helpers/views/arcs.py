"""Where a word looks: arcs from it to every word, one panel beside the other."""

from helpers.views.reports import Place, Shape
from helpers.views.view import View


class Arcs(View):
    """Panels of one sentence each, with arcs from the word that asks to all words.

    A scene holds tokens, query (the place of the word that asks), chosen (the place of the panel
    that is), panels: a list of {name, weights: (n,) from 0 to 1, NaN for what is hidden, texts:
    the numbers as shown, ghosts: (n,) with NaN where there is none, rest: a line below, guess:
    whether a word that is pressed is a guess}, and details: for every panel a line for each word,
    said in place of rest for the word in focus or under the pointer, or none. It may hold prompt,
    target: the place of the word that was pressed, where that isn't the one that asks,
    marked: the place of the word that should be looked at, -1 for none, and strip:
    {label, parts: texts per panel, mixed: texts, mix: what stands before them}.
    In a panel the arrow keys choose as well; where a guess is asked for they only move the focus.
    """

    reports = (  # -1 for a panel alone
        Shape("choose", panel=Place("panels"), index=Place("tokens", none=True)),
    )
