"""Two vectors in the hand: how much of their dot product is length, how much direction."""

import ipywidgets
import numpy as np

from helpers import figures
from helpers.explorers.base.explorer import Explorer, Goal
from helpers.explorers.base.guess import GuessedNumber
from helpers.explorers.base.held_state import Held
from helpers.explorers.base.readers import finite, is_place
from helpers.explorers.dot_product import scenes as pair_scenes
from helpers.explorers.dot_product import state as vector_pair
from helpers.explorers.dot_product import words as pair_words
from helpers.explorers.dot_product.state import Pair, usable_vector
from helpers.figures import wording
from helpers.views.bars import Bars
from helpers.views.facts import Facts
from helpers.views.grid import Grid
from helpers.views.plane import Plane

TURN = 2.0  # degrees that still count as not turned
GUESS = 13.0  # the largest score that fits the plane is 12.5


def _turned(before, after):
    """Return the degrees between two vectors, 180 where one has no length."""
    angle = Pair(before, after).degrees
    return angle if np.isfinite(angle) else 180.0


def _doubled(explorer):
    """Whether the score is twice that of the start or the pin, and neither vector has turned."""
    before, now = explorer.compared, explorer.pair
    still = max(_turned(before.a, now.a), _turned(before.b, now.b)) <= TURN
    return still and abs(before.score) > 0.05 and now.score / before.score >= 2


class DotProductExplorer(GuessedNumber, Explorer):
    """Two vectors whose dot product you see as lengths and an angle.

    a, b : the query and the key, two numbers each, from -2.5 to 2.5
    """

    goes_along = ("_names", "_start")
    a = Held((0.0, 1.0), lambda vector: usable_vector(vector, "a"))
    b = Held((1.0, 1.0), lambda vector: usable_vector(vector, "b"))

    goals = (
        Goal(
            "bring the score within 0.05 of 0 while both vectors are longer than 1",
            lambda e: abs(e.pair.score) <= 0.05 and e.pair.lengths.min() > 1,
        ),
        Goal("double the score of the start, or of your pin, without turning either", _doubled),
        Goal(
            "make |a · b| larger than |a| |b|",
            lambda e: abs(e.pair.score) > e.pair.limit * (1 + 1e-9),
            "a · b is the length of a times the shadow of b on a, and a shadow is never longer than"
            " what casts it. So a · b never passes |a| |b|: the Cauchy-Schwarz inequality.",
        ),
    )

    def __init__(self, a=None, b=None, names=("query", "key"), **traits):
        self._pairs = vector_pair.presets()
        if a is not None or b is not None:
            own = (usable_vector(a, "a"), usable_vector(b, "b"))
            self._pairs = {"your vectors": (tuple(names), *own), **self._pairs}
        self._typing = False
        self._plane = Plane(self._on_plane, label="two vectors in the plane")
        self._bars = Bars(label="dot product")
        self._facts = Facts(label="what the dot product is made of")
        self._grid = Grid(self._on_grid, label="a and b as numbers")
        self._names, a, b = next(iter(self._pairs.values()))
        self._start = Pair(np.array(a), np.array(b))
        super().__init__([self._laid_out()], list(self._pairs), **{"a": a, "b": b, **traits})

    def _laid_out(self):
        """Lay out the plane, and beside it the guess, the bars, the facts and the numbers."""
        tables = ipywidgets.HBox(
            [self._facts, self._grid],
            layout={"flex_flow": "row wrap", "grid_gap": "0 32px", "margin": "12px 0 0"},
        )
        side = ipywidgets.VBox(
            [self._guess_row("guess a · b"), self._bars, tables],
            layout={"flex": "1 1 340px", "min_width": "0"},
        )
        return ipywidgets.HBox(
            [self._plane, side], layout={"flex_flow": "row wrap", "grid_gap": "0 24px"}
        )

    @property
    def pair(self):
        """The present `Pair`, with everything its dot product is made of."""
        return Pair(np.array(self.a), np.array(self.b))

    @property
    def compared(self):
        """The pair to compare with: the pinned one, or the one at the start."""
        return self.pin or self._start

    def _begun(self, title):
        names, a, b = self._pairs[title]
        return {"a": a, "b": b, "_names": names, "_start": Pair(np.array(a), np.array(b))}

    def _kept(self):
        return self.pair

    def _on_plane(self, report):
        kind, index, point = report.get("kind"), report.get("index"), [*map(report.get, "xy")]
        if kind in ("move", "release") and is_place(index, 2) and None not in map(finite, point):
            self.change(kind == "release", **{"ab"[index]: point})

    def _on_grid(self, report):
        row, column, text = report.get("row"), report.get("column"), report.get("text")
        if not (is_place(row, 2) and is_place(column, 2) and isinstance(text, str)):
            return
        name = "ab"[row]
        vector = list(getattr(self, name))
        vector[column] = text
        self._typing = True
        self.change(**{name: vector})
        self._typing = False

    def _draw(self, resting):
        pair, hidden = self.pair, self.guessing
        if resting:
            self._reach = pair_scenes.reach(pair)
        self._plane.draw(**pair_scenes.plane(pair, self._names, self.pin, hidden))
        pinned = None if self.pin is None else self.pin.score
        ghost = pinned if self._guess is None else self._guess
        self._bars.draw(**pair_scenes.bars(pair, self._reach, None if hidden else ghost, hidden))
        texts, columns = [pair_words.facts(pair, hidden)], ["now"]
        if self.pin is not None and not hidden:
            texts, columns = [*texts, pair_words.facts(self.pin)], ["now", "pinned"]
        self._facts.draw(
            names=list(pair_words.ROWS),
            texts=[list(row) for row in zip(*texts, strict=True)],
            columns=columns if len(columns) > 1 else [],
            roles=["", "", "", "", "", "main"],
        )
        text = wording.drawn(self._guess or 0.0)
        self._draw_guess(low=-GUESS, high=GUESS, step=0.1, text=text)
        self._grid.layout.display = "none" if self.projector else None
        rows = [[f"{entry:.4g}" for entry in vector] for vector in (self.a, self.b)]
        self._grid.draw(texts=rows, rows=["a", "b"], columns=["x", "y"], restore=self._typing)

    def _words(self):
        if self.guessing:
            return "Guess a · b: pull the slider and let go, or press Enter or reveal."
        said = [pair_words.result(self.pair)]
        if self._guess is not None:
            said.append(pair_words.off_by(self._guess, self.pair))
        if self.pin is not None:
            said.append(pair_words.since_pin(self.pair, self.pin))
        return " ".join(said)

    def _code(self):
        return pair_words.pair_code(self.pair)

    def _picture(self):
        title = f"{self._names[0]} (a) and {self._names[1]} (b)"
        pair, labels = self.pair, ("a", "b")
        if self.guessing or pair.limit == 0:
            return figures.plane([pair.a, pair.b], labels, groups=["query", "key"], title=title)
        return figures.angle(pair.a, pair.b, labels=labels, title=title)
