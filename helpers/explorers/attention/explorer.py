"""Attention over a sentence in the hand: drag an embedding, and all that follows follows."""

from typing import ClassVar

import ipywidgets
import numpy as np
import traitlets

from helpers.attention import simplified_attention
from helpers.explorers.attention import goals as attention_goals
from helpers.explorers.attention import learner_function as asking
from helpers.explorers.attention import scenes as attention_plane
from helpers.explorers.attention import typed_sentence
from helpers.explorers.attention import words as attention_words
from helpers.explorers.attention.editor import Editor
from helpers.explorers.attention.hidden_axes import HiddenAxes
from helpers.explorers.attention.picture import picture
from helpers.explorers.attention.presets import OWN, Presets
from helpers.explorers.attention.sentence import Sentence
from helpers.explorers.attention.state import Guess, HeldSentence
from helpers.explorers.attention.tables import Tables
from helpers.explorers.base import scenes
from helpers.explorers.base.readers import finite, is_place, number
from helpers.views.plane import Plane

ASK = "Type your sentence in its field: 2 to 12 words with spaces between."


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

    switches: ClassVar = {
        "all_shifts": ("all shifts", "the way of every token to its z"),
        "editing": ("edit", "type words and numbers"),
    }

    table = traitlets.Enum(asking.SQUARE, default_value="weights")
    stretch, all_shifts, editing = traitlets.Bool(), traitlets.Bool(), traitlets.Bool()

    def __init__(self, tokens, embeddings, attend=simplified_attention, *, query=0, **traits):
        self._plane = Plane(self._on_plane, label="embeddings in the plane")
        self._tables = Tables(lambda row: self.change(query=row))
        self._hidden = HiddenAxes(lambda pair: self.change(axes=pair), self._on_bar)
        self._editor = Editor(self._on_words, self._on_grid, self._on_add)
        self.attend = attend
        self._commit(self._read({"sentence": Sentence(tokens, embeddings), "query": query}))
        self._examples = Presets(self.sentence, self.query)
        self._size, self._keep_words, self._chosen = None, False, self._examples.given
        beside = ipywidgets.VBox([self._tables, self._hidden])
        pictures = ipywidgets.HBox([self._plane, beside])
        pictures.add_class("abh-pictures")
        super().__init__([pictures, self._editor], self._examples.options, **traits)

    def _listen(self):
        super()._listen()
        self.presets.layout.width = "28em"
        self.presets.value = self._chosen
        traitlets.link((self, "table"), (self._tables, "shown"))
        traitlets.link((self, "stretch"), (self._tables, "stretch"))

    @property
    def goals(self):
        """Return what to reach; what a proof forbids is offered with the built-in function."""
        return attention_goals.goals(self.attend)

    def _choose_preset(self, name):
        """Take an example; one that the function cannot take is not chosen."""
        if name != self._chosen:
            super()._choose_preset(name)
            self.presets.value = self._chosen
        if name == self._chosen == OWN and not self._examples.is_typed:
            self._refuse(" ".join(filter(None, [self.message, ASK])))

    def _example(self, name):
        """Return the sentence of an example, or open the field for one's own."""
        start = self._examples.start(name, asking.name_of(self.attend))
        return {**start, "_size": None, "_chosen": name, "editing": self.editing or name == OWN}

    def _on_words(self, text):
        """Take a typed sentence; one that is refused stays in its field as typed."""
        self._keep_words = True
        try:
            typed, unknown = typed_sentence.sentence(text, self.sentence)
        except ValueError as error:
            self._refuse(str(error))
        else:
            self._keep_words = False
            remark = typed_sentence.remark(unknown)
            if self.change(sentence=typed, message=remark, _chosen=OWN):
                self._examples.keep(typed)
                self.presets.value = OWN
        self._keep_words = False

    def _on_add(self):
        n, width = self.sentence.size
        vector = typed_sentence.near_origin(n, width)
        self.change(sentence=lambda s: s.with_token("new", vector))

    def _on_plane(self, report):
        place, kind, n = report.get("index"), report.get("kind"), len(self.tokens)
        if kind == "choose" and is_place(place, n):
            self.change(query=place)
        elif kind not in ("move", "release") or not is_place(place, n + 1):
            return
        elif place < n:
            point = [finite(report.get("x")), finite(report.get("y"))]
            self._move(place, list(self.axes), point, kind)
        elif self.guess is not None:
            self._place_guess(scenes.point(report, self._plane.scene), kind == "release")

    def _on_bar(self, row, column, height, kind):
        self._move(row, column, height, kind)
        self._hidden.draw(self.sentence, self.axes, self.query, self.reach, self.pin)

    def _move(self, row, columns, numbers, kind):
        """Move a token to numbers that the hand gave; with a slow function on release only."""
        if None not in np.ravel(numbers) and (kind == "release" or not self._slow):
            self.change(kind == "release", sentence=lambda s: s.moved(row, columns, numbers))

    def _place_guess(self, place, resting):
        if place is None:
            return
        self.guess = Guess(place, resting or self.guess.revealed)
        self._draw_plane()
        self._speak(resting)

    def _on_grid(self, report):
        row, kind, text = report.get("row"), report.get("kind"), report.get("text", "")
        n, width = self.sentence.size
        if not is_place(row, n) or not isinstance(text, str):
            return
        if kind == "type" and is_place(report.get("column"), width):
            self.change(sentence=lambda s: s.moved(row, report["column"], number(text)))
        elif kind == "rename":
            self.change(sentence=lambda s: s.renamed(row, text))
        elif kind == "remove":
            query = min(self.query - (row < self.query), max(n - 2, 0))
            self.change(sentence=lambda s: s.without(row), query=query)

    def _draw(self, resting):
        """Draw what is held; what a drag leaves as it is waits until the hand rests."""
        if resting:
            self._set_reach()
        self._draw_plane()  # what is in the hand comes first
        self._missing = self._tables.offer(self.result, asking.name_of(self.attend))
        self._tables.draw(self.result, self.tokens, self.query, resting)
        if resting:
            self._hidden.offer(self.sentence.size[1], self.axes)
            self._hidden.draw(self.sentence, self.axes, self.query, self.reach, self.pin)
            self._editor.layout.display = None if self.editing else "none"
        if self.editing:
            self._editor.draw(self.sentence, self._keep_words, restore=resting)

    def _set_reach(self):
        """Show all that there is; a close view is for a sentence as it begins, and no other."""
        z = None if self.shift.values is None else self.result.context[self.query]
        least = self.reach if self.sentence.size == self._size else attention_plane.CLOSE
        self.reach = attention_plane.reach(self.embeddings, z, least)
        self._size = self.sentence.size

    def _draw_plane(self):
        self._plane.draw(**attention_plane.scene(self), settle=self._slow)

    def _words(self):
        return attention_words.words(self, self._missing, self._examples.remark_on(self.sentence))

    def code(self):
        return attention_words.code(self.sentence, self.attend, self.query)

    def picture(self):
        return picture(self)
