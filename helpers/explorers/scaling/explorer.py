"""Widths in the hand: how far scores spread with d_k, and what softmax makes of it."""

import ipywidgets
import numpy as np

from helpers import figures
from helpers.explorers.base.explorer import Explorer, Goal
from helpers.explorers.base.guess import GuessedNumber
from helpers.explorers.base.held_state import Held
from helpers.explorers.scaling import choices, draws, scenes, words
from helpers.explorers.scaling.controls import ScalingControls
from helpers.explorers.scaling.state import FULL, saturation
from helpers.figures import wording
from helpers.views.columns import Columns
from helpers.views.facts import Facts


class ScalingExplorer(GuessedNumber, Explorer):
    """Random queries and keys, and what their width does to scores, weights and gradients.

    d_k  : 1 to 4096     scaled : whether the scores are divided by sqrt(d_k)
    n    : tokens, 4 to 64, each with a query and a key     draw : a whole number
    entries : "normal", "linear" (as nn.Linear begins) or "same" (Q = K)
    """

    d_k = Held(choices.START["d_k"], choices.width)
    scaled = Held(choices.START["scaled"], choices.switch)
    n = Held(choices.START["n"], choices.tokens)
    draw = Held(choices.START["draw"], choices.draw)
    entries = Held("normal", choices.way_to_draw)

    goals = (
        Goal(
            "make the first query's largest weight pass 0.99",
            lambda e: e.measured.largest[0] > FULL,
        ),
        Goal(
            "at d_k = 4,096, keep the first query's entropy above four fifths of ln n",
            lambda e: e.d_k == draws.WIDEST and e.measured.entropy[0] > 0.8 * np.log(e.n),
        ),
        Goal(
            "make the entropy larger than ln n",
            lambda e: e.measured.entropy.max() > np.log(e.n) + 1e-9,
            "The entropy is the mean of ln(1 / weight) under the weights. The logarithm bends"
            " down, so this is at most the ln of the mean of 1 / weight. That mean is n, for each"
            " key adds weight × 1 / weight = 1. Equal weights reach ln n, and nothing passes it.",
        ),
    )

    def __init__(self, **traits):
        self._spread = Columns(label="scores")
        self._weighed = Columns(label="weights")
        self._facts = Facts(label="spread, sharpness and gradient")
        self._controls = ScalingControls(self.change)
        super().__init__([self._laid_out()], list(draws.PRESETS), **traits)

    def _laid_out(self):
        """Put the two pictures above one another, controls and facts beside."""
        self._column = ipywidgets.VBox([self._spread, self._weighed])
        self._column.layout = {"grid_gap": "6px", "min_width": "0"}
        self._beside = ipywidgets.VBox([self._controls, self._guess_row("guess"), self._facts])
        self._beside.layout = {"grid_gap": "8px"}
        wrapped = {"flex_flow": "row wrap", "grid_gap": "8px 24px"}
        return ipywidgets.HBox([self._column, self._beside], layout=wrapped)

    @property
    def law(self):
        """What theory says of the standard deviation, for independent entries of variance 1."""
        return 1.0 if self.scaled else float(np.sqrt(self.d_k))

    @property
    def measured(self):
        """The `Saturation` of the present state."""
        return saturation(self.entries, self.draw, self.n, self.d_k, self.scaled)

    def _example(self, title):
        """Return another way to draw; width and scale stay as they are."""
        return {"entries": draws.PRESETS[title]}

    def snapshot(self):
        return words.titled(self), self.measured

    def _draw(self, _resting):
        hidden, pinned = self.guessing, self.pin and self.pin[1]
        left, right, most = (440, 500, 840) if self.projector else (360, 345, 560)
        self._column.layout.flex, self._column.layout.max_width = f"3 1 {left}px", f"{most}px"
        self._beside.layout.flex = f"2 1 {right}px"
        self._controls.draw(self)
        self.presets.value = next(t for t, way in draws.PRESETS.items() if way == self.entries)
        if hidden:
            self._spread.draw(**scenes.guess(self, self._guess))
            self._weighed.draw(**scenes.hidden(self))
        else:
            self._spread.draw(**scenes.scores(self, self._guess, pinned))
            self._weighed.draw(**scenes.weights(self, pinned))
        self._facts.draw(
            names=list(words.ROWS),
            texts=words.facts(self, hidden),
            columns=words.columns(self.n),
            roles=[""] * len(words.ROWS),
        )
        self._draw_guess(low=0, high=scenes.REACH, step=0.5, text=f"{self._guess or 0:g}")

    def _words(self):
        if self.guessing:
            return words.ASK
        said = [words.result(self)]
        if self._guess is not None:
            said.append(words.off_by(self._guess, self.measured))
        if self.pin is not None:
            said.append(words.since_pin(self.measured, self.pin[1]))
        return " ".join(said)

    def code(self):
        return words.code(self)

    def picture(self):
        title = f"{words.titled(self)}: {draws.titled(self.entries)}"
        if self.guessing:
            entries = draws.vectors(self.entries, self.draw)[0][: self.n, : self.d_k].ravel()
            return figures.histogram({"entries": entries}, xlabel="entry of a query", title=title)
        samples = {words.titled(self): self.measured.scores}
        if self.pin is not None:
            samples[f"pinned: {self.pin[0]}"] = self.pin[1].scores
        picture = figures.histogram(samples, xlabel="score that softmax gets", title=title)
        picture.alt = wording.alt(*picture.alt.split("\n"), *words.told(self))
        return picture
