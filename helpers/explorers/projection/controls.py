"""What the hand chooses a map with, and the table of who scores whom."""

import ipywidgets
import traitlets

from helpers.explorers.base import arithmetic, colours
from helpers.explorers.base.readers import is_place
from helpers.explorers.base.toggle_row import Choice
from helpers.explorers.projection.state import NAMED, OWN, name_of
from helpers.views.grid import Grid

MAKES = {"W_Q": "queries", "W_K": "keys", "W_V": "values"}
TABLES = ("scores", "weights")
HIDDEN = ("?", "transparent", "inherit")  # text, fill and ink of a cell that is still a question


class MapField(ipywidgets.HBox):
    """One of the three maps: a dropdown of names and a switch to drop it, and its numbers.

    numbers : the table of its numbers, to be placed elsewhere
    choose  : called with the name and a map's name
    type_   : called with the name and a report of the table
    drop    : called with the name and a bool        tie : the same; None where there is no switch
    """

    def __init__(self, name, choose, type_, drop, tie=None):
        self._letter, makes = name[-1].lower(), MAKES[name]
        self.maps = ipywidgets.Dropdown(options=[*NAMED, OWN], description=f"{makes}: {name}")
        self.maps.observe(lambda change: choose(name, change.new), "value")
        self.drop = _switch("drop", f"do without {name}: the {makes} are the embeddings")
        self.drop.observe(lambda change: drop(name, change.new), "value")
        self.tie = _switch("tie", "let W_K follow W_Q")
        self.tie.observe(lambda change: tie and tie(name, change.new), "value")
        self.grid = Grid(lambda report: type_(name, report), label=f"{name}, which makes {makes}")
        self.numbers = ipywidgets.VBox([ipywidgets.Label(name), self.grid])
        self.numbers.add_class("abh-matrix")
        super().__init__([self.maps, *([self.tie] if tie else []), self.drop])
        self.add_class("abh-map")

    def draw(self, matrix, dropped, tied, follows, wall):
        """Show the matrix that acts; one that cannot be set is greyed.

        tied : whether the two are tied        follows : whether this is the one that follows
        """
        self.maps.value = name_of(matrix)
        self.maps.disabled = dropped or follows
        self.drop.value, self.drop.disabled = dropped, follows
        self.tie.value = tied
        for switch in (self.drop, self.tie):
            switch.layout.display = "none" if wall else None
        self.grid.draw(
            texts=[[f"{entry:.4g}" for entry in row] for row in matrix.tolist()],
            rows=arithmetic.numbered("x", 2),
            columns=arithmetic.numbered(self._letter, 2),
            restore=True,
        )


def _switch(text, does):
    return ipywidgets.ToggleButton(description=text, tooltip=does, layout={"width": "auto"})


class ScoreTable(ipywidgets.VBox):
    """One of two tables, with a chosen row.

    shown  : "scores" or "weights"
    choose : called with the row that the hand chooses
    """

    shown = traitlets.Enum(TABLES, default_value="scores")

    def __init__(self, choose):
        self.tabs = Choice(TABLES, "scores")
        self._choose = choose
        self.heatmap = colours.ColouredTable(self._receive)
        super().__init__([self.tabs, self.heatmap])
        self.add_class("abh-score-table")
        traitlets.link((self, "shown"), (self.tabs, "chosen"))

    def _receive(self, report):
        row = report.get("row")
        if report.get("kind") == "choose" and is_place(row, len(self.heatmap.scene["rows"])):
            self._choose(row)

    def draw(self, now, hides, resting):
        """Show the chosen table, of which a guess hides all rows but that of the query."""
        tokens, query = list(now.tokens), now.query
        cells = colours.cells(getattr(now.result, self.shown), self.shown)
        if hides:
            for part, hidden in zip(("texts", "fills", "inks"), HIDDEN, strict=True):
                cells[part] = [
                    row if i == query else [hidden] * len(row) for i, row in enumerate(cells[part])
                ]
        self.heatmap.draw(
            **cells,
            rows=tokens,
            columns=tokens,
            row=query,
            column=-1,
            details=_details(now.result, tokens, self.shown) if resting and not hides else [],
            stretch=None,
        )
        self.heatmap.label = f"{self.shown}: queries are rows, keys are columns"


def _details(result, tokens, shown):
    """Return how each number comes about, in words."""
    return [
        [f"{token} → {other}: {cell(result, shown, i, j)}" for j, other in enumerate(tokens)]
        for i, token in enumerate(tokens)
    ]


def cell(result, shown, i, j):
    """Return the arithmetic of one cell."""
    if shown == "scores":
        return arithmetic.one(arithmetic.dot(result.queries[i], result.keys[j]))
    scaled = result.scaled[i]
    return arithmetic.share(scaled[j], scaled.max(), result.weights[i, j])
