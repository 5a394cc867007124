"""The sentence in the hand: it is taken where the learner's function gives an answer for it."""

import contextlib
from typing import NamedTuple

import numpy as np

from helpers.attention import Attention
from helpers.explorers.attention import learner_function as asking
from helpers.explorers.attention import scenes as attention_plane
from helpers.explorers.attention import shift
from helpers.explorers.attention.sentence import Sentence
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.held_state import Held
from helpers.explorers.base.readers import listed, place_of, said


class Pin(NamedTuple):
    """A state that is kept to compare with."""

    sentence: Sentence
    result: Attention


class Guess(NamedTuple):
    """Where the hand expects z in the plane, and whether the truth is shown."""

    place: np.ndarray
    revealed: bool


class HeldSentence(Explorer):
    """A sentence and its attention, which hang together: `AttentionExplorer` draws them.

    `change` also takes a `sentence`, or a function that makes it of the present one.
    """

    tokens, embeddings, sentence = Held(()), Held(None), Held(None)
    query, result, attend, axes = Held(0), Held(None), Held(None), Held((0, 1))

    goes_along = ("shift", "reach", "_succeeded", "_slow", "_size", "_chosen")
    shift = guess = None
    reach = attention_plane.EDGE
    _succeeded = _slow = False

    @property
    def hides_context(self):
        """Return whether z still has to be guessed."""
        return self.guess is not None and not self.guess.revealed

    def show(self, tokens, embeddings):
        """Take other tokens and embeddings at once; what cannot be used becomes the message."""
        self.request({"tokens": tokens, "embeddings": embeddings, "query": 0})

    def _read(self, wishes):
        """Read the wishes against the sentence they belong to, and ask the function about it."""
        if "result" in wishes:
            raise ValueError("result follows from attend(embeddings): set these.")
        sentence = self._wished_sentence(wishes)
        n, width = sentence.size
        query, axes = min(self.query, n - 1), self.axes if max(self.axes) < width else (0, 1)
        read = {
            **wishes,
            "sentence": sentence,
            "tokens": sentence.tokens,
            "embeddings": sentence.embeddings,
            "query": _place(wishes["query"], n) if "query" in wishes else query,
            "axes": _pair(wishes["axes"], width) if "axes" in wishes else axes,
        }
        answered, remarks = {"result": self.result}, []
        if sentence is not self.sentence or "attend" in wishes:
            answered, remarks = self._answered(sentence, wishes)
        read |= answered
        attend = wishes.get("attend", self.attend)
        way = shift.of(read["result"], sentence.embeddings, read["query"], asking.name_of(attend))
        guess = self.guess and self.guess._replace(revealed=False)
        remarks += [wishes.get("message", ""), way.remark]
        return {**read, "shift": way, "guess": guess, "message": " ".join(filter(None, remarks))}

    def _wished_sentence(self, wishes):
        """Return the `Sentence` that is wished for, else the present one."""
        now = self.sentence
        if wishes.keys() & {"tokens", "embeddings"}:
            tokens, embeddings = (
                wishes.get(name, getattr(self, name)) for name in ("tokens", "embeddings")
            )
            return Sentence(tokens, embeddings)
        wished = wishes.get("sentence", now)
        with contextlib.suppress(TypeError):  # a stranger's function takes something else
            wished = wished(now) if callable(wished) else wished
        if not isinstance(wished, Sentence):
            raise ValueError(f"A sentence is set by tokens and embeddings; got {said(wished)}.")
        return wished

    def _answered(self, sentence, wishes):
        """Return what the function gives for a sentence, and what is to be said about it.

        Until it has given its first answer a stand-in's is taken; later ValueError is raised.
        """
        attend, succeeded = self.attend, self._succeeded
        if "attend" in wishes:
            attend, succeeded = wishes["attend"], False
            if not callable(attend):
                raise ValueError(f"attend must be a function, not {type(attend).__name__}.")
        try:
            answer = asking.ask(attend, sentence.embeddings)
        except KeyboardInterrupt:
            self._slow = self._slow or attend is self.attend  # so that no drag asks it again
            raise
        fails, slow = answer.result is None, answer.seconds > asking.SLOW
        if fails and succeeded:
            self._slow = slow
            raise ValueError(f"{answer.message} The last good picture stays.")
        answer = asking.stand_in(answer, sentence.embeddings) if fails else answer
        remarks, changes = [answer.message], {"result": answer.result}
        return {**changes, "_succeeded": succeeded or not fails, "_slow": slow}, remarks

    def _after_change(self, changed):
        """Put the guess where it waits for the hand, or take it away."""
        if "guessing" in changed:
            corner = np.full(2, -attention_plane.CORNER * self.reach)
            self.guess = Guess(corner, False) if self.guessing else None

    def snapshot(self):
        return Pin(self.sentence, self.result)

    def _why_pin_ends(self):
        then = self.pin.sentence.size
        return "" if then == self.sentence.size else "it had {} tokens of {} numbers".format(*then)


def _place(query, n):
    """Return a place as given, or say which there are."""
    place = place_of(query, n)
    if place is None:
        raise ValueError(f"The query must be a place from 0 to {n - 1}; got {said(query)}.")
    return place


def _pair(axes, width):
    """Return two different columns as given, or say which there are."""
    places = [place_of(column, width) for column in listed(axes) or ()]
    if len(places) == len(set(places)) == 2 and None not in places:
        return tuple(places)
    raise ValueError(f"The axes must be two different columns from 0 to {width - 1}.")
