"""Scores, scaled scores and weights of one attention computation, behind tabs."""

import ipywidgets
import traitlets

from helpers.explorers.attention import learner_function as attend
from helpers.explorers.base import arithmetic, colours
from helpers.explorers.base.readers import is_place
from helpers.explorers.base.toggle_row import Choice
from helpers.figures import wording
from helpers.views.heatmap import Heatmap

WIDEST = 6  # numbers of a vector, past which a product is not written out


class Tables(ipywidgets.VBox):
    """One table at a time, with a chosen row.

    shown   : "scores", "scaled" or "weights"
    stretch : whether the colours of the weights span their own range, not 0 to 1
    """

    shown = traitlets.Enum(attend.SQUARE, default_value="weights")
    stretch = traitlets.Bool()

    def __init__(self, choose_row):
        self._choose_row = choose_row
        self._tabs = Choice(attend.SQUARE, "weights")
        self._heatmap = Heatmap(self._receive)
        super().__init__([self._tabs, self._heatmap])
        traitlets.link((self, "shown"), (self._tabs, "chosen"))

    def _receive(self, report):
        kind, rows = report.get("kind"), len(self._heatmap.scene["rows"])
        if kind == "stretch" and isinstance(report.get("on"), bool):
            self.stretch = report["on"]
        elif kind == "choose" and is_place(report.get("row"), rows):
            self._choose_row(report["row"])

    def offer(self, result, name):
        """Enable the tabs that have numbers; return the reason for the others, or ""."""
        missing = [part for part in attend.SQUARE if getattr(result, part) is None]
        reason = f"{name} returned no {' and no '.join(missing)}." if missing else ""
        for part in attend.SQUARE:
            self._tabs.refuse(part, reason if part in missing else "")
        if self.shown in missing:
            self.shown = "weights"
        return reason

    def draw(self, result, tokens, query, resting):
        """Show the chosen table; the arithmetic of its cells follows when the hand rests."""
        rows = list(tokens)
        self._heatmap.draw(
            **colours.cells(getattr(result, self.shown), self.shown, self.stretch),
            rows=rows,
            columns=rows,
            row=query,
            column=-1,
            details=self._details(result, tokens) if resting else [],
            stretch=self.stretch if self.shown == "weights" else None,
        )
        self._heatmap.label = f"{self.shown}: queries are rows, keys are columns"

    def _details(self, result, tokens):
        """Return how each number comes about, in words."""
        places = range(len(tokens))
        return [
            [f"{tokens[i]} → {tokens[j]}: {_cell(result, self.shown, i, j)}" for j in places]
            for i in places
        ]


def _cell(result, shown, i, j):
    """Return the arithmetic of one cell, or its number where there is none to show."""
    number = getattr(result, shown)[i, j]
    if shown == "scores" and result.queries is not None and result.keys is not None:
        if result.queries.shape[1] == result.keys.shape[1] <= WIDEST:
            return arithmetic.one(arithmetic.dot(result.queries[i], result.keys[j]))
    elif shown == "scaled" and result.scores is not None:
        return f"{wording.drawn(result.scores[i, j])} scaled to {wording.drawn(number)}"
    elif shown == "weights" and result.scaled is not None:
        return arithmetic.share(result.scaled[i, j], result.scaled[i].max(), number)
    return wording.drawn(number, 4)
