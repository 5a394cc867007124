"""A sentence with its embeddings, changed one token at a time; it refuses what it cannot hold."""

import re
import unicodedata
from dataclasses import dataclass, replace

import numpy as np

FEWEST, MOST = 2, 12
LONGEST = 40  # letters of a token
WIDEST = 64  # numbers of a token
FARTHEST = 100  # from 0, of a number
# Signs that turn the direction of the text around them, far beyond their token.
TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


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
        tokens = _names(self.tokens)
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


def number(text):
    """Read a typed number, or a list of them, or say in one sentence what came."""
    if isinstance(text, list):
        return [number(part) for part in text]
    shown = " ".join(str(text).split())
    shown = shown if len(shown) <= 20 else f"{shown[:20]}…"
    if re.fullmatch(r"\s*[-−]?\d{1,3}(,\d{3})+\s*", str(text)):
        plain = shown.replace(",", "")
        raise ValueError(f"“{shown}” could be {plain} or a decimal; write it without the comma.")
    try:
        value = float(str(text).strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        raise ValueError(f"“{shown}” is not a number; the last one stays.") from None
    if not np.isfinite(value):
        raise ValueError(f"“{shown}” is not a finite number; the last one stays.")
    return value


def _names(tokens):
    """Return the tokens as they are shown, or say what is wrong with them."""
    if isinstance(tokens, str):
        raise ValueError("The tokens must be a list of words, not one string.")
    try:
        tokens = tuple(tokens)
    except TypeError:
        raise ValueError("The tokens must be a list of words.") from None
    return tuple(_named(token) for token in tokens)


def _rows(embeddings, tokens):
    """Return a new float array with one row per token, or say what is wrong with it."""
    try:
        embeddings = np.array(embeddings, dtype=float)
    except (TypeError, ValueError, OverflowError, RuntimeError):  # torch raises the last
        raise ValueError("The embeddings must be rows of numbers of one length.") from None
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


def _named(token):
    """Return a token as it is shown: on one line, not empty, not endless, no hidden controls."""
    token = str(token).encode("utf-8", "replace").decode()
    token = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in token)
    token = " ".join(token.translate(TURNING).split())
    if not any(sign.isprintable() and not sign.isspace() for sign in token):
        raise ValueError("A token needs at least one letter.")
    if len(token) > LONGEST:
        raise ValueError(f"A token has at most {LONGEST} letters; this has {len(token)}.")
    return token
