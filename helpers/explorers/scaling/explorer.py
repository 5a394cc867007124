"""Widths: how far scores spread with d_k, undivided and divided, side by side."""

import math
from typing import ClassVar

import ipywidgets
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
from helpers.views.slider import Slider

POWERS = tuple(2**k for k in range(WIDEST.bit_length()))
TYPED = ("d_k", "n", "draw")
SIDES = {False: "undivided", True: "divided"}  # of the page, left and right, by `scaled`
HIGH, PROJECTED = 150, 108  # of a picture, in pixels that a presentation makes larger


class ScalingExplorer(Explorer):
    """Random queries and keys, and what their width does to scores, weights and gradients.

    d_k  : 1 to 4096     scaled : whether the scores divided by sqrt(d_k) are those that are meant
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

    switches: ClassVar = {
        "scaled": ("divide by √d_k", "let guess, goals, details and code be of the divided scores"),
        "editing": ("edit", "type d_k, the tokens and the draw"),
    }
    words, goals, state = words, words.GOALS, Width(64, False, MOST, 0, "normal")

    def __init__(self, **traits):
        self._make_views()
        views = [self._page, self.width, self.slider]
        super().__init__(views, state.examples(), [self._drawer], **traits)
        first, *others = self.toolbar.children
        self.toolbar.children = [first, self.again, *others]

    def _make_views(self):
        """Make two pictures of each side, the slider of both, and what can be typed."""
        does, size = "other random queries and keys", {"width": "auto"}
        self.again = ipywidgets.Button(description="draw again", tooltip=does, layout=size)
        self.again.on_click(lambda _: self.change(draw=(self.draw + 1) % (LAST_DRAW + 1)))
        self.spreads = {scaled: Columns(label=f"scores, {name}") for scaled, name in SIDES.items()}
        self.weighed = {scaled: Columns(label=f"weights, {name}") for scaled, name in SIDES.items()}
        stop = self.slides("d_k", lambda place: self.stops[round(place)])
        self.width = Slider(stop, label="width d_k")
        self.slider = GuessSlider(self, "standard deviation")
        self.tokens = Slider(self.slides("n", round), label="tokens n")
        self.typed = Grid(self._on_typed, label="d_k, n and the draw as numbers")
        sides = [ipywidgets.VBox([self.spreads[side], self.weighed[side]]) for side in SIDES]
        self._page, self._drawer = (
            ipywidgets.HBox(sides),
            ipywidgets.HBox([self.tokens, self.typed]),
        )
        for row in (self._page, self._drawer):
            row.add_class("abh-pictures")

    def _after_change(self, changed):
        """Name the example that the vectors are drawn by."""
        self.example_title = WAYS[self.entries]

    def _on_typed(self, report):
        """Take what was typed; every field then shows what holds."""
        self.change_typed(**{TYPED[report.column]: report.text})

    def _draw(self, _resting):
        now, pin = self.state, self.pin
        wide = {"tall": PROJECTED if self.projector else HIGH}
        for scaled in SIDES:
            if self.guessing:
                self.spreads[scaled].draw(**scenes.guess(now, scaled, self.guess), **wide)
                self.weighed[scaled].draw(**scenes.hidden(self.n), **wide)
                continue
            self.spreads[scaled].draw(**scenes.scores(now, scaled, self.guess, pin), **wide)
            rows = [each and each.side(scaled).weights[0] for each in (now, pin)]
            self.weighed[scaled].draw(**scenes.weights(*rows), **wide)
        self._draw_controls(now)

    def _draw_controls(self, now):
        """Show the width, and what can be typed; the guess ends where the meant axis does."""
        if now.d_k not in self.stops:
            self.stops = _stops(now.d_k)
        stop, last = self.stops.index(now.d_k), len(POWERS) - 1
        self.width.draw(value=stop, low=0, high=last, step=1, text=f"{now.d_k:,}")
        reach = scenes.REACH[now.scaled]
        self.slider.show(low=0, high=reach, step=reach / 200)
        self.again.layout.display = "none" if self.projector else None
        self._drawer.layout.display = None if self.editing and not self.projector else "none"
        self.tokens.draw(value=now.n, low=FEWEST, high=MOST, step=1, text=str(now.n))
        texts = [[str(getattr(now, name)) for name in TYPED]]
        self.typed.draw(texts=texts, rows=["typed"], columns=list(TYPED), restore=self.restores)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        measured = self.state.measured
        names = ("weights", "spread", "entropy", "by_scores", "by_query")
        return {name: getattr(measured, name)[0] for name in names}

    def picture(self):
        """Return the histogram of what is meant, or of queries while that is a secret."""
        now = self.state
        title = f"{words.titled(now)}: {WAYS[now.entries]}"
        if self.guessing:
            entries = vectors(now.entries, now.draw)[0][: now.n, : now.d_k].ravel()
            return figures.histogram({"entries": entries}, xlabel="entry of a query", title=title)
        samples = {words.titled(now): now.measured.scores}
        if self.pin is not None:
            samples[f"pinned: {words.titled(self.pin)}"] = self.pin.measured.scores
        picture = figures.histogram(samples, xlabel="score that softmax gets", title=title)
        picture.alt = wording.alt(*picture.alt.split("\n"), *words.described(now))
        return picture


def _stops(d_k):
    """Return the powers of two, with a width in the place of the nearest, so that Esc finds it."""
    place = round(math.log2(d_k))
    return (*POWERS[:place], d_k, *POWERS[place + 1 :])
