"""A sentence and the heads that read it; it refuses what it cannot hold."""

import functools
from dataclasses import dataclass

import numpy as np

from helpers.attention import multi_head_attention
from helpers.explorers.base.arrays import real_array
from helpers.explorers.base.readers import listed, number, usable_names

FEWEST, MOST = 2, 8  # tokens
WIDEST, NARROWEST = 8, 1  # numbers per token
MOST_HEADS, MOST_COLUMNS = 4, 4
FARTHEST, STRONGEST = 100, 1000  # from 0: a number of an embedding, and of a matrix
NAMES = ("W_Q", "W_K", "W_V")
PARTS = ("tokens", "embeddings", "heads", "W_O")


@dataclass(frozen=True, eq=False)
class Layer:
    """n tokens, their (n, d_model) embeddings, 1 to 4 heads (W_Q, W_K, W_V), and W_O or None.

    Raises ValueError, in one sentence, for parts that do not fit each other.
    """

    tokens: tuple[str, ...]
    embeddings: np.ndarray
    heads: tuple[tuple[np.ndarray, np.ndarray, np.ndarray], ...]
    W_O: np.ndarray | None = None

    def __post_init__(self):
        if len(self.tokens) != len(self.embeddings):
            raise ValueError(
                f"{len(self.tokens)} tokens need as many rows of embeddings, one each;"
                f" there are {len(self.embeddings)}."
            )
        d_model = self.embeddings.shape[1]
        for i, head in enumerate(self.heads, 1):
            _expect_fitting(i, head, d_model)
        if self.W_O is not None and len(self.W_O) != self.width:
            raise ValueError(
                f"W_O needs {self.width} rows, one for each number side by side;"
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

    @property
    def parts(self):
        """Return the parts by name."""
        return {name: getattr(self, name) for name in PARTS}


def identity(width):
    """Return the W_O that changes nothing, read-only."""
    return read_matrix(np.eye(width), "W_O")


def read_tokens(tokens):
    """Return 2 to 8 tokens as they are shown, or say what is wrong with them."""
    tokens = usable_names(tokens)
    if not FEWEST <= len(tokens) <= MOST:
        raise ValueError(f"A sentence here has {FEWEST} to {MOST} tokens; this has {len(tokens)}.")
    return tokens


def read_embeddings(embeddings):
    """Return embeddings (n, d_model), d_model from 1 to 8, or say what is wrong with them."""
    embeddings = read_matrix(embeddings, "The embeddings", FARTHEST)
    if not NARROWEST <= embeddings.shape[1] <= WIDEST:
        raise ValueError(
            f"A token here has {NARROWEST} to {WIDEST} numbers; these have {embeddings.shape[1]}."
        )
    return embeddings


def read_heads(heads):
    """Return 1 to 4 heads (W_Q, W_K, W_V) as tuples of arrays, or say what is wrong with them."""
    given = listed(heads)
    heads = [None] if given is None else [listed(head) for head in given]
    if None in heads:
        raise ValueError("The heads must be a list of (W_Q, W_K, W_V).")
    if not 1 <= len(heads) <= MOST_HEADS:
        raise ValueError(f"Here are 1 to {MOST_HEADS} heads; these would be {len(heads)}.")
    for i, head in enumerate(heads, 1):
        if len(head) != 3:
            raise ValueError(f"Head {i} needs W_Q, W_K and W_V; it has {len(head)} parts.")
    return tuple(
        tuple(
            read_matrix(matrix, f"{name} of head {i}")
            for name, matrix in zip(NAMES, head, strict=True)
        )
        for i, head in enumerate(heads, 1)
    )


def read_mixing(W_O):
    """Return W_O as a matrix, or None where the heads stay side by side."""
    return None if W_O is None else read_matrix(W_O, "W_O")


def read_matrix(matrix, name, strongest=STRONGEST):
    """Return a read-only array (rows, columns) of numbers, also of typed ones, or say why not."""
    expected = f"{name} must be rows of numbers of one length"
    matrix = real_array(_without_texts(matrix), expected)
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise ValueError(f"{name} must be rows of numbers; the shape here is {matrix.shape}.")
    far = ~(np.abs(matrix) <= strongest)  # NaN is not nearer either
    if far.any():
        raise ValueError(
            f"{name} must hold numbers from -{strongest} to {strongest};"
            f" {matrix[far][0]:g} is not one."
        )
    matrix.setflags(write=False)
    return matrix


def _without_texts(matrix):
    """Return the matrix with each typed text in its rows as the number that it is."""
    if not isinstance(matrix, list | tuple):
        return matrix
    return [
        [number(entry) if isinstance(entry, str) else entry for entry in row]
        if isinstance(row, list | tuple)
        else row
        for row in matrix
    ]


def _expect_fitting(i, head, d_model):
    """Raise ValueError where the matrices of head i fit neither the tokens nor each other."""
    for name, matrix in zip(NAMES, head, strict=True):
        if len(matrix) != d_model:
            raise ValueError(
                f"{name} of head {i} needs {d_model} rows, one for each number of a token;"
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
