"""Answers to the exercises of notebook 08, as learners write them."""

import numpy as np
import torch

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import attention, softmax

right_each(
    "answers_to_both",
    {
        "a list": [[0, 0], [0, 0], [0, 4], [1, 0]],
        "negative numbers too": np.array([[0, -1], [0, -1], [0, 3.5], [1, -1]]),
        "torch converted": torch.tensor([[0, 0], [0, 0], [0, 5], [2, 0]]).numpy(),
        "a tuple of tuples": ((0, 0), (-1, 0), (-1, 6), (2, 0)),
    },
)
AGAIN = "“apple” attends most to “apple”"
wrong_each(
    "answers_to_both",
    {
        "the page's": ([[0, 0], [0, 1], [0, 0], [1, 0]], "as it was"),
        "columns exchanged": ([[0, 0], [0, 0], [4, 0], [0, 1]], "columns are swapped"),
        "no factor": ([[0, 0], [0, 0], [0, 1], [1, 0]], "gives only 0."),
        "a small factor": ([[0, 0], [0, 0], [0, 1.5], [1, 0]], "“love” gives only"),
        "one answers both": ([[0, 0], [0, 0], [4, 4], [0, 0]], AGAIN),
        "asks again": ([[0, 3], [0, 0], [5, 0], [0, 0]], AGAIN),
        "the first question alone": ([[0, 0]] * 3 + [[1, 0]], "“I” attends most to “phones”"),
        "the second too loud": ([[0, 0], [0, 0], [0, 40], [1, 0]], "drowns it out"),
        "minus signs": ([[0, 0], [0, 0], [0, -5], [-5, 0]], "with the wrong sign"),
        "zeros": (np.zeros((4, 2)), "every weight is a quarter"),
        "endless numbers": ([[0, 0], [0, 0], [0, 4e200], [-1e200, 0]], "most to “"),
        "transposed": ([[0, 0, 0, 1], [0, 0, 4, 0]], "should be 4 rows of 2"),
    },
)

NAME = "attend_in_heads"


@right(NAME, "a loop over slices")
def loop(queries, keys, values, num_heads):
    d_k, d_v = queries.shape[1] // num_heads, values.shape[1] // num_heads
    contexts = []
    for h in range(num_heads):
        mine, own = slice(h * d_k, (h + 1) * d_k), slice(h * d_v, (h + 1) * d_v)
        scores = queries[:, mine] @ keys[:, mine].T / np.sqrt(d_k)
        contexts.append(softmax(scores) @ values[:, own])
    return np.concatenate(contexts, axis=1)


@wrong(
    NAME,
    "dealt out, by the root of all",
    "Two things at once. You’re dealing the entries of a word",
)
def dealt_by_the_root_of_all(queries, keys, values, num_heads):
    def cut(rows):
        return rows.reshape(len(rows), -1, num_heads).transpose(2, 0, 1)

    scores = cut(queries) @ cut(keys).transpose(0, 2, 1) / np.sqrt(queries.shape[1])
    return (softmax(scores) @ cut(values)).transpose(1, 0, 2).reshape(len(queries), -1)


@right(NAME, "split and stacked in a comprehension")
def comprehension(queries, keys, values, num_heads):
    parts = (np.split(rows, num_heads, axis=1) for rows in (queries, keys, values))
    return np.hstack([attention(*head).context for head in zip(*parts, strict=True)])


@right(NAME, "einsum")
def by_einsum(queries, keys, values, num_heads):
    q, k, v = (rows.reshape(len(rows), num_heads, -1) for rows in (queries, keys, values))
    weights = softmax(np.einsum("nhd,mhd->hnm", q, k) / q.shape[-1] ** 0.5)
    return np.einsum("hnm,mhd->nhd", weights, v).reshape(len(queries), -1)


@right(NAME, "torch converted")
def by_torch(queries, keys, values, num_heads):
    wide = (torch.tensor(rows) for rows in (queries, keys, values))
    q, k, v = (rows.unflatten(-1, (num_heads, -1)).transpose(0, 1) for rows in wide)
    weights = (q @ k.mT / q.shape[-1] ** 0.5).softmax(dim=-1)
    return (weights @ v).transpose(0, 1).flatten(1).numpy()


@wrong(NAME, "the page's sizes", "Right for the numbers on this page, but with fresh numbers")
def fixed_sizes(queries, keys, values, num_heads):
    return comprehension(queries, keys, values, num_heads).reshape(4, 4)


UNMIX = "unmixing_matrix"
MIXES = np.array([[0.5, 0.75], [0.5, 0.25]])
right_each(
    UNMIX,
    {
        "a list": [[-1, 3], [2, -2]],
        "an inverse": np.linalg.inv(MIXES),
        "solved": np.linalg.solve(MIXES.T, np.eye(2)).T,
        "torch converted": torch.linalg.inv(torch.tensor(MIXES)).numpy(),
    },
)
wrong_each(
    UNMIX,
    {
        "the weights": (MIXES, "weights that mix"),
        "a row of weights per head": (MIXES.T, "weights that mix"),
        "transposed": ([[-1, 2], [3, -2]], "transposed"),
        "second word first": ([[3, -1], [-2, 2]], "second word’s comes first"),
        "head 2 first": ([[2, -2], [-1, 3]], "rows are swapped"),
        "fits 4 and 0 only": ([[2, 0], [0, 0]], "right for 4 and 0, but for 2 and 2"),
        "not divided by the determinant": ([[0.25, -0.75], [-0.5, 0.5]], "up to a constant factor"),
        "minus signs": ([[1, -3], [-2, 2]], "4 and 0 come back as -4 and 0"),
        "the first word alone": ([[-1, 1], [2, 0]], "Your first column is right"),
        "the second word alone": ([[2, 3], [0, -2]], "Your second column is right"),
        "the identity": ([[1, 0], [0, 1]], "For 4 and 0 the heads return 2 and 3"),
        "the notebook's W_O": (np.eye(4), "should be 2 rows of 2"),
    },
)
