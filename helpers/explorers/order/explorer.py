"""Words in a row: drag them to other places, and see whether attention notices."""

from typing import ClassVar

import traitlets

from helpers.explorers.base.colours import ramps
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.guess import GuessSlider
from helpers.explorers.base.part import Part
from helpers.explorers.base.sentence import remark, typed_words
from helpers.explorers.base.sentence_editor import SentenceEditor
from helpers.explorers.base.words import UNTIL
from helpers.explorers.order import scenes, state, words
from helpers.explorers.order.state import KINDS, OWN, PARTS
from helpers.learner.parse import names
from helpers.numerals import wording
from helpers.views.bars import Bars
from helpers.views.lineup import Lineup
from helpers.views.parts import Choice, HBox, Note, VBox


class ColouredLineup(Lineup):
    """A row of words whose places have vectors that `cells` colours."""

    css = ramps()


class OrderExplorer(Explorer):
    """Words that you drag to other places, while one of them attends to all.

    tokens    : 2 to 8 names, in their first order    embeddings : (n, d), d even, at most 8
    order     : the words' first places, in the order in which they stand now
    positions : "none", "learned", "sinusoids", "rotation", "mask", or a function of rows (n, d),
                in their order, that returns the rows (n, d) of queries and keys
    reference : the kind that such a function ought to be, shown until it works
    query     : the first place of the word that asks
    editing   : whether words and numbers can be typed
    result    : the `Attention` of the words as they stand now, Q = K = V = X and unscaled

    A vector of a place is added to the word that stands there, so that queries, keys and values
    hold it; a rotation turns queries and keys alone; a mask hides the words that stand behind.
    What cannot be used leaves all as it is, and `message` says why.
    """

    switches: ClassVar = {"editing": ("edit words", "type words and embeddings")}
    words, ends_guess, questions, first_guess = words, ("query", "tokens"), ("query",), 0.5

    tokens = Part(lambda words: names(words, "A token", state.FEWEST, state.MOST))
    embeddings = Part(state.read_embeddings)
    order, positions = Part(state.read_order), Part(state.read_positions)
    query = Part()
    editing = traitlets.Bool()

    def __init__(self, tokens=None, embeddings=None, positions="none", *, reference=None, **traits):
        found, refused = state.examples(), {}
        if tokens is not None or embeddings is not None:
            mine = state.own(tokens, embeddings)
            try:
                self._read(mine)
                found = {OWN: mine, **found}
            except ValueError as error:
                refused = {"message": str(error)}
        if reference:
            try:
                self._read({**next(iter(found.values())), "positions": positions})
            except ValueError as error:
                positions, refused = reference, {"message": f"{error} {UNTIL}"}
        self._make_views()
        drawer = [self.sentence]
        first = {"positions": positions, **traits, **refused}
        super().__init__([self._page], found, drawer, **first)
        if OWN in found:
            found[OWN] |= {name: getattr(self, name) for name in ("order", "positions", "query")}

    def _make_views(self):
        """Make the row of words, the z, what chooses the kind of position, and the drawer."""
        self.row = ColouredLineup(self._on_row, label="words in a row")
        self.context = Bars(label="the z of the word that asks")
        self.kinds = Choice([*KINDS, "yours"], "none", self._on_kind)
        self.slider = GuessSlider(self, "largest weight")
        parts = [Note("positions"), self.kinds, self.slider]
        side = VBox([self.row, HBox(parts, "abh-row")])
        self._page = HBox([side, self.context], "abh-pictures")
        self.sentence = SentenceEditor(self, self._on_words)

    def _next(self, changes, message):
        """Read parts of the state together, and ask a learner's function about them."""
        before, parts = self.state, {name: getattr(self, name) for name in PARTS} | changes
        n = len(parts["tokens"])
        if parts["order"] is None or ("order" not in changes and len(self.order) != n):
            parts["order"] = tuple(range(n))
        if "query" not in changes:
            parts["query"] = min(self.query, n - 1)
        first = None if {"tokens", "embeddings", "positions"} & changes.keys() else before.first
        now = state.placed(**parts, first=first, learner=before and before.learner)
        return now, " ".join(filter(None, [message, now.remark]))

    def _why_pin_ends(self):
        pin, width = self.pin, self.embeddings.shape[1]
        same = pin.tokens == self.tokens and pin.embeddings.shape[1] == width
        return "" if same else "it had different words"

    def _on_row(self, report):
        """Take a word that was chosen, or brought to a place."""
        if report.kind == "choose":
            self.change(query=report.index)
        else:
            order = state.moved(self.order, report.index, report.place)
            self.change(report.resting, order=order)

    def _on_kind(self, name):
        """Take another kind of position, or the last function again."""
        self.change(positions=self.state.learner if name == "yours" else name)

    def _on_words(self, text):
        """Take a typed sentence; a word that stays keeps its numbers."""
        typed, unknown = typed_words(text, self, self.embeddings.shape[1])
        said = remark(unknown, "Set its embedding.", "Set their embeddings.")
        return self.change(**typed, order=None, message=said)

    def _draw(self, resting):
        """Draw the state; typed fields wait until the pointer rests, for a drag leaves them."""
        now, pin, hidden = self.state, None if self.guessing else self.pin, self.guessing
        before = words.earlier(now, pin)
        options = {"hidden": hidden, "projector": self.projector}
        self.row.draw(**scenes.row(now, before, **options), settle=bool(now.remark))
        self.context.draw(**scenes.context(now, before, pin is not None, **options))
        small = self.projector and now.embeddings.shape[1] > scenes.ROOMY
        self.context.hidden = small
        self.slider.show(wording.number, low=0, high=1, step=0.01)
        self.kinds.chosen = now.positions if isinstance(now.positions, str) else "yours"
        yours = self.kinds.buttons["yours"]
        yours.text = "yours" if now.learner is None else state.kind_of(now.learner)
        yours.hidden = now.learner is None
        self.sentence.hidden = self.projector or not self.editing
        if resting:
            self.sentence.draw()

    def _said(self):
        return words.text(self.state, self.pin)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        now = self.state
        place = now.places[now.query]
        return {"weights": self.result.weights[place], "context": self.result.context[place]}

    def picture(self):
        """Return the weights of the word that asks, the earlier ones as outlines."""
        pin = None if self.guessing else self.pin
        return scenes.picture(self.state, words.earlier(self.state, pin), pin, self.guessing)
