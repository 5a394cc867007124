"""Vectors for a sentence as the learner types it: known words keep theirs."""

import numpy as np

from helpers import vocabularies, worked_examples
from helpers.explorers.attention.sentence import Sentence

WIDTH = 2  # numbers of a word that nothing of the present sentence goes with
AWAY = 0.3  # from the origin, of a word that is not known
TURN = 2.4  # radians from one unknown word to the next


def sentence(text, present):
    """Return the `Sentence` that was typed, and those of its words that are not known.

    text    : words with spaces between them
    present : the `Sentence` so far; words that stay keep their vectors

    Other words are looked up in the vocabularies and worked examples. What is found nowhere
    starts near the origin, spread a little. Raises ValueError as `Sentence` does.
    """
    words = [word.strip(".,;:!?") or word for word in str(text).split()]
    vectors = _kept(words, present)
    width = present.size[1] if any(vector is not None for vector in vectors) else WIDTH
    known = _known(words, width)
    unknown = []
    for i, word in enumerate(words):
        if vectors[i] is None:
            vectors[i] = known.get(word.lower())
        if vectors[i] is None:
            vectors[i] = near_origin(len(unknown), width)
            unknown.append(word)
    return Sentence(tuple(words), np.array(vectors).reshape(len(words), width)), unknown


def remark(unknown):
    """Say which words have no vector of their own, or ""."""
    if not unknown:
        return ""
    named = ", ".join(f"“{word}”" for word in unknown[:4]) + (", …" if unknown[4:] else "")
    if len(unknown) == 1:
        return f"{named} is not known here: it starts near the origin. Drag it where it belongs."
    return f"{named} are not known here: they start near the origin. Drag them where they belong."


def near_origin(place, width):
    """Return a vector (width,) close to the origin; no two places share one."""
    vector = np.zeros(width)
    radius = AWAY * (1 + place / 12)
    vector[:2] = np.round([radius * np.cos(TURN * place), radius * np.sin(TURN * place)], 2)
    return vector


def _kept(words, present):
    """Return for each word its vector in the present sentence, or None; each is given once."""
    left = list(zip(present.tokens, present.embeddings, strict=True))
    vectors = []
    for word in words:
        found = next((i for i, (token, _) in enumerate(left) if token == word), None)
        vectors.append(None if found is None else left.pop(found)[1])
    return vectors


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
