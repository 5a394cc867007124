"""An ambiguous word among neighbours: where attention moves it, and which meaning is nearer."""

import functools
import math
from dataclasses import dataclass
from operator import attrgetter

from helpers.attention import simplified_attention
from helpers.readers import vocabularies

NEUTRAL, LIMIT = "neutral", 2.5  # where a word can stand
NEAR = 0.3  # of the way that is left to a mean, for the goal of coming near it
EVEN = 0.1  # difference of the two distances that still counts as the middle


@dataclass(frozen=True, eq=False)
class Meaning:
    """The first word of a vocabulary, the ambiguous one, with the neighbours that are on.

    on  : texts of the neighbours that are on, in the order of the vocabulary
    lam : how far along the way from x to z the word is shown, 0 to 1
    """

    vocabulary: vocabularies.Vocabulary
    on: tuple[str, ...] = ()
    lam: float = 1.0

    name = property(attrgetter("vocabulary.name"))
    meanings = property(attrgetter("vocabulary.axes"))  # the names of the two clusters

    @property
    def word(self):
        """The ambiguous word."""
        return self.vocabulary.texts[0]

    @property
    def neighbours(self):
        """All other words, on or off."""
        return self.vocabulary.texts[1:]

    @property
    def tokens(self):
        """The ambiguous word and the neighbours that are on."""
        return (self.word, *self.on)

    @functools.cached_property
    def vectors(self):
        """Where all words stand, (n, 2)."""
        return self.vocabulary.vectors

    @functools.cached_property
    def embeddings(self):
        """The rows of the tokens, (1 + number of neighbours that are on, 2)."""
        return self.vocabulary.rows(self.tokens)

    @functools.cached_property
    def result(self):
        """The `Attention` of the tokens over each other."""
        return simplified_attention(self.embeddings)

    @property
    def x(self):
        """Where the ambiguous word stands by itself, (2,)."""
        return self.embeddings[0]

    @property
    def z(self):
        """Its context vector, (2,)."""
        return self.result.context[0]

    @property
    def moved(self):
        """The point that is shown: x + lam (z - x), (2,)."""
        return self.z if self.lam == 1 else self.x + self.lam * (self.z - self.x)

    def members(self, cluster):
        """Return the texts of a cluster, without the ambiguous word."""
        texts = zip(self.neighbours, self.vocabulary.clusters[1:], strict=True)
        return tuple(text for text, its in texts if its == cluster)

    def mean(self, cluster):
        """Return the mean vector of a cluster."""
        return self.vocabulary.rows(self.members(cluster)).mean(axis=0)

    def distances(self, point):
        """Return the distances of a point from the means of the two clusters."""
        return [math.dist(point, self.mean(cluster)) for cluster in self.meanings]

    def share(self, cluster):
        """Return the weight that the word gives to a whole cluster."""
        inside = [text in self.members(cluster) for text in self.tokens]
        return float(self.result.weights[0][inside].sum())

    @property
    def near(self):
        """The distance from a mean that counts as near, as the words are placed, to one decimal."""
        placed = Meaning(vocabularies.load(self.name))
        return round(NEAR * min(placed.distances(placed.x)), 1)

    @property
    def in_the_middle(self):
        """Whether z is as far from one meaning as from the other, with words of both on."""
        first, second = self.distances(self.z)
        both = all(set(self.on) & set(self.members(cluster)) for cluster in self.meanings)
        return both and self.lam == 1 and abs(first - second) < EVEN


def opening(name):
    """Return the changes that a vocabulary begins with: all words of its first meaning are on."""
    meaning = Meaning(vocabularies.load(name))
    on = meaning.members(meaning.meanings[0])
    return {"name": name, "vectors": meaning.vectors, "on": on, "lam": 1.0}


def examples():
    """Return what there is to begin with: the title of a vocabulary to its opening."""
    names = vocabularies.names()
    return {vocabularies.load(name).title: functools.partial(opening, name) for name in names}
