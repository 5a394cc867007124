"""Softmax in the hand: pull the scores, shift them all, heat or cool them, in any float format."""

import math
from typing import ClassVar

import ipywidgets
import numpy as np
import traitlets

from helpers import figures
from helpers.explorers.base.explorer import Explorer, Goal
from helpers.explorers.base.held_state import Held
from helpers.explorers.base.readers import finite, is_place, usable_number
from helpers.explorers.softmax import float_formats
from helpers.explorers.softmax import forms as softmax_forms
from helpers.explorers.softmax import scenes as softmax_scenes
from helpers.explorers.softmax import state as score_row
from helpers.explorers.softmax import words as softmax_words
from helpers.explorers.softmax.controls import COLDEST, FURTHEST, HOTTEST, SoftmaxControls
from helpers.explorers.softmax.float_formats import FORMATS
from helpers.explorers.softmax.softmax_code import softmax_code
from helpers.figures import wording
from helpers.views.bars import Bars

NEAR, FAR = 5, 10  # the bars' axis reaches 5 to both sides, and further for larger scores
PLAIN = {"added": 0.0, "temperature": 1.0, "dtype": "float64", "naive": False, "chosen": -1}


def _three_alike(explorer):
    """Whether three different scores have weights above 0.3."""
    return len(explorer.scores) == len(set(explorer.scores)) == 3 and explorer.weights.min() > 0.3


class SoftmaxExplorer(Explorer):
    """A row of scores and the weights that softmax makes of them.

    scores : 2 to 8 numbers     labels : their names    chosen : the weight told as a fraction
    added  : c, added to all scores, -1000 to 1000      temperature : 0.05 to 20
    dtype  : float16, bfloat16 (needs torch), float32 or float64
    naive  : whether the naive form is shown also where it gives the same
    """

    scores = Held((0.0, 0.0), score_row.usable_scores)
    labels = Held((), score_row.usable_labels)
    added = Held(0.0, lambda c: usable_number(c, "c", -FURTHEST, FURTHEST))
    temperature = Held(1.0, lambda t: usable_number(t, "The temperature", COLDEST, HOTTEST))
    dtype = Held("float64", float_formats.usable)
    unguessed: ClassVar = {"_guess": None}
    naive = traitlets.Bool()
    chosen = Held(-1)

    goals = (
        Goal("make the naive form fail while the stable one holds", lambda e: e.forms.fails()),
        Goal("give each of three different scores a weight above 0.3", _three_alike),
        Goal(
            "make a weight exactly 0",
            lambda e: bool((e.weights == 0).any()),
            "However far a score lies below the largest, its weight is e^(−difference) over a"
            " finite sum, and no power of e is 0. Only a number format can round it to 0.",
            lambda e: f", but only {softmax_words.rounded_to_zero(e.forms, FORMATS[e.dtype])}",
        ),
    )

    def __init__(self, scores=None, labels=(), **traits):
        self._rows = score_row.presets()
        if scores is not None:
            given = score_row.usable_scores(scores)
            own = score_row.named(score_row.usable_labels(labels), len(given))
            self._rows = {"your scores": (own, given), **self._rows}
        self._guess, self._reach = None, NEAR
        self._pulled = Bars(self._on_scores, label="scores")
        self._weighed = Bars(self._on_weights, label="weights")
        self._failed = Bars(self._on_weights, label="weights, naive form")
        self._controls = SoftmaxControls(self.change, lambda: self.set_trait("guessing", False))
        labels, scores = next(iter(self._rows.values()))
        start = {"labels": labels, "scores": scores, **traits}
        super().__init__([self._laid_out()], list(self._rows), **start)

    def _laid_out(self):
        """Put each score above its weight, the controls beside, and the naive form below all."""
        self._column = ipywidgets.VBox([self._pulled, self._weighed])
        beside = ipywidgets.VBox([self._controls], layout={"flex": "1 1 320px"})
        wrapped = {"flex_flow": "row wrap", "grid_gap": "0 24px"}
        above = ipywidgets.HBox([self._column, beside], layout=wrapped)
        return ipywidgets.VBox([above, self._failed])

    @property
    def forms(self):
        """Every step of the present softmax, naive and stable, as float64."""
        return softmax_forms.forms(self.scores, self.added, self.temperature, self.dtype)

    @property
    def weights(self):
        """The stable weights (n,), as float64."""
        return self.forms.stable

    @property
    def names(self):
        """One label per score."""
        return score_row.named(self.labels, len(self.scores))

    def _example(self, title):
        """Return a row, with nothing added, in float64."""
        labels, scores = self._rows[title]
        return {"labels": labels, "scores": scores, **PLAIN}

    def _read(self, wishes):
        """Read all; the chosen weight is one of those that there will be."""
        read = super()._read(wishes)
        count = len(read.get("scores", self.scores))
        chosen = read.get("chosen", self.chosen if self.chosen < count else -1)
        return {**read, "chosen": score_row.usable_choice(chosen, count)}

    def _after_change(self, changed):
        """Keep the guess as a ghost until something changes."""
        another = self._guess is not None and len(self._guess) != len(self.scores)
        begins = self.guessing and "guessing" in changed
        if (
            another
            or begins
            or (not self.guessing and any(map(self.is_held, changed - {"chosen"})))
        ):
            self._guess = None

    def snapshot(self):
        return self.scores, self.weights

    def _why_pin_ends(self):
        return "it had another number of scores" if len(self.pin[0]) != len(self.scores) else ""

    @property
    def _guessed(self):
        """The guess, or equal bars to begin one with."""
        count = len(self.scores)
        return np.full(count, 1 / count) if self._guess is None else self._guess

    def _on_scores(self, report):
        kind, place, height = report.get("kind"), report.get("index"), finite(report.get("height"))
        held = kind in ("move", "release") and height is not None
        if held and is_place(place, len(self.scores)):
            scores = list(self.scores)
            scores[place] = height
            self.change(kind == "release", scores=scores)

    def _on_weights(self, report):
        kind, place = report.get("kind"), report.get("index")
        if not is_place(place, len(self.scores)):  # it may be gone since
            return
        height = finite(report.get("height"), 0, 1)
        if kind == "choose":
            self.change(chosen=-1 if place == self.chosen else place)
        elif self.guessing and kind in ("move", "release") and height is not None:
            self._guess = self._guessed.copy()
            self._guess[place] = height
            self._redraw(kind == "release")

    def _draw(self, resting):
        forms = self.forms
        if resting:
            self._reach = int(np.clip(math.ceil(max(map(abs, self.scores))), NEAR, FAR))
        width = "720px" if self.projector else "480px"
        self._column.layout.flex, self._column.layout.max_width = f"2 1 {width}", width
        self._controls.draw(self)
        self._pulled.draw(**softmax_scenes.scores(self, self._reach, self.pin))
        if self.guessing:
            self._weighed.draw(**softmax_scenes.guess(self, self._guessed))
        else:
            ghosts = self.pin[1] if self._guess is None and self.pin else self._guess
            self._weighed.draw(**softmax_scenes.weights(self, forms.stable, ghosts))
        broken = forms.broken(FORMATS[self.dtype])
        if shown := not self.guessing and (self.naive or broken.any()):
            self._failed.draw(**softmax_scenes.naive(self, forms.naive, broken))
        self._failed.layout.display = None if shown else "none"

    def _words(self):
        if self.guessing:
            return "Guess the weights: pull the lower bars, then press reveal."
        forms, format_ = self.forms, FORMATS[self.dtype]
        same = "The naive form gives the same weights." if self.naive else ""
        said = [
            softmax_words.result(forms.stable, self.names),
            softmax_words.rounding_story(forms, format_),
            softmax_words.naive_story(forms, format_) or same,
        ]
        if 0 <= self.chosen < len(self.scores):
            said.append(softmax_words.fraction(forms, self.chosen, self.names[self.chosen]))
        if self._guess is not None:
            said.append(softmax_words.off_by(self._guess, forms.stable, self.names))
        if self.pin:
            said.append(softmax_words.since_pin(forms.stable, self.pin[1], self.names))
        return " ".join(part for part in said if part)

    def code(self):
        return softmax_code(self.scores, self.added, self.temperature, self.dtype)

    def picture(self):
        title = f"Softmax in {self.dtype}, c = {self.added:g}, temperature {self.temperature:g}"
        if self.guessing:
            return figures.bars(self.scores, self.names, title="Scores")
        forms = self.forms
        picture = figures.scores_and_weights(
            np.array(self.scores), forms.stable, self.names, title=title, decimals=3
        )
        picture.alt = wording.alt(
            *picture.alt.split("\n"), softmax_words.naive_story(forms, FORMATS[self.dtype])
        )
        return picture
