"""Right and wrong answers to the exercises of notebook 02."""

import math

import numpy as np

from answers.case import right, right_each, wrong, wrong_each
from helpers.readers import worked_examples

EMBEDDINGS = worked_examples.load("your_journey").embeddings
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


@wrong(NAME, "a row emptied for each query", "Only the last query’s row is left")
def emptied(queries, keys):
    for query in queries:
        scores = []
        for key in keys:
            scores.append(sum(query * key))
    return scores


@wrong(NAME, "a sum that runs on", "Your sum runs on from one key to the next")
def running_sum(queries, keys):
    scores = np.zeros((len(queries), len(keys)))
    for i, query in enumerate(queries):
        total = 0
        for j, key in enumerate(keys):
            for c in range(len(key)):
                total += query[c] * key[c]
            scores[i, j] = total
    return scores


@wrong(NAME, "as many keys as queries", "as many keys as there are queries")
def square(queries, keys):
    n = len(queries)
    scores = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            scores[i, j] = sum(queries[i] * keys[j])
    return scores


@wrong(NAME, "in-place", "changes the array that it is given")
def in_place(queries, keys):
    for i, query in enumerate(queries):
        queries[i] = keys @ query
    return queries


@wrong(NAME, "an array of whole numbers", "drops all that stands behind the point")
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

NAME = "cosine_from_heat_map"

right_each(
    NAME,
    {
        "rounded as the map": 0.66 / math.sqrt(0.49 * 0.94),
        "two decimals": 0.97,
        "an array of all digits": np.array(0.96114),
        "lengths rounded first": 0.66 / (0.7 * 0.97),
    },
)
wrong_each(
    NAME,
    {
        "the score": (0.66, "That is the score"),
        "no root taken": (0.66 / (0.49 * 0.94), "or the lengths squared"),
        "shadow of step on with": (0.66 / math.sqrt(0.49), "the shadow of one word"),
        "shadow of with on step": (0.66 / math.sqrt(0.94), "the shadow of one word"),
        "divided by with alone": (0.66 / 0.49, "by one word’s score with itself"),
        "divided by step alone": (0.66 / 0.94, "by one word’s score with itself"),
        "multiplied by the lengths": (0.66 * 0.7 * 0.97, "You multiplied"),
        "the two lengths": (0.679, "the two lengths, multiplied"),
        "the two lengths, exactly": (0.4937**0.5 * 0.9425**0.5, "the two lengths, multiplied"),
        "divided by the mean": (0.66 / 0.715, "the middle of the two diagonal cells"),
        "no brackets": (0.66 / math.sqrt(0.49) * math.sqrt(0.94), "How does Python read"),
        "degrees": (16.0, "the angle itself"),
        "radians": (0.28, "the angle itself"),
        "above 1": (1.7, "No cosine is above 1"),
        "below 0": (-0.97, "The score is above 0"),
        "another pair": (0.78, "the cosine of “Your” and “journey”"),
        "step and journey, read": (0.91, "of “journey” and “step”"),
        "a guess": (0.5, "0.5 is too low"),
        "a little too high": (0.99, "0.99 is too high"),
        "both words' rows": ([0.66, 0.97], "should be one number"),
        "nan": (math.nan, "finite"),
    },
)

NAME = "quiet_friend"

right_each(
    NAME,
    {
        "half of with": [0.11, 0.29, 0.165],
        "step, made smaller": 0.5 * EMBEDDINGS[5],
        "a third of journey, bent": (0.18, 0.29, 0.12),
        "three equal numbers, by luck": np.full(3, 0.1),
    },
)
wrong_each(
    NAME,
    {
        "parallel and short": (0.1 * EMBEDDINGS[1], "too exactly its way. Change"),
        "parallel and long": (2 * EMBEDDINGS[1], "too good, the cosine must stay below 0.99"),
        "with itself": (EMBEDDINGS[3], "one of the six already"),
        "with a little smaller": (0.9 * EMBEDDINGS[3], "What lowers a score"),
        "low for its direction": ([0.3, 0, 0], "its direction is too poor"),
        "pointing away": (-EMBEDDINGS[3], "is −0.9817, its score −0.8434"),
        "at a right angle": ([0.66, 0, -0.55], "Asked for is a friend"),
        "neither": ([1, 0, 0.8], "Neither is as asked"),
        "no length": ([0, 0, 0], "has no direction"),
        "a table of one row": ([[0.1, 0.3, 0.2]], "3 numbers, but is"),
    },
)
