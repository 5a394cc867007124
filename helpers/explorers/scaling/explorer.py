"""Widths: how far scores spread with d_k, and what the divisor does about it."""

import dataclasses
import math
from functools import partial
from typing import ClassVar

import traitlets

from helpers import figures
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.guess import GuessSlider
from helpers.explorers.base.part import Part
from helpers.explorers.scaling import scenes, state, words
from helpers.explorers.scaling.state import FEWEST, LAST_DRAW, MOST, WAYS, WIDEST, Width, vectors
from helpers.learner import parse
from helpers.numerals import wording
from helpers.views.columns import Columns
from helpers.views.grid import Grid
from helpers.views.parts import Button, HBox, Toggle, VBox
from helpers.views.slider import Slider

POWERS = tuple(2**k for k in range(WIDEST.bit_length()))
TYPED = ("d_k", "n", "draw")
HIGH, PROJECTED = (206, 100), (180, 90)  # of histogram and bars, before they are made larger


class ScalingExplorer(Explorer):
    """Random queries and keys, and what their width does to scores, weights and gradients.

    d_k  : 1 to 4096     scaled : whether the scores are divided by sqrt(d_k)
    n    : tokens, 4 to 64, each with a query and a key     draw : a whole number
    entries : "normal", "linear" (as nn.Linear begins) or "same" (Q = K)
    editing : whether n, the draw and d_k can be typed
    """

    d_k = Part(lambda width: parse.whole_number(width, "d_k", 1, WIDEST))
    scaled = Part(lambda scaled: parse.switch(scaled, "scaled"))
    n = Part(lambda n: parse.whole_number(n, "n", FEWEST, MOST))
    draw = Part(lambda draw: parse.whole_number(draw, "The draw", 0, LAST_DRAW))
    entries = Part(lambda entries: parse.choice(entries, "entries", WAYS))
    editing = traitlets.Bool()
    stops = POWERS  # of the width's slider
    glides = False  # whether what is drawn next is seen to move there

    switches: ClassVar = {"editing": ("edit", "set d_k, the number of tokens and the draw")}
    questions = ("d_k", "scaled", "n", "draw")
    words, goals, state = words, words.GOALS, Width(64, False, MOST, 0, "normal")

    def __init__(self, **traits):
        self._make_views()
        views = [self._controls, self._page, self.slider]
        super().__init__(views, state.examples(), [self._drawer], **traits)

    def _make_views(self):
        """Make what changes the scores, what shows them, and what can be typed."""
        self.again = Button("draw again", self._draw_again, "draw new random queries and keys")
        does = "divide all scores by √d_k before softmax"
        self.divide = Toggle("÷ √d_k", partial(setattr, self, "scaled"), does)
        self.spread, self.weighed = Columns(label="scores"), Columns(label="weights")
        self.even = Columns(label="entropy of the weights")
        stop = self.slides("d_k", lambda place: self.stops[round(place)])
        self.width = Slider(stop, label="width d_k")
        self.slider = GuessSlider(self, "standard deviation")
        self.tokens = Slider(self.slides("n", round), label="tokens n")
        self.typed = Grid(self._on_typed, label="d_k, n and the draw as numbers")
        bars = VBox([self.weighed, self.even])
        self._controls = HBox([self.width, self.divide, self.again], "abh-row")
        self._page = HBox([self.spread, bars], "abh-pictures")
        self._drawer = HBox([self.tokens, self.typed], "abh-pictures")

    def _after_change(self, changed):
        """Name the example that the vectors are drawn by; let what is divided be seen to move."""
        self.example_title = WAYS[self.entries]
        self.glides = self.start is not None and changed & {*self.follows} == {"scaled"}

    def _draw_again(self):
        self.change(draw=(self.draw + 1) % (LAST_DRAW + 1))

    def _on_typed(self, report):
        """Take what was typed; every field then shows what holds."""
        self.change_typed(**{TYPED[report.column]: report.text})

    def _draw(self, _resting):
        now, pin = self.state, self.pin
        before = pin or (dataclasses.replace(now, scaled=False) if now.scaled else None)
        drawn = (
            scenes.scores(now, before, self.guess, pinned=None if before is None else bool(pin)),
            scenes.weights(*(each and each.measured.weights[0] for each in (now, before))),
            scenes.entropy(now, before),
        )
        if self.guessing:
            drawn = (scenes.guess(now, self.guess), scenes.HIDDEN, scenes.HIDDEN)
        high, low = PROJECTED if self.projector else HIGH
        views = (self.spread, high), (self.weighed, low), (self.even, low)
        for (view, tall), scene in zip(views, drawn, strict=True):
            view.draw(**scene, tall=tall, glides=self.glides)
        self.glides = False
        self._draw_controls(now)

    def _draw_controls(self, now):
        """Show the width, and what can be typed; the guess ends where the meant axis does."""
        if now.d_k not in self.stops:
            self.stops = _stops(now.d_k)
        self.divide.on = now.scaled
        stop, last = self.stops.index(now.d_k), len(POWERS) - 1
        self.width.draw(value=stop, low=0, high=last, step=1, text=f"{now.d_k:,}")
        reach = scenes.REACH / (10 if now.scaled else 1)
        self.slider.show(low=0, high=reach, step=reach / 200)
        self._drawer.hidden = self.projector or not self.editing
        self.tokens.draw(value=now.n, low=FEWEST, high=MOST, step=1, text=str(now.n))
        texts = [[str(getattr(now, name)) for name in TYPED]]
        self.typed.draw(texts=texts, rows=["typed"], columns=list(TYPED), restore=self.restores)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        measured = self.state.measured
        names = ("weights", "spread", "entropy", "by_scores", "by_query")
        return {name: getattr(measured, name)[0] for name in names}

    def picture(self):
        """Return the first query's scores and weights, or queries while these are a secret."""
        now, way = self.state, WAYS[self.entries]
        if self.guessing:
            entries = vectors(now.entries, now.draw)[0][: now.n, : now.d_k].ravel()
            return figures.histogram({"entries": entries}, xlabel="entry of a query", title=way)
        other = self.pin or dataclasses.replace(now, scaled=not now.scaled)
        scores, weights = now.measured.scaled[0], now.measured.weights[0]
        names = [""] * now.n
        top, *_ = wording.largest(weights)
        names[top] = f"key {top + 1}"
        title = words.result(now).rstrip(".")
        picture = figures.scores_and_weights(scores, weights, names, title=title, decimals=3)
        said = *picture.alt.split("\n"), way, words.result(other), *words.described(now)[1:]
        picture.alt = wording.alt(*said)
        return picture


def _stops(d_k):
    """Return the powers of two, with a width in the place of the nearest, so that Esc finds it."""
    place = round(math.log2(d_k))
    return (*POWERS[:place], d_k, *POWERS[place + 1 :])
