"""What stands beside the plane: tables behind tabs, and the coordinates that it cannot show."""

from functools import partial

import numpy as np

from helpers.explorers.attention.state import SQUARE
from helpers.explorers.base.cells import cells
from helpers.explorers.base.colours import ColouredTable
from helpers.learner.messages import shortened
from helpers.numerals import arithmetic, wording
from helpers.views.bars import Bars
from helpers.views.parts import Choice, HBox, Menu, VBox

WIDEST = 6  # numbers of a vector, past which a product is not written out
MOST_BARS = 12
TALL = 150  # pixels of the bars, which stand under a table
LONGEST = 5  # letters of a token under its bar


class Tables(VBox):
    """One table of an attention computation at a time, with a chosen row.

    explorer : has `table`, the one that is shown, `stretch`, and a query to choose
    """

    def __init__(self, explorer):
        self._explorer = explorer
        self.tabs = Choice(SQUARE, "weights", partial(setattr, explorer, "table"))
        self.heatmap = ColouredTable(self._receive)
        super().__init__([self.tabs, self.heatmap])

    def _receive(self, report):
        if report.kind == "stretch":
            self._explorer.stretch = report.on
        else:
            self._explorer.change(query=report.row)

    def draw(self, state, resting):
        """Show the chosen table; the arithmetic of its cells follows when the pointer rests.

        The tabs that the function gave no numbers for are greyed out, and say why.
        """
        for part in SQUARE:
            missing = f"{state.name} didn't return {part}" if part in state.missing else ""
            self.tabs.refuse(part, missing)
        self.tabs.chosen = shown = self._explorer.table
        stretch = self._explorer.stretch
        rows = list(state.tokens)
        self.heatmap.draw(
            **cells(getattr(state.result, shown), shown, stretch),
            rows=rows,
            columns=rows,
            row=state.query,
            details=_details(state, shown) if resting else [],
            stretch=stretch if shown == "weights" else None,
        )
        self.heatmap.label = f"{shown}: queries are rows, keys are columns"


def _details(state, shown):
    """Return how each number comes about, in words."""
    places = list(enumerate(state.tokens))
    return [
        [f"{one} → {other}: {cell(state.result, shown, i, j)}" for j, other in places]
        for i, one in places
    ]


def cell(result, shown, i, j):
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


class HiddenAxes(VBox):
    """Two dropdowns for the plane's axes, and a bar for each hidden coordinate.

    explorer : has the state, `reach` (the end of the axis), axes to choose and numbers to move
    """

    def __init__(self, explorer):
        self._explorer, self._places = explorer, []
        self.across, self.up = (Menu(name, {}, self._on_choice) for name in ("across", "up"))
        self.bars = Bars(self._receive, label="hidden coordinates")
        dropdowns = HBox([self.across, self.up], "abh-axes")
        super().__init__([self.bars, dropdowns])

    def _on_choice(self, _column):
        self._explorer.change(axes=(self.across.chosen, self.up.chosen))

    def _receive(self, report):
        if report.index < len(self._places):  # else of a wider sentence
            self._explorer.move(*self._places[report.index], report.height, report.resting)
            self.draw(self._explorer.state)

    def draw(self, state):
        """Show the hidden coordinates of all tokens, or of the query where they are too many."""
        n, width = state.sentence.size
        names = arithmetic.numbered("x", width)
        for dropdown, column in zip((self.across, self.up), state.axes, strict=True):
            dropdown.options = dict(zip(names, range(width), strict=True))
            dropdown.chosen = column
        hidden = [column for column in range(width) if column not in state.axes]
        rows = range(n) if n * len(hidden) <= MOST_BARS else [state.query]
        # With none hidden, a bar of a wider sentence may still be on its way.
        self._places = [(row, column) for row in rows for column in hidden][:MOST_BARS]
        if not hidden:
            return
        before = (self._explorer.pin or state).embeddings
        at = tuple(zip(*self._places, strict=True))  # their rows, and their columns
        heights, earlier = state.embeddings[at], before[at]
        self.bars.draw(
            heights=heights,
            labels=[
                _label(state.tokens[row], names[column] if hidden[1:] else "")
                for row, column in self._places
            ],
            texts=[wording.drawn(height) for height in heights],
            roles=["query" if row == state.query else "key" for row, _ in self._places],
            low=-self._explorer.reach,
            high=self._explorer.reach,
            caption=f"not in the plane: {', '.join(names[column] for column in hidden)}",
            movable=True,
            ghosts=np.where(earlier == heights, np.nan, earlier),
            step=0.1,
            tall=TALL,
        )


def _label(token, coordinate):
    """Return a bar's short name: the token and, where there are several, its coordinate."""
    letters = shortened(token, LONGEST)
    return f"{letters} {coordinate}" if coordinate else token
