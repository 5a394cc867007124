"""Answers to the exercises of notebook 05."""

import numpy as np

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import attention, project, softmax

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
        "zeros": (np.zeros(4), "asks for nothing"),
        "the page's question": ([1, 1, 0, 0], "The bread gets 0.67"),
        "the wrong sign": ([5, 0, 0, -5], "The bread gets 0.99"),
        "what the apple is": ([1, 0, 1, 1], "The apple gets 0.79"),
        "too soft": ([-1, -1, -1, 1], "leads, with 0.84"),
        "weights for the things": ([0.05, 0.05, 0.9], "of 4 numbers, but is a list of 3"),
        "a row in a table": ([[-5, 0, 0, 5]], "of 4 numbers, but is 1 row"),
        "a name": ("brick", "4 numbers, not a str"),
    },
)

NAME = "asks_for_itself"
NOTHING = [[0, 0], [0, 0]]
PAGE = np.array([[-2, 2], [1, 1], [0, 0], [0, 0]])
right_each(
    NAME,
    {
        "the last rows 0": [[2, -1], [-1, 2], *NOTHING],
        "in the last rows": np.array([*NOTHING, [3, -2], [-2, 3]]),
        "all four rows": np.array([[1, -0.1], [0, 0.5], [1, 0], [-0.25, 0.5]]),
        "barely": [[1, -0.01], [-0.01, 1], *NOTHING],
    },
)
wrong_each(
    NAME,
    {
        "the page's W_Q": (PAGE, "the W_Q of section 5.2"),
        "W_K": ([[1, 0], [0, 1], *NOTHING], "the one that “The” lacks"),
        "zeros": (np.zeros((4, 2)), "a tie"),
        "a query a word": ([[1, -1], [-1, 1], [1, 1], [0, 0]], "“The” asks with (2, 0)"),
        "signs exchanged": ([[-2, 1], [1, -2], *NOTHING], "with -2 and “cat” with 1"),
        "refused too much": ([[2, -3], [-3, 2], *NOTHING], "what your four rows ask together"),
        "cat forgotten": ([[2, -1], [0, 1], *NOTHING], "“cat” asks with (0, 1)"),
        "transposed": ([[2, -1, 0, 0], [-1, 2, 0, 0]], "4 rows of 2 numbers, but is 2"),
        "NaN": (np.full((4, 2), np.nan), "NaN or inf"),
    },
)

NAME = "attend_in_roles"


@right(NAME, "loops, as lists")
def by_loops(embeddings, W_Q, W_K, W_V):
    keys, values = [x @ W_K for x in embeddings], [x @ W_V for x in embeddings]
    weights, context = [], []
    for vector in embeddings:
        query = sum(number * row for number, row in zip(vector, W_Q, strict=True))
        powers = [np.exp(sum(query * key)) for key in keys]
        shares = [power / sum(powers) for power in powers]
        weights.append(shares)
        context.append(sum(share * value for share, value in zip(shares, values, strict=True)))
    return [weights, context]


@right(NAME, "einsum, the matrices joined")
def by_einsum(embeddings, W_Q, W_K, W_V):
    scores = np.einsum("id,dk,ek,je->ij", embeddings, W_Q, W_K, embeddings)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights, np.einsum("ij,jd,dv->iv", weights, embeddings, W_V)


@right(NAME, "the helpers, unscaled")
def by_helpers(embeddings, W_Q, W_K, W_V):
    result = attention(*project(embeddings, W_Q, W_K, W_V), scale=1)
    return result.weights, result.context


@wrong(NAME, "down the columns, the keys mixed", "Two things at once. Your softmax runs down")
def columns_and_keys(embeddings, W_Q, W_K, W_V):
    queries, keys = embeddings @ W_Q, embeddings @ W_K
    weights = softmax(queries @ keys.T, axis=0)
    return weights, weights @ keys


@wrong(NAME, "an array like one of whole numbers", "after the point")
def like_whole_numbers(embeddings, W_Q, W_K, W_V):
    scores = embeddings @ W_Q @ (embeddings @ W_K).T
    weights = np.zeros_like(scores)
    for i, row in enumerate(scores):
        weights[i] = softmax(row)
    return weights, weights @ (embeddings @ W_V)


@wrong(NAME, "the whole Attention", "as a whole")
def whole(embeddings, W_Q, W_K, W_V):
    return attention(*project(embeddings, W_Q, W_K, W_V), scale=1)
