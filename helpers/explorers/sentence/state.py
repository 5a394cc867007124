"""One recorded sentence: what the model expects next, and what one head attends to."""

import functools
from dataclasses import dataclass

import numpy as np

from helpers.attention import attention, causal_mask
from helpers.learner.messages import quoted
from helpers.readers import recordings

MOST = 8  # next words that are shown
VERBS = (" are", " is")

recorded = functools.cache(recordings.load)


def read_sentence(given):
    """Return one of the recorded sentences, or say which there are."""
    if not isinstance(given, str) or given not in recorded():
        raise ValueError(f"There's no recording of {quoted(given)}; see the menu.")
    return given


@dataclass(frozen=True)
class Reading:
    """A sentence, and what is done to the head.

    off  : whether it's switched off    swapped : whether the noun's value is that of the other
    word : the position that is asked about
    """

    sentence: str
    off: bool = False
    swapped: bool = False
    word: int = 1

    @property
    def recording(self):
        """The `Recording` of the sentence."""
        return recorded()[self.sentence]

    @property
    def words(self):
        """The words of the sentence, as a reader has them."""
        return [word.strip() for word in self.recording.words]

    @property
    def nouns(self):
        """The noun, and the one whose value takes the place of its own."""
        other = recorded()[self.recording.other]
        return self.words[self.recording.noun], other.words[other.noun].strip()

    @property
    def run(self):
        """The name of the recorded run: of a head that is off no value matters."""
        return "without" if self.off else "swapped" if self.swapped else "whole"

    @functools.cached_property
    def row(self):
        """The last word's attention weights: (n,)."""
        kept = self.recording
        allowed = causal_mask(len(kept.words))
        return attention(kept.queries, kept.keys, kept.values, allowed=allowed).weights[-1]

    def verbs(self, run=None):
        """Return the probabilities of "are" and of "is", now or in another run."""
        chances = self.recording.probabilities(run or self.run)
        return tuple(float(chances[self.recording.next_words.index(verb)]) for verb in VERBS)

    @property
    def likeliest(self):
        """The positions of the verbs and the likeliest words of any run, likeliest first."""
        kept = self.recording
        most = np.max([kept.probabilities(run) for run in recordings.RUNS], axis=0)
        verbs = [kept.next_words.index(verb) for verb in VERBS]
        others = [i for i in np.argsort(-most, kind="stable").tolist() if i not in verbs]
        return sorted(verbs + others[: MOST - len(verbs)])  # kept with the likeliest first
