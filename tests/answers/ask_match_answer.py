"""Answers to the exercises of notebook 05."""

import numpy as np

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import attention, softmax

NAME = "question_for_brick"
right_each(
    NAME,
    {
        "red, and rather no food": [-5, 0, 0, 5],
        "rather no fruit, the bread left alone": (0, 0, -4, 4),
        "all three refused, fractions": np.array([-2.5, -2.5, -2.5, 1.0]),
        "no red at all": [-3, -3, 0, 0],
    },
)
wrong_each(
    NAME,
    {
        "the brick's own tags": ([0, 0, 0, 1], "the apple is red, too"),
        "its tags, louder": ([0, 0, 0, 100], "the apple is red, too"),
        "edible refused only": ([0, -5, 0, 5], "get 0.50 each"),
        "zeros": (np.zeros(4), "doesn't ask for anything"),
        "the page's question": ([1, 1, 0, 0], "The bread gets 0.67"),
        "the wrong sign": ([5, 0, 0, -5], "The bread gets 0.99"),
        "what the apple is": ([1, 0, 1, 1], "The apple gets 0.79"),
        "too soft": ([-1, -1, -1, 1], "ahead, with 0.84"),
        "weights for the things": ([0.05, 0.05, 0.9], "of 4 numbers, but is a list of 3"),
        "a row in a table": ([[-5, 0, 0, 5]], "of 4 numbers, but is 1 row"),
        "a name": ("brick", "4 numbers, not a str"),
    },
)

NAME = "query_matrix"
STRIPES = np.array([[-1, 1, -1, 1], [1, -1, 1, -1]] * 2)
right_each(
    NAME,
    {
        "stripes": 2 * STRIPES,
        "huge": (1e9 * STRIPES).tolist(),
        "only two rows used": [[-5, 5, 0, 0], [5, -5, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    },
)
wrong_each(
    NAME,
    {
        "zeros": (np.zeros((4, 4)), "no word asks for anything"),
        "the identity": (np.eye(4), "“cat” gives 0.16 to The, 0.42 to cat and 0.42 to sat"),
        "too soft": (STRIPES, "“cat” gives 0.87 to The"),
        "The forgotten": (np.diag([0, 5, 0, 5]) @ STRIPES, "“The” gives 0.33 to The"),
        "each itself": (-5 * STRIPES, "“cat” gives 0.00 to The, 1.00 to cat"),
        "a query": ([5, -5, 5, -5], "4 rows of 4 numbers, but is a list of 4"),
    },
)

NAME = "attend"


@right(NAME, "loops, as lists")
def by_loops(queries, keys, values):
    weights, context = [], []
    for query in queries:
        powers = [np.exp(sum(query * key) / len(key) ** 0.5) for key in keys]
        row = [power / sum(powers) for power in powers]
        weights.append(row)
        context.append(sum(weight * value for weight, value in zip(row, values, strict=True)))
    return [weights, context]


@right(NAME, "einsum, the largest subtracted")
def by_einsum(queries, keys, values):
    scores = np.einsum("ik,jk->ij", queries, keys) / np.sqrt(queries.shape[1])
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights, np.einsum("ij,jv->iv", weights, values)


@wrong(NAME, "the helper, the queries mixed", "You're mixing the queries")
def queries_mixed(queries, keys, values):
    result = attention(queries, keys, queries)
    return result.weights, result.context


@wrong(NAME, "down the columns, the keys mixed", "Two things at once. Your softmax runs down")
def columns_and_keys(queries, keys, values):
    weights = softmax(queries @ keys.T / np.sqrt(keys.shape[1]), axis=0)
    return weights, weights @ keys


@wrong(NAME, "an array like one of whole numbers", "after the decimal point")
def like_whole_numbers(queries, keys, values):
    weights = np.zeros((len(queries), len(keys)), dtype=int)
    for i, query in enumerate(queries):
        weights[i] = softmax(keys @ query / np.sqrt(len(query)))
    return weights, weights @ values


@wrong(NAME, "the whole Attention", "as a whole")
def whole(queries, keys, values):
    return attention(queries, keys, values)
