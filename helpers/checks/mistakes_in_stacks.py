"""Layers that go half of the way, and what comes of it where a layer is built otherwise."""

import numpy as np

from helpers.attention import simplified_attention
from helpers.checks.kinds.function import known


def _weights(rows):
    return simplified_attention(rows).weights


def _half(rows):
    return (np.eye(len(rows)) + _weights(rows)) / 2


def _course(step, rows, depth=6):
    """Return the table of each layer, the first one first, and the rows at the end."""
    tables = []
    for _ in range(depth):
        tables.append(step(rows))
        rows = tables[-1] @ rows
    return tables, rows


def _total(tables):
    """Return the product of tables, the last one leftmost."""
    total = np.eye(len(tables[0]))
    for table in tables:
        total = table @ total
    return total


def _layers(step, depth=6):
    """Return what computes the total table and the rows after layers with this table."""

    def compute(rows):
        tables, end = _course(step, rows, depth)
        return _total(tables), end

    return compute


def _told_as(table):
    """Return what has the right words at the end, and makes its table of the layers' tables."""

    def compute(rows):
        tables, end = _course(_half, rows)
        return table(tables), end

    return compute


def _beside(update):
    """Return what has the right words at the end, and makes its table layer by layer.

    update : takes the table so far and the weights of a layer, and returns the next table
    """

    def compute(rows):
        total = np.eye(len(rows))
        for _ in range(6):
            total, rows = update(total, _weights(rows)), _half(rows) @ rows
        return total, rows

    return compute


def _back_to_the_start(rows):
    """Return layers that keep half of the word of the start, and not of the word below."""
    start, total = rows, np.eye(len(rows))
    for _ in range(6):
        weights = _weights(rows)
        total, rows = (np.eye(len(start)) + weights @ total) / 2, (start + weights @ rows) / 2
    return total, rows


def _halved_at_the_end(rows):
    """Return six plain layers, and the mean of their result and the start."""
    total = _total(_course(_weights, rows)[0])
    return (np.eye(len(rows)) + total) / 2, (rows + total @ rows) / 2


def _weighed_late(rows):
    """Return right words beside a table that takes each layer's weights from its new words."""
    total = np.eye(len(rows))
    for _ in range(6):
        rows = _half(rows) @ rows
        total = _half(rows) @ total
    return total, rows


def _total_of_changed(rows):
    """Return the total table applied, in each layer, to words that it has changed already."""
    total = np.eye(len(rows))
    for _ in range(6):
        total = _half(rows) @ total
        rows = total @ rows
    return total, rows


def _weighed_once(rows):
    total = np.linalg.matrix_power(_half(rows), 6)
    return total, total @ rows


def _heard_once(rows):
    """Return layers that take their weights and their contexts from the words at the start."""
    return _weighed_once(rows)[0], (rows + 63 * (_weights(rows) @ rows)) / 64


def _led_once_more(rows):
    """Return the right table, and words at the end that it has been applied to again."""
    total, end = half_way(rows)
    return total, total @ end


def _table_alone(rows):
    """Return plain layers, whose table alone goes half the way."""
    tables, end = _course(_weights, rows)
    return _total([(np.eye(len(rows)) + table) / 2 for table in tables]), end


def _weighed_at_the_end(rows):
    """Return the right words, and beside them the weights that one layer more would have."""
    _, end = half_way(rows)
    return _weights(end), end


half_way = _layers(_half)


OF_HALF_WAY = (
    *known(
        "Your layers replace each word by its context. Where is the half that a word keeps?",
        _layers(_weights),
    ),
    *known(
        "You add, but do not halve: a row of your table adds up to 64, and the words grow.",
        _layers(lambda rows: 2 * _half(rows)),
    ),
    *known(
        "The words are right. The table leaves out what each word keeps of itself: how much of "
        "“apple” stays in “apple” through one layer, even without its weight?",
        _beside(lambda total, weights: weights @ total),
        _beside(lambda total, weights: weights @ total / 2),
    ),
    *known(
        "The words are right. In your table they are not halved: its rows do not add up to 1.",
        _beside(lambda total, weights: total + weights @ total),
    ),
    *known(
        "The words are right; the table has its factors in the wrong order. The newest layer "
        "works on what all layers before it have made: on which side does it stand?",
        _told_as(lambda tables: _total(tables[::-1])),
    ),
    *known(
        "The words are right, and so is the last layer, but your table is that of this layer "
        "alone. How do six tables become one?",
        _told_as(lambda tables: tables[-1]),
    ),
    *known(
        "Your table is that of one layer alone. Which table chains all six?",
        _beside(lambda _, weights: weights),
        _told_as(lambda tables: tables[0]),
        _weighed_at_the_end,
    ),
    *known(
        "The words are right; the table adds the layers up. One layer works on what the other "
        "has made: which operation chains two tables?",
        _told_as(sum),
        _told_as(lambda tables: sum(tables) / 6),
        _beside(lambda total, weights: (total + weights) / 2),
    ),
    *known(
        "Your table is transposed: its rows are the words at the end, its columns the start.",
        _told_as(lambda tables: _total(tables).T),
    ),
    *known(
        "The right two things, but the other way round: the table comes first, then the words.",
        lambda rows: _layers(_half)(rows)[::-1],
    ),
    *known(
        "You compute the weights once, from the words at the start. Whom does a word of the "
        "second layer look at?",
        _weighed_once,
        _heard_once,
    ),
    *known(
        "You halve the context, but add the word as a whole. How much of the word is half the way?",
        _layers(lambda rows: np.eye(len(rows)) + _weights(rows) / 2),
        _layers(lambda rows: np.eye(len(rows)) / 2 + _weights(rows)),
    ),
    *known(
        "You add to every entry of a layer’s table. What a word keeps of itself stands in one "
        "entry of its row: in which?",
        _layers(lambda rows: (1 + _weights(rows)) / 2),
        _beside(lambda total, weights: (1 + weights) @ total / 2),
        _beside(lambda total, weights: (1 + weights @ total) / 2),
    ),
    *known(
        "The words are right, but your table is 0 everywhere. Before the first layer each word is "
        "all of itself: from which table does that begin?",
        _told_as(lambda tables: 0 * tables[0]),
    ),
    *known(
        "The words are right, but your table is 1 everywhere. Before the first layer each word is "
        "all of itself and nothing of the others: from which table does that begin?",
        _told_as(lambda tables: np.ones_like(tables[0])),
    ),
    *known(
        "Your six tables are right, and still six. Which operation chains them to one?",
        _told_as(np.array),
    ),
    *known(
        "The words are right; the tables are multiplied entry by entry. In chaining them, a row "
        "meets a column.",
        _told_as(lambda tables: np.prod(tables, axis=0)),
        _beside(lambda total, weights: (total + weights * total) / 2),
    ),
    *known(
        "Half of the context is there. Where is the half that a word keeps of itself?",
        _layers(lambda rows: _weights(rows) / 2),
    ),
    *known(
        "The words are right. Your table takes the weights of a layer from the words that leave "
        "it; which words look at each other in a layer?",
        _weighed_late,
    ),
    *known(
        "In each layer you multiply the total table with words that have been changed already. "
        "From which words does the total lead to the end?",
        _total_of_changed,
    ),
    *known(
        "Each of your layers mixes in half of the word at the start. A layer knows only the "
        "words of the layer below: half of which word does it keep?",
        _back_to_the_start,
    ),
    *known(
        "You run six plain layers and take the mean with the start once, at the end. Which "
        "step was to go half the way?",
        _halved_at_the_end,
    ),
    *known(
        "Your table is right, but it leads words once more that have come to the end already. To "
        "which words does it belong?",
        _led_once_more,
    ),
    *known(
        "Your table goes half the way, but your words go all the way: in each layer they become "
        "their context.",
        _table_alone,
    ),
    *known("That is one layer. The task has six.", _layers(_half, 1)),
    *known(
        "Your layers are right, but they are not six. How often does your loop run?",
        *(_layers(_half, depth) for depth in (2, 3, 4, 5, 7, 12)),
    ),
)
