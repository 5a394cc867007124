"""Answers to the exercises of notebook 00."""

import math

import numpy as np

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import attention

GAME = np.array([[0.1, -0.2], [2.0, -0.5], [0.3, 0.2], [0.1, -0.2], [0.9, 0.9], [1.4, 0.1]])
NAME = "scores_of_bat"

right_each(
    NAME,
    {
        "a list": [0.99, -0.09, 1.53],
        "an array": np.array([[-0.2, 1.3], [0.1, -0.2], [-0.4, 2.1]]) @ [0.9, 0.9],
        "a tuple": (0.9 * 1.1, 0.9 * -0.1, 0.9 * 1.7),
    },
)
wrong_each(
    NAME,
    {
        "scaled": (np.array([0.99, -0.09, 1.53]) / np.sqrt(2), "divided by √2"),
        "the words' own sums": ([1.1, -0.1, 1.7], "sums of each word's entries"),
        "products multiplied": ([-0.2106, -0.0162, -0.6804], "multiplied the two products"),
        "no minus": ([1.35, 0.27, 2.25], "counted it as positive"),
        "weights": ([0.32, 0.15, 0.53], "as attention weights do"),
        "rounded": ([1, -0.09, 1.53], "Look at “night” again"),
        "a sign": ([0.99, 0.09, 1.53], "Look at “the” again"),
        "cave wrong": ([0.99, -0.09, 2.25], "Look at “cave” again"),
        "not added up": ([[-0.18, 1.17], [0.09, -0.18], [-0.36, 1.89]], "3 numbers"),
        "four numbers": ([0.99, -0.09, 1.53, 1.62], "3 numbers"),
    },
)

NAME = "context_on_paper"

right_each(
    NAME,
    {
        "a list": [-0.1, 1.05],
        "a calculator": np.array([-0.101, 1.054]),
        "a tuple of fractions": (-1 / 10, 21 / 20),
    },
)
wrong_each(
    NAME,
    {
        "powers": ([-0.4, 4.2], "They add up to 4"),
        "by three": ([-0.133, 1.4], "the number of words"),
        "scaled scores": ([-0.28, 1.47], "with the scaled scores"),
        "the plain mean": ([0, 0.7], "the same weight"),
        "cave alone": ([-0.4, 2.1], "Only “cave”"),
        "cave left out": ([0.1, 0], "left out"),
        "a mean of the weighted": ([-0.033, 0.35], "the mean at the end"),
        "a sum": ([0, 2.1], "without weights"),
        "half to the": ([0.025, 0.475], "to a different word"),
        "half to saw": ([0.075, 0.575], "to a different word"),
        "cave without its minus": ([0.3, 1.05], "a minus sign"),
        "turned": ([1.05, -0.1], "the wrong order"),
        "something else": ([0.6, 0.5], "First divide each power"),
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


@wrong(NAME, "a table of the page changed", "changes `GAME`, which isn't one of its arguments")
def writes_on_the_page(query, embeddings):
    GAME[0] = by_matrix(query, embeddings)[0]
    return by_matrix(query, embeddings)


@wrong(NAME, "an array of whole numbers", "everything after the decimal point is dropped")
def whole_numbers(query, embeddings):
    context = np.zeros(len(query), dtype=int)
    context[:] = by_matrix(query, embeddings)
    return context


@wrong(NAME, "a list divided", "Lists don't multiply or divide")
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
            "don't fit together entry by entry",
        ),
        "embeddings @ weights": (
            lambda query, embeddings: embeddings @ weights_of(query, embeddings),
            "2 columns on the left meet 6 rows",
        ),
        "the helper with a vector": (
            lambda query, embeddings: attention(query, embeddings, embeddings).context,
            "a single vector of 2 numbers",
        ),
        "the page's own words": (
            lambda query, embeddings: weights_of(query, embeddings) @ GAME,
            "It reads `GAME`, the page’s own table",
        ),
        "the weights, too": (
            lambda query, embeddings: (weights_of(query, embeddings), by_matrix(query, embeddings)),
            "a tuple of 2 things; only number 2 is needed",
        ),
        "a table of one row": (
            lambda query, embeddings: attention(query[None], embeddings, embeddings).context,
            "right, but they're in the wrong shape",
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
        "too quiet": ([0, 1], "towards baseball"),
        "as loud in both": ([2, 2], "towards baseball"),
        "only baseball": ([2, 0], "no cave in it"),
        "the other axis": ([3, -1], "no cave in it"),
        "too far": ([0, 50], "between −3"),
        "too far in both": ([4, 3.5], "towards baseball"),
        "a word": ("cave", "2 numbers, not a str"),
    },
)
