"""A sentence with its embeddings, changed one token at a time; it refuses what it cannot hold."""

from dataclasses import dataclass, replace

import numpy as np

from helpers.explorers.base.arrays import real_array
from helpers.explorers.base.readers import usable_names

FEWEST, MOST = 2, 12
WIDEST = 64  # numbers of a token
FARTHEST = 100  # from 0, of a number


@dataclass(frozen=True, eq=False)
class Sentence:
    """n tokens and their (n, d) embeddings; every change returns another sentence.

    Raises ValueError, in one sentence, for what cannot be shown: fewer than 2 tokens or more
    than 12, an empty or a very long token, fewer than 2 numbers per token or more than 64,
    numbers that are not finite or beyond ±100.
    """

    tokens: tuple[str, ...]
    embeddings: np.ndarray

    def __post_init__(self):
        tokens = usable_names(self.tokens)
        if not FEWEST <= len(tokens) <= MOST:
            raise ValueError(
                f"A sentence here has {FEWEST} to {MOST} tokens; this has {len(tokens)}."
            )
        embeddings = _rows(self.embeddings, tokens)
        embeddings.setflags(write=False)
        object.__setattr__(self, "tokens", tokens)
        object.__setattr__(self, "embeddings", embeddings)

    @property
    def size(self):
        """Return (n, d)."""
        return self.embeddings.shape

    def moved(self, row, columns, numbers):
        """Set some numbers of one row."""
        embeddings = self.embeddings.copy()
        embeddings[row, columns] = numbers
        return replace(self, embeddings=embeddings)

    def renamed(self, row, token):
        """Give one token another name."""
        tokens = list(self.tokens)
        tokens[row] = token
        return replace(self, tokens=tuple(tokens))

    def with_token(self, token, vector):
        """Add a token at the end."""
        return Sentence((*self.tokens, token), np.vstack([self.embeddings, vector]))

    def without(self, row):
        """Remove one token."""
        tokens = self.tokens[:row] + self.tokens[row + 1 :]
        return Sentence(tokens, np.delete(self.embeddings, row, axis=0))


def _rows(embeddings, tokens):
    """Return a new float array with one row per token, or say what is wrong with it."""
    embeddings = real_array(embeddings, "The embeddings must be rows of numbers of one length")
    if embeddings.ndim != 2 or len(embeddings) != len(tokens) or embeddings.shape[1] < 2:
        raise ValueError(
            f"{len(tokens)} tokens need {len(tokens)} rows of at least 2 numbers;"
            f" the embeddings have shape {embeddings.shape}."
        )
    if embeddings.shape[1] > WIDEST:
        raise ValueError(
            f"A token here has at most {WIDEST} numbers; these have {embeddings.shape[1]}."
        )
    far = ~(np.abs(embeddings) <= FARTHEST)  # NaN is not nearer either
    if far.any():
        row, column = np.argwhere(far)[0]
        raise ValueError(
            f"Numbers must lie between -{FARTHEST} and {FARTHEST};"
            f" x{column + 1} of {tokens[row]} would be {embeddings[row, column]:g}."
        )
    return embeddings
