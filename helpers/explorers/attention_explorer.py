"""Attention over a sentence in the hand: drag an embedding, and all that follows follows."""

import contextlib

import ipywidgets
import numpy as np
import traitlets

from helpers.attention import simplified_attention
from helpers.explorers import attend as asking
from helpers.explorers import (
    attention_goals,
    attention_plane,
    attention_presets,
    attention_words,
    typed_sentence,
)
from helpers.explorers.attention_picture import picture
from helpers.explorers.editor import Editor
from helpers.explorers.held_sentence import Guess, HeldSentence, Pin
from helpers.explorers.hidden_axes import HiddenAxes
from helpers.explorers.sentence import Sentence, number
from helpers.explorers.tables import Tables
from helpers.views.plane import Plane

SWITCHES = {
    "all_shifts": ("all shifts", "the way of every token to its z"),
    "editing": ("edit", "type words and numbers"),
}


class AttentionExplorer(HeldSentence):
    """A sentence whose embeddings you move while scores, weights and context follow.

    tokens     : 2 to 12 names, which may repeat    embeddings : (n, d), d at least 2
    attend     : a function of (n, d) that returns an `Attention` or (weights, context)
    query      : the place of the token that asks   result     : the last usable `Attention`
    axes       : the two columns that the plane shows
    table      : "scores", "scaled" or "weights"    stretch    : colours over the weights' range
    all_shifts : whether the plane shows the shift of every token, not the pulls of the query
    editing    : whether words and numbers can be typed

    What cannot be used later leaves everything as it is and says why in `message`. Raises
    ValueError for a first sentence or query that cannot be used.
    """

    table = traitlets.Enum(asking.SQUARE, default_value="weights")
    stretch, all_shifts, editing = traitlets.Bool(), traitlets.Bool(), traitlets.Bool()

    def __init__(self, tokens, embeddings, attend=simplified_attention, *, query=0, **traits):
        self._plane = Plane(self._on_plane, label="embeddings in the plane")
        self._tables = Tables(lambda row: self.wish("query", row))
        self._hidden = HiddenAxes(lambda pair: self.wish("axes", pair), self._on_bar)
        self._editor = Editor(self._on_words, self._on_grid, self._on_add)
        self._begin(Sentence(tokens, embeddings), attend, query)
        self._start, self._typed = (self.sentence, self.query), None
        self._size = None
        self._spoken, self._remark, self._keep_words = "", (None, ""), False
        options, self._preset = attention_presets.options(self.sentence)
        self._first_preset = self._preset
        beside = ipywidgets.VBox([self._tables, self._hidden])
        pictures = ipywidgets.HBox([self._plane, beside])
        pictures.add_class("abh-pictures")
        super().__init__([pictures, self._editor], options, **traits)
        self._presets.value = self._preset
        self._presets.layout.width = "24em"
        self._add_switches()
        self._project(self.projector)
        self._follow_traits()
        self._show()

    @property
    def goals(self):
        """Return what to reach; what a proof forbids is offered with the built-in function."""
        return attention_goals.goals(self.attend)

    def _add_switches(self):
        self._switches = {}
        for name, (text, does) in SWITCHES.items():
            button = ipywidgets.ToggleButton(
                description=text, tooltip=does, layout={"width": "auto"}
            )
            traitlets.link((self, name), (button, "value"))
            self._switches[name] = button
        self._bar.children = (*self._bar.children, *self._switches.values())

    def _follow_traits(self):
        """Draw anew whatever a trait changes."""
        traitlets.link((self, "table"), (self._tables, "shown"))
        traitlets.link((self, "stretch"), (self._tables, "stretch"))
        self.observe(lambda _: self._show(), ["table", "stretch", "all_shifts", "editing"])
        self.observe(lambda _: self.adopting or self._say(), "message")
        self.observe(self._on_pin, "pinned")
        self.observe(self._on_guessing, "guessing")
        with self._adopt():
            self._on_pin()
            self._on_guessing()

    def _on_pin(self, _change=None):
        self.pin = Pin(self.sentence, self.result) if self.pinned else None
        if not self.adopting:
            self._show()

    def _on_guessing(self, _change=None):
        corner = np.full(2, -attention_plane.CORNER * self.reach)
        self.guess = Guess(corner, False) if self.guessing else None
        if not self.adopting:
            self._show()

    def reset(self):
        """Return to the sentence of the example as it stands."""
        self.pinned = self.guessing = False
        with self._adopt():
            self.axes = (0, 1)
        self._begin_preset(self._preset)

    def _choose_preset(self, name):
        if name != self._preset and self._begin_preset(name):
            self._preset = name
        self._presets.value = self._preset

    def _begin_preset(self, name):
        """Take the sentence of an example; return whether it was taken."""
        self._size = None
        if name == attention_presets.OWN:
            return self._begin_own()
        if name == self._first_preset:
            sentence, query = self._start
            return self._change(lambda _: sentence, query=query)
        sentence = attention_presets.sentence(name)
        self._remark = sentence, attention_presets.remark(name, asking.name_of(self.attend))
        return self._change(lambda _: sentence, query=0)

    def _begin_own(self):
        """Return to the sentence that was typed, or ask for one."""
        self.editing = True
        if self._typed is not None:
            return self._change(lambda _: self._typed, query=0)
        self._refuse("Type your sentence in its field: 2 to 12 words with spaces between.")
        return True

    def _on_words(self, text):
        """Take a typed sentence; one that is refused stays in its field as typed."""
        self._keep_words = True
        try:
            typed, unknown = typed_sentence.sentence(text, self.sentence)
        except ValueError as error:
            self._refuse(str(error))
        else:
            self._keep_words = False
            if self._change(lambda _: typed, note=typed_sentence.remark(unknown)):
                self._typed, self._preset = typed, attention_presets.OWN
                self._presets.value = self._preset
        self._keep_words = False

    def _on_add(self):
        n, width = self.sentence.size
        vector = typed_sentence.near_origin(n, width)
        self._change(lambda s: s.with_token("new", vector))

    def _on_plane(self, report):
        place, kind, n = report.get("index"), report.get("kind"), len(self.tokens)
        if kind == "choose":
            if place in range(n):
                self.wish("query", place)
        elif place in range(n):
            self._move(place, list(self.axes), [report.get("x"), report.get("y")], kind)
        elif place == n and self.guess is not None:
            self._place_guess([report.get("x"), report.get("y")], kind == "release")

    def _on_bar(self, row, column, height, kind):
        self._move(row, column, height, kind)
        self._hidden.draw(self.sentence, self.axes, self.query, self.reach, self.pin)

    def _move(self, row, columns, numbers, kind):
        """Move a token to numbers that the hand gave; with a slow function on release only."""
        if kind == "release" or not self._slow:
            self._change(lambda s: s.moved(row, columns, number(numbers)), kind == "release")

    def _place_guess(self, place, resting):
        with contextlib.suppress(ValueError):
            self.guess = Guess(number(place), resting or self.guess.revealed)
        self._draw_plane()
        if resting:
            self._say()

    def _on_grid(self, report):
        row, kind = report.get("row"), report.get("kind")
        n, width = self.sentence.size
        if row not in range(n):
            return
        if kind == "type" and report.get("column") in range(width):
            column = report["column"]
            self._move(row, column, report.get("text"), "release")
        elif kind == "rename":
            self._change(lambda s: s.renamed(row, report.get("text", "")))
        elif kind == "remove":
            self._change(lambda s: s.without(row), query=self.query - (row < self.query))

    def _show(self, resting=True):
        """Draw what is held; what takes longer, and all words, wait until the hand rests."""
        self._missing = self._tables.offer(self.result, asking.name_of(self.attend))
        self._tables.draw(self.result, self.tokens, self.query, resting)
        if resting:
            self._set_reach()
            self._hidden.offer(self.sentence.size[1], self.axes)
            self._hidden.draw(self.sentence, self.axes, self.query, self.reach, self.pin)
            self._editor.layout.display = None if self.editing else "none"
            if self.editing:
                self._editor.draw(self.sentence, self._keep_words)
        self._draw_plane()
        if resting or bool(self.message) != bool(self._spoken):
            self._say()

    def _set_reach(self):
        """Show all that there is; a close view is for a sentence as it begins, and no other."""
        z = None if self.shift.values is None else self.result.context[self.query]
        least = self.reach if self.sentence.size == self._size else attention_plane.CLOSE
        self.reach = attention_plane.reach(self.embeddings, z, least)
        self._size = self.sentence.size

    def _draw_plane(self):
        self._plane.draw(**attention_plane.scene(self), settle=self._slow)

    def _say(self):
        self._spoken = self.message
        super()._say()

    def _project(self, on):
        super()._project(on)
        for switch in getattr(self, "_switches", {}).values():
            switch.layout.display = "none" if on else None

    def _words(self):
        remark = self._remark[1] if self._remark[0] is self.sentence else ""
        return attention_words.words(self, self._missing, remark)

    def _code(self):
        return attention_words.code(self.sentence, self.attend, self.query)

    def _picture(self):
        return picture(self)
