"""Answers to the exercises of notebook 01."""

import math

import numpy as np

from answers.case import right, right_each, wrong, wrong_each

NAME = "words_to_drown"

right_each(
    NAME,
    {
        "powers of e": [math.exp(4), math.exp(8)],
        "the first whole numbers": np.array([55, 2981]),
        "by trying, in round numbers": (55, 3000),
        "with e as 2.7": (53, 2824),
    },
)
wrong_each(
    NAME,
    {
        "scores as counts": ([4, 8], "the scores themselves as weights"),
        "one more than the scores": ([5, 9], "more than half. It takes more"),
        "powers of 2": ([17, 257], "You're raising 2 to the score"),
        "powers of 10": ([10000, 100000000], "You're raising 10 to the score"),
        "second doubled": ([55, 110], "don't add to the count"),
        "second doubled, first as power": ([54.6, 109.2], "don't add to the count"),
        "second four times": ([55, 220], "the one of score 8 has a weight of 0.931"),
        "four words more": ([55, 59], "Go on up to 8"),
        "reverse order": ([2981, 55], "but swapped"),
        "too many": ([100, 10000], "less than half. Fewer will do"),
        "one": ([1, 1], "With 1 word of score 0"),
        "none": ([0, 0], "each above 0"),
        "one number": (55, "one number"),
        "texts": (["55", "2981"], "of 2 numbers"),
    },
)

NAME = "equal_shares"


def even(embeddings):
    return np.full((len(embeddings), len(embeddings)), 1 / len(embeddings))


@right(NAME, "loops and lists")
def shares_by_loops(embeddings):
    n, d = embeddings.shape
    weights, contexts = [], []
    for _ in range(n):
        weights.append([1 / n] * n)
        contexts.append([sum(row[k] for row in embeddings) / n for k in range(d)])
    return weights, contexts


@right(NAME, "einsum")
def shares_by_einsum(embeddings):
    return [even(embeddings), np.einsum("ij,jd->id", even(embeddings), embeddings)]


@wrong(NAME, "in-place", "changes the array that it's given")
def in_place(embeddings):
    embeddings[:] = embeddings.mean(axis=0)
    return even(embeddings), embeddings


wrong_each(
    NAME,
    {
        "weights alone": (even, "should return 2 things"),
        "six words": (
            lambda embeddings: (np.full((6, 6), 1 / 6), np.full((6, 6), 1 / 6) @ embeddings),
            "with fresh numbers",
        ),
        "rounded shares of the page": (
            lambda embeddings: (0 * even(embeddings) + 0.17, even(embeddings) @ embeddings),
            "expected 0.1667, yours is 0.17",
        ),
        "weights as wide as the vectors": (
            lambda embeddings: (embeddings / 6, embeddings),
            "should be shape (6, 6), but is shape (6, 2)",
        ),
        "embeddings on the left": (
            lambda embeddings: (even(embeddings), embeddings @ even(embeddings)),
            "raised ValueError",
        ),
        "a dictionary": (lambda embeddings: {"weights": even(embeddings)}, "returned a dict"),
    },
)

NAME = "misleading_neighbour"

right_each(
    NAME,
    {
        "both raised": [3, -3],
        "less weight and very singular": np.array([2.5, -5]),
        "nearly the weight of the keys": (3.6, -1.6),
    },
)
wrong_each(
    NAME,
    {
        "as it is on the page": ([1, -1], "one of the two be stronger"),
        "singular alone": ([1, -5], "the context vector is 0.65"),
        "very singular, out of bounds": ([1, -30], "between −5 and 5"),
        "as much weight as the keys": ([4, -1], "entry isn't negative either"),
        "more weight than the keys": ([5, -5], "Can a word with less weight add more"),
        "much weight, and a little singular": ([3.9, -0.5], "entry isn't negative either"),
        "plural": ([3, 3], "has to add something negative"),
        "neither": ([4, 0], "has to add something negative"),
        "wrong order": ([-3, 3], "in the wrong order"),
        "an opposite of keys": ([-4, -1], "more than half, as it should"),
        "a row of the table": ({"neighbour": (3, -5)}, "not a dict"),
        "two words": ([[3, -3], [0, -1]], "2 numbers"),
    },
)
