"""Mistakes of somebody who measures what words add or what heads look at, by what they give."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import known

WRONG_AXIS = (
    "You measure down the columns, across all words. A word that is asked has a row, and one "
    "length for this row: which axis runs along it?"
)


def _lengths(rows, order=None):
    return np.linalg.norm(rows, order, axis=-1)


def _term(weights, arrives):
    return weights[..., None] * arrives  # (n, m, d)


OF_TERMS = (
    *known(
        "You measure the values in front of `W_O`. How much of each gets through it?",
        lambda weights, values, W_O: weights * _lengths(values),
    ),
    *known(
        "These are the lengths of what arrives. How much of it does each query take?",
        lambda weights, values, W_O: np.tile(_lengths(values @ W_O), (len(weights), 1)),
        lambda weights, values, W_O: _lengths(values @ W_O),
    ),
    *known(
        "These are the weights, as they came. How long is what they multiply?",
        lambda weights, values, W_O: weights,
    ),
    *known(
        "This is the length of the whole output of each query. Asked for is each word’s term in "
        "it, before they are added.",
        lambda weights, values, W_O: _lengths(weights @ values @ W_O),
    ),
    *known(
        "You return the terms themselves. Take the length of each.",
        lambda weights, values, W_O: _term(weights, values @ W_O),
    ),
    *known(
        "You take the sum of the squares. One step is missing to a length.",
        lambda weights, values, W_O: (_term(weights, values @ W_O) ** 2).sum(axis=-1),
    ),
    *known(
        "The lengths of what arrives are squared, the weights are not: a step is missing to the "
        "lengths.",
        lambda weights, values, W_O: weights * ((values @ W_O) ** 2).sum(axis=-1),
    ),
    *known(
        "You add up the sizes of the numbers. A length is the root of the sum of their squares.",
        lambda weights, values, W_O: weights * np.abs(values @ W_O).sum(axis=-1),
    ),
    *known(
        "You add up the numbers with their signs, so a step to the right and one to the left "
        "cancel. A length is the root of the sum of their squares.",
        lambda weights, values, W_O: weights * (values @ W_O).sum(axis=-1),
        lambda weights, values, W_O: np.abs(weights * (values @ W_O).sum(axis=-1)),
    ),
    *known(
        "You take one length for all words together. Each word has its own: along which axis is "
        "it taken?",
        lambda weights, values, W_O: weights * np.linalg.norm(values @ W_O),
    ),
    *known(
        "Your lengths lie across the weights: a row is multiplied by the length of one word. The "
        "words that are asked are the columns: how must their lengths lie?",
        lambda weights, values, W_O: weights * _lengths(values @ W_O)[:, None],
    ),
    *known(
        "You add the lengths of the terms up, a number for each query. Asked for is each by "
        "itself: which product adds nothing up?",
        lambda weights, values, W_O: weights @ _lengths(values @ W_O),
    ),
    *known(
        "You take the largest number of each term. A length counts all its numbers.",
        lambda weights, values, W_O: weights * _lengths(values @ W_O, np.inf),
    ),
    *known(
        "You multiply the length of the value by the size of `W_O` as a whole. But it lets more of "
        "one value through than of another.",
        lambda weights, values, W_O: weights * _lengths(values) * np.linalg.norm(W_O),
        lambda weights, values, W_O: weights * _lengths(values) * np.linalg.norm(W_O, 2),
    ),
    *known(
        "You take the mean of the squares, or of the sizes. A length is the root of their *sum*.",
        lambda weights, values, W_O: weights * np.sqrt(((values @ W_O) ** 2).mean(axis=-1)),
        lambda weights, values, W_O: weights * np.abs(values @ W_O).mean(axis=-1),
    ),
    *known(
        "You put the weights through softmax once more. They are no scores.",
        lambda weights, values, W_O: softmax(weights) * _lengths(values @ W_O),
    ),
    *known(
        "Each row is divided by its sum, so these are shares of the lengths. The lengths "
        "themselves are asked for.",
        lambda weights, values, W_O: _shares(weights * _lengths(values @ W_O)),
    ),
    *known(
        "Rows and columns have changed places: a row belongs to the query that asks.",
        lambda weights, values, W_O: (weights * _lengths(values @ W_O)).T,
    ),
)


def _shares(lengths):
    return lengths / lengths.sum(axis=-1, keepdims=True)


def _cells(maps, offset):
    return np.diagonal(maps, offset, 1, 2)


OF_LOOKING_BACK = (
    *known(
        "You take the place right *after*. Rows ask, columns are asked: which column is the place "
        "before row 1?",
        lambda maps: _cells(maps, 1).mean(axis=-1),
    ),
    *known(
        "You take the weight that each row gives to itself.",
        lambda maps: _cells(maps, 0).mean(axis=-1),
    ),
    *known(
        "You divide by all rows. The first has none before it and does not count.",
        lambda maps: _cells(maps, -1).sum(axis=-1) / maps.shape[-1],
    ),
    *known(
        "Row 0 is counted with the last column, which an index of −1 means. It has no place "
        "before it.",
        lambda maps: maps[:, np.arange(maps.shape[-1]), np.arange(maps.shape[-1]) - 1].mean(-1),
    ),
    *known(
        "You give one number for all heads together. Each head has its own.",
        lambda maps: _cells(maps, -1).mean(),
        lambda maps: _cells(maps, -1).mean(axis=0),
    ),
    *known(
        "These are sums. Divide each by the number of rows that count.",
        lambda maps: _cells(maps, -1).sum(axis=-1),
    ),
    *known(
        "These are the weights themselves, row by row. Take their mean for each head.",
        lambda maps: _cells(maps, -1),
    ),
    *known(
        "You count the rows that look most at the place before. Asked for is the weight that it "
        "gets.",
        lambda maps: (maps.argmax(-1)[:, 1:] == np.arange(maps.shape[-1] - 1)).mean(axis=-1),
    ),
    *known(
        "These are the largest or the middle weights on the place before. Take their mean.",
        lambda maps: _cells(maps, -1).max(axis=-1),
        lambda maps: np.median(_cells(maps, -1), axis=-1),
    ),
    *known(
        "Only the first head is there. Each head has a number of its own.",
        lambda maps: _cells(maps, -1)[0].mean(),
    ),
    *known(
        "You take all that is given to earlier places. Only the one right before counts.",
        lambda maps: np.tril(maps, -1).sum(axis=-1)[:, 1:].mean(axis=-1),
    ),
    *known(
        "A diagonal is taken along the first two axes unless you name others: heads and rows. "
        "Which two axes hold rows and columns?",
        lambda maps: maps.diagonal(-1).mean(axis=-1),
    ),
    *known(
        "You go two places back.",
        lambda maps: _cells(maps, -2).mean(axis=-1),
    ),
    *known(
        "You take the mean of all cells below the main diagonal. Only those right below it count.",
        lambda maps: maps[:, *np.tril_indices(maps.shape[-1], -1)].mean(axis=-1),
    ),
)
