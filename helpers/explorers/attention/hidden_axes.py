"""Which two coordinates the plane shows, and the others as bars beside it."""

import ipywidgets
import numpy as np

from helpers.explorers.base.arithmetic import numbered
from helpers.explorers.base.readers import finite, is_place
from helpers.figures import wording
from helpers.views.bars import Bars

MOST_BARS = 12
LONGEST = 5  # letters of a token under its bar


class HiddenAxes(ipywidgets.VBox):
    """Two dropdowns for the plane's axes, and a bar for each hidden coordinate.

    choose : called with the pair (across, up) that was chosen
    move   : called with (row, column, number, "move" or "release") when a bar is pulled
    """

    def __init__(self, choose, move):
        self._choose, self._move = choose, move
        self._across, self._up = (
            ipywidgets.Dropdown(description=name, layout={"width": width})
            for name, width in (("across", "9em"), ("up", "7em"))
        )
        for dropdown in (self._across, self._up):
            dropdown.style.description_width = "auto"
            dropdown.observe(self._chosen, "value")
        self._setting, self._places, self._width = False, [], 0
        self._bars = Bars(self._receive, label="hidden coordinates")
        super().__init__([ipywidgets.HBox([self._across, self._up]), self._bars])

    def _chosen(self, _change):
        if not self._setting:
            self._choose((self._across.value, self._up.value))

    def _receive(self, report):
        place, height = report.get("index"), finite(report.get("height"))
        held = report.get("kind") in ("move", "release") and height is not None
        if held and is_place(place, len(self._places)):
            self._move(*self._places[place], height, report["kind"])

    def offer(self, width, axes):
        """Set the dropdowns to the axes of `width` coordinates; with two there is no choice."""
        self._setting = True
        if width != self._width:
            self._width = width
            self.layout.display = "none" if width == 2 else None
            for dropdown in (self._across, self._up):
                dropdown.options = list(zip(numbered("x", width), range(width), strict=True))
        self._across.value, self._up.value = axes
        self._setting = False

    def draw(self, sentence, axes, query, reach, pin=None):
        """Show the hidden coordinates of all tokens, or of the query where they are too many.

        reach : the end of the axis    pin : what to show as ghosts, or None
        """
        n, width = sentence.size
        hidden = [column for column in range(width) if column not in axes]
        if not hidden:
            self._places = []  # a bar of a wider sentence may still be on its way
            return
        rows = range(n) if n * len(hidden) <= MOST_BARS else [query]
        self._places = [(row, column) for row in rows for column in hidden][:MOST_BARS]
        heights = [sentence.embeddings[place] for place in self._places]
        before = sentence if pin is None else pin.sentence
        earlier = [before.embeddings[place] for place in self._places]
        names = numbered("x", width)
        self._bars.draw(
            heights=np.array(heights),
            labels=[
                _label(sentence.tokens[row], names[column] if hidden[1:] else "")
                for row, column in self._places
            ],
            texts=[wording.drawn(height) for height in heights],
            roles=["query" if row == query else "key" for row, _ in self._places],
            low=-reach,
            high=reach,
            caption=f"not in the plane: {', '.join(names[column] for column in hidden)}",
            movable=True,
            ghosts=np.where(np.equal(earlier, heights), np.nan, earlier),
            step=0.1,
        )


def _label(token, coordinate):
    """Return a bar's short name: the token and, where there are several, its coordinate."""
    letters = token if len(token) <= LONGEST else f"{token[: LONGEST - 1]}…"
    return f"{letters} {coordinate}" if coordinate else token
