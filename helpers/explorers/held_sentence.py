"""The sentence in the hand: what is taken as good, what was pinned, and what was guessed."""

import contextlib
import operator
from typing import NamedTuple

import numpy as np

from helpers.attention import Attention
from helpers.explorers import attend as asking
from helpers.explorers import attention_plane, shift
from helpers.explorers.explorer import Explorer
from helpers.explorers.guarded import Guarded
from helpers.explorers.sentence import Sentence


class Pin(NamedTuple):
    """A state that is kept to compare with."""

    sentence: Sentence
    result: Attention


class Guess(NamedTuple):
    """Where the hand expects z in the plane, and whether the truth is shown."""

    place: np.ndarray
    revealed: bool


class HeldSentence(Explorer):
    """A sentence and its attention: every change is tried first, and refused with a message.

    The traits are those of `AttentionExplorer`, which draws what is held by `_show(resting)`.
    """

    tokens, embeddings, query = Guarded(), Guarded(), Guarded()
    result, attend, axes = Guarded(), Guarded(), Guarded()

    adopting = False  # whether the explorer itself sets a trait
    shift = guess = pin = None
    reach = attention_plane.EDGE
    _succeeded = _slow = False

    @property
    def sentence(self):
        """Return tokens and embeddings as one `Sentence`."""
        return self._sentence

    @property
    def hides_context(self):
        """Return whether z still has to be guessed."""
        return self.guess is not None and not self.guess.revealed

    def show(self, tokens, embeddings):
        """Take other tokens and embeddings at once; what cannot be used becomes the message."""
        self._change(lambda _: Sentence(tokens, embeddings), query=0)

    def wish(self, name, value):
        """Take what code sets a trait to, or say why not."""
        wishes = {
            "tokens": lambda: self._change(lambda s: Sentence(value, s.embeddings)),
            "embeddings": lambda: self._change(lambda s: Sentence(s.tokens, value)),
            "query": lambda: self._turn(query=self._place(value)),
            "axes": lambda: self._turn(axes=self._pair(value)),
            "attend": lambda: self._ask_instead(value),
            "result": lambda: self._refuse("result follows from attend(embeddings): set these."),
        }
        try:
            wishes[name]()
        except ValueError as error:
            self._refuse(str(error))

    def _begin(self, sentence, attend, query):
        """Hold the first sentence; what cannot be used here raises ValueError."""
        with self._adopt():
            self.attend, self.axes = attend, (0, 1)
            self._take(sentence, self._ask(sentence, attend), 0)
            self.query = self._place(query)

    @contextlib.contextmanager
    def _adopt(self):
        """Let the explorer set its own traits."""
        before, self.adopting = self.adopting, True
        try:
            yield
        finally:
            self.adopting = before

    def _change(self, change, resting=True, query=None, note=""):
        """Try another sentence; return whether it was taken. A note joins the message."""
        try:
            sentence = change(self._sentence)
        except ValueError as error:
            return self._refuse(str(error), resting)
        answer = self._ask(sentence, self.attend)
        if answer.result is None:
            return self._refuse(f"{answer.message} The last good picture stays.", resting)
        with self._adopt():
            self._take(sentence, answer, self.query if query is None else query, note)
        self._show(resting)
        return True

    def _ask(self, sentence, attend):
        """Return the function's answer, or a stand-in's until it has given its first."""
        answer = asking.ask(attend, sentence.embeddings)
        if answer.result is None and not self._succeeded:
            return asking.stand_in(answer, sentence.embeddings)
        self._succeeded |= answer.result is not None
        return answer

    def _take(self, sentence, answer, query, note=""):
        """Hold a sentence with its answer; a pin of another sentence is let go."""
        self._sentence, self._slow = sentence, answer.seconds > asking.SLOW
        if self.pin is not None and self.pin.sentence.size != sentence.size:
            self.pinned = False
        if max(self.axes) >= sentence.size[1]:
            self.axes = (0, 1)
        self.tokens, self.embeddings = sentence.tokens, sentence.embeddings
        self.query = max(0, min(query, len(sentence.tokens) - 1))
        self.result = answer.result
        self._look(f"{answer.message} {note}".strip())

    def _look(self, message=""):
        """Find the way of the query to its z, and hide z again where it is to be guessed."""
        name = asking.name_of(self.attend)
        self.shift = shift.of(self.result, self.embeddings, self.query, name)
        self.message = " ".join(filter(None, [message, self.shift.remark]))
        if self.guess is not None:
            self.guess = self.guess._replace(revealed=False)

    def _turn(self, **traits):
        """Look at the same sentence with another query or other axes."""
        with self._adopt():
            for name, value in traits.items():
                setattr(self, name, value)
            self._look()
        self._show(resting=True)

    def _ask_instead(self, attend):
        """Compute with another function from now on."""
        if not callable(attend):
            raise ValueError(f"attend must be a function, not {type(attend).__name__}.")
        self._succeeded = False
        with self._adopt():
            self.attend = attend
            self._take(self._sentence, self._ask(self._sentence, attend), self.query)
        self._show(resting=True)

    def _place(self, query):
        """Return a place as given, or say which there are."""
        last = len(self._sentence.tokens) - 1
        with contextlib.suppress(TypeError):
            if 0 <= operator.index(query) <= last:
                return operator.index(query)
        raise ValueError(f"The query must be a place from 0 to {last}; got {_short(query)}.")

    def _pair(self, axes):
        """Return two different columns as given, or say which there are."""
        last = self._sentence.size[1] - 1
        with contextlib.suppress(TypeError, ValueError):
            across, up = (operator.index(column) for column in axes)
            if across != up and min(across, up) >= 0 and max(across, up) <= last:
                return across, up
        raise ValueError(f"The axes must be two different columns from 0 to {last}.")

    def _refuse(self, message, resting=True):
        """Keep all as it is and say why."""
        said = self.message
        with self._adopt():
            self.message = message
        if resting:
            self._show(resting=True)
        elif said != message:
            self._say()
        return False


def _short(value):
    text = repr(value)
    return text if len(text) <= 30 else f"{text[:29]}…"
