"""Answers to the exercises of notebook 10, as learners write them."""

import numpy as np
import torch

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import attention, causal_mask, softmax, window_mask

NAME = "masked_attention"


@right(NAME, "a mask that is added, softmax by hand")
def by_adding(queries, keys, values, allowed):
    with np.errstate(divide="ignore"):
        added = np.log(allowed.astype(float))
    scaled = queries @ keys.T / keys.shape[1] ** 0.5 + added
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True) @ values


@right(NAME, "loops and the words that are seen alone")
def by_loops(queries, keys, values, allowed):
    contexts = []
    for query, seen in zip(queries, allowed, strict=True):
        weights = softmax(keys[seen] @ query / len(query) ** 0.5)
        contexts.append(weights @ values[seen])
    return contexts


@right(NAME, "minus a billion")
def by_a_billion(queries, keys, values, allowed):
    scaled = queries @ keys.T / np.sqrt(keys.shape[1])
    scaled[~allowed] = -1e9
    return softmax(scaled) @ values


@wrong(
    NAME, "undivided, and hidden after softmax", "Two things at once. You're masking after softmax"
)
def late_and_undivided(queries, keys, values, allowed):
    return softmax(queries @ keys.T) * allowed @ values


@wrong(NAME, "the helper", "`attention` computed them")
def the_helper(queries, keys, values, allowed):
    return attention(queries, keys, values, allowed=allowed).context


NAME = "mask_that_passes"
CAUSAL = causal_mask(5)
PLACES = np.arange(5)


def without(*cells):
    """Return the causal mask of five words with these cells hidden, too."""
    mask = CAUSAL.copy()
    mask[tuple(np.transpose(cells))] = False
    return mask


right_each(
    NAME,
    {
        "the last word does not see the first": without((4, 0)),
        "a word does not see itself": without((3, 3)),
        "ones and zeros, as a list": without((2, 1)).astype(int).tolist(),
        "in torch": torch.from_numpy(without((1, 0))),
    },
)
wrong_each(
    NAME,
    {
        "the causal mask": (CAUSAL, "passes, but it isn't a wrong mask"),
        "the page's own": (np.eye(5, dtype=bool), "it hides 10 more cells"),
        "the first sees nothing": (without((0, 0)), "“the” sees nothing"),
        "turned over": (CAUSAL.T, "swapped rows and columns"),
        "off by one": (np.tri(5, k=1), "“the” sees “pitcher”"),
        "a window": (window_mask(5, 1), "“the” sees “pitcher”"),
        "two cells": (without((4, 0), (4, 1)), "it hides 2 more cells"),
        "numbers to add": (np.where(CAUSAL, 0, -1e9), "True or False"),
        "a mask of four": (CAUSAL[:4, :4], "5 rows of 5 numbers"),
    },
)

NAME = "mask_from_outside"


@right(NAME, "a column for each word")
def columns(step, rows):
    before = step(rows)
    found = np.zeros((len(rows), len(rows)), dtype=bool)
    for j in range(len(rows)):
        other = rows.copy()
        other[j] += range(1, 1 + rows.shape[1])
        found[:, j] = np.abs(step(other) - before).max(axis=1) > 1e-9
    return found


@right(NAME, "a list of columns, turned")
def turned(step, rows):
    n = len(rows)
    others = [
        np.where(np.arange(n)[:, None] == j, rows - range(rows.shape[1]), rows) for j in range(n)
    ]
    return np.array([(step(other) != step(rows)).any(axis=1) for other in others]).T


@right(NAME, "pair by pair")
def pair_by_pair(step, rows):
    found = []
    for i in range(len(rows)):
        found.append([])
        for j in range(len(rows)):
            other = np.array(rows)
            other[j] = np.random.default_rng(j).normal(size=rows.shape[1])
            found[i].append(not np.allclose(step(other)[i], step(rows)[i]))
    return found


wrong_each(
    NAME,
    {
        "1 and 0": (lambda step, rows: columns(step, rows).astype(int), "the numbers 1 and 0"),
        "zeros, never filled": (
            lambda step, rows: np.zeros((len(rows), len(rows))),
            "contains numbers. A mask",
        ),
        "numbers to add, never compared": (
            lambda step, rows: np.where(np.tri(len(rows)), 0, -np.inf),
            "another way to write a mask",
        ),
        "its own weights": (
            lambda step, rows: attention(rows, rows, rows).weights,
            "contains numbers. A mask",
        ),
        "one row": (lambda step, rows: columns(step, rows)[-1], "should be shape (5, 5)"),
    },
)
