"""Exercise 9.1: six layers that keep half of each word, and one table for all of them."""

from functools import reduce

import numpy as np

from helpers.attention import simplified_attention
from helpers.checks.kinds.function import Function, Mistake
from helpers.readers import vocabularies

WORDS = "apple", "pear", "juice", "phone", "screen", "software"


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
    return reduce(lambda total, table: table @ total, tables)


def _way(step=_half, depth=6, table=_total):
    """Return what computes a table and the rows at the end, right where nothing is named.

    step  : takes the rows below a layer and returns the table that the layer applies to them
    table : takes the layers' tables and returns what is called the table of them all
    """

    def compute(rows):
        tables, end = _course(step, rows, depth)
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


_right = _way()

MISTAKES = (
    Mistake(
        "Your layers replace each word by its context. Where is the half that a word keeps?",
        _way(_weights),
    ),
    Mistake(
        "You add, but do not halve: a row of your table adds up to 64, and the words grow.",
        _way(lambda rows: 2 * _half(rows)),
    ),
    Mistake(
        "The words are right. The table leaves out what each word keeps of itself: how much of "
        "“apple” stays in “apple” through one layer, even without its weight?",
        _beside(lambda total, weights: weights @ total),
        _beside(lambda total, weights: weights @ total / 2),
    ),
    Mistake(
        "The words are right. In your table they are not halved: its rows do not add up to 1.",
        _beside(lambda total, weights: total + weights @ total),
    ),
    Mistake(
        "The words are right; the table has its factors in the wrong order. The newest layer "
        "works on what all layers before it have made: on which side does it stand?",
        _way(table=lambda tables: _total(tables[::-1])),
    ),
    Mistake(
        "The words are right, and so is the last layer, but your table is that of this layer "
        "alone. How do six tables become one?",
        _way(table=lambda tables: tables[-1]),
    ),
    Mistake(
        "Your table is that of one layer alone. Which table chains all six?",
        _beside(lambda _, weights: weights),
        _way(table=lambda tables: tables[0]),
        lambda rows: (_weights(_right(rows)[1]), _right(rows)[1]),
    ),
    Mistake(
        "The words are right; the table adds the layers up. One layer works on what the other "
        "has made: which operation chains two tables?",
        _way(table=sum),
        _way(table=lambda tables: sum(tables) / 6),
        _beside(lambda total, weights: (total + weights) / 2),
    ),
    Mistake(
        "Your table is transposed: its rows are the words at the end, its columns the start.",
        _way(table=lambda tables: _total(tables).T),
    ),
    Mistake(
        "The right two things, but the other way round: the table comes first, then the words.",
        lambda rows: _right(rows)[::-1],
    ),
    Mistake(
        "You compute the weights once, from the words at the start. Whom does a word of the "
        "second layer look at?",
        _weighed_once,
        lambda rows: (_weighed_once(rows)[0], (rows + 63 * _weights(rows) @ rows) / 64),
    ),
    Mistake(
        "You halve the context, but keep the whole word. How much of the word stays when you go "
        "half the way?",
        _way(lambda rows: np.eye(len(rows)) + _weights(rows) / 2),
    ),
    Mistake(
        "You halve the word, but add the whole context. How much of the context comes in when you "
        "go half the way?",
        _way(lambda rows: np.eye(len(rows)) / 2 + _weights(rows)),
    ),
    Mistake(
        "You add to every entry of a layer’s table. What a word keeps of itself stands in one "
        "entry of its row: in which?",
        _way(lambda rows: (1 + _weights(rows)) / 2),
        _beside(lambda total, weights: (1 + weights) @ total / 2),
        _beside(lambda total, weights: (1 + weights @ total) / 2),
    ),
    Mistake(
        "The words are right, but your table is 0 everywhere. Before the first layer each word is "
        "all of itself: from which table does that begin?",
        _way(table=lambda tables: 0 * tables[0]),
    ),
    Mistake(
        "The words are right, but your table is 1 everywhere. Before the first layer each word is "
        "all of itself and nothing of the others: from which table does that begin?",
        _way(table=lambda tables: np.ones_like(tables[0])),
    ),
    Mistake(
        "Your six tables are right, and still six. Which operation chains them to one?",
        _way(table=np.array),
    ),
    Mistake(
        "The words are right; the tables are multiplied entry by entry. In chaining them, a row "
        "meets a column.",
        _way(table=lambda tables: np.prod(tables, axis=0)),
        _beside(lambda total, weights: (total + weights * total) / 2),
    ),
    Mistake(
        "Half of the context is there. Where is the half that a word keeps of itself?",
        _way(lambda rows: _weights(rows) / 2),
    ),
    Mistake(
        "The words are right. Your table takes the weights of a layer from the words that leave "
        "it; which words look at each other in a layer?",
        _weighed_late,
    ),
    Mistake(
        "In each layer you multiply the total table with words that have been changed already. "
        "From which words does the total lead to the end?",
        _total_of_changed,
    ),
    Mistake(
        "Each of your layers mixes in half of the word at the start. A layer knows only the "
        "words of the layer below: half of which word does it keep?",
        _back_to_the_start,
    ),
    Mistake(
        "You run six plain layers and take the mean with the start once, at the end. Which "
        "step was to go half the way?",
        _halved_at_the_end,
    ),
    Mistake(
        "Your table is right, but you apply it to words that are at the end already. To which "
        "words does it belong?",
        lambda rows: (_right(rows)[0], np.matmul(*_right(rows))),
    ),
    Mistake(
        "Your table goes half the way, but your words go all the way: in each layer they become "
        "their context.",
        _way(_weights, table=lambda plain: _total([(np.eye(len(t)) + t) / 2 for t in plain])),
    ),
    Mistake("That is one layer. The task has six.", _way(_half, 1)),
    Mistake(
        "Your layers are right, but they are not six. How often does your loop run?",
        *(_way(_half, depth) for depth in (2, 3, 4, 5, 7, 12)),
    ),
)

half_way_layers = Function(
    name="half_way_layers",
    expected=_right,
    shown=(vocabularies.load("apple").rows(WORDS),),
    draw=lambda rng: (rng.normal(scale=0.8, size=(int(rng.integers(3, 6)), 3)),),
    mistakes=MISTAKES,
    done="The half that a word keeps is half of the identity in each layer’s table. The explorer "
    "below shows what that does to the end.",
)
