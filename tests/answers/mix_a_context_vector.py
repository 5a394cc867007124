"""Answers to the exercises of notebook 04."""

from decimal import Decimal
from fractions import Fraction

import numpy as np

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import softmax

HALVES = [[0.5, 0, 0, 0, 0.5], [0, 0.5, 0.5, 0, 0]]
right_each(
    "two_mixes",
    {
        "a list of halves": HALVES,
        "an array of quarters": np.array([[1, 1, 1, 0, 1], [0, 2, 0, 1, 1]]) / 4,
        "each word mixed in": ([1 / 6, 1 / 3, 1 / 6, 1 / 12, 1 / 4], (0.25, 0.25, 0.25, 0, 0.25)),
        "rounded thirds": [[0.33, 0.16, 0.17, 0, 0.33], [0, 0.5, 0.5, 0, 0]],
        "fractions": [[Fraction(one) for one in row] for row in HALVES],
        "decimals": np.array([[Decimal(str(one)) for one in row] for row in HALVES]),
    },
)
wrong_each(
    "two_mixes",
    {
        "z reached with a sum above 1": ([[0.5, 1, 0, 0, 0]] * 2, "lands on z, and its"),
        "z missed, and the sum": ([HALVES[0], [0.5, 0.5, 0.5, 0.5, 0]], "doesn't land"),
        "below 0": ([[-0.5, 1, 1, 0, -0.5], HALVES[0]], "less than nothing"),
        "percent": (100 * np.array(HALVES), "percentages"),
        "one mixture twice": ([HALVES[1]] * 2, "the same mixture"),
        "exchanged": ([[0, 0.5, 0, 0.5, 0], HALVES[0]], "Your first row lands on z with its two"),
        "even": ([[0.2] * 5, HALVES[0]], "plain mean"),
        "another point": ([HALVES[1], [0.5, 0.5, 0, 0, 0]], "lands at (0.5, 0.5): its second"),
        "far off": ([[0, 0, 0, 1, 0], HALVES[0]], "both entries are off"),
        "five rows": (np.array(HALVES).T, "is 5 rows of 2 numbers"),
        "one row": (HALVES[0], "is a list of 5 numbers"),
        "a function": (lambda: HALVES, "not a function"),
    },
)

NAME = "attend_to_others"


@right(NAME, "scores of -inf")
def hidden(embeddings, low=-np.inf):
    scores = embeddings @ embeddings.T
    np.fill_diagonal(scores, low)
    weights = softmax(scores)
    return weights, weights @ embeddings


@right(NAME, "loop over the others")
def looped(embeddings):
    n = len(embeddings)
    weights = np.zeros((n, n))
    for i in range(n):
        others = [j for j in range(n) if j != i]
        weights[i, others] = softmax(embeddings[others] @ embeddings[i])
    contexts = [sum(weights[i, j] * embeddings[j] for j in range(n)) for i in range(n)]
    return weights, contexts


@right(NAME, "powers by hand, lists")
def plain(embeddings):
    rows = []
    for i, query in enumerate(embeddings):
        powers = [0 if j == i else np.exp(np.sum(query * key)) for j, key in enumerate(embeddings)]
        rows.append([power / sum(powers) for power in powers])
    return rows, np.array(rows) @ embeddings


@right(NAME, "powers taken away, not stable far out")
def by_powers(embeddings):
    powers = np.exp(embeddings @ embeddings.T) * (1 - np.eye(len(embeddings)))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return [weights, np.einsum("nm,md->nd", weights, embeddings)]


@right(NAME, "one stacked array where the shapes allow it")
def stacked(embeddings):
    parts = hidden(embeddings)
    return np.array(parts) if parts[0].shape == parts[1].shape else parts


@wrong(NAME, "own weight dropped", "Who should get that weight")
def dropped(embeddings):
    weights = softmax(embeddings @ embeddings.T)
    np.fill_diagonal(weights, 0)
    return weights, weights @ embeddings


def renewed(embeddings):
    weights = dropped(embeddings)[0]
    weights = weights / weights.sum(axis=1, keepdims=True)
    return weights, weights @ embeddings


@wrong(NAME, "five words written in", "Right for the numbers on this page, but with")
def five_words(embeddings):
    weights = softmax(embeddings @ embeddings.T - np.diag([np.inf] * 5))
    return weights, weights @ embeddings


@wrong(NAME, "infinity times 0", "0 times inf")
def infinity_times_0(embeddings):
    weights = softmax(embeddings @ embeddings.T - np.inf * np.eye(len(embeddings)))
    return weights, weights @ embeddings


wrong_each(
    NAME,
    {
        "own weight dropped, the rest shared out": (renewed, "nothing is left: 0 divided"),
        "contexts alone": (lambda x: hidden(x)[1], "result 2 alone"),
        "weights alone filled": (lambda x: (hidden(x)[0], ...), "Is that part still unwritten?"),
        **{
            f"{low} on the diagonal": (lambda x, low=low: hidden(x, low), says)
            for low, says in {
                -10: "isn't 0 yet. How low",
                -20: "low enough for all words",
                -1000: "low enough for all words",
            }.items()
        },
    },
)
