"""A mask: paint who may look at whom, and weights and context follow."""

import numpy as np

from helpers.explorers.base.colours import ColouredTable
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.guess import GuessSlider
from helpers.explorers.base.part import Part
from helpers.explorers.base.sentence import Sentence
from helpers.explorers.mask import scenes, state, words
from helpers.explorers.mask.state import FEWEST, MOST, OWN, STAYS, Masked
from helpers.learner.calls import FailedError
from helpers.learner.parse import names, place
from helpers.numerals import wording
from helpers.views.parts import HBox, Note, VBox
from helpers.views.plane import Plane

CROWDED = 5  # words, past which the cells are smaller


class MaskExplorer(Explorer):
    """A sentence whose mask you paint: simplified attention, Q = K = V = X, unscaled.

    tokens  : 2 to 8 names    embeddings : (n, d), d at least 2
    allowed : (n, n) bool, True where a query may look, or a function of n that returns it;
              left out, every word sees every word
    query   : the place of the token that asks    result : the `Attention` with the mask

    Without a sentence it begins with that of a source. What cannot be used leaves all as it is,
    and `message` says why.
    """

    words, goals, questions = words, words.GOALS, ("query",)
    ends_guess = ("query", "allowed", "tokens")
    first_guess = 0.5

    tokens = Part(lambda words: names(words, "A token", FEWEST, MOST))
    embeddings, allowed, query = Part(), Part(), Part()

    def __init__(self, tokens=None, embeddings=None, allowed=None, **traits):
        sentence, refused = state.first(), []
        try:
            if tokens is not None or embeddings is not None:
                sentence = _given(tokens, embeddings)
        except ValueError as error:
            refused.append(str(error))
        found = state.examples(sentence)
        try:
            if allowed is not None:
                opening = next(iter(found.values()))
                state.read_mask(allowed, len(sentence.tokens), sentence.tokens)
                found = {OWN: {**opening, "allowed": allowed, "query": 0}, **found}
        except ValueError as error:
            refused.append(f"{error} Until then every word sees every word.")
        if refused:
            traits["message"] = " ".join(refused)
        self.table = ColouredTable(self._on_table, label="weights you can paint")
        self.plane = Plane(self._on_plane, label="what the query sees, in the plane")
        self.slider = GuessSlider(self, "largest weight")
        self.prompt = Note()
        side = VBox([self.prompt, self.table, self.slider])
        page = HBox([side, self.plane], "abh-pictures")
        super().__init__([page], found, **traits)

    def _next(self, changes, message):
        """Read sentence and mask together, and the query as a place in it."""
        sentence = self._sentence(changes)
        n = len(sentence.tokens)
        allowed, rule, remark = self._mask(changes, sentence)
        query = changes["query"] if "query" in changes else min(self.query, n - 1)
        query = place(query, "The query", n)
        message = " ".join(filter(None, [message, remark]))
        return Masked(sentence, allowed, query, rule), message

    def _sentence(self, changes):
        """Return the `Sentence` of the changes, else the present one."""
        if not changes.keys() & {"tokens", "embeddings"}:
            return self.state.sentence
        return _given(
            *(changes.get(name, getattr(self, name)) for name in ("tokens", "embeddings"))
        )

    def _mask(self, changes, sentence):
        """Return the next mask, the function that made it, and what to say of it."""
        n, now = len(sentence.tokens), self.state
        given = changes.get("allowed", self.allowed)
        if given is self.allowed and now is not None and len(given) == n:
            return given, now.rule, ""
        if "allowed" not in changes:
            given = now.rule
        if given is None and "allowed" not in changes:
            remark = f"With {n} words the mask is reset: every word sees every word."
            return np.ones((n, n), dtype=bool), None, remark
        try:
            mask = state.read_mask(given, n, sentence.tokens)
        except ValueError as error:
            if callable(given):
                raise FailedError(str(error)) from None
            raise ValueError(f"{error} {STAYS}") from None
        return mask, given if callable(given) else None, ""

    def _why_pin_ends(self):
        then = len(self.pin.tokens)
        return "" if then == len(self.tokens) else f"it had {then} words"

    def _on_table(self, report):
        row = report.row
        if report.kind == "choose":
            if row < len(self.tokens):  # below them stands the pinned row
                self.change(query=row)
            return
        allowed, kept = state.painted(self.allowed, report.cells)
        message = words.kept(self.tokens, allowed, kept[-1]) if kept else ""
        self.change(report.resting, allowed=allowed, query=row, message=message)

    def _on_plane(self, report):
        if report.index < len(self.tokens):  # what follows only shows a place
            self.change(query=report.index)

    def _draw(self, resting):
        now, hidden = self.state, self.guessing
        pin = None if hidden else self.pin
        details = scenes.details(now, hidden) if resting else []
        self.root.mark("abh-crowded", len(now.tokens) > CROWDED)
        self.prompt.html = f"<p class='abh-prompt'>{scenes.PAINT[self.projector]}</p>"
        self.table.draw(**scenes.table(now, pin, hidden), details=details)
        self.plane.draw(**scenes.plane(now, pin, hidden, projector=self.projector))
        self.slider.show(wording.number, low=0, high=1, step=0.01)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        weights, context = self.state.weights, self.result.context[self.query]
        return {"allowed": self.allowed, "weights": weights, "context": context}

    def picture(self):
        """Return the scores under the mask and their weights, or the scores alone for a guess."""
        return scenes.picture(self.state, self.guessing)


def _given(tokens, embeddings):
    """Return tokens and embeddings as a `Sentence` of few enough words."""
    if tokens is None or embeddings is None:
        raise ValueError("Give tokens and embeddings together: a row of numbers for each word.")
    return Sentence(names(tokens, "A token", FEWEST, MOST), embeddings)
