"""Softmax in the hand: pull the scores, shift them all, heat or cool them, in any float format."""

import math

import ipywidgets
import numpy as np
import traitlets

from helpers import figures
from helpers.explorers import float_formats, score_row, softmax_scenes, softmax_words
from helpers.explorers.explorer import Explorer, Goal
from helpers.explorers.float_formats import FORMATS, numbers
from helpers.explorers.score_row import usable_number
from helpers.explorers.softmax_code import softmax_code
from helpers.explorers.softmax_controls import COLDEST, FURTHEST, HOTTEST, SoftmaxControls
from helpers.figures import wording
from helpers.views.bars import Bars

NEAR, FAR = 5, 10  # the bars' axis reaches 5 to both sides, and further for larger scores
STATE = ("scores", "labels", "added", "temperature", "dtype", "naive", "chosen")


def naive_softmax(scores, temperature, exp=np.exp):
    """Return the powers of (n,) scores, and each over their sum, with nothing subtracted."""
    powers = exp(scores / temperature)
    return powers, powers / powers.sum()


CHECKS = {
    "scores": score_row.usable_scores,
    "labels": score_row.usable_labels,
    "added": lambda c: usable_number(c, "c", -FURTHEST, FURTHEST),
    "temperature": lambda t: usable_number(t, "The temperature", COLDEST, HOTTEST),
    "dtype": float_formats.usable,
}


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

    scores = traitlets.TraitType((0.0, 0.0))
    labels = traitlets.TraitType(())
    added = traitlets.TraitType(0.0)
    temperature = traitlets.TraitType(1.0)
    dtype = traitlets.TraitType("float64")
    naive = traitlets.Bool()
    chosen = traitlets.Int(-1)

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
        self._good = {name: getattr(type(self), name).default_value for name in CHECKS}
        self._drawing, self._pin, self._guess, self._reach = True, None, None, NEAR
        self._pulled = Bars(self._on_scores, label="scores")
        self._weighed = Bars(self._on_weights, label="weights")
        self._failed = Bars(self._on_weights, label="weights, naive form")
        self._controls = SoftmaxControls(self._change, lambda: self.set_trait("guessing", False))
        labels, scores = next(iter(self._rows.values()))
        start = {"labels": labels, "scores": scores, **traits}
        super().__init__([self._laid_out()], list(self._rows), **start)
        self._drawing = False
        self._listen_to_state()

    def _listen_to_state(self):
        """Draw whatever is set from code, too."""
        self.observe(lambda change: self._change(**{change.name: change.new}), STATE)
        self.observe(lambda _: self._drawing or self._say(), "message")
        self.observe(lambda _: self._change(), "projector")
        self.observe(lambda _: self._keep(), "pinned")
        self.observe(lambda _: self._hide(), "guessing")
        self._pin = (self.scores, self.weights) if self.pinned else None
        self._hide()

    def _laid_out(self):
        """Put each score above its weight, the controls beside, and the naive form below all."""
        self._column = ipywidgets.VBox([self._pulled, self._weighed])
        beside = ipywidgets.VBox([self._controls], layout={"flex": "1 1 320px"})
        wrapped = {"flex_flow": "row wrap", "grid_gap": "0 24px"}
        above = ipywidgets.HBox([self._column, beside], layout=wrapped)
        return ipywidgets.VBox([above, self._failed])

    @traitlets.validate(*CHECKS)
    def _usable(self, proposal):
        """Take what can be used; else it becomes the message, and the last good state stays."""
        name = proposal["trait"].name
        try:
            self._good[name] = CHECKS[name](proposal["value"])
            self.message = self.message if self._drawing else ""
        except ValueError as error:
            self.message = str(error)
        return self._good[name]

    @property
    def forms(self):
        """Every step of the present softmax, naive and stable, as float64."""
        format_, temperature = FORMATS[self.dtype], self.temperature
        with np.errstate(all="ignore"):
            held = format_.hold(self.scores, self.added)
            powers, naive = naive_softmax(held, temperature, format_.exp)
            stable = format_.stable(held, temperature)
            exponents, total = held / temperature, float(powers.sum())
        held, exponents, powers = numbers(held), numbers(exponents), numbers(powers)
        asked = np.array(self.scores) + self.added
        return softmax_words.Forms(
            asked, held, exponents, powers, total, numbers(naive), numbers(stable)
        )

    @property
    def weights(self):
        """The stable weights (n,), as float64."""
        return self.forms.stable

    @property
    def names(self):
        """One label per score."""
        return score_row.named(self.labels, len(self.scores))

    def _change(self, resting=True, **state):
        """Set some of the state, draw it once, and say it at rest; nothing bad is taken."""
        if self._drawing:
            return
        self._drawing, self.message = True, "" if state else self.message
        for name, value in state.items():
            self.set_trait(name, value)
        if self._pin and len(self._pin[0]) != len(self.scores):
            self.pinned, self._pin = False, None
        if self.guessing and len(self._guess) != len(self.scores):
            self._guess = self._first_guess()
        elif not self.guessing and state.keys() & CHECKS.keys():
            self._guess = None
        self._draw(resting)
        self._drawing = False
        if resting:
            self._say()

    def reset(self):
        """Begin again with the chosen row."""
        self._choose_preset(self._presets.value)

    def _choose_preset(self, title):
        """Take a row, with nothing added, in float64."""
        labels, scores = self._rows[title]
        self.pinned = self.guessing = False
        plain = {name: getattr(type(self), name).default_value for name in STATE}
        self._change(**{**plain, "labels": labels, "scores": scores})

    def _keep(self):
        """Keep scores and weights as ghosts, or let them go."""
        self._pin = (self.scores, self.weights) if self.pinned else None
        self._change()

    def _hide(self):
        """Hide the weights behind bars to guess with, or reveal them with the guess as a ghost."""
        if self.guessing:
            self._guess = self._first_guess()
        self._change()

    def _first_guess(self):
        return np.full(len(self.scores), 1 / len(self.scores))

    def _on_scores(self, report):
        if report["kind"] != "choose" and report["index"] < len(self.scores):
            scores = list(self.scores)
            scores[report["index"]] = report["height"]
            self._change(report["kind"] == "release", scores=scores)

    def _on_weights(self, report):
        place = report["index"]
        if report["kind"] == "choose":
            self._change(chosen=-1 if place == self.chosen else place)
        elif self.guessing and place < len(self.scores):
            self._guess[place] = report["height"]
            self._change(report["kind"] == "release")

    def _draw(self, resting=True):
        forms = self.forms
        if resting:
            self._reach = int(np.clip(math.ceil(max(map(abs, self.scores))), NEAR, FAR))
        width = "720px" if self.projector else "480px"
        self._column.layout.flex, self._column.layout.max_width = f"2 1 {width}", width
        self._controls.draw(self, resting)
        self._pulled.draw(**softmax_scenes.scores(self, self._reach, self._pin))
        if self.guessing:
            self._weighed.draw(**softmax_scenes.guess(self, self._guess))
        else:
            ghosts = self._pin[1] if self._guess is None and self._pin else self._guess
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
        if self._pin:
            said.append(softmax_words.since_pin(forms.stable, self._pin[1], self.names))
        return " ".join(part for part in said if part)

    def _code(self):
        return softmax_code(self.scores, self.added, self.temperature, self.dtype)

    def _picture(self):
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
