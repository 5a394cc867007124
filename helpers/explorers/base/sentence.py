"""A sentence with its embeddings, given or typed."""

from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from helpers.learner.arrays import real_array
from helpers.learner.parse import names
from helpers.readers import vocabularies, worked_examples

FEWEST, MOST = 2, 12
FARTHEST = 100  # from 0, of a number
WIDTH, WIDEST = 2, 64  # numbers of a token; the fewest where nothing says how many
AWAY = 0.3  # from the origin, of a word that is not known
TURN = 2.4  # radians from one unknown word to the next


@dataclass(frozen=True, eq=False)
class Sentence:
    """n tokens and their (n, d) embeddings.

    Raises ValueError, in one sentence, for what cannot be shown: fewer than 2 tokens or more
    than 12, an empty or a very long token, fewer than 2 numbers per token or more than 64,
    numbers that are not finite or beyond ±100.
    """

    tokens: tuple[str, ...]
    embeddings: np.ndarray

    size = property(attrgetter("embeddings.shape"))  # (n, d)

    def __post_init__(self):
        tokens = names(self.tokens, least=FEWEST, most=MOST)
        embeddings = _rows(self.embeddings, tokens)
        embeddings.setflags(write=False)
        object.__setattr__(self, "tokens", tokens)
        object.__setattr__(self, "embeddings", embeddings)


def _rows(embeddings, tokens):
    """Return a new float array with one row per token, or say what is wrong with it."""
    embeddings = real_array(embeddings, "The embeddings must be rows of numbers of one length")
    n, shape = len(tokens), embeddings.shape
    if len(shape) != 2 or shape[0] != n or not WIDTH <= shape[1] <= WIDEST:
        rows = f"{n} rows of {WIDTH} to {WIDEST} numbers"
        raise ValueError(f"{n} tokens need {rows}; the embeddings have shape {shape}.")
    far = ~(np.abs(embeddings) <= FARTHEST)  # NaN is not nearer either
    if far.any():
        row, column = np.argwhere(far)[0]
        raise ValueError(
            f"Numbers must lie between -{FARTHEST} and {FARTHEST};"
            f" x{column + 1} of {tokens[row]} would be {embeddings[row, column]:g}."
        )
    return embeddings


def typed_words(text, present, width=None):
    """Return typed words with their (n, d) vectors, as changes, and those that are not known.

    text    : words with spaces between them
    present : has the tokens and embeddings so far; words that stay keep their vectors
    width   : d; unless given that of what stays, or 2

    Other words are looked up in the vocabularies and worked examples. What is found nowhere
    starts near the origin, spread a little.
    """
    words = [word.strip(".,;:!?") or word for word in str(text).split()]
    vectors = _kept(words, present)
    if width is None:
        kept = any(vector is not None for vector in vectors)
        width = present.embeddings.shape[1] if kept else WIDTH
    known = _known(words, width)
    unknown = []
    for i, word in enumerate(words):
        if vectors[i] is None:
            vectors[i] = known.get(word.lower())
        if vectors[i] is None:
            vectors[i] = near_origin(len(unknown), width)
            unknown.append(word)
    embeddings = np.array(vectors).reshape(len(words), width)
    return {"tokens": words, "embeddings": embeddings}, unknown


def remark(unknown, one="Drag it where it belongs.", several="Drag them where they belong."):
    """Say which words have no vector of their own and what to do with one or several, or ""."""
    if not unknown:
        return ""
    named = ", ".join(f"“{word}”" for word in unknown[:4]) + (", …" if unknown[4:] else "")
    if len(unknown) == 1:
        return f"{named} is not known here: it starts near the origin. {one}"
    return f"{named} are not known here: they start near the origin. {several}"


def near_origin(place, width):
    """Return a vector (width,) close to the origin; no two places share one."""
    way = np.array([np.cos(TURN * place), np.sin(TURN * place)])
    turned = np.round(AWAY * (1 + place / 12) * way, 2)
    return np.pad(turned, (0, width))[:width]


def _kept(words, present):
    """Return for each word its vector in the present sentence, or None; each is given once."""
    left = {}
    for token, vector in zip(present.tokens, present.embeddings, strict=True):
        left.setdefault(token, []).append(vector)
    return [left[word].pop(0) if left.get(word) else None for word in words]


def _known(words, width):
    """Return a vector for each lower-case word; where several know it, who knows most words."""
    asked = {word.lower() for word in words}
    tables = [table for table in _tables() if table and len(next(iter(table.values()))) == width]
    tables.sort(key=lambda table: len(asked & table.keys()))
    return {word: vector for table in tables for word, vector in table.items()}


def _tables():
    """Yield the words of every vocabulary and worked example, with their vectors."""
    for name in worked_examples.names():
        example = worked_examples.load(name)
        if example.embeddings is not None:
            yield {t.lower(): v for t, v in zip(example.tokens, example.embeddings, strict=True)}
    for name in vocabularies.names():
        yield {word.text.lower(): word.vector for word in vocabularies.load(name).words}
