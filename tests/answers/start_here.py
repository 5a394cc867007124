"""Answers to the exercises of notebook 00."""

import math

import numpy as np

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import attention

ROBOTS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 0.0], [0.0, 2.0]])
NAME = "scores_of_perform"

right_each(
    NAME,
    {
        "a list": [1, 1, 2, 2, 2],
        "an array": np.array([1.0, 1.0, 2.0, 2.0, 2.0]),
        "a tuple": (1, 1, 2, 2, 2),
    },
)
wrong_each(
    NAME,
    {
        "robots' own row": ([0, 1, 1, 0, 2], "scores of “robots”"),
        "scaled": (np.array([1, 1, 2, 2, 2]) / np.sqrt(2), "divided already"),
        "weights": ([0.1, 0.1, 0.2, 0.2, 0.4], "they are weights"),
        "weights off the heat map": ([0.12, 0.12, 0.25, 0.25, 0.25], "weights"),
        "itself scored 1": ([1, 1, 1, 2, 2], "by itself"),
        "products multiplied": ([0, 0, 1, 0, 0], "They are added"),
        "tasks wrong": ([1, 1, 2, 2, 1], "Look at “tasks” again"),
        "not added up": (ROBOTS, "5 numbers"),
        "four numbers": ([1, 1, 2, 2], "5 numbers"),
    },
)

NAME = "context_on_paper"

right_each(
    NAME,
    {
        "a list": [0.75, 0.5],
        "a calculator": np.array([0.745, 0.503]),
        "a tuple of fractions": (3 / 4, 1 / 2),
    },
)
wrong_each(
    NAME,
    {
        "powers": ([3, 2], "They add up to 4"),
        "by three": ([1, 0.667], "the number of words"),
        "scaled scores": ([0, 0.7], "not shares yet"),
        "the plain mean": ([1, 0.333], "counts alike"),
        "robots alone": ([0, 1], "“robots” alone"),
        "robots left out": ([1.5, 0], "left out"),
        "a mean of the weighted": ([0.25, 0.167], "the mean at the end"),
        "a sum": ([3, 1], "without weights"),
        "its own added": ([0.75, 1.5], "once more"),
        "half to Smart": ([1, 0.25], "at another word"),
        "half to complex": ([1.25, 0.25], "at another word"),
        "turned": ([0.5, 0.75], "the other order"),
        "something else": ([0.6, 0.5], "First each power"),
        "the weights": ([0.25, 0.25, 0.5], "2 numbers"),
    },
)

NAME = "context_of"


@right(NAME, "matrix")
def by_matrix(query, embeddings):
    powers = np.exp(embeddings @ query / np.sqrt(embeddings.shape[1]))
    return powers @ embeddings / powers.sum()


@right(NAME, "loop")
def by_loop(query, embeddings):
    powers = [np.exp(sum(query * vector) / len(query) ** 0.5) for vector in embeddings]
    context = np.zeros(len(query))
    for power, vector in zip(powers, embeddings, strict=True):
        context = context + power / sum(powers) * vector
    return context


@right(NAME, "einsum, maximum subtracted")
def by_einsum(query, embeddings):
    scores = np.einsum("d,nd->n", query, embeddings) / np.sqrt(query.size)
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    return np.einsum("n,nd->d", weights, embeddings).tolist()


def weights_of(query, embeddings):
    powers = np.exp(embeddings @ query / len(query) ** 0.5)
    return powers / powers.sum()


@wrong(NAME, "writes into its argument", "changes the array")
def in_place(query, embeddings):
    embeddings *= weights_of(query, embeddings)[:, None]
    return embeddings.sum(axis=0)


@wrong(NAME, "a table of the page changed", "changes `ROBOTS`, which belongs to the page")
def writes_on_the_page(query, embeddings):
    ROBOTS[0] = by_matrix(query, embeddings)[0]
    return by_matrix(query, embeddings)


@wrong(NAME, "an array of whole numbers", "drops all that comes after the point")
def whole_numbers(query, embeddings):
    context = np.zeros(len(query), dtype=int)
    context[:] = by_matrix(query, embeddings)
    return context


@wrong(NAME, "a list divided", "Lists do not multiply or divide")
def divided_list(query, embeddings):
    powers = [math.exp(sum(query * vector) / len(query) ** 0.5) for vector in embeddings]
    return powers / sum(powers) @ embeddings


wrong_each(
    NAME,
    {
        "a name that is not there": (
            lambda query, embeddings: weights @ embeddings,  # noqa: F821
            "raised NameError",
        ),
        "one argument": (lambda embeddings: embeddings[0], "takes (embeddings)"),
        "weights times embeddings": (
            lambda query, embeddings: sum(weights_of(query, embeddings) * embeddings),
            "do not fit number by number",
        ),
        "embeddings @ weights": (
            lambda query, embeddings: embeddings @ weights_of(query, embeddings),
            "2 columns on the left meet 5 rows",
        ),
        "the helper with a vector": (
            lambda query, embeddings: attention(query, embeddings, embeddings).context,
            "one vector of 2 numbers came",
        ),
        "the page's own words": (
            lambda query, embeddings: weights_of(query, embeddings) @ ROBOTS,
            "It reads `ROBOTS`, the page’s own table",
        ),
        "the weights, too": (
            lambda query, embeddings: (weights_of(query, embeddings), by_matrix(query, embeddings)),
            "a tuple of 2 things; number 2 is asked for",
        ),
        "a table of one row": (
            lambda query, embeddings: attention(query[None], embeddings, embeddings).context,
            "right, but not the shape",
        ),
    },
)

NAME = "visitor"

right_each(
    NAME,
    {
        "a loud cave": [0, 2],
        "cave itself": (-0.4, 2.1),
        "much cave, less than no baseball": [-3, 3],
        "both, more cave": np.array([1, 3]),
    },
)
wrong_each(
    NAME,
    {
        "too quiet": ([0, 1], "brings baseball"),
        "as loud in both": ([2, 2], "brings baseball"),
        "only baseball": ([2, 0], "no cave in it"),
        "the other axis": ([3, -1], "no cave in it"),
        "too far": ([0, 50], "within −3"),
        "too far in both": ([4, 3.5], "brings baseball"),
        "a word": ("cave", "2 numbers, not a str"),
    },
)
