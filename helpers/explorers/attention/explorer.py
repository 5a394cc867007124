"""Attention over a sentence: drag an embedding, and everything computed from it follows."""

from typing import ClassVar

import numpy as np
import traitlets

from helpers.attention import simplified_attention
from helpers.explorers.attention import scenes, words
from helpers.explorers.attention.controls import HiddenAxes, Tables
from helpers.explorers.attention.state import (
    OWN,
    SQUARE,
    Attended,
    ask_attend,
    examples,
    first,
    source_of,
)
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.part import Part
from helpers.explorers.base.scenes import point
from helpers.explorers.base.sentence import Sentence, remark, typed_words
from helpers.explorers.base.sentence_editor import SentenceEditor
from helpers.explorers.base.words import UNTIL
from helpers.learner import parse
from helpers.learner.arrays import listed
from helpers.learner.calls import SLOW, FailedError
from helpers.learner.messages import a_kind, quoted
from helpers.views.parts import HBox, VBox
from helpers.views.plane import Plane


class AttentionExplorer(Explorer):
    """A sentence whose embeddings you move while scores, weights and context follow.

    tokens     : 2 to 12 names, which may repeat    embeddings : (n, d), d at least 2
    attend     : a function of (n, d) that returns an `Attention` or (weights, context)
    reference  : what it ought to do, drawn until it works; None for simplified attention
    query      : the place of the token that asks   result     : the last usable `Attention`
    axes       : the two columns that the plane shows
    table      : "scores", "scaled" or "weights"    stretch    : colours over the weights' range
    pulls      : whether the shift of the query is shown as the sum of its pulls
    all_shifts : whether the shift of every token is shown
    editing    : whether words and numbers can be typed
    goals      : False for a function that the goals, meant for softmax, do not suit

    Without a sentence it begins with that of a source. `change` also takes a `sentence`. What
    cannot be used later leaves everything as it is and says why in `message`. Raises ValueError
    for a first sentence, query or function that cannot be used.
    """

    switches: ClassVar = {
        "pulls": ("pulls", "the shift from x to z as a sum of pulls, one per word"),
        "all_shifts": ("all shifts", "every word's shift to its z"),
        "editing": ("edit", "type words and numbers"),
    }

    rare = (*Explorer.rare, "all_shifts")
    words, questions, resets = words, ("query", "axes", "result"), ("reach", "_size", "_slow")
    tokens, embeddings, sentence, query, result, attend, axes = (Part() for _ in range(7))
    table = traitlets.Enum(SQUARE, default_value="weights")
    stretch, pulls, all_shifts, editing = (traitlets.Bool() for _ in range(4))

    reach, _size = scenes.EDGE, None  # the end of the plane, and the size that it is for
    _slow = False  # whether the function took long, so that no drag asks it

    def __init__(
        self,
        tokens=None,
        embeddings=None,
        attend=simplified_attention,
        *,
        reference=None,
        query=None,
        goals=True,
        **traits,
    ):
        self._has_goals, self._reference = bool(goals), reference
        sentence, asks = first()
        if tokens is not None or embeddings is not None:
            sentence, asks = source_of(Sentence(tokens, embeddings)), 0
        query = asks if query is None else query
        self._set(self._read({"sentence": sentence, "query": query, "attend": attend}))
        self._typed = {}
        self.plane = Plane(self._on_plane, label="embeddings in the plane")
        self.tables, self.hidden_axes = Tables(self), HiddenAxes(self)
        self.editor = SentenceEditor(self, self._on_words)
        side = VBox([self.tables, self.hidden_axes], "abh-side")
        page = HBox([self.plane, side], "abh-pictures")
        own = examples(self.sentence, self.query, self._own)
        super().__init__([page], own, [self.editor], **traits)

    @property
    def goals(self):
        """What to reach; what a proof forbids is offered with the built-in function."""
        if not self._has_goals:
            return ()
        built_in = self.attend is simplified_attention
        return words.ONE, words.MIDDLE, words.OUTSIDE if built_in else words.NO_WEIGHT

    @property
    def first_guess(self):
        """The corner of the plane where the ring waits for the pointer."""
        return np.full(2, -scenes.CORNER * self.reach)

    def _next(self, changes, message):
        """Read changes against the sentence they belong to, and ask the function about it."""
        if "result" in changes:
            raise ValueError("result is what attend makes of the embeddings: set those.")
        now, sentence = self.state, self._sentence(changes)
        (n, width), attend = sentence.size, changes.get("attend", self.attend)
        query = changes["query"] if "query" in changes else min(self.query, n - 1)
        query = parse.place(query, "The query", n)
        axes = self.axes if now and max(self.axes) < width else (0, 1)
        axes = _pair(changes.get("axes", axes), width)
        if now and sentence is now.sentence and "attend" not in changes:
            result, waits, remark = now.result, now.waits, now.waits
        else:
            result, waits, remark = self._answered(sentence, attend, "attend" in changes)
        state = Attended(sentence, result, attend, query, axes, waits)
        return state, " ".join(filter(None, [remark, message, state.shift.remark]))

    def _sentence(self, changes):
        """Return the `Sentence` of the changes, else the present one."""
        if changes.keys() & {"tokens", "embeddings"}:
            parts = (changes.get(name, getattr(self, name)) for name in ("tokens", "embeddings"))
            return Sentence(*parts)
        sentence = changes.get("sentence", self.sentence)
        if not isinstance(sentence, Sentence):
            came = quoted(sentence)
            raise ValueError(f"A sentence is set by tokens and embeddings; got {came}.")
        return sentence

    def _answered(self, sentence, attend, new):
        """Return what the function gives for a sentence, what is said until it does, and now.

        Until it has given its first answer the reference's is taken; later FailedError is raised.
        """
        if not callable(attend):
            raise ValueError(f"attend must be a function, not {a_kind(attend)}.")
        try:
            answer = ask_attend(attend, sentence.embeddings)
        except KeyboardInterrupt:
            self._slow = self._slow or attend is self.attend  # so that no drag asks it again
            raise
        fails, self._slow = answer.result is None, answer.seconds > SLOW
        if fails and not new and not self.state.waits:
            raise FailedError(answer.message)
        if not fails:
            return answer.result, "", answer.message
        stand_in = ask_attend(self._reference or simplified_attention, sentence.embeddings).result
        if stand_in is None:
            raise FailedError(answer.message)
        message = f"{answer.message} {UNTIL if self._reference else words.UNTIL_SIMPLIFIED}"
        return stand_in, message, message

    def _after_change(self, changed):
        if self.table in self.state.missing:
            self.table = "weights"

    def _why_pin_ends(self):
        then = self.pin.sentence.size
        return (
            ""
            if then == self.sentence.size
            else "it had {} tokens with {} dimensions".format(*then)
        )

    def _own(self):
        """Return the changes of the sentence that was typed, or open the field for one."""
        return {"editing": True, "_size": None, "query": self.query, **self._typed}

    def _on_words(self, text):
        """Take a typed sentence, with which one's own example begins from then on."""
        typed, unknown = typed_words(text, self)
        begins = {**typed, "query": 0}
        return self.change(**typed, message=remark(unknown), example_title=OWN, _typed=begins)

    def _on_plane(self, report):
        n = len(self.tokens)
        if report.index > n:  # what only shows a place
            return
        if report.index == n:
            self.on_guess(report, point(report, self.plane.scene))
        elif report.kind == "choose":
            self.change(query=report.index)
        else:
            self.move(report.index, list(self.axes), (report.x, report.y), report.resting)

    def move(self, row, columns, numbers, resting):
        """Move a token; a slow function only computes once the pointer rests."""
        if resting or not self._slow:
            embeddings = self.embeddings.copy()
            embeddings[row, columns] = numbers
            self.change(resting, embeddings=embeddings)

    def _draw(self, resting):
        """Draw the state; what a drag leaves as it is waits until the pointer rests."""
        now = self.state
        if resting:
            least = self.reach if now.sentence.size == self._size else 0
            self.reach, self._size = scenes.reach(now, least), now.sentence.size
        self._draw_plane(now, resting)  # what is dragged comes first
        self.tables.draw(now, resting)
        editing = self.editing and not self.projector
        if resting:
            self.hidden_axes.hidden = self.projector or now.sentence.size[1] <= 2
            self.hidden_axes.draw(now)
            self.editor.hidden = not editing
        if editing:
            self.editor.draw(restore=resting)

    def _draw_plane(self, now, resting):
        guess = self.guess_so_far if self.guessing else self.guess
        untyped = self.example_title == OWN and not self._typed
        prompt = words.GUESS if self.guessing else words.TYPE if untyped else words.MOVE
        options = {"hidden": self.guessing, "pulls": self.pulls, "all_shifts": self.all_shifts}
        scene = scenes.plane(now, self.pin, guess, **options)
        scene |= {"reach": self.reach, "prompt": prompt[self.projector], "glides": resting}
        self.plane.draw(**scene, settle=self._slow)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        return {"weights": self.result.weights, "context": self.result.context}

    def picture(self):
        """Return the shift of the query, or the weights while z is to be guessed."""
        return scenes.picture(self.state, self.guessing)


def _pair(axes, width):
    """Return two different columns as given, or raise ValueError with which there are."""
    places = [parse.whole(column) for column in listed(axes) or ()]
    if len(places) == len(set(places)) == 2 and all(place in range(width) for place in places):
        return tuple(places)
    raise ValueError(f"The axes must be two different columns from 0 to {width - 1}.")
