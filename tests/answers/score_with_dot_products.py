"""Right and wrong answers to the exercises of notebook 02."""

import numpy as np

from answers.case import right, right_each, wrong, wrong_each
from helpers.readers import worked_examples

EMBEDDINGS = worked_examples.load("your_journey").embeddings
LENGTHS = np.sqrt((EMBEDDINGS**2).sum(axis=1))
NAME = "score_every_pair"


@right(NAME, "two loops, as on the page")
def two_loops(queries, keys):
    scores = np.zeros((len(queries), len(keys)))
    for i in range(len(queries)):
        for j in range(len(keys)):
            scores[i, j] = sum(queries[i] * keys[j])
    return scores


@right(NAME, "lists in a list")
def lists(queries, keys):
    return [
        [sum(a * b for a, b in zip(query, key, strict=True)) for key in keys] for query in queries
    ]


right_each(
    NAME,
    {
        "one product": lambda queries, keys: queries @ keys.T,
        "einsum": lambda queries, keys: np.einsum("ic,jc->ij", queries, keys),
        "broadcast and added up": lambda queries, keys: (queries[:, None] * keys).sum(axis=-1),
        "a row at a time": lambda queries, keys: np.array([keys @ query for query in queries]),
        "over the numbers, added up": lambda queries, keys: sum(map(np.outer, queries.T, keys.T)),
    },
)


@wrong(NAME, "in-place", "changes the array that it's given")
def in_place(queries, keys):
    for i, query in enumerate(queries):
        queries[i] = keys @ query
    return queries


@wrong(NAME, "an array of whole numbers", "everything after the decimal point is dropped")
def whole_numbers(queries, keys):
    scores = np.zeros((len(queries), len(keys)), int)
    for i, query in enumerate(queries):
        for j, key in enumerate(keys):
            scores[i, j] = sum(query * key)
    return scores


wrong_each(
    NAME,
    {
        "six words as a size": (
            lambda queries, keys: [[queries[i] @ keys[j] for j in range(6)] for i in range(6)],
            "raised IndexError",
        ),
        "the page's own table": (
            lambda queries, keys: EMBEDDINGS @ EMBEDDINGS.T,
            "whatever you pass in",
        ),
        "the numbers of the check": (
            lambda queries, keys: queries @ keys.T * (1 if queries.shape == (3, 3) else 0),
            "not for others",
        ),
        "one argument": (lambda table: table @ table.T, "is called with 2 arguments"),
        "result reshaped": (
            lambda queries, keys: (keys @ queries.T).reshape(len(queries), len(keys)),
            "they fill the rows in the wrong order",
        ),
        "sizes alone": (lambda queries, keys: abs(queries @ keys.T), "some of the signs are wrong"),
    },
)

NAME = "orthogonal_to_both"

right_each(
    NAME,
    {
        "the first and the third": [1, 0, -1, 0],
        "the second and the fourth": np.array([0, 2.5, 0, -2.5]),
        "all four, small": [1e-6, -3e-6, -1e-6, 3e-6],
        "off by rounding alone": [0.1 + 0.2, 0, -0.3, 0],
    },
)
wrong_each(
    NAME,
    {
        "zeros": ([0, 0, 0, 0], "no direction"),
        "cat itself": ([0, 1, 0, 1], "scores 2 with “cat”. Which"),
        "The itself": ([1, 0, 1, 0], "scores 2 with “The”. Which"),
        "sat": ([1, 1, 1, 1], "scores 2 with “The” and 2 with “cat”"),
        "The minus cat": ([1, -1, 1, -1], "scores 2 with “The” and −2 with “cat”"),
        "halves turned": ([-1, -1, 1, 0], "scores −1 with “cat”. Which"),
        "one entry": ([1, 0, 0, 0], "scores 1 with “The”. Which"),
        "neighbours cancel": ([1, -1, 0, 0], "scores 1 with “The” and −1 with “cat”"),
        "nearly": ([1, 0, -0.99, 0], "scores 0.01 with “The”"),
        "three numbers": ([1, 0, -1], "a list of 4 numbers"),
        "two queries": ([[1, 0, -1, 0], [0, 1, 0, -1]], "a list of 4 numbers"),
        "one number": (0, "one number"),
    },
)

NAME = "stretch_factors"

right_each(
    NAME,
    {
        "divided by the lengths": 1 / LENGTHS,
        "all as long as 10, in a list": (10 / LENGTHS).tolist(),
        "one word alone a little longer": np.array([1, 1, 1, 1, 1.2, 1]) / LENGTHS,
    },
)
wrong_each(
    NAME,
    {
        "as they are": (np.ones(6), "All six factors are equal"),
        "all doubled": ([2] * 6, "All six factors are equal"),
        "multiplied by the lengths": (LENGTHS, "long arrows grow even longer"),
        "no root taken": (1 / LENGTHS**2, "or its length squared"),
        "rounded": ((1 / LENGTHS).round(2), "Have you rounded"),
        "the four made longer": ([1, 1, 2, 2, 2, 2], "scores highest with “starts”"),
        "with alone made longer": (
            [1, 1, 1, 2, 1, 1],
            "The shadow of the second on the first is too long",
        ),
        "one turned round": ([1, -1, 1, 1, 1, 1], "turns it around"),
        "journey removed": ([1, 0, 1, 1, 1, 1], "leaves no arrow"),
        "one number": (0.5, "one number"),
        "a table": (EMBEDDINGS, "a list of 6 numbers, but is"),
    },
)
