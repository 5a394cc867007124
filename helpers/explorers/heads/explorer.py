"""Several heads over one sentence: see where each looks, edit one, see what stands side by side."""

from typing import ClassVar

import ipywidgets
import numpy as np
import traitlets

from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.guess import GuessSlider
from helpers.explorers.base.held_state import Held
from helpers.explorers.base.sentence import remark, typed_words
from helpers.explorers.base.sentence_editor import SentenceEditor
from helpers.explorers.heads import scenes, state, words
from helpers.explorers.heads.controls import HeadEditor, Tables, display
from helpers.explorers.heads.state import APPLE, NAMES, OWN, PARTS, Guess, Layer, Look
from helpers.learner.parse import choice, names, place
from helpers.numerals import wording
from helpers.views.arcs import Arcs
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
    goes_along = ("layer", "factors", "note")
    ends_guess = ("query", "head", "tokens")

    tokens = Held((), lambda words: names(words, "A token", state.FEWEST, state.MOST))
    embeddings = Held(None, state.read_embeddings)
    heads, W_O = Held((), state.read_heads), Held(None, state.read_mixing)
    head, query = Held(0), Held(0)
    editing, typing = traitlets.Bool(), traitlets.Bool()
    tables, stretch = traitlets.Bool(), traitlets.Bool()

    layer, note = None, ""
    factors = {}  # noqa: RUF012 - replaced, never changed: the place of a head to (W_Q, factor)

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
        super().__init__([self.arcs, self._hand], found, drawer, **{**traits, **refused})

    def _make_views(self):
        """Make the arcs, what pulls at them, and what opens in the drawer."""
        self.arcs = Arcs(self._on_arcs, label="where the query looks, head by head")
        self.sharper = Slider(lambda report: self.sharpen(report.value, report.resting))
        self.slider = GuessSlider(self, "its weight")
        self._hand = ipywidgets.HBox([self.sharper, self.slider])
        self._hand.add_class("abh-row")
        self.weights = Tables(lambda row, head: self.change(query=row, head=head))
        self.editor = HeadEditor(self._on_matrix, self._add, self._remove, self._mix)
        self.sentence = SentenceEditor(self, self._on_words)
        self._drawer = {"tables": self.weights, "editing": self.editor, "typing": self.sentence}

    def _listen(self):
        super()._listen()
        traitlets.link((self, "stretch"), (self.weights.stretch, "value"))

    @property
    def state(self):
        """The present `Look`."""
        return Look(self.layer, self.query, self.head)

    @property
    def result(self):
        """The `MultiHead` of the present layer."""
        return self.layer.result

    @property
    def goals(self):
        """Return the goals; the slide's claim only where its words are."""
        return words.goals(self.tokens)

    @property
    def first_guess(self):
        """What the hand begins a guess from: the query itself, with a weight of a half."""
        return Guess(self.query, 0.5)

    @property
    def guess_so_far(self):
        """The weight of the guess, as its slider shows it."""
        weight = (self.guess or Guess()).weight
        return self.first_guess.weight if weight is None else weight

    def place_guess(self, guess, resting=True):
        """Take a `Guess`, or its weight alone; it rests once the hand has given both parts."""
        if not isinstance(guess, Guess):
            guess = (self.guess or Guess())._replace(weight=guess)
        super().place_guess(guess, resting and None not in guess)

    @property
    def factor(self):
        """What the edited head's W_Q was multiplied by: 1 for one that is new or was typed."""
        return self._base[1]

    @property
    def _base(self):
        """The edited head's W_Q before its factor, and the factor."""
        W_Q = self.heads[self.head][0]
        base, factor = self.factors.get(self.head, (W_Q, 1.0))
        return (base, factor) if (state.times(base, factor) == W_Q).all() else (W_Q, 1.0)

    def sharpen(self, factor, resting=True):
        """Multiply the edited head's W_Q, as it was before the first factor."""
        base = self._base[0]
        factors = {**self.factors, self.head: (base, factor)}
        self.change(resting, **self._with("W_Q", state.times(base, factor)), factors=factors)

    def _with(self, name, matrix):
        """Return the wish for another matrix in the edited head."""
        heads = [list(head) for head in self.heads]
        heads[self.head][NAMES.index(name)] = matrix
        return {"heads": heads}

    def _read(self, wishes):
        """Read parts of the layer together, and places as places in it."""
        read, layer = super()._read(wishes), self.layer
        if set(PARTS) & read.keys():
            layer, message = self._fitting(read)
            parts = {name: getattr(layer, name) for name in PARTS}
            read |= {**parts, "layer": layer, **message}
        for name, count in (("query", len(layer.tokens)), ("head", len(layer.heads))):
            if name in wishes:
                read[name] = place(wishes[name], name, count)
            elif getattr(self, name) >= count:
                read[name] = count - 1
        return read

    def _fitting(self, read):
        """Return the layer that is wished for; a W_O that nobody wished for gives way."""
        parts = {name: read.get(name, getattr(self, name)) for name in PARTS}
        width = sum(W_V.shape[1] for _, _, W_V in parts["heads"])
        if "W_O" in read or self.W_O is None or len(self.W_O) == width:
            return Layer(**parts), {}
        message = f"{width} numbers stand side by side now, so W_O begins again as the identity."
        return Layer(**{**parts, "W_O": state.read_mixing(np.eye(width))}), {"message": message}

    def _why_pin_ends(self):
        then, now = ((len(one.tokens), len(one.heads)) for one in (self.pin.layer, self.layer))
        return "" if then == now else "it had other words or another number of heads"

    def _on_arcs(self, report):
        if report.index == -1:
            self.change(head=report.panel)
        elif self.guessing and report.panel == self.head:
            self.place_guess((self.guess or Guess())._replace(place=report.index))
        else:
            self.change(query=report.index, head=report.panel)

    def _on_words(self, text):
        """Take a typed sentence; a word that stays keeps its numbers."""
        typed, unknown = typed_words(text, self, self.layer.size[1])
        said = remark(unknown, "Give it its numbers.", "Give them their numbers.")
        return self.change(**typed, message=said)

    def _on_matrix(self, name, report):
        """Take a number typed into a matrix, unless that has gone while the report was coming."""
        matrix = self.W_O if name == "W_O" else self.heads[self.head][NAMES.index(name)]
        rows = [] if matrix is None else matrix.tolist()
        if report.row < len(rows) and report.column < len(rows[0]):
            rows[report.row][report.column] = report.text
            self.take_typed(**({"W_O": rows} if name == "W_O" else self._with(name, rows)))

    def _add(self):
        """Add a copy of the edited head, its factor too."""
        factors = {**self.factors, len(self.heads): self._base}
        copied = [*self.heads, self.heads[self.head]]
        self.change(heads=copied, head=len(self.heads), factors=factors)

    def _remove(self):
        """Remove the edited head; those after it move up, each with its factor."""
        gone, heads = self.head, self.heads
        factors = {i - (i > gone): base for i, base in self.factors.items() if i != gone}
        self.change(heads=[*heads[:gone], *heads[gone + 1 :]], factors=factors)

    def _mix(self, on):
        """Mix the heads' numbers, by the identity at first, or leave them side by side."""
        if on != (self.W_O is not None):
            self.change(W_O=np.eye(self.layer.width) if on else None)

    def _draw(self, resting):
        """Draw what is held; what a drag leaves as it is waits until the hand rests."""
        now, pin, hidden = self.state, None if self.guessing else self.pin, self.guessing
        seen = {"resting": resting, "wall": self.projector}
        self.arcs.draw(**scenes.arcs(now, pin, self.guess, hidden, **seen))
        hand = self._hand  # of a view itself, the page would never change the classes
        for k in range(state.MOST_HEADS):
            (hand.add_class if k == now.head else hand.remove_class)(f"abh-head-{k + 1}")
        factor = {"value": self.factor, "text": f"× {self.factor:.4g}"}
        self.sharper.label = f"sharper: head {now.head + 1}"
        self.sharper.draw(**factor, low=0, high=SHARPEST, step=0.1, play=None)
        display(self.sharper, not hidden)
        self.slider.show(wording.number, low=0, high=1, step=0.01, play=None)
        for name, part in self._drawer.items():
            display(part, getattr(self, name) and not self.projector)
        if self.tables and not self.projector:
            self.weights.show(now, pin, hidden, self.stretch, resting)
        if self.editing:
            self.editor.show(now, resting, self.restores)
        if resting:
            self.buttons["editing"].description = f"edit head {self.head + 1}"
            self.sentence.draw()

    def told(self):
        """Return where the query looks in each head, the guess, the pin, and what is mixed."""
        if self.guessing:
            return words.asked(self.state)
        note = self.note if self.start is None or self.layer is self.start.layer else ""
        return words.told(self.state, self.guess, self.pin, note)

    def code(self):
        """Return the lines of Python that compute every head's weights and the contexts."""
        return words.code(self.state)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        return {"weights": np.array(self.state.rows), "context": self.result.context[self.query]}

    def picture(self):
        """Return every head's weights, the query's row framed."""
        return scenes.picture(self.state, self.stretch, self.guessing)
