"""What a map is chosen with, and the table of who scores what with whom."""

from functools import partial

from helpers.explorers.base.cells import cells
from helpers.explorers.base.colours import ColouredTable
from helpers.explorers.projection.state import NAMED, OWN, name_of
from helpers.numerals import arithmetic, wording
from helpers.views.grid import Grid
from helpers.views.parts import Choice, HBox, Menu, Note, Toggle, VBox

MAKES = {"W_Q": "queries", "W_K": "keys", "W_V": "values"}
NONE = "none"  # chosen for a map that is left out
TABLES = ("scores", "weights")
HIDDEN = ("?", "transparent", "inherit")  # text, fill and ink of a cell that is still a question


class MapField(HBox):
    """One of the three maps: a dropdown of names, and its numbers.

    numbers : the table of its numbers, to be placed elsewhere
    choose  : called with the name and a map's name
    type_   : called with the name and a report of the table
    tie     : for W_K alone, called with the name and a bool
    """

    def __init__(self, name, choose, type_, tie):
        self._name, makes = name, MAKES[name]
        options = {**dict(zip(NAMED, NAMED, strict=True)), "own numbers": OWN}
        options[f"no {name}: {makes[0]} = x"] = NONE
        does = "your own numbers: typed, dragged or given in the cell"
        self.maps = Menu(f"{makes}: {name}", options, partial(choose, name), does)
        self.tie = Toggle("tie", partial(tie, name), "make W_K always equal W_Q")
        self.grid = Grid(lambda report: type_(name, report), label=f"{name}, which makes {makes}")
        self.numbers = VBox([Note(name), self.grid], "abh-matrix")
        super().__init__([self.maps, *([self.tie] if name == "W_K" else [])], "abh-map")

    def draw(self, now, projector):
        """Show the matrix that acts; one that cannot be set is greyed."""
        matrix, follows = getattr(now, self._name), now.tied and self._name == "W_K"
        self.maps.chosen = NONE if self._name in now.dropped else name_of(matrix)
        self.maps.disabled = follows
        self.tie.on, self.tie.hidden = now.tied, projector
        self.grid.draw(
            texts=[[wording.typed(entry, 4) for entry in row] for row in matrix.tolist()],
            rows=arithmetic.numbered("x", 2),
            columns=arithmetic.numbered(self._name[-1].lower(), 2),
            restore=True,
        )


class ScoreTable(VBox):
    """Scores or weights, with a chosen row.

    turn : called with the name of the table to be shown    receive : with what is pressed there
    """

    def __init__(self, turn, receive):
        self.tabs = Choice(TABLES, "scores", turn)
        self.heatmap = ColouredTable(receive)
        super().__init__([self.tabs, self.heatmap], "abh-score-table")

    def draw(self, now, hides, resting):
        """Show the chosen table, of which a guess hides all rows but that of the query."""
        tokens, query, shown = list(now.tokens), now.query, self.tabs.chosen
        drawn = cells(getattr(now.result, shown), shown)
        if hides:
            for part, hidden in zip(("texts", "fills", "inks"), HIDDEN, strict=True):
                drawn[part] = [
                    row if i == query else [hidden] * len(row) for i, row in enumerate(drawn[part])
                ]
        self.heatmap.draw(
            **drawn,
            rows=tokens,
            columns=tokens,
            row=query,
            details=_details(now, shown) if resting and not hides else [],
        )
        self.heatmap.label = f"{shown}: queries are rows, keys are columns"


def _details(now, shown):
    """Return how each number comes about, in words."""
    said = "q of {} · k of {}: {}" if shown == "scores" else "{} → {}: {}"
    made = partial(cell, now.result, shown)
    return [
        [said.format(token, other, made(i, j)) for j, other in enumerate(now.tokens)]
        for i, token in enumerate(now.tokens)
    ]


def cell(result, shown, i, j):
    """Return the arithmetic of one cell; of a weight, with the division of its score."""
    if shown == "scores":
        return arithmetic.one(arithmetic.dot(result.queries[i], result.keys[j]))
    row = result.scaled[i]
    share = arithmetic.share(row[j], row.max(), result.weights[i, j])
    return f"{arithmetic.one(arithmetic.over_root(result.scores[i, j], 2))}; {share}"
