"""Mistakes of somebody who cuts wide queries, keys and values into heads, or joins the heads."""

import numpy as np

from helpers.attention import attention, softmax
from helpers.checks.kinds.function import Mistake
from helpers.checks.kinds.mistakes import KEYS_AS_VALUES, UNSCALED


def _cut(rows, heads):
    return rows.reshape(len(rows), heads, -1).transpose(1, 0, 2)


def _cut_words(rows, heads):
    return rows.reshape(heads, len(rows), -1)


def _cut_sentence(rows, heads):
    return np.stack(np.split(rows, heads))


def _cut_unexchanged(rows, heads):
    return rows.reshape(len(rows), heads, -1)


def _cut_alternating(rows, heads):
    return rows.reshape(len(rows), -1, heads).transpose(2, 0, 1)


def _cut_filled(rows, heads):
    return rows.reshape(heads, -1, len(rows)).mT


def _cut_overlapping(rows, heads):
    width = rows.shape[1] // heads
    return np.stack([rows[:, start : start + width] for start in range(heads)])


def _join(stack, n):
    return stack.transpose(1, 0, 2).reshape(n, -1)


def _join_flat(stack, n):
    return stack.reshape(n, -1)


def _join_beside(stack, _):
    return np.hstack(list(stack))


def _join_alternating(stack, n):
    return stack.transpose(1, 2, 0).reshape(n, -1)


def _apart(stack, _):
    return stack


def _ones(keys, _):
    """Return what brings the weights themselves back: an identity in each head."""
    return np.eye(keys.shape[-2])


def _scores(queries, keys, d_k):
    return queries @ keys.mT / np.sqrt(d_k)


def _weigh(queries, keys):
    return softmax(_scores(queries, keys, queries.shape[-1]))


def attend_in_heads(queries, keys, values, num_heads):
    """Attend in each head, and return the contexts side by side, (n, num_heads * d_v).

    queries, keys : (n, num_heads * d_k)    values : (n, num_heads * d_v)
    """
    context = attention(*(_cut(rows, num_heads) for rows in (queries, keys, values))).context
    return _join(context, len(queries))


def _mistake(words, *, cut=_cut, weigh=_weigh, mixed=lambda keys, values: values, join=_join):
    """Return the mistake of somebody who does one of the steps otherwise."""

    def compute(queries, keys, values, num_heads):
        asked, known, brought = (cut(rows, num_heads) for rows in (queries, keys, values))
        return join(weigh(asked, known) @ mixed(known, brought), len(queries))

    return Mistake(compute, words)


WORDS_CUT = (
    "Your cut shares out the words among the heads: each head gets a part of the sentence. "
    "A head needs all words, and of each word a part of its numbers."
)
UNEXCHANGED = (
    "The heads of one word look at each other, instead of the words of one head. Attention works "
    "on the last two axes: what stands there after your cut, and what should stand there?"
)
ALTERNATING = (
    "You deal the numbers of a word to the heads by turns, like cards. A head’s numbers stand next "
    "to each other, because its matrix stood in one piece in the wide one."
)
FILLED = (
    "`reshape` reads the table row by row, so a row of your cut holds numbers of several words. "
    "Cut the row of each word first, and exchange the axes after that."
)
JOINED_FLAT = (
    "The heads are right, but joining them mixes the words: a row of yours holds one head’s "
    "contexts of several words. Which axis must stand beside the numbers before they are laid flat?"
)
JOINED_ALTERNATING = (
    "The heads are right, but in a row you take one number of each head by turns. Put all of "
    "head 1’s numbers first, then all of head 2’s."
)
UNJOINED = (
    "The heads are right, but still apart. What is asked for is one row per word, with the "
    "contexts of its heads next to each other."
)
BELOW = (
    "You put the heads below each other, so there are more rows than words. They should stand "
    "next to each other, in the row of their word."
)
ADDED = (
    "You add the heads up, or take their mean: whoever reads the result cannot tell them apart. "
    "Here they stand side by side, each with columns of its own."
)
FIRST_ALONE = (
    "Only head 1 comes back. Does a `return` stand inside the loop over the heads, or does the "
    "loop end too early?"
)
LAST_ALONE = (
    "Only the last head comes back. Does each round of the loop write over the one before, or does "
    "the loop begin too late?"
)
BACKWARDS = "The heads stand in the wrong order: head 1 comes first, on the left."
UNCUT = (
    "This is one head as wide as all of them together: no word has more than one row of weights. "
    "Where do the heads part?"
)
ALWAYS_TWO = "You cut into two heads, whatever `num_heads` says."
ONE_WIDTH = (
    "You cut the values by the width of a head’s queries. Values may be wider or narrower than "
    "queries and keys: how many columns of them does each head own?"
)
VALUES_UNCUT = (
    "You cut the queries and keys, but every head mixes the values of all heads. Which columns of "
    "the values are its own?"
)
OVERLAPPING = (
    "Your heads overlap: head 2 begins one column after head 1. How many columns does head 1 own?"
)
NOT_THE_ROOT = (
    "Your scores are divided by d_k in all, by its root squared, so the weights come out too even. "
    "If you call `attention`: it divides them already."
)
ROOT_OF_ALL = (
    "You divide by the root of the width of all heads together. How many products does one score "
    "of one head add up?"
)
WEIGHTS = "You return the weights of the heads. What is mixed with them?"
HEADS_SHARE = (
    "Your softmax runs over the heads, so a word’s weights in one head do not sum to 1. Each head "
    "divides its own attention among the words."
)
DOWN = (
    "Your softmax runs down the columns. In each head the word that asks, a row, divides its "
    "attention among the words."
)


def _with_one_width(queries, keys, values, num_heads):
    return attend_in_heads(queries, keys, values[:, : queries.shape[1]], num_heads)


OF_HEADS = (
    *(_mistake(WORDS_CUT, cut=_cut_words, join=j) for j in (_join_flat, _join)),
    *(_mistake(WORDS_CUT, cut=_cut_sentence, join=j) for j in (_join_flat, _join_beside)),
    *(_mistake(UNEXCHANGED, cut=_cut_unexchanged, join=j) for j in (_join_flat, _join)),
    *(_mistake(ALTERNATING, cut=_cut_alternating, join=j) for j in (_join, _join_alternating)),
    *(_mistake(FILLED, cut=_cut_filled, join=j) for j in (_join, _join_flat)),
    _mistake(JOINED_FLAT, join=_join_flat),
    _mistake(JOINED_FLAT, join=lambda stack, n: stack.mT.reshape(n, -1)),
    _mistake(JOINED_FLAT, join=lambda stack, n: stack.swapaxes(0, 2).reshape(n, -1)),
    _mistake(JOINED_ALTERNATING, join=_join_alternating),
    _mistake(UNJOINED, join=_apart),
    _mistake(UNJOINED, join=lambda stack, n: stack.transpose(1, 0, 2)),
    _mistake(BELOW, join=lambda stack, n: stack.reshape(len(stack) * n, -1)),
    _mistake(ADDED, join=lambda stack, n: stack.sum(axis=0)),
    _mistake(ADDED, join=lambda stack, n: stack.mean(axis=0)),
    _mistake(FIRST_ALONE, join=lambda stack, n: stack[0]),
    _mistake(LAST_ALONE, join=lambda stack, n: stack[-1]),
    _mistake(BACKWARDS, join=lambda stack, n: _join(stack[::-1], n)),
    Mistake(lambda queries, keys, values, _: attention(queries, keys, values).context, UNCUT),
    Mistake(lambda queries, keys, values, _: attend_in_heads(queries, keys, values, 2), ALWAYS_TWO),
    Mistake(_with_one_width, ONE_WIDTH),
    _mistake(VALUES_UNCUT, mixed=lambda keys, values: _join(values, values.shape[1])),
    _mistake(OVERLAPPING, cut=_cut_overlapping),
    _mistake(UNSCALED, weigh=lambda q, k: softmax(_scores(q, k, 1))),
    _mistake(NOT_THE_ROOT, weigh=lambda q, k: softmax(_scores(q, k, q.shape[-1] ** 2))),
    _mistake(ROOT_OF_ALL, weigh=lambda q, k: softmax(_scores(q, k, q.shape[-1] * len(q)))),
    _mistake(HEADS_SHARE, weigh=lambda q, k: softmax(_scores(q, k, q.shape[-1]), axis=0)),
    _mistake(DOWN, weigh=lambda q, k: softmax(_scores(q, k, q.shape[-1]), axis=-2)),
    *(_mistake(WEIGHTS, mixed=_ones, join=j) for j in (_join, _apart)),
    _mistake(KEYS_AS_VALUES, mixed=lambda keys, values: keys),
)
