"""A sentence and the heads that read it: what both are made of, and where they begin."""

import functools
from dataclasses import dataclass, field
from math import cos, pi, sin
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from helpers.attention import multi_head_attention
from helpers.learner import parse
from helpers.learner.arrays import listed
from helpers.readers import worked_examples

FEWEST, MOST = 2, 8  # tokens
WIDEST = 8  # numbers per token
MOST_HEADS, MOST_COLUMNS = 4, 4
FARTHEST, STRONGEST = 100, 1000  # from 0: a number of an embedding, and of a matrix
NAMES = ("W_Q", "W_K", "W_V")
PARTS = ("tokens", "embeddings", "heads", "W_O")
EVEN = 5e-5  # between the two largest weights, up to which four decimals cannot tell them apart
APPLE, OWN = "I love apple phones", "your heads"
BY_HAND = "Embeddings and heads were placed by hand."


class Guess(NamedTuple):
    """The word that the query may attend to most, and its weight; None before one is chosen."""

    place: int | None = None
    weight: float | None = None


@dataclass(frozen=True, eq=False)
class Layer:
    """n tokens, their (n, d_model) embeddings, 1 to 4 heads (W_Q, W_K, W_V), and W_O or None.

    Raises ValueError, in one sentence, for parts that do not fit each other.
    """

    tokens: tuple[str, ...]
    embeddings: np.ndarray
    heads: tuple[tuple[np.ndarray, np.ndarray, np.ndarray], ...]
    W_O: np.ndarray | None = None

    size = property(attrgetter("embeddings.shape"))  # (n, d_model)

    def __post_init__(self):
        if len(self.tokens) != len(self.embeddings):
            raise ValueError(
                f"{len(self.tokens)} tokens need {len(self.tokens)} rows of embeddings, one each;"
                f" there are {len(self.embeddings)}."
            )
        for i, head in enumerate(self.heads, 1):
            _expect_fitting(i, head, self.size[1])
        if self.W_O is not None and len(self.W_O) != self.width:
            raise ValueError(
                f"W_O needs {self.width} rows, one per concatenated entry;"
                f" this one has {len(self.W_O)}."
            )

    @functools.cached_property
    def result(self):
        """The `MultiHead` of this layer."""
        return multi_head_attention(self.embeddings, self.heads, self.W_O)

    @property
    def widths(self):
        """How many numbers each head gives to a token: its d_v."""
        return [W_V.shape[1] for _, _, W_V in self.heads]

    @property
    def width(self):
        """How many numbers stand side by side for a token."""
        return sum(self.widths)


@dataclass(frozen=True, eq=False)
class Look:
    """A layer, the place of the token that asks, and that of the head that is edited.

    factors : the place of a head to its W_Q before it was multiplied, and the factor
    note    : what is said of the example while its layer stays
    """

    layer: Layer
    query: int = 0
    head: int = 0
    factors: dict = field(default_factory=dict)
    note: str = ""

    tokens = property(attrgetter("layer.tokens"))  # the n names
    embeddings = property(attrgetter("layer.embeddings"))  # (n, d_model)
    heads = property(attrgetter("layer.heads"))  # (W_Q, W_K, W_V) of each head
    W_O = property(attrgetter("layer.W_O"))  # the matrix that mixes the heads, or None
    result = property(attrgetter("layer.result"))  # the `MultiHead`

    @property
    def asks(self):
        """The name of the token that asks."""
        return self.layer.tokens[self.query]

    @property
    def rows(self):
        """The query's weights (n,) in each head."""
        return [head.weights[self.query] for head in self.result.heads]


FIELDS = tuple(Look.__dataclass_fields__)


def top(weights):
    """Return the places of the largest of the weights (n,); several where they are equal."""
    return np.flatnonzero(weights.max() - weights < EVEN)


def read_embeddings(embeddings):
    """Return embeddings (n, d_model), d_model from 1 to 8."""
    read = parse.matrix(embeddings, "The embeddings", -FARTHEST, FARTHEST)
    if read.shape[1] > WIDEST:
        raise ValueError(f"Embeddings here have 1 to {WIDEST} entries, not {read.shape[1]}.")
    return read


def read_heads(heads):
    """Return 1 to 4 heads (W_Q, W_K, W_V) as tuples of arrays."""
    given = listed(heads)
    heads = [None] if given is None else [listed(head) for head in given]
    if None in heads:
        raise ValueError("The heads must be a list of (W_Q, W_K, W_V).")
    if not 1 <= len(heads) <= MOST_HEADS:
        raise ValueError(f"You can have 1 to {MOST_HEADS} heads here, not {len(heads)}.")
    for i, head in enumerate(heads, 1):
        if len(head) != len(NAMES):
            raise ValueError(f"Head {i} needs W_Q, W_K and W_V; it has {len(head)} parts.")
        named = zip((f"{name} of head {i}" for name in NAMES), head, strict=True)
        heads[i - 1] = tuple(parse.matrix(m, name, -STRONGEST, STRONGEST) for name, m in named)
    return tuple(heads)


def read_mixing(W_O):
    """Return W_O as a matrix, or None where the heads stay side by side."""
    return None if W_O is None else parse.matrix(W_O, "W_O", -STRONGEST, STRONGEST)


def _expect_fitting(i, head, d_model):
    """Raise ValueError where the matrices of head i fit neither the tokens nor each other."""
    for name, matrix in zip(NAMES, head, strict=True):
        if len(matrix) != d_model:
            raise ValueError(
                f"{name} of head {i} needs {d_model} rows, one per embedding dimension;"
                f" it has {len(matrix)}."
            )
        if matrix.shape[1] > MOST_COLUMNS:
            raise ValueError(
                f"{name} of head {i} has at most {MOST_COLUMNS} columns here, not"
                f" {matrix.shape[1]}."
            )
    if head[0].shape != head[1].shape:
        raise ValueError(
            f"W_Q and W_K of head {i} need equally many columns; they have"
            f" {head[0].shape[1]} and {head[1].shape[1]}."
        )


def examples():
    """Return sentences with heads by their titles, the source's first: what each begins with."""
    return {
        APPLE: _apple(),
        "two heads fetch two words": _fetching(2),
        "one head cannot fetch both": _fetching(1),
        "the word before, the word after": _neighbours(),
    }


def own(**parts):
    """Return an example of the parts given, the others being the source's."""
    given = {name: part for name, part in parts.items() if part is not None}
    return {**_apple(), "query": 0, "note": "", **given}


def _begin(tokens, embeddings, heads, query=0, note=""):
    """Return the changes of an example."""
    parts = {"tokens": tokens, "embeddings": embeddings, "heads": heads, "W_O": None}
    return {**parts, "query": query, "head": 0, "note": note, "factors": {}}


def _apple():
    """Return the source's example; in head 2, which is ours, x3 asks for x4 and x1 for x2."""
    example = worked_examples.load("i_love_apple_phones")
    asks, answers = [[0, 3], [0, 0], [5, 0], [0, 0]], [[0, 0], [0, 1], [0, 0], [1, 0]]
    brings = [[0, 0], [0, 0], [1, 0], [0, 1]]
    heads = [(example.W_Q, example.W_K, example.W_V), (asks, answers, brings)]
    note = "Head 1 is the source's. Head 2 is ours: a large x₃ looks for a large x₄."
    return _begin(example.tokens, example.embeddings, heads, 2, note)


def _fetching(count):
    """Return a verb that asks who and where: with a head for each question, or with one."""
    tokens = ("cat", "sat", "mat", "today")
    embeddings = [[0, 1, 0, 2], [1, 0, 0, 0.5], [0, 0, 1, -1], [0, 0, 0, 0.2]]
    content = [[0], [0], [0], [1]]
    asks, doer, place = [[6], [0], [0], [0]], [[0], [1], [0], [0]], [[0], [0], [1], [0]]
    heads = [(asks, doer, content), (asks, place, content)]
    how = "Head 1 asks who sat, head 2 asks where."
    if count == 1:
        both = [[d, p] for (d,), (p,) in zip(doer, place, strict=True)]
        heads = [([[9, 9], [0, 0], [0, 0], [0, 0]], both, content)]
        how = "One head asks who sat and where."
    note = f"x₁ marks a verb, x₂ who does it, x₃ the place; x₄ is what a word passes on. {how}"
    return _begin(tokens, embeddings, heads, 1, f"{note} {BY_HAND}")


def _neighbours():
    """Return words whose x1, x2 turn by 60° from place to place, and heads that turn as well."""
    tokens = ("she", "reads", "old", "books", "aloud")
    content = (0.5, 1.0, -0.5, 2.0, -1.0)
    turn = pi / 3
    embeddings = [
        [round(cos(turn * place), 4), round(sin(turn * place), 4), given]
        for place, given in enumerate(content)
    ]
    asks = [[8, 0], [0, 8], [0, 0]]
    c, s = round(cos(turn), 4), round(sin(turn), 4)
    before, after = [[c, s], [-s, c], [0, 0]], [[c, -s], [s, c], [0, 0]]
    heads = [(asks, turned, [[0], [0], [1]]) for turned in (before, after)]
    note = (
        "(x₁, x₂) is a clock hand that turns 60° per word. Head 1 turns every key one step forward,"
        " so a query matches the word before; head 2 turns it one step back."
    )
    return _begin(tokens, embeddings, heads, 2, f"{note} {BY_HAND}")


def times(W_Q, factor):
    """Return a matrix times a factor, without the noise of its last digits."""
    return np.round(W_Q * factor, 10)
