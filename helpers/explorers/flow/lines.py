"""The computation of one query written out, all lines of a step with the same digits."""

import functools
import math

from helpers.explorers.base import arithmetic
from helpers.explorers.base.arithmetic import dot, over_root, power, quotient, times, total, written

MATRICES = {"queries": "W_Q", "keys": "W_K", "values": "W_V"}


@functools.lru_cache(maxsize=64)
def lines(computation, query, title):
    """Return what is told of a block of numbers: a line for each of its rows and columns."""
    return MAKERS[title](computation, query, title)


@functools.lru_cache(maxsize=16)
def weighted(computation, query):
    """Return a line for each weight and its whole row, as the sentence has it."""
    result = computation.result
    pairs = zip(result.weights[query], result.values, strict=True)
    return written(times(weight, row) for weight, row in pairs)


def _projected(computation, query, title):
    matrix = getattr(computation.example, MATRICES[title])
    rows = [dot(x, column) for x in computation.example.embeddings for column in matrix.T]
    texts, width = written(rows), matrix.shape[1]
    return [texts[i : i + width] for i in range(0, len(texts), width)]


def _scores(computation, query, title):
    result = computation.result
    return _column(written(dot(result.queries[query], key) for key in result.keys))


def _scaled(computation, query, title):
    result, width = computation.result, computation.result.keys.shape[1]
    return _column(written(over_root(score, width) for score in result.scores[query]))


def _shares(computation, query):
    """Return the powers of e, and the fractions that they make."""
    powers = [math.exp(score) for score in computation.result.scaled[query]]
    return powers, [quotient(one, math.fsum(powers)) for one in powers]


def _powers(computation, query, title):
    """Return the powers with the digits that the fractions need of them, and their sum."""
    powers, shares = _shares(computation, query)
    (places,) = arithmetic.digits(shares).parts
    raised = written((power(score) for score in computation.result.scaled[query]), places)
    return _column([*raised, *written([total(powers)])])


def _weights(computation, query, title):
    weights = computation.result.weights[query]
    return _column([*written(_shares(computation, query)[1]), *written([total(weights)])])


def _weighted_rows(computation, query, title):
    result = computation.result
    weights, width = result.weights[query], result.values.shape[1]
    pairs = zip(weights, result.values, strict=True)
    texts = written(dot([weight], [value]) for weight, row in pairs for value in row)
    sums = written(total(column) for column in (weights[:, None] * result.values).T)
    return [*(texts[i : i + width] for i in range(0, len(texts), width)), sums]


def _column(texts):
    return [[text] for text in texts]


MAKERS = {
    **dict.fromkeys(MATRICES, _projected),
    "scores": _scores,
    "scaled": _scaled,
    "powers": _powers,
    "weights": _weights,
    "weighted rows": _weighted_rows,
}
