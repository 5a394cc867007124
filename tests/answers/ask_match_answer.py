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

NAME = "attention_of_cat"
right_each(
    NAME,
    {
        "two decimals": [0.16, 0.42, 0.42],
        "with 2.7 for e": np.array([1, 2.7, 2.7]) / 6.4,
        "as a column's row": (0.1554, 0.4223, 0.4223),
    },
)
wrong_each(
    NAME,
    {
        "undivided": ([0.06, 0.47, 0.47], "haven't divided the scores: before"),
        "divided by 4": ([0.23, 0.38, 0.38], "divide by d_k = 4"),
        "divided by the root of 3": ([0.14, 0.43, 0.43], "not the number of keys"),
        "multiplied": ([0.01, 0.49, 0.49], "multiply by 2"),
        "divided after softmax": ([0.03, 0.23, 0.23], "divide after softmax"),
        "scores": ([0, 2, 2], "Two steps are left"),
        "scaled scores": ([0, 1, 1], "Softmax is still to come"),
        "e to the 0 is 0": ([0, 0.5, 0.5], "even a score of 0"),
        "the row of The": ([0.42, 0.16, 0.42], "the row of “The”"),
        "the row of sat": ([0.21, 0.21, 0.58], "the row of “sat”"),
        "a column": ([0.16, 0.42, 0.21], "what “cat” gets"),
        "another order": ([0.42, 0.42, 0.16], "a different order"),
        "itself left out": ([0.27, 0, 0.73], "attends to itself, too"),
        "thirds": ([1 / 3] * 3, "the same weight"),
        "twice": ([0.277, 0.362, 0.362], "softmax twice"),
        "percent": ([16, 42, 42], "in percent"),
        "the context": ([0.58, 0.84, 0.58, 0.84], "Four entries make a context"),
        "two words": ([0.27, 0.73], "yours are 2"),
        "powers": ([1, 2.7, 2.7], "These are the powers"),
        "powers of undivided scores": ([1, 7.39, 7.39], "haven't divided the scores. These"),
        "one decimal": ([0.2, 0.4, 0.4], "one decimal only"),
        "a sum of 1.3": ([0.5, 0.4, 0.4], "add up to 1.30"),
        "unequal": ([0.2, 0.3, 0.5], "should be equal"),
        "equal": ([0.3, 0.35, 0.35], "the three powers"),
        "one number": (0.42, "a list of numbers"),
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


@wrong(NAME, "the helper, the queries mixed", "You mix the queries")
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
