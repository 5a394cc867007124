"""Two vectors that you move: how much of their dot product is length, how much direction."""

from typing import ClassVar

import traitlets

from helpers import figures
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.guess import GuessSlider
from helpers.explorers.base.part import Part
from helpers.explorers.base.words import table
from helpers.explorers.dot_product import scenes, words
from helpers.explorers.dot_product.state import OWN, Pair, example, examples, vector
from helpers.learner import parse
from helpers.numerals import wording
from helpers.views.bars import Bars
from helpers.views.facts import Facts
from helpers.views.grid import Grid
from helpers.views.parts import HBox, VBox
from helpers.views.plane import Plane

GUESS = 13.0  # the largest score that fits the plane is 12.5


class DotProductExplorer(Explorer):
    """Two vectors whose dot product you see as lengths and an angle.

    a, b : the query and the key, two numbers each, from -2.5 to 2.5
    area : whether the dot product is drawn as an area too
    """

    area = traitlets.Bool()
    switches: ClassVar = {
        "area": (
            "area",
            "|a| times the shadow of b, cut off at the edge: one square of the grid is 1",
        )
    }

    words, goals, also = words, words.GOALS, ("names",)
    state = Pair((0.0, 1.0), (1.0, 1.0))
    a = Part(lambda value: vector(value, "a"))
    b = Part(lambda value: vector(value, "b"))

    def __init__(self, a=None, b=None, names=("query", "key"), **traits):
        pairs = examples()
        if a is not None or b is not None:
            own = parse.names(names, "A name", 2, 2), vector(a, "a"), vector(b, "b")
            pairs = {OWN: example(*own), **pairs}
        self._make_views()
        super().__init__([self._page], pairs, **traits)

    def _make_views(self):
        """Make the plane, and beside it the guess, the bars, the facts and the numbers."""
        self.plane = Plane(self._on_plane, label="two vectors in the plane")
        self.bars = Bars(label="dot product")
        self.facts = Facts(label="what the dot product is made of")
        self.grid = Grid(self._on_grid, label="a and b as numbers")
        self.slider = GuessSlider(self, "guess a · b")
        tables = HBox([self.facts, self.grid, self.slider], "abh-row")
        side = VBox([self.bars, tables], "abh-side")
        self._page = HBox([self.plane, side], "abh-pictures")

    def _on_plane(self, report):
        if report.kind != "choose":
            self.change(report.resting, **{"ab"[report.index]: (report.x, report.y)})

    def _on_grid(self, report):
        name = "ab"[report.row]
        numbers = list(getattr(self, name))
        numbers[report.column] = report.text
        self.change_typed(**{name: numbers})

    def _draw(self, _resting):
        now, hidden = self.state, self.guessing
        pin = None if hidden else self.pin
        ghost = pin and pin.score if self.guess is None else self.guess
        self.plane.draw(**scenes.plane(now, self.pin, hidden, self.area))
        self.bars.draw(**scenes.bars(now, scenes.end(self.start), ghost, hidden))
        self.facts.draw(**table(words.facts(now, hidden), pin and words.facts(pin)))
        self.slider.show(wording.drawn, low=-GUESS, high=GUESS, step=0.1)
        self.grid.hidden = self.projector or hidden  # the slider takes its place
        rows = [[wording.typed(entry, 4) for entry in vector] for vector in (self.a, self.b)]
        self.grid.draw(texts=rows, rows=["a", "b"], columns=["x", "y"], restore=self.restores)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        lengths = zip(("length_a", "length_b"), self.state.lengths, strict=True)
        return {n: getattr(self.state, n) for n in ("score", "cosine", "shadow")} | dict(lengths)

    def picture(self):
        """Return the two vectors, and the angle between them once it is no secret."""
        now, labels = self.state, ("a", "b")
        title = f"{now.names[0]} (a) and {now.names[1]} (b)"
        if self.guessing or now.limit == 0:
            return figures.plane([now.a, now.b], labels, groups=["query", "key"], title=title)
        return figures.angle(now.a, now.b, labels=labels, title=title)
