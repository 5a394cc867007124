"""An ambiguous word in company: where attention moves it, and which meaning is nearer."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from helpers import vocabularies
from helpers.attention import simplified_attention
from helpers.explorers.base.readers import listed, said, share
from helpers.figures.hull import hull

NEUTRAL = "neutral"
NEAR = 0.3  # of the way that is left to a mean, for the goal of coming near it
EVEN = 0.1  # difference of the two distances that still counts as the middle


@dataclass(frozen=True, eq=False)
class Meaning:
    """The first word of a vocabulary, the ambiguous one, with the context words that are on.

    on  : texts of the words that are on, in the order of the vocabulary
    lam : how far along the way from x to z the word is shown, 0 to 1
    """

    vocabulary: vocabularies.Vocabulary
    on: tuple[str, ...]
    lam: float = 1.0

    @property
    def word(self):
        """Return the ambiguous word."""
        return self.vocabulary.texts[0]

    @property
    def company(self):
        """Return all context words, on or off."""
        return self.vocabulary.texts[1:]

    @property
    def tokens(self):
        """Return the ambiguous word and the words that are on."""
        return (self.word, *self.on)

    @cached_property
    def embeddings(self):
        """Return the rows of the tokens, (1 + number of words that are on, 2)."""
        return self.vocabulary.rows(self.tokens)

    @cached_property
    def result(self):
        """Return the `Attention` of the tokens over each other."""
        return simplified_attention(self.embeddings)

    @property
    def x(self):
        """Return where the ambiguous word stands by itself."""
        return self.embeddings[0]

    @property
    def z(self):
        """Return its context vector."""
        return self.result.context[0]

    @property
    def moved(self):
        """Return the point that is shown: x + lam (z - x)."""
        return self.z if self.lam == 1 else self.x + self.lam * (self.z - self.x)

    @property
    def meanings(self):
        """Return the names of the two clusters."""
        return self.vocabulary.axes

    def members(self, cluster):
        """Return the texts of a cluster, without the ambiguous word."""
        texts = zip(self.company, self.vocabulary.clusters[1:], strict=True)
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
    def has_both(self):
        """Say whether words of both meanings are on."""
        return all(set(self.on) & set(self.members(cluster)) for cluster in self.meanings)

    @property
    def near(self):
        """Return the distance from a mean that counts as near, to one decimal."""
        return round(NEAR * min(self.distances(self.x)), 1)

    @property
    def in_the_middle(self):
        """Say whether z is equally far from both meanings, with words of both on."""
        first, second = self.distances(self.z)
        return self.has_both and self.lam == 1 and abs(first - second) < EVEN

    @property
    def is_outside(self):
        """Say whether z lies outside the hull of the tokens, by more than rounding."""
        corners = np.array(hull(self.embeddings))
        if len(corners) < 3:
            return math.dist(self.z, self.embeddings.mean(axis=0)) > np.ptp(corners, axis=0).sum()
        sides, ways = np.roll(corners, -1, axis=0) - corners, self.z - corners
        return bool((sides[:, 0] * ways[:, 1] - sides[:, 1] * ways[:, 0] < -1e-9).any())


def companies(meaning):
    """Return the presets as {name: words that are on}."""
    first, second = (meaning.members(cluster) for cluster in meaning.meanings)
    return {
        "one each": (first[0], second[0]),
        f"only {meaning.meanings[0]}": first,
        f"only {meaning.meanings[1]}": second,
        "both, all of them": first + second,
        "only neutral": meaning.members(NEUTRAL),
        "everybody": meaning.company,
        "nobody": (),
    }


def read_name(value):
    """Return the name of a vocabulary."""
    if not isinstance(value, str) or value not in vocabularies.names():
        names = ", ".join(vocabularies.names())
        raise ValueError(f"There is no vocabulary {said(value)}; there is {names}.")
    return value


def read_on(meaning, value):
    """Return the words that are to be on, in order, each once."""
    wanted = [value] if isinstance(value, str) else listed(value)
    if wanted is None:
        raise ValueError(f"The words that are on are a list of texts, not {said(value)}.")
    unknown = [one for one in wanted if not isinstance(one, str) or one not in meaning.company]
    if unknown:
        words = ", ".join(meaning.company)
        raise ValueError(f"There is no context word {said(unknown[0])}; there is {words}.")
    return tuple(text for text in meaning.company if text in wanted)


def read_lam(value):
    """Return how far along the way, 0 to 1."""
    lam = share(value)
    if lam is None:
        raise ValueError(f"λ is a number from 0 to 1, not {said(value)}.")
    return lam


def code(meaning):
    """Return lines that compute the same z and the same point on the way to it."""
    return "\n".join(
        [
            "from helpers import vocabularies",
            "from helpers.attention import simplified_attention",
            "",
            f'words = vocabularies.load("{meaning.vocabulary.name}")',
            f"result = simplified_attention(words.rows({list(meaning.tokens)}))",
            f'x, z = words.vector("{meaning.word}"), result.context[0]',
            f"moved = x + {meaning.lam:g} * (z - x)",
            "moved",
        ]
    )
