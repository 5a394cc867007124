"""Softmax: pull the scores, heat or cool them, and break its naive form."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
import traitlets

from helpers import figures
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.part import Part
from helpers.explorers.softmax import scenes, words
from helpers.explorers.softmax import state as rows
from helpers.explorers.softmax.state import FURTHEST, HALF, HOTTEST, Row
from helpers.learner import parse
from helpers.numerals import wording
from helpers.views.bars import Bars
from helpers.views.grid import Grid
from helpers.views.parts import Button, Choice, HBox, VBox
from helpers.views.slider import Slider

MOST_RAISED, MOST_DRAWN = 6, 4  # scores whose powers have room on a page, and in a still picture


class SoftmaxExplorer(Explorer):
    """A row of scores and the weights that softmax makes of them.

    scores : 2 to 8 numbers     labels : their names    chosen : the weight written as a fraction
    added  : c, added to all scores, -1000 to 1000      temperature : 0.05 to 20
    dtype  : float16, bfloat16, float32 or float64
    naive  : whether the naive form is shown, with what breaks it; it opens where it breaks
    editing : whether scores, names, c and the temperature can be typed
    """

    scores = Part(rows.scores)
    labels = Part(lambda labels: parse.names(labels, "A label"))
    added = Part(lambda c: parse.number(c, "c", -FURTHEST, FURTHEST))
    temperature = Part(lambda t: parse.number(t, "The temperature", 1 / HOTTEST, HOTTEST))
    dtype = Part(rows.float_format)
    chosen = Part()
    naive = traitlets.Bool()
    editing = traitlets.Bool()

    switches: ClassVar = {
        "naive": ("break it", "add c to all scores, at lower precision: what still works?"),
        "editing": ("edit", "type scores and names, add and remove scores"),
    }
    words, goals, questions, keeps_guess = words, words.GOALS, ("chosen",), ("chosen",)
    state = Row((0.0, 0.0))
    broken = False  # whether the naive form was, after the last change

    def __init__(self, scores=None, labels=None, **traits):
        examples = rows.examples()
        if labels is not None:
            traits["labels"] = labels = parse.names(labels, "A label")
        if scores is not None:
            given = rows.scores(scores)
            traits["labels"] = rows.named(labels or (), len(given))
            examples = {rows.OWN: rows.example(traits["labels"], given), **examples}
        self._make_views()
        super().__init__([self._page, self.heat], examples, [self._broken, self._typed], **traits)

    def _make_views(self):
        """Make scores and weights side by side, and a drawer for what breaks and what is typed."""
        self.pulled = Bars(self._on_scores, label="scores")
        self.raised = Bars(label="exponentials")
        self.weighed = Bars(self._on_weights, label="weights")
        warmed = self.slides("temperature", rows.heat)
        self.heat = Slider(warmed, label="temperature")
        self.raise_all = Slider(self.slides("added"), label="add c to all")
        self.failed = Bars(label="weights, naive form")
        self.formats = Choice(rows.FORMATS, "float64", lambda name: self.change(dtype=name))
        self.table = Grid(self._on_table, label="scores as numbers")
        self.fields = Grid(self._on_fields, label="c and temperature as numbers")
        self.add = Button("add a score", lambda: self.change(scores=(*self.scores, 0.0)))
        self._page = _row(self.pulled, self.raised, self.weighed)
        self._broken = _row(VBox([self.raise_all, self.formats]), self.failed)
        self._typed = _row(VBox([self.table, self.add]), self.fields)

    @property
    def first_guess(self):
        """Equal bars, one per score."""
        return np.full(len(self.scores), 1 / len(self.scores))

    def _next(self, changes, message):
        """Return the next `Row`; its chosen weight is one of those that there will be."""
        count = len(changes.get("scores", self.scores))
        chosen = changes.get("chosen", self.chosen if self.chosen < count else -1)
        changes["chosen"] = parse.place(chosen, "chosen", count, none=True)
        return replace(self.state, **changes), message

    def _after_change(self, changed):
        """End a guess of another number of weights; open what shows a naive form that broke."""
        if self.guess is not None and len(self.guess) != len(self.scores):
            self.guess = None
        breaks = bool(self.state.forms.broken.any())
        self.naive, self.broken = self.naive or (breaks and not self.broken), breaks

    def _why_pin_ends(self):
        many = len(self.pin.scores) != len(self.scores)
        return "it had a different number of scores" if many else ""

    def _on_scores(self, report):
        scores = list(self.scores)
        scores[report.index] = report.height
        self.change(report.resting, scores=scores)

    def _on_weights(self, report):
        if report.kind == "choose":
            self.change(chosen=-1 if report.index == self.chosen else report.index)
        elif 0 <= report.height <= 1:
            guess = np.array(self.guess_so_far)
            guess[report.index] = report.height
            self.place_guess(guess, resting=False)  # other bars may follow: a button reveals

    def _on_fields(self, report):
        self.change_typed(**{("added", "temperature")[report.row]: report.text})

    def _on_table(self, report):
        scores, names = list(self.scores), list(self.state.names)
        if report.kind == "remove":
            del scores[report.row], names[report.row]
        else:
            (names if report.kind == "rename" else scores)[report.row] = report.text
        self.change_typed(scores=scores, labels=names)

    def _draw(self, _resting):
        now, pin, axis = self.state, self.pin, scenes.axis(self.start)
        self.pulled.draw(**scenes.scores(now, axis, pin))
        self.raised.hidden = len(now.scores) > MOST_RAISED or self.projector
        self.raised.draw(**scenes.powers(now, axis, self.guessing))
        ghosts = pin and pin.weights if self.guess is None else self.guess
        weighed = scenes.weights(now, now.chosen, ghosts)
        self.weighed.draw(**scenes.guess(now, self.guess_so_far) if self.guessing else weighed)
        step, text = rows.step_of(now.temperature), f"{now.temperature:g}"
        self.heat.draw(value=step, low=-HALF, high=HALF, step=1, text=text)
        self._draw_drawers(now)

    def _draw_drawers(self, now):
        """Show, in what is open, what breaks the naive form, that form, and the typed numbers."""
        self._broken.hidden = not self.naive
        if self.naive:
            self.failed.hidden = self.guessing
            self.formats.chosen = now.dtype
            c = f"{now.added:g}".replace("-", "−")
            self.raise_all.draw(value=now.added, low=-FURTHEST, high=FURTHEST, step=1, text=c)
            self.failed.draw(**scenes.naive(now))
        self._typed.hidden = self.projector or not self.editing
        if not self._typed.hidden:
            self.add.disabled = len(now.scores) >= rows.MOST
            self.table.draw(**scenes.table(now), restore=self.restores)
            self.fields.draw(**scenes.numbers(now), restore=self.restores)

    def _said(self):
        return words.text(self.state, self.naive)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        return {"weights": self.state.weights, "naive": self.state.forms.naive}

    def picture(self):
        """Return the scores, and their powers and weights beside them once they are no secret."""
        now = self.state
        if self.guessing:
            return figures.bars(now.scores, now.names, title="Scores")
        unlike = {
            f"in {now.dtype}": now.dtype != "float64",
            f"c = {now.added:g}": now.added,
            f"temperature {now.temperature:g}": now.temperature != 1,
        }
        title = ", ".join(["From scores to weights", *(part for part, on in unlike.items() if on)])
        drawn = (np.array(now.scores), now.weights, now.names)
        powers = now.forms.powers
        few = len(powers) <= MOST_DRAWN and np.isfinite(powers).all()
        picture = figures.scores_and_weights(*drawn, powers=powers if few else None, title=title)
        picture.alt = wording.alt(*picture.alt.split("\n"), words.naive_story(now.forms))
        return picture


def _row(*parts):
    """Return parts side by side, below one another where there is no room."""
    return HBox(parts, "abh-pictures")
