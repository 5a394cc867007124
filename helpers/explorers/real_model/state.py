"""A text in a real language model: what it expects next, whole or with heads off."""

import functools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from helpers import real_model
from helpers.attention import softmax
from helpers.learner.messages import quoted
from helpers.real_model import RealModel

MOST = 60  # tokens of a text
BARS = 8  # next tokens that are shown
HEAD = (26, 0)  # the one that is large at first
VERBS = (" are", " is")


@functools.cache
def loaded():
    """Return the model that `make real` has fetched, read once; raises what `load` does."""
    return real_model.load()


class Pass(NamedTuple):
    """What one pass over a text gives, at its last position."""

    chances: np.ndarray  # (words,), of the next token
    rows: np.ndarray  # (layers, heads, n), attention weights
    means: np.ndarray  # (layers, heads, d_k), each head's output averaged over the positions


@functools.lru_cache(maxsize=16)
def passed(model, ids, off=(), mean=False):
    """Return the `Pass` of tokens with heads off.

    mean : whether they put out their mean over the positions of this text, in the whole model,
           and not 0
    """
    change = None
    if off and mean:
        means = passed(model, ids).means

        def change(layer, values):
            for head in [head for where, head in off if where == layer]:
                values[head] = means[layer, head]

    trace = model.trace(ids, off=() if mean else off, change=change)
    return Pass(
        softmax(model.unembed(trace.stream[-1][-1:])[0].astype(float)),
        np.stack([one.weights[:, -1] for one in trace.heads]),
        np.stack([one.context.mean(axis=-2) for one in trace.heads]),
    )


@dataclass(frozen=True)
class Reading:
    """A text, the heads that are off, and what is asked about.

    ids   : its tokens                         off  : pairs (layer, head), sorted
    mean  : whether those put out their mean   large : the head whose arcs are seen
    word  : the position to which all heads' attention weights are shown
    """

    model: RealModel
    ids: tuple[int, ...]
    off: tuple[tuple[int, int], ...] = ()
    mean: bool = False
    large: tuple[int, int] = HEAD
    word: int = 0

    @property
    def prompt(self):
        """The text."""
        return self.model.decode(self.ids)

    @functools.cached_property
    def tokens(self):
        """The text of each token, as it is shown."""
        first, *others = self.model.words(self.ids)
        return (first.strip() or "␣", *map(shown, others))

    @property
    def result(self):
        """The `Pass`."""
        return passed(self.model, self.ids, self.off, self.mean and bool(self.off))

    @property
    def whole(self):
        """The `Pass` with all heads on."""
        return passed(self.model, self.ids)

    @property
    def row(self):
        """The last token's attention weights in the large head: (n,)."""
        return self.result.rows[self.large]

    @property
    def shares(self):
        """How much attention each head gives to the word: (layers, heads)."""
        return self.result.rows[..., self.word]

    @property
    def likeliest(self):
        """The tokens likeliest to come next, now or with all heads on; those of then come first."""
        most = np.maximum(self.result.chances, self.whole.chances)
        chosen = np.argsort(-most, kind="stable")[:BARS]
        return chosen[np.argsort(-self.whole.chances[chosen], kind="stable")]

    @property
    def first(self):
        """The likeliest next token, and the second."""
        return np.argsort(-self.result.chances, kind="stable")[:2].tolist()

    def verbs(self, given):
        """Return the chances of "are" and of "is" in a `Pass`."""
        return tuple(float(given.chances[self.model.encode(verb)[0]]) for verb in VERBS)

    def next_word(self, token):
        """Return a next token as it is shown."""
        return shown(self.model.decode([token]))


def shown(token):
    """Return a token as it is shown: with a hyphen where it goes on with the word before it."""
    if token.isspace() or not token:
        return "↵" if "\n" in token else "␣"
    return f"-{token}" if token[0].isalpha() else token.strip()


def name(head):
    """Return the name of a head, such as 26.0."""
    return ".".join(map(str, head))


def read_ids(model, prompt):
    """Return the tokens of a text, or say what is wrong with it."""
    if not isinstance(prompt, str):
        raise ValueError(f"The text must be a string; {quoted(prompt)} isn't.")
    ids = tuple(model.encode(prompt.rstrip()))
    if not ids:
        raise ValueError("Type at least one word.")
    if len(ids) > MOST:
        raise ValueError(f"There's room for {MOST} tokens here; this text has {len(ids)}.")
    return ids
