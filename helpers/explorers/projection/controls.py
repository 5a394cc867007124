"""What a map is chosen with, and the table of who scores whom."""

import functools

import ipywidgets

from helpers.explorers.base import colours
from helpers.explorers.base.toggle_row import Choice
from helpers.explorers.projection.state import NAMED, OWN, name_of
from helpers.numerals import arithmetic, wording
from helpers.views.grid import Grid

MAKES = {"W_Q": "queries", "W_K": "keys", "W_V": "values"}
TABLES = ("scores", "weights")
HIDDEN = ("?", "transparent", "inherit")  # text, fill and ink of a cell that is still a question


class MapField(ipywidgets.HBox):
    """One of the three maps: a dropdown of names and a switch to drop it, and its numbers.

    numbers : the table of its numbers, to be placed elsewhere
    choose  : called with the name and a map's name
    type_   : called with the name and a report of the table
    drop    : called with the name and a bool        tie : the same, for W_K alone
    """

    def __init__(self, name, choose, type_, drop, tie):
        self._name, makes = name, MAKES[name]
        options = [*zip(NAMED, NAMED, strict=True), ("own numbers", OWN)]
        self.maps = ipywidgets.Dropdown(options=options, description=f"{makes}: {name}")
        self.maps.tooltip = "own numbers: typed, dragged or given to the cell"
        self.maps.observe(lambda change: choose(name, change.new), "value")
        self.drop = _switch(f"no {name}", f"no matrix: the {makes} are the words as they are")
        self.drop.observe(lambda change: drop(name, change.new), "value")
        self.tie = _switch("tie", "let W_K follow W_Q")
        self.tie.observe(lambda change: tie(name, change.new), "value")
        self.grid = Grid(lambda report: type_(name, report), label=f"{name}, which makes {makes}")
        self.numbers = ipywidgets.VBox([ipywidgets.Label(name), self.grid]).add_class("abh-matrix")
        super().__init__([self.maps, *([self.tie] if name == "W_K" else []), self.drop])
        self.add_class("abh-map")

    def draw(self, now, projector):
        """Show the matrix that acts; one that cannot be set is greyed."""
        matrix, follows = getattr(now, self._name), now.tied and self._name == "W_K"
        self.maps.value = name_of(matrix)
        self.drop.value, self.drop.disabled = self._name in now.dropped, follows
        self.maps.disabled = follows or self.drop.value
        self.tie.value = now.tied
        for switch in (self.drop, self.tie):
            switch.layout.display = "none" if projector else None
        self.grid.draw(
            texts=[[wording.typed(entry, 4) for entry in row] for row in matrix.tolist()],
            rows=arithmetic.numbered("x", 2),
            columns=arithmetic.numbered(self._name[-1].lower(), 2),
            restore=True,
        )


def _switch(text, does):
    return ipywidgets.ToggleButton(description=text, tooltip=does, layout={"width": "auto"})


class ScoreTable(ipywidgets.VBox):
    """Scores or weights, with a chosen row; `receive` is called with what is pressed there."""

    def __init__(self, receive):
        self.tabs = Choice(TABLES, "scores")
        self.heatmap = colours.ColouredTable(receive)
        super().__init__([self.tabs, self.heatmap])
        self.add_class("abh-score-table")

    def draw(self, now, hides, resting):
        """Show the chosen table, of which a guess hides all rows but that of the query."""
        tokens, query, shown = list(now.tokens), now.query, self.tabs.chosen
        cells = colours.cells(getattr(now.result, shown), shown)
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
            details=_details(now, shown) if resting and not hides else [],
        )
        self.heatmap.label = f"{shown}: queries are rows, keys are columns"


def _details(now, shown):
    """Return how each number comes about, in words."""
    said = "q of {} · k of {}: {}" if shown == "scores" else "{} → {}: {}"
    made = functools.partial(cell, now.result, shown, scaled=now.scaled)
    return [
        [said.format(token, other, made(i, j)) for j, other in enumerate(now.tokens)]
        for i, token in enumerate(now.tokens)
    ]


def cell(result, shown, i, j, scaled=True):
    """Return the arithmetic of one cell; of a weight with its division, where it is scaled."""
    if shown == "scores":
        return arithmetic.one(arithmetic.dot(result.queries[i], result.keys[j]))
    row = result.scaled[i]
    share = arithmetic.share(row[j], row.max(), result.weights[i, j])
    if not scaled:
        return share
    return f"{arithmetic.one(arithmetic.over_root(result.scores[i, j], 2))}; {share}"
