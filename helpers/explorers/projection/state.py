"""Three to six words in the plane, three maps of it, and the attention that follows."""

import contextlib
import functools
from dataclasses import dataclass

import numpy as np

from helpers.attention import Attention
from helpers.learner import parse
from helpers.numerals import wording
from helpers.readers import vocabularies, worked_examples

MATRICES = ("W_Q", "W_K", "W_V")
FEWEST, MOST = 3, 6  # words
LIMIT = 5  # of a coordinate and of an entry, from 0
LEAST = 0.05  # of an arrow's length: a shorter one cannot be turned, nor made
SAME = 1e-9  # relative: numbers that differ by less are alike
_C, _S = -0.5, np.sqrt(3) / 2  # cosine and sine of 120 degrees


def fixed(rows):
    """Return rows of numbers as a float array that cannot be written into."""
    array = np.array(rows, dtype=float)
    array.setflags(write=False)
    return array


# Maps of the plane: matrices that stand to the right of a row, x W.
IDENTITY = fixed([[1, 0], [0, 1]])
NAMED = {
    "identity": IDENTITY,
    "rotate by 120°": fixed([[_C, _S], [-_S, _C]]),
    "rotate by −120°": fixed([[_C, -_S], [_S, _C]]),
    "scale by 2": fixed([[2, 0], [0, 2]]),
    "shear": fixed([[1, 0], [1, 1]]),
    "swap": fixed([[0, 1], [1, 0]]),
    "opposite": fixed([[-1, 0], [0, -1]]),
}
OWN = "own"
GIVEN = "as given"  # the example that code began with
PLAIN = dict.fromkeys(MATRICES, IDENTITY)
ASKING = fixed([[-2, 2], [1, 1]])  # each of The, cat, sat asks for another of them


@dataclass(frozen=True, eq=False)
class Projections:
    """n words with (n, 2) embeddings, the three (2, 2) matrices as they act, and the attention.

    tied : whether W_K follows W_Q        dropped : names of matrices taken out
    query  : the place of the token that asks
    own    : the matrices as they were set, by name, also where they do not act
    own_maps : the last matrix of each name that is none of `NAMED`
    traced : the name of the map whose ways all words show, "" for none
    """

    tokens: tuple[str, ...]
    embeddings: np.ndarray
    W_Q: np.ndarray
    W_K: np.ndarray
    W_V: np.ndarray
    tied: bool
    dropped: tuple[str, ...]
    query: int
    own: dict
    own_maps: dict
    traced: str
    result: Attention

    @property
    def asked(self):
        """The pair whose second score is to be guessed: the query and what it attends to most."""
        weights = self.result.weights[self.query].copy()
        weights[self.query] = -1
        return self.query, wording.largest(weights)[0]

    def fixed(self, name):
        """Return whether a matrix does not act by itself, and so cannot be turned."""
        return name in self.dropped or (self.tied and name == "W_K")

    def turned(self, name, row, at):
        """Return a matrix turned and stretched so that it takes a word (2,) to another place."""
        before, after = (complex(*place) for place in (row @ getattr(self, name), at))
        ratio = after / before if min(abs(before), abs(after)) > LEAST else 1.0
        turn = np.array([[ratio.real, ratio.imag], [-ratio.imag, ratio.real]])
        return getattr(self, name) @ turn

    @property
    def looks(self):
        """For each token the places that it attends to most: several where there's a tie."""
        return [
            tuple(j for j in wording.largest(row) if row.max() - row[j] < SAME)
            for row in self.result.weights
        ]

    @property
    def closed(self):
        """Whether attention leads from token to token through all, and back to the first."""
        looks, place, seen = self.looks, 0, set()
        while place not in seen and len(looks[place]) == 1:
            seen.add(place)
            (place,) = looks[place]
        return place == 0 and len(seen) == len(looks)


# What a state follows from where there was none.
BEFORE = {**PLAIN, "tied": False, "dropped": (), "query": 0}
BEFORE |= {"own": PLAIN, "own_maps": {}, "traced": ""}


def name_of(matrix):
    """Return the name of a map, or "own" where it has none."""
    return next((name for name, one in NAMED.items() if np.allclose(one, matrix)), OWN)


def matrix(value, name):
    """Return a (2, 2) matrix, or a map by its name, as an array; entries from -5 to 5."""
    if isinstance(value, str):
        return NAMED[parse.choice(value, name, tuple(NAMED))]
    return parse.matrix(value, name, -LIMIT, LIMIT, shape=(2, 2))


def embeddings(rows):
    """Return rows of 2 numbers as an array; numbers from -5 to 5."""
    return parse.matrix(rows, "The embeddings", -LIMIT, LIMIT, shape=(None, 2))


def is_matrix(value, name):
    """Return whether `matrix` takes a value."""
    with contextlib.suppress(ValueError):
        return matrix(value, name) is not None
    return False


def check_settable(name, tied, dropped):
    """Raise ValueError where a matrix does not act, and so cannot be set."""
    if tied and name == "W_K":
        raise ValueError("W_K follows W_Q while they're tied. Untie them to set it.")
    if name in dropped:
        raise ValueError(f"{name} is left out and acts as the identity. Put it back to set it.")


def acting(own, tied, dropped):
    """Return the three matrices that act: a dropped one is the identity, a tied W_K is W_Q.

    own : the matrices as they were set, by name
    """
    act = {name: IDENTITY if name in dropped else own[name] for name in MATRICES}
    return {**act, "W_K": act["W_Q"]} if tied else act


@functools.cache
def examples():
    """Return states to begin with: a title to the changes that it begins with."""
    notes = worked_examples.load("the_cat_sat")
    robots = worked_examples.load("smart_robots")
    fruit = ("apple", "banana", "juice", "phone", "laptop")
    angles = np.radians([0, 120, 240])
    circle = 2 * np.column_stack([np.cos(angles), np.sin(angles)]).round(12)
    theirs = {name: getattr(robots, name) for name in MATRICES}
    plane = (notes.tokens, notes.embeddings[:, :2])
    return {
        "A, B, C on a circle": example("ABC", circle, W_K=NAMED["rotate by 120°"]),
        "The cat sat, x₁ and x₂": example(*plane),
        "The cat sat, asking": example(*plane, W_Q=ASKING),
        "Smart robots": example(robots.tokens, robots.embeddings, **theirs),
        "apple": example(fruit, vocabularies.load("apple").rows(fruit)),
    }


def example(tokens, embeddings, **matrices):
    """Return the changes that words and matrices begin with: nothing tied, nothing dropped."""
    words = {"tokens": tuple(tokens), "embeddings": fixed(embeddings), "query": 0}
    rest = {"tied": False, "dropped": (), "own_maps": {}, "traced": ""}
    return {**words, **PLAIN, **matrices, **rest}
