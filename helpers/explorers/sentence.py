"""A sentence with its embeddings, changed one token at a time; it refuses what it cannot hold."""

from dataclasses import dataclass, replace

import numpy as np

FEWEST, MOST = 2, 12
LONGEST = 40  # letters of a token
REACH = 2.5  # the plane's edge


@dataclass(frozen=True, eq=False)
class Sentence:
    """n tokens and their (n, d) embeddings; every change returns another sentence.

    Raises ValueError, in one sentence, for what cannot be shown: fewer than 2 tokens or more
    than 12, an empty or a very long token, numbers that are not finite or beyond ±100.
    """

    tokens: tuple[str, ...]
    embeddings: np.ndarray

    def __post_init__(self):
        tokens = tuple(_named(token) for token in self.tokens)
        try:
            embeddings = np.array(self.embeddings, dtype=float)
        except (TypeError, ValueError):
            raise ValueError("The embeddings must be rows of numbers of one length.") from None
        if not FEWEST <= len(tokens) <= MOST:
            raise ValueError(
                f"A sentence here has {FEWEST} to {MOST} tokens; this has {len(tokens)}."
            )
        if embeddings.ndim != 2 or len(embeddings) != len(tokens) or embeddings.shape[1] < 2:
            raise ValueError(
                f"{len(tokens)} tokens need {len(tokens)} rows of at least 2 numbers;"
                f" the embeddings have shape {embeddings.shape}."
            )
        if not (np.abs(embeddings) <= 100).all():  # NaN fails as well
            row = int(np.argwhere(~(np.abs(embeddings) <= 100))[0][0])
            raise ValueError(f"Numbers must lie between -100 and 100; row {row} does not.")
        object.__setattr__(self, "tokens", tokens)
        object.__setattr__(self, "embeddings", embeddings)

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


def number(text):
    """Read a typed number, or say in one sentence what came."""
    try:
        value = float(str(text).strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        shown = str(text).strip()[:20]
        raise ValueError(f"“{shown}” is not a number; the last one stays.") from None
    if not np.isfinite(value):
        raise ValueError(f"{value} is not a finite number; the last one stays.")
    return value


def _named(token):
    """Return a token as it is shown: on one line, not empty, not endless."""
    token = " ".join(str(token).split())
    if not token:
        raise ValueError("A token needs at least one letter.")
    if len(token) > LONGEST:
        raise ValueError(f"A token has at most {LONGEST} letters; this has {len(token)}.")
    return token
