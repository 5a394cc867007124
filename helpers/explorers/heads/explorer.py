"""Several heads over one sentence: see what each attends to, edit one, and compare them."""

from functools import partial
from typing import ClassVar

import numpy as np
import traitlets

from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.guess import GuessSlider
from helpers.explorers.base.part import Part
from helpers.explorers.base.sentence import remark, typed_words
from helpers.explorers.base.sentence_editor import SentenceEditor
from helpers.explorers.heads import picture, scenes, state, words
from helpers.explorers.heads.controls import HeadEditor, Tables
from helpers.explorers.heads.state import APPLE, FIELDS, NAMES, OWN, PARTS, Guess, Layer, Look
from helpers.learner.parse import choice, names, place
from helpers.numerals import wording
from helpers.views.arcs import Arcs
from helpers.views.parts import HBox
from helpers.views.slider import Slider

SHARPEST = 20.0  # that W_Q is multiplied by


class HeadsExplorer(Explorer):
    """One to four heads over one sentence, one of them edited.

    tokens  : 2 to 8 names    embeddings : (n, d_model), d_model up to 8
    heads   : (W_Q, W_K, W_V) for each head, at most 4 columns each
    W_O     : (all heads' d_v, d_out), or None where the heads stay side by side
    head    : the place of the head that is edited    query : the place of the token that asks
    editing : whether the matrices of that head are open    typing : whether the sentence is
    tables  : whether the weights of all queries are shown
    stretch : whether their colours span the weights' own range
    result  : the `MultiHead`

    What is left out of tokens, embeddings and heads is the source's. `example` is the title of
    another example to begin with. What cannot be used leaves all as it is, and `message` says why.
    """

    switches: ClassVar = {
        "editing": ("edit head 1", "type its W_Q, W_K and W_V; add, remove and mix heads"),
        "typing": ("edit words", "type words and embeddings"),
        "tables": ("all weights", "the weights of every word, as tables"),
    }
    words, questions, also = words, ("query", "head"), ("factors", "note")
    ends_guess = ("query", "head", "tokens")

    tokens = Part(lambda words: names(words, "A token", state.FEWEST, state.MOST))
    embeddings = Part(state.read_embeddings)
    heads, W_O = Part(state.read_heads), Part(state.read_mixing)
    head, query = Part(), Part()
    editing, typing = traitlets.Bool(), traitlets.Bool()
    tables, stretch = traitlets.Bool(), traitlets.Bool()

    def __init__(self, tokens=None, embeddings=None, heads=None, *, example=APPLE, **traits):
        found, refused = state.examples(), {}
        try:
            if not (tokens is None and embeddings is None and heads is None):
                parts = {"tokens": tokens, "embeddings": embeddings, "heads": heads}
                mine = state.own(**parts, W_O=traits.pop("W_O", None))
                self._read(mine)
                found, example = {OWN: mine, **found}, OWN
            example = choice(example, "example", found)
        except ValueError as error:
            refused, example = {"message": str(error)}, APPLE
        self._make_views()
        found = {example: found[example], **found}
        drawer = self._drawer.values()
        super().__init__([self.arcs, self._controls], found, drawer, **{**traits, **refused})

    def _make_views(self):
        """Make the arcs, what pulls at them, and what opens in the drawer."""
        self.arcs = Arcs(self._on_arcs, label="what the query attends to, head by head")
        self.sharper = Slider(lambda report: self.sharpen(report.value, report.resting))
        self.slider = GuessSlider(self, "its weight")
        self._controls = HBox([self.sharper, self.slider], "abh-row")
        self.weights = Tables(self._on_weights, partial(setattr, self, "stretch"))
        self.editor = HeadEditor(self._on_matrix, self._add, self._remove, self._mix)
        self.sentence = SentenceEditor(self, self._on_words)
        self._drawer = {"tables": self.weights, "editing": self.editor, "typing": self.sentence}

    @property
    def first_guess(self):
        """What a guess begins from: the query itself, with a weight of a half."""
        return Guess(self.query, 0.5)

    @property
    def guess_so_far(self):
        """The weight of the guess, as its slider shows it."""
        weight = (self.guess or Guess()).weight
        return self.first_guess.weight if weight is None else weight

    def place_guess(self, guess, resting=True):
        """Take a `Guess`, or its weight alone; it rests once both parts are given."""
        if not isinstance(guess, Guess):
            guess = (self.guess or Guess())._replace(weight=guess)
        super().place_guess(None if guess == Guess() else guess, resting and None not in guess)

    @property
    def factor(self):
        """What the edited head's W_Q was multiplied by: 1 for one that is new or was typed."""
        return self._base[1]

    @property
    def _base(self):
        """The edited head's W_Q before its factor, and the factor."""
        W_Q = self.heads[self.head][0]
        base, factor = self.state.factors.get(self.head, (W_Q, 1.0))
        return (base, factor) if (state.times(base, factor) == W_Q).all() else (W_Q, 1.0)

    def sharpen(self, factor, resting=True):
        """Multiply the edited head's W_Q, as it was before the first factor."""
        base = self._base[0]
        factors = {**self.state.factors, self.head: (base, factor)}
        self.change(resting, **self._with("W_Q", state.times(base, factor)), factors=factors)

    def _with(self, name, matrix):
        """Return the change to another matrix in the edited head."""
        heads = [list(head) for head in self.heads]
        heads[self.head][NAMES.index(name)] = matrix
        return {"heads": heads}

    def _next(self, changes, message):
        """Read parts of the layer together, and places as places in it."""
        parts = {name: changes.get(name, getattr(self.state, name, None)) for name in FIELDS}
        if {*PARTS} & changes.keys():
            parts["layer"], remark = self._fitting(changes)
            message = f"{message} {remark}".strip()
        counts = {"query": len(parts["layer"].tokens), "head": len(parts["layer"].heads)}
        for name, count in counts.items():
            fits = name in changes or parts[name] < count
            parts[name] = place(parts[name], name, count) if fits else count - 1
        return Look(**parts), message

    def _fitting(self, changes):
        """Return the next layer and what to say of it; a W_O that nobody set gives way."""
        parts = {name: changes.get(name, getattr(self, name)) for name in PARTS}
        width = sum(W_V.shape[1] for _, _, W_V in parts["heads"])
        if "W_O" in changes or self.W_O is None or len(self.W_O) == width:
            return Layer(**parts), ""
        remark = f"{width} entries are concatenated now, so W_O is reset to the identity."
        return Layer(**{**parts, "W_O": state.read_mixing(np.eye(width))}), remark

    def _why_pin_ends(self):
        then, now = ((len(one.tokens), len(one.heads)) for one in (self.pin, self))
        return "" if then == now else "it had different words or heads"

    def _on_arcs(self, report):
        if report.index == -1:
            self.change(head=report.panel)
        elif self.guessing and report.panel == self.head:
            self.place_guess((self.guess or Guess())._replace(place=report.index))
        else:
            self.change(query=report.index, head=report.panel)

    def _on_weights(self, head, report):
        """Take a row and its head, unless they have gone while the tables were not drawn."""
        if head < len(self.heads) and report.row < len(self.tokens):
            self.change(query=report.row, head=head)

    def _on_words(self, text):
        """Take a typed sentence; a word that stays keeps its numbers."""
        typed, unknown = typed_words(text, self, self.state.layer.size[1])
        said = remark(unknown, "Set its embedding.", "Set their embeddings.")
        return self.change(**typed, message=said)

    def _on_matrix(self, name, report):
        """Take a number typed into a matrix, unless that has gone while the report was coming."""
        matrix = self.W_O if name == "W_O" else self.heads[self.head][NAMES.index(name)]
        rows = [] if matrix is None else matrix.tolist()
        if report.row < len(rows) and report.column < len(rows[0]):
            rows[report.row][report.column] = report.text
            self.change_typed(**({"W_O": rows} if name == "W_O" else self._with(name, rows)))

    def _add(self):
        """Add a copy of the edited head, its factor too."""
        factors = {**self.state.factors, len(self.heads): self._base}
        copied = [*self.heads, self.heads[self.head]]
        self.change(heads=copied, head=len(self.heads), factors=factors)

    def _remove(self):
        """Remove the edited head; those after it move up, each with its factor."""
        gone, heads = self.head, self.heads
        factors = {i - (i > gone): base for i, base in self.state.factors.items() if i != gone}
        self.change(heads=[*heads[:gone], *heads[gone + 1 :]], factors=factors)

    def _mix(self, on):
        """Mix the heads' numbers, by the identity at first, or leave them side by side."""
        if on != (self.W_O is not None):
            self.change(W_O=np.eye(self.state.layer.width) if on else None)

    def _draw(self, resting):
        """Draw the state; what a drag leaves as it is waits until the pointer rests."""
        now, pin, hidden = self.state, None if self.guessing else self.pin, self.guessing
        seen = {"resting": resting, "projector": self.projector}
        self.arcs.draw(**scenes.arcs(now, pin, self.guess, hidden, **seen))
        for k in range(state.MOST_HEADS):
            self._controls.mark(f"abh-head-{k + 1}", k == now.head)
        factor = {"value": self.factor, "text": f"W_Q × {self.factor:.4g}"}
        self.sharper.label = f"sharper: head {now.head + 1}"
        self.sharper.draw(**factor, low=0, high=SHARPEST, step=0.1)
        self.sharper.hidden = hidden
        self.slider.show(wording.number, low=0, high=1, step=0.01)
        for name, part in self._drawer.items():
            part.hidden = self.projector or not getattr(self, name)
        if self.tables and not self.projector:
            self.weights.show(now, pin, hidden, self.stretch, resting)
        if self.editing:
            self.editor.show(now, resting, self.restores)
        if resting:
            self.buttons["editing"].text = f"edit head {self.head + 1}"
            self.sentence.draw()

    def _said(self):
        now = self.state
        note = now.note if self.start is None or now.layer is self.start.layer else ""
        return words.text(now, note)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        return {"weights": np.array(self.state.rows), "context": self.result.context[self.query]}

    def picture(self):
        """Return every head's weights, the query's row framed."""
        return picture.picture(self.state, self.stretch, self.guessing)
