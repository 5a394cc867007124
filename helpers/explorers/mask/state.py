"""A sentence under a mask: the masks there are to begin with, and how strokes are read."""

import functools
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from helpers.attention import (
    attention,
    causal_mask,
    padding_mask,
    prefix_mask,
    simplified_attention,
    window_mask,
)
from helpers.explorers.base.sentence import Sentence
from helpers.learner.arrays import NotNumbersError, real_numbers
from helpers.learner.calls import ask, name_of
from helpers.learner.messages import quoted
from helpers.readers import worked_examples

FEWEST, MOST = 2, 8  # tokens
FILLER, PREFIX = "<pad>", 2  # the padding token; words that all may attend to
STAYS = "The last good mask stays."
OWN = "your own mask"


@dataclass(frozen=True, eq=False)
class Masked:
    """Simplified attention over n tokens, of which each query sees those it is allowed.

    allowed : (n, n) bool, at least one True in each row    query : the place of the token that asks
    rule    : the function that made the mask, None for one that was painted or given
    """

    sentence: Sentence
    allowed: np.ndarray
    query: int
    rule: object = None

    tokens = property(attrgetter("sentence.tokens"))  # the n words
    embeddings = property(attrgetter("sentence.embeddings"))  # (n, d)

    @functools.cached_property
    def result(self):
        """The `Attention` with the mask."""
        rows = self.sentence.embeddings
        return attention(rows, rows, rows, allowed=self.allowed, scale=1.0)

    @functools.cached_property
    def unmasked(self):
        """The (n, n) weights that there would be with nothing hidden."""
        return simplified_attention(self.sentence.embeddings).weights

    @property
    def asks(self):
        """The word that is the query."""
        return self.tokens[self.query]

    @property
    def seen(self):
        """The places that the query may look at."""
        return np.flatnonzero(self.allowed[self.query])

    @property
    def weights(self):
        """The (n,) weights of the query."""
        return self.result.weights[self.query]

    @property
    def left(self):
        """How much of the query's weight these places would have with nothing hidden."""
        return float(self.unmasked[self.query, self.seen].sum())

    @property
    def leaks(self):
        """The places (row, column) where a word sees one that comes later."""
        return np.argwhere(np.triu(self.allowed, 1)).tolist()


def first():
    """Return the `Sentence` to begin with, of a source."""
    source = worked_examples.load("smart_robots")
    return Sentence(source.tokens, source.embeddings)


def examples(sentence):
    """Return the masks to begin with over a sentence, by their titles, as changes."""
    n = len(sentence.tokens)
    real = max(1, n - 2)
    leak = causal_mask(n)
    leak[min(1, n - 2), -1] = True
    padded = Sentence(
        [*sentence.tokens[:real], *[FILLER] * (n - real)],
        np.vstack([sentence.embeddings[:real], np.zeros_like(sentence.embeddings[real:])]),
    )
    return {
        "everything visible": _begin(sentence, np.ones((n, n), dtype=bool), min(1, n - 2)),
        "causal, with one leak": _begin(sentence, leak, min(1, n - 2)),
        "causal": _begin(sentence, causal_mask(n), n // 2),
        "padding": _begin(padded, _padding(real, n), 0),
        "prefix": _begin(sentence, prefix_mask(n, PREFIX), 0),
        "window": _begin(sentence, window_mask(n, 1), n // 2),
    }


def _begin(sentence, allowed, query):
    parts = {"tokens": sentence.tokens, "embeddings": sentence.embeddings}
    return {**parts, "allowed": allowed, "query": query}


def _padding(real, n):
    return np.broadcast_to(padding_mask([real], n)[0], (n, n))


def named(allowed):
    """Return the function of `helpers.attention` whose mask this is, and how it is called.

    returns : (name, call), or ("", "") for a mask of no function; what shows all has no name
    """
    known = _known(len(allowed))
    return next(((name, call) for name, call, mask in known if (mask == allowed).all()), ("", ""))


@functools.lru_cache(maxsize=MOST)
def _known(n):
    """Return name, call and mask of each function, kept because every frame asks for them."""
    known = [("", f"np.ones(({n}, {n}), dtype=bool)", np.ones((n, n), dtype=bool))]
    known.append(("causal_mask", f"causal_mask({n})", causal_mask(n)))
    for k in range(n - 1):
        known.append(("window_mask", f"window_mask({n}, {k})", window_mask(n, k)))
    for k in range(2, n):
        known.append(("prefix_mask", f"prefix_mask({n}, {k})", prefix_mask(n, k)))
    for k in range(1, n):
        call = f"np.broadcast_to(padding_mask([{k}], {n})[0], ({n}, {n}))"
        known.append(("padding_mask", call, _padding(k, n)))
    return known


def read_mask(given, n, tokens):
    """Return a mask of n tokens, given or made by a function of n, or raise ValueError."""
    begins = "allowed must be"
    if callable(given):
        begins = f"{name_of(given, 'allowed')} must return"
        answer = ask(given, n, lambda made: made, "allowed")
        if answer.result is None:
            raise ValueError(answer.message)
        given = answer.result
    try:
        mask = real_numbers(given)
    except NotNumbersError:
        wanted = f"({n}, {n}) booleans, True where a query may look"
        raise ValueError(f"{begins} {wanted}; {quoted(given)} is not that.") from None
    if mask.dtype != bool:
        wanted = "boolean, True where a query may look"
        raise ValueError(f"{begins} {wanted}; this holds numbers ({mask.dtype}).")
    if mask.shape != (n, n):
        raise ValueError(f"{begins} ({n}, {n}) for {n} words; the shape here is {mask.shape}.")
    blind = np.flatnonzero(~mask.any(axis=1))
    if blind.size:
        row = f"Row “{tokens[blind[0]]}” would see nothing"
        raise ValueError(f"{row}, and its weights would be 0 divided by 0.")
    mask = mask.copy()
    mask.setflags(write=False)
    return mask


def painted(allowed, cells):
    """Return a mask with cells painted on it, and the rows that must keep what they see.

    What is allowed comes first. A row's last cell is not hidden: its weights would be 0 ÷ 0.
    """
    mask, kept = allowed.copy(), []
    for row, column, allows in sorted(cells, key=lambda cell: not cell[2]):
        if not allows and mask[row].sum() == 1 and mask[row, column]:
            kept.append(row)
        else:
            mask[row, column] = allows
    return (allowed if (mask == allowed).all() else mask), kept
