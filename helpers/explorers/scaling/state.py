"""Random queries and keys of a width: how far scores spread, how sharp their weights are."""

import functools
from dataclasses import dataclass

import numpy as np

from helpers.attention import attention, softmax

FULL = 0.99  # a weight that leaves the other keys next to nothing
FEWEST, MOST, WIDEST = 4, 64, 4096  # tokens, and the largest d_k
LAST_DRAW = 999_999
EMBEDDING = 64  # numbers of an embedding, before nn.Linear
WAYS = {"normal": "independent, N(0, 1)", "linear": "as nn.Linear begins", "same": "Q = K"}


@functools.lru_cache(maxsize=3)
def vectors(entries, draw):
    """Return all queries and keys (64, 4096) of a way to draw and a number that starts it.

    entries : "normal" (independent, N(0, 1)), "linear" (projected as nn.Linear begins, from
              embeddings N(0, 1) of width 64) or "same" (Q = K, N(0, 1))
    """
    rng = np.random.default_rng(draw)
    if entries == "normal":
        queries, keys = rng.normal(size=(2, MOST, WIDEST))
    elif entries == "same":
        queries = keys = rng.normal(size=(MOST, WIDEST))
    else:
        embeddings = rng.normal(size=(MOST, EMBEDDING))
        bound = EMBEDDING**-0.5
        W_Q, W_K = rng.uniform(-bound, bound, size=(2, EMBEDDING, WIDEST))
        queries, keys = embeddings @ W_Q, embeddings @ W_K
    return queries, keys


@dataclass(frozen=True, eq=False)
class Saturation:
    """One attention of n queries with n keys of width d_k, and what its softmax does.

    `spread` and the derivatives are those of what softmax gets: the scores, or the scaled ones.
    """

    scaled: np.ndarray  # (n, n), the scores times the scale
    weights: np.ndarray  # (n, n)
    products: np.ndarray  # (n, n), of each key with each key
    scale: float  # the factor on the scores
    own: np.ndarray  # (n,) each query's score with its own key where Q = K, else (0,)

    @property
    def scores(self):
        """The (n * n,) numbers that softmax gets, without those of `own`."""
        others = ~np.eye(len(self.scaled), dtype=bool)
        return self.scaled[others] if self.own.size else self.scaled.ravel()

    @functools.cached_property
    def spread(self):
        """The standard deviation of all scores, and that of the first query's."""
        first = self.scaled[0, bool(self.own.size) :]
        return float(self.scores.std()), float(first.std())

    @property
    def largest(self):
        """The (n,) largest weight of each query."""
        return self.weights.max(axis=1)

    @functools.cached_property
    def entropy(self):
        """The (n,) entropy of each query's weights, in nats, from 0 to ln n."""
        weights = self.weights
        logs = np.log(weights, where=weights > 0, out=np.zeros_like(weights))
        return np.abs((weights * logs).sum(axis=1))  # abs: no minus before a zero

    @functools.cached_property
    def by_scores(self):
        """The (n,) Frobenius norms of diag(a) - a a^T, softmax's derivative at each row a."""
        squares = (self.weights**2).sum(axis=1)
        cubes = (self.weights**3).sum(axis=1)
        return np.sqrt(np.maximum(squares - 2 * cubes + squares**2, 0))

    @functools.cached_property
    def by_query(self):
        """The (n,) Frobenius norms of the derivative of each row of weights by its query.

        Its row j is a_j (k_j - mean of the keys under a), times the scale.
        """
        towards = self.weights @ self.products  # each mean of the keys with each key
        means = (towards * self.weights).sum(axis=1, keepdims=True)  # squared lengths
        apart = np.maximum(np.diag(self.products) - 2 * towards + means, 0)  # squared distances
        return self.scale * np.sqrt((self.weights**2 * apart).sum(axis=1))

    @property
    def full(self):
        """How many queries give one key more than 0.99."""
        return int((self.largest > FULL).sum())


@functools.lru_cache(maxsize=64)
def _products(entries, draw, d_k):
    """Return the scores and the products of the keys, for all tokens, kept for the next drag."""
    queries, keys = (whole[:, :d_k] for whole in vectors(entries, draw))
    return attention(queries, keys, keys, scale=1.0).scores, keys @ keys.T


@functools.lru_cache(maxsize=4)
def saturation(entries, draw, n, d_k, scaled):
    """Return the `Saturation` of the first n queries and keys of a draw, cut to d_k columns."""
    scores, products = (whole[:n, :n] for whole in _products(entries, draw, d_k))
    scale = d_k**-0.5 if scaled else 1.0
    own = scale * np.diag(scores) if entries == "same" else np.empty(0)
    return Saturation(scale * scores, softmax(scale * scores), products, scale, own)


@dataclass(frozen=True)
class Width:
    """A draw of n queries and keys, cut to the width d_k.

    entries : "normal", "linear" or "same"    scaled : whether the scores are divided
    """

    d_k: int
    scaled: bool
    n: int
    draw: int
    entries: str

    @property
    def measured(self):
        """The `Saturation` of the scores as they are, or over the root of d_k."""
        return saturation(self.entries, self.draw, self.n, self.d_k, self.scaled)

    @property
    def divisor(self):
        """What the scores are divided by."""
        return float(np.sqrt(self.d_k)) if self.scaled else 1.0

    @property
    def law(self):
        """The standard deviation in theory, for independent entries of variance 1."""
        return float(np.sqrt(self.d_k)) / self.divisor


def examples():
    """Return ways to draw: a title to the change that it begins with."""
    return {title: {"entries": entries} for entries, title in WAYS.items()}
