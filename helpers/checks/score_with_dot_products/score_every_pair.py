"""Exercise 2.1: every score of two tables."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.kinds.mistakes import RESHAPED_KEYS, reshaped
from helpers.readers import worked_examples

EXAMPLE = worked_examples.load("your_journey")


def _scores(queries, keys):
    return queries @ keys.T


def _own_products(queries, keys):
    """Return the products of each query with the key in its own place."""
    few = min(len(queries), len(keys))
    return queries[:few] * keys[:few]


def _few_numbers(count):
    """Return the scores of somebody who adds up this many products."""
    return lambda q, k: _scores(q[:, : count(q)], k[:, : count(q)])


def _mirrored(queries, keys):
    """Return the scores above the diagonal, and their mirror image below it."""
    scores = _scores(queries, keys)
    return np.triu(scores) + np.triu(scores, 1).T


def _kept(rows=slice(None), columns=slice(None)):
    """Return the scores of some rows and columns, and 0 in the others."""

    def compute(queries, keys):
        scores = np.zeros((len(queries), len(keys)))
        scores[rows, columns] = _scores(queries, keys)[rows, columns]
        return scores

    return compute


def _lengths(vectors):
    return np.sqrt((vectors**2).sum(axis=1))


def _distances(queries, keys):
    return np.sqrt(((queries[:, None] - keys) ** 2).sum(axis=2))


_COMPUTES = {
    "Your rows belong to the keys. Entry i, j should be query i with key j.": (
        lambda q, k: _scores(k, q),
    ),
    "You multiply number by number and stop there. What makes one score of the products, and "
    "which queries meet which keys?": (_own_products, lambda q, k: q * k.T),
    "You multiply every query with every key, but the products are still side by side. What is "
    "left to do with them?": (lambda q, k: q[:, None] * k,),
    "Each query meets only the key in its own place. How many keys should it meet?": (
        lambda q, k: _own_products(q, k).sum(axis=1),
        lambda q, k: np.diag(_own_products(q, k).sum(axis=1)),
    ),
    "You add up down a column: the same number of all words. A score adds up the numbers of one "
    "query with one key.": (
        lambda q, k: _own_products(q, k).sum(axis=0),
        lambda q, k: q.T @ k,
        lambda q, k: k.T @ q,
    ),
    "A vector meets the columns of the other table, and a column holds the same number of all "
    "words. Where does the vector of one word stand?": (
        lambda q, k: q @ k,
        lambda q, k: k @ q,
        lambda q, k: q.T @ k.T,
        lambda q, k: k.T @ q.T,
    ),
    RESHAPED_KEYS: (lambda q, k: q @ reshaped(k),),
    "The words that ask score each other, and the keys are never asked. From which argument should "
    "each side of a product come?": (lambda q, k: _scores(q, q),),
    "Your keys score each other, and the queries never ask.": (lambda q, k: _scores(k, k),),
    "These are cosines: you divide the lengths out. A score keeps both lengths in it.": (
        lambda q, k: _scores(q, k) / np.outer(_lengths(q), _lengths(k)),
    ),
    "These are shadows: you divide one of the two lengths out. A score keeps both.": (
        lambda q, k: _scores(q, k) / _lengths(q)[:, None],
        lambda q, k: _scores(q, k) / _lengths(k),
    ),
    "These are distances. A score asks how far two vectors agree, not how far apart they end.": (
        _distances,
        lambda q, k: _distances(q, k) ** 2,
        lambda q, k: -_distances(q, k),
    ),
    "You divide the scores by a number. Here a score is the dot product as it is.": (
        lambda q, k: _scores(q, k) / np.sqrt(q.shape[1]),
        lambda q, k: _scores(q, k) / q.shape[1],
    ),
    "These add up to 1 in each row, so they are weights. The scores come before.": (
        lambda q, k: softmax(_scores(q, k)),
        lambda q, k: softmax(_scores(q, k) / np.sqrt(q.shape[1])),
    ),
    "Only one query has asked. Each of the others asks every key, too: has it had its turn when "
    "the function returns?": (
        lambda q, k: k @ q[0],
        lambda q, k: k @ q[1],
        _kept(rows=slice(1)),
        lambda q, k: _scores(q, k)[:1],
    ),
    "Only the last query’s row is left. What becomes of the rows before it?": (
        lambda q, k: k @ q[-1],
        lambda q, k: _scores(q, k)[-1:],
    ),
    "The same query asks in every row. Who should ask in row i?": (
        lambda q, k: np.tile(k @ q[0], (len(q), 1)),
        lambda q, k: np.tile(k @ q[-1], (len(q), 1)),
    ),
    "This is the score of the first pair alone. When may the function return?": (
        lambda q, k: q[0] @ k[0],
    ),
    "This is the score of the last pair alone. Where do the others go?": (
        lambda q, k: q[-1] @ k[-1],
    ),
    "The right scores, but all in one line. Which of them belong in the row of one query?": (
        lambda q, k: _scores(q, k).ravel(),
    ),
    "One and the same list takes the scores of every query. Where does a new row begin?": (
        lambda q, k: np.tile(_scores(q, k).ravel(), (len(q), 1)),
    ),
    "Your sum runs on from one key to the next. Where does it have to start again at 0?": (
        lambda q, k: _scores(q, k).cumsum(axis=1),
        lambda q, k: _scores(q, k).cumsum().reshape(len(q), len(k)),
    ),
    "Only the last product is left: each one takes the place of the one before. What should "
    "happen to them instead?": (lambda q, k: np.outer(q[:, -1], k[:, -1]),),
    "Only the first numbers of two vectors are multiplied. What about the others?": (
        lambda q, k: np.outer(q[:, 0], k[:, 0]),
    ),
    "You compute one half, as if the other were its mirror image. That holds where the same words "
    "ask and are asked. Do they here?": (
        _mirrored,
        lambda q, k: np.triu(_scores(q, k)),
        lambda q, k: np.tril(_scores(q, k)),
    ),
    "One row or column holds nothing but 0. Over which places should the loops run?": (
        _kept(rows=slice(-1)),
        _kept(rows=slice(1, None)),
        _kept(columns=slice(-1)),
        _kept(columns=slice(1, None)),
        _kept(slice(-1), slice(-1)),
        _kept(slice(1, None), slice(1, None)),
    ),
    "You add the numbers of the two vectors to each other. First they are multiplied, place by "
    "place; what is added are the products.": (lambda q, k: (q[:, None] + k).sum(axis=2),),
    "You name the key that each query fits best. Return the scores themselves, all of them.": (
        lambda q, k: _scores(q, k).argmax(axis=1),
    ),
    "You return each query’s highest score alone. Return all of its scores.": (
        lambda q, k: _scores(q, k).max(axis=1),
    ),
    "Everything goes into one sum. Each query should have a score of its own with each key.": (
        lambda q, k: _own_products(q, k).sum(),
        lambda q, k: _scores(q, k).sum(),
    ),
    "You add up the scores of a whole row. Each key should keep a score of its own.": (
        lambda q, k: _scores(q, k).sum(axis=1),
    ),
    "Right for three words and three. But you ask only as many keys as there are queries, and the "
    "two need not be alike in number.": (
        lambda q, k: _scores(q, k[: len(q)]),
        lambda q, k: np.where(np.arange(len(k)) < len(q), _scores(q, k), 0),
    ),
    "Right for vectors of three numbers. But a vector may have more: your sum leaves some of its "
    "numbers out.": (_few_numbers(lambda q: 3), _few_numbers(len)),
}

score_every_pair = Function(
    name="score_every_pair",
    expected=_scores,
    # Three words of three numbers ask three others: every mix-up of axes runs, and can be named.
    shown=(EXAMPLE.embeddings[:3], EXAMPLE.embeddings[3:]),
    draw=lambda rng: (
        rng.normal(size=(int(rng.integers(2, 5)), 5)),
        rng.normal(size=(int(rng.integers(6, 9)), 5)),
    ),
    mistakes=tuple(Mistake(words, *computes) for words, computes in _COMPUTES.items()),
    done="Words may now ask words of another list. This table need not be square, and it is no "
    "mirror image: only where everybody asks everybody is it one.",
)
