"""How far scores spread, how sharp their weights are, and what gradient softmax passes on."""

import functools
from dataclasses import dataclass

import numpy as np

from helpers.attention import attention, softmax
from helpers.explorers.scaling.draws import vectors

FULL = 0.99  # a weight that leaves the other keys next to nothing


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


@functools.lru_cache(maxsize=2)
def saturation(entries, draw, n, d_k, scaled):
    """Return the `Saturation` of the first n queries and keys of a draw, cut to d_k columns."""
    scores, products = (whole[:n, :n] for whole in _products(entries, draw, d_k))
    scale = d_k**-0.5 if scaled else 1.0
    own = scale * np.diag(scores) if entries == "same" else np.empty(0)
    return Saturation(scale * scores, softmax(scale * scores), products, scale, own)
