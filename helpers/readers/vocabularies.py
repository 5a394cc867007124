"""Small vocabularies whose word vectors are placed by hand, read from data/vocabularies."""

from dataclasses import dataclass, replace

import numpy as np

from helpers.readers import files
from helpers.readers.fields import Fields

FOLDER = "vocabularies"


@dataclass(frozen=True, eq=False)
class Word:
    """One word, its vector of shape (d,), and the cluster of meaning that it belongs to."""

    text: str
    vector: np.ndarray
    cluster: str


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Some words with static vectors; `axes` names the d directions of their space."""

    name: str
    title: str
    axes: tuple[str, ...]
    words: tuple[Word, ...]

    @property
    def texts(self):
        """Return the n words as texts, in the order of the file."""
        return tuple(word.text for word in self.words)

    @property
    def vectors(self):
        """Return the vectors of all words as a new array (n, d)."""
        return np.stack([word.vector for word in self.words])

    @property
    def clusters(self):
        """Return the cluster of each of the n words."""
        return tuple(word.cluster for word in self.words)

    def moved(self, vectors):
        """Return the same words with other vectors, (n, d)."""
        pairs = zip(self.words, vectors, strict=True)
        return replace(self, words=tuple(replace(word, vector=one) for word, one in pairs))

    def vector(self, text):
        """Return the vector (d,) of one word; ValueError, naming the words there are, if none."""
        return self.rows([text])[0]

    def rows(self, texts):
        """Return one row per text as a new array (k, d); a text may stand there twice.

        Raises ValueError, naming the words there are, for a text that is not in the vocabulary.
        """
        place = {text: i for i, text in enumerate(self.texts)}
        for text in texts:
            if text not in place:
                raise ValueError(
                    f"{self.name} has no word {text!r}; there is {', '.join(self.texts)}"
                )
        return self.vectors[[place[text] for text in texts]]


def names():
    """Return the names of all vocabularies, sorted."""
    return files.names(FOLDER)


def load(name):
    """Return the `Vocabulary` of that name.

    Raises ValueError, naming the file and the key, for a missing or malformed file.
    """
    place = f"data/{FOLDER}/{name}.toml: "
    fields = Fields(files.read(FOLDER, name), place)
    title, axes = fields.take("title", str), fields.texts("axes")
    if not axes:
        raise ValueError(f"{place}axes: expected the name of at least one axis, got none")
    tables = fields.take("word", list)
    if not tables:
        raise ValueError(f"{place}word: expected at least one word, got none")
    words = tuple(_word(table, f"{place}word[{i}]", axes) for i, table in enumerate(tables))
    fields.finish()
    _expect_unique(words, place)
    return Vocabulary(name, title, axes, words)


def _word(table, place, axes):
    """Read one [[word]] table."""
    fields = Fields(table, f"{place}.")
    word = Word(fields.take("text", str), fields.numbers("vector"), fields.take("cluster", str))
    if word.vector.shape != (len(axes),):
        raise ValueError(
            f"{place}.vector: expected {len(axes)} numbers, one for each of {', '.join(axes)}, "
            f"got {table['vector']!r}"
        )
    fields.finish()
    return word


def _expect_unique(words, place):
    """Raise ValueError if a text is in the file twice."""
    first = {}
    for i, word in enumerate(words):
        if (before := first.setdefault(word.text, i)) != i:
            raise ValueError(
                f"{place}word[{i}].text: expected a word of its own, got {word.text!r}, "
                f"which is word[{before}]"
            )
