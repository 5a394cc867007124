"""What stands beside the plane: tables behind tabs, and the coordinates that it cannot show."""

import ipywidgets
import numpy as np
import traitlets

from helpers.explorers.attention.learner_function import SQUARE
from helpers.explorers.base import arithmetic, colours
from helpers.explorers.base.readers import finite, is_place
from helpers.explorers.base.toggle_row import Choice
from helpers.figures import wording
from helpers.views.bars import Bars

WIDEST = 6  # numbers of a vector, past which a product is not written out
MOST_BARS = 12
TALL = 150  # pixels of the bars, which stand under a table
LONGEST = 5  # letters of a token under its bar


class Tables(ipywidgets.VBox):
    """One table of an attention computation at a time, with a chosen row.

    shown   : "scores", "scaled" or "weights"
    stretch : whether the colours of the weights span their own range, not 0 to 1
    """

    shown = traitlets.Enum(SQUARE, default_value="weights")
    stretch = traitlets.Bool()

    def __init__(self, choose_row):
        self._choose_row = choose_row
        self.tabs = Choice(SQUARE, "weights")
        self.heatmap = colours.ColouredTable(self._receive)
        super().__init__([self.tabs, self.heatmap])
        traitlets.link((self, "shown"), (self.tabs, "chosen"))

    def _receive(self, report):
        kind, rows = report.get("kind"), len(self.heatmap.scene["rows"])
        if kind == "stretch" and isinstance(report.get("on"), bool):
            self.stretch = report["on"]
        elif kind == "choose" and is_place(report.get("row"), rows):
            self._choose_row(report["row"])

    def offer(self, state):
        """Grey out the tabs that the function gave no numbers for, and say there why."""
        for part in SQUARE:
            self.tabs.refuse(part, f"{state.name} did not return {part}" * (part in state.missing))
        if self.shown in state.missing:
            self.shown = "weights"

    def draw(self, state, resting):
        """Show the chosen table; the arithmetic of its cells follows when the hand rests."""
        rows = list(state.tokens)
        self.heatmap.draw(
            **colours.cells(getattr(state.result, self.shown), self.shown, self.stretch),
            rows=rows,
            columns=rows,
            row=state.query,
            column=-1,
            details=self._details(state) if resting else [],
            stretch=self.stretch if self.shown == "weights" else None,
        )
        self.heatmap.label = f"{self.shown}: queries are rows, keys are columns"

    def _details(self, state):
        """Return how each number comes about, in words."""
        return [
            [f"{one} → {other}: {cell(state.result, self.shown, i, j)}" for j, other in places]
            for places in [list(enumerate(state.tokens))]
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


class HiddenAxes(ipywidgets.VBox):
    """Two dropdowns for the plane's axes, and a bar for each hidden coordinate.

    choose : called with the pair (across, up) that was chosen
    move   : called with (row, column, number, "move" or "release") when a bar is pulled
    """

    def __init__(self, choose, move):
        self._choose, self._move = choose, move
        self.across, self.up = (
            ipywidgets.Dropdown(description=name, layout={"width": "auto"})
            for name in ("across", "up")
        )
        for dropdown in (self.across, self.up):
            dropdown.style.description_width = "auto"
            dropdown.observe(self._on_choice, "value")
        self._setting, self._places, self._width = False, [], 0
        self.bars = Bars(self._receive, label="hidden coordinates")
        dropdowns = ipywidgets.HBox([self.across, self.up])
        dropdowns.add_class("abh-axes")
        super().__init__([self.bars, dropdowns])

    def _on_choice(self, _change):
        if not self._setting:
            self._choose((self.across.value, self.up.value))

    def _receive(self, report):
        place, height = report.get("index"), finite(report.get("height"))
        held = report.get("kind") in ("move", "release") and height is not None
        if held and is_place(place, len(self._places)):
            self._move(*self._places[place], height, report["kind"])

    def offer(self, state):
        """Set the dropdowns to the axes of the plane."""
        self._setting, width = True, state.sentence.size[1]
        if width != self._width:
            self._width = width
            for dropdown in (self.across, self.up):
                dropdown.options = list(
                    zip(arithmetic.numbered("x", width), range(width), strict=True)
                )
        self.across.value, self.up.value = state.axes
        self._setting = False

    def draw(self, state, reach, pin=None):
        """Show the hidden coordinates of all tokens, or of the query where they are too many.

        reach : the end of the axis    pin : the state to show as ghosts, or None
        """
        n, width = state.sentence.size
        hidden = [column for column in range(width) if column not in state.axes]
        rows = range(n) if n * len(hidden) <= MOST_BARS else [state.query]
        # With none hidden, a bar of a wider sentence may still be on its way.
        self._places = [(row, column) for row in rows for column in hidden][:MOST_BARS]
        if not hidden:
            return
        heights = [state.embeddings[place] for place in self._places]
        before = state if pin is None else pin
        earlier = [before.embeddings[place] for place in self._places]
        names = arithmetic.numbered("x", width)
        self.bars.draw(
            heights=np.array(heights),
            labels=[
                _label(state.tokens[row], names[column] if hidden[1:] else "")
                for row, column in self._places
            ],
            texts=[wording.drawn(height) for height in heights],
            roles=["query" if row == state.query else "key" for row, _ in self._places],
            low=-reach,
            high=reach,
            caption=f"not in the plane: {', '.join(names[column] for column in hidden)}",
            movable=True,
            ghosts=np.where(np.equal(earlier, heights), np.nan, earlier),
            step=0.1,
            tall=TALL,
        )


def _label(token, coordinate):
    """Return a bar's short name: the token and, where there are several, its coordinate."""
    letters = token if len(token) <= LONGEST else f"{token[: LONGEST - 1]}…"
    return f"{letters} {coordinate}" if coordinate else token
