"""The scores or the weights of all pairs, with what is to be guessed left out."""

import ipywidgets
import traitlets

from helpers.explorers.base import arithmetic, colours
from helpers.explorers.base.readers import is_place
from helpers.explorers.base.toggle_row import Choice
from helpers.views.heatmap import Heatmap

TABLES = ("scores", "weights")
HIDDEN = ("?", "transparent", "inherit")  # text, fill and ink of a cell that is still a question


class ScoreTable(ipywidgets.VBox):
    """One of two tables, with a chosen row.

    shown  : "scores" or "weights"
    choose : called with the row that the hand chooses
    """

    shown = traitlets.Enum(TABLES, default_value="scores")

    def __init__(self, choose):
        self._tabs = Choice(TABLES, "scores")
        self._choose = choose
        self._heatmap = Heatmap(self._receive)
        super().__init__([self._tabs, self._heatmap])
        traitlets.link((self, "shown"), (self._tabs, "chosen"))

    def _receive(self, report):
        row = report.get("row")
        if report.get("kind") == "choose" and is_place(row, len(self._heatmap.scene["rows"])):
            self._choose(row)

    def draw(self, result, tokens, query, hides, resting):
        """Show the chosen table, of which a guess hides all rows but that of the query."""
        cells = colours.cells(getattr(result, self.shown), self.shown)
        if hides:
            for part, hidden in zip(("texts", "fills", "inks"), HIDDEN, strict=True):
                cells[part] = [
                    row if i == query else [hidden] * len(row) for i, row in enumerate(cells[part])
                ]
        self._heatmap.draw(
            **cells,
            rows=list(tokens),
            columns=list(tokens),
            row=query,
            column=-1,
            details=_details(result, tokens, self.shown) if resting and not hides else [],
            stretch=None,
        )
        self._heatmap.label = f"{self.shown}: queries are rows, keys are columns"


def _details(result, tokens, shown):
    """Return how each number comes about, in words."""
    return [
        [f"{token} → {other}: {_cell(result, shown, i, j)}" for j, other in enumerate(tokens)]
        for i, token in enumerate(tokens)
    ]


def _cell(result, shown, i, j):
    """Return the arithmetic of one cell."""
    if shown == "scores":
        return arithmetic.one(arithmetic.dot(result.queries[i], result.keys[j]))
    scaled = result.scaled[i]
    return arithmetic.share(scaled[j], scaled.max(), result.weights[i, j])
