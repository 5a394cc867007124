"""Right and wrong answers to the exercises of notebook 02."""

import numpy as np

from answers.case import right, right_each, wrong, wrong_each
from helpers.readers import worked_examples

EMBEDDINGS = worked_examples.load("your_journey").embeddings
LENGTHS = np.sqrt((EMBEDDINGS**2).sum(axis=1))
SCORES = np.array([0.9544, 1.4950, 1.4754, 0.8434, 0.7070, 1.0865])  # as the source prints them
NAME = "scores_of_journey"

right_each(
    NAME,
    {
        "a loop": [sum(EMBEDDINGS[1] * key) for key in EMBEDDINGS],
        "two decimals": [0.95, 1.5, 1.48, 0.84, 0.71, 1.09],
        "a matrix product": EMBEDDINGS @ EMBEDDINGS[1],
    },
)
wrong_each(
    NAME,
    {
        "cosines": (SCORES / LENGTHS / LENGTHS[1], "These are cosines"),
        "shadows": (SCORES / LENGTHS[1], "off by the same factor"),
        "scaled": (SCORES / 3**0.5, "off by the same factor"),
        "weights": ([0.1385, 0.2379, 0.2333, 0.1240, 0.1082, 0.1581], "as attention weights do"),
        "sums": (EMBEDDINGS.sum(axis=1), "sums of each word's entries"),
        "sums multiplied": (EMBEDDINGS.sum(axis=1) * 2.08, "You add up first"),
        "distances": (np.linalg.norm(EMBEDDINGS - EMBEDDINGS[1], axis=1), "are distances"),
        "squared distances": (((EMBEDDINGS - EMBEDDINGS[1]) ** 2).sum(axis=1), "squared"),
        "not by journey's": (SCORES / LENGTHS, "divided by the lengths of the keys"),
        "each with itself": (LENGTHS**2, "with itself. The query"),
        "journey with nobody": ([0.9544, 0, 1.4754, 0.8434, 0.7070, 1.0865], "one of the keys"),
        "counted from 1": (EMBEDDINGS @ EMBEDDINGS[2], "scores of “starts”"),
        "Your asks": (EMBEDDINGS @ EMBEDDINGS[0], "scores of “Your”"),
        "two dimensions": (EMBEDDINGS[:, :2] @ EMBEDDINGS[1, :2], "haven't added up all"),
        "one decimal": (SCORES.round(1), "one decimal only"),
        "sorted": (np.sort(SCORES), "in a different order"),
        "one slip": ([0.9544, 1.4950, 1.4754, 0.5434, 0.7070, 1.0865], "Look at “with” again"),
        "not added up": (EMBEDDINGS * EMBEDDINGS[1], "a list of 6 numbers"),
    },
)

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


@wrong(NAME, "in-place", "changes the array that it is given")
def in_place(queries, keys):
    for i, query in enumerate(queries):
        queries[i] = keys @ query
    return queries


@wrong(NAME, "an array of whole numbers", "drops all that comes after the point")
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
            "whatever it is given",
        ),
        "the numbers of the check": (
            lambda queries, keys: queries @ keys.T * (1 if queries.shape == (3, 3) else 0),
            "not for others",
        ),
        "one argument": (lambda table: table @ table.T, "is called with 2 arguments"),
        "result reshaped": (
            lambda queries, keys: (keys @ queries.T).reshape(len(queries), len(keys)),
            "they run through the rows in another order",
        ),
        "sizes alone": (lambda queries, keys: abs(queries @ keys.T), "some signs are not"),
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
        "multiplied by the lengths": (LENGTHS, "long arrows get even longer"),
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
