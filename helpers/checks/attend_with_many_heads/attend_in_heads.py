"""Exercise 8.2: wide queries, keys and values, cut into heads and joined again."""

from functools import partial

import numpy as np

from helpers.attention import attention, softmax
from helpers.checks.attend_with_many_heads.answers_to_both import ANSWERS, ASKS, BRINGS, SLIDE
from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.kinds.mistakes import KEYS_AS_VALUES, UNSCALED

HEADS = (SLIDE.W_Q, ASKS), (SLIDE.W_K, ANSWERS), (SLIDE.W_V, BRINGS)
WIDE = [SLIDE.embeddings @ np.hstack(pair) for pair in HEADS]


def _fresh(generator):
    """Return inputs in which every size is another, and many wrong cuts have whole numbers too."""
    num_heads, d_k = int(generator.choice([3, 4])), int(generator.choice([4, 6]))
    widths = (d_k, d_k, d_k + 2)
    wide = [generator.normal(size=(3 * num_heads, num_heads * width)) for width in widths]
    return *wide, num_heads


def _cut(rows, heads):
    return rows.reshape(len(rows), heads, -1).transpose(1, 0, 2)


def _cut_overlapping(rows, heads):
    width = rows.shape[1] // heads
    return np.stack([rows[:, start : start + width] for start in range(heads)])


def _join(stack, n):
    return stack.transpose(1, 0, 2).reshape(n, -1)


def _join_flat(stack, n):
    return stack.reshape(n, -1)


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


def _right(
    queries,
    keys,
    values,
    num_heads,
    *,
    cut=_cut,
    weigh=_weigh,
    mixed=lambda keys, values: values,
    join=_join,
):
    """Attend in heads, right where no step is named."""
    asked, known, brought = (cut(rows, num_heads) for rows in (queries, keys, values))
    return join(weigh(asked, known) @ mixed(known, brought), len(queries))


def _attend(**how):
    """Return what attends in heads in these ways instead."""
    return partial(_right, **how)


def _joined(cut, *joins):
    """Return what cuts into heads otherwise and joins them in each of these ways."""
    return [_attend(cut=cut, join=join) for join in joins]


MISTAKES = (
    Mistake(
        "Your cut shares out the words among the heads: each head gets a part of the sentence. "
        "A head needs all words, and of each word a part of its numbers.",
        *_joined(lambda rows, heads: rows.reshape(heads, len(rows), -1), _join_flat, _join),
        *_joined(
            lambda rows, heads: np.stack(np.split(rows, heads)),
            _join_flat,
            lambda s, _: np.hstack(list(s)),
        ),
    ),
    Mistake(
        "The heads of one word look at each other, instead of the words of one head. Attention "
        "works on the last two axes: what stands there after your cut, and what should stand "
        "there?",
        *_joined(lambda rows, heads: rows.reshape(len(rows), heads, -1), _join_flat, _join),
    ),
    Mistake(
        "You deal the numbers of a word to the heads in turn, like cards. A head’s numbers stand "
        "next to each other, because its matrix stood in one piece in the wide one.",
        *_joined(
            lambda rows, heads: rows.reshape(len(rows), -1, heads).transpose(2, 0, 1),
            _join,
            _join_alternating,
        ),
    ),
    Mistake(
        "`reshape` reads the table row by row, so a row of your cut holds numbers of several "
        "words. Cut the row of each word first, and exchange the axes after that.",
        *_joined(lambda rows, heads: rows.reshape(heads, -1, len(rows)).mT, _join, _join_flat),
    ),
    Mistake(
        "The heads are right, but joining them mixes the words: a row of yours holds one head’s "
        "contexts of several words. Which axis must stand beside the numbers before they are laid "
        "flat?",
        _attend(join=_join_flat),
        _attend(join=lambda stack, n: stack.mT.reshape(n, -1)),
        _attend(join=lambda stack, n: stack.swapaxes(0, 2).reshape(n, -1)),
    ),
    Mistake(
        "The heads are right, but in a row you take one number of each head in turn. Put all of "
        "head 1’s numbers first, then all of head 2’s.",
        _attend(join=_join_alternating),
    ),
    Mistake(
        "The heads are right, but still apart. What is asked for is one row per word, with the "
        "contexts of its heads next to each other.",
        _attend(join=_apart),
        _attend(join=lambda stack, _: stack.transpose(1, 0, 2)),
    ),
    Mistake(
        "You put the heads below each other, so there are more rows than words. They should stand "
        "next to each other, in the row of their word.",
        _attend(join=lambda stack, n: stack.reshape(len(stack) * n, -1)),
    ),
    Mistake(
        "You add the heads up, or take their mean: whoever reads the result cannot tell them "
        "apart. Here they stand side by side, each with columns of its own.",
        _attend(join=lambda stack, _: stack.sum(axis=0)),
        _attend(join=lambda stack, _: stack.mean(axis=0)),
    ),
    Mistake(
        "Only head 1 comes back. Does a `return` stand inside the loop over the heads, or does the "
        "loop end too early?",
        _attend(join=lambda stack, _: stack[0]),
    ),
    Mistake(
        "Only the last head comes back. Does each round of the loop write over the one before, or "
        "does the loop begin too late?",
        _attend(join=lambda stack, _: stack[-1]),
    ),
    Mistake(
        "The heads stand in the wrong order: head 1 comes first, on the left.",
        _attend(join=lambda stack, n: _join(stack[::-1], n)),
    ),
    Mistake(
        "This is one head as wide as all of them together: no word has more than one row of "
        "weights. Where do the heads part?",
        lambda queries, keys, values, _: attention(queries, keys, values).context,
    ),
    Mistake(
        "You cut into two heads, whatever `num_heads` says.",
        lambda queries, keys, values, _: _right(queries, keys, values, 2),
    ),
    Mistake(
        "You cut the values by the width of a head’s queries. Values may be wider or narrower than "
        "queries and keys: how many columns of them does each head own?",
        lambda q, k, values, heads: _right(q, k, values[:, : q.shape[1]], heads),
    ),
    Mistake(
        "You cut the queries and keys, but every head mixes the values of all heads. Which columns "
        "of the values are its own?",
        _attend(mixed=lambda _, values: _join(values, values.shape[1])),
    ),
    Mistake(
        "Your heads overlap: head 2 begins one column after head 1. How many columns does head 1 "
        "own?",
        _attend(cut=_cut_overlapping),
    ),
    Mistake(UNSCALED, _attend(weigh=lambda q, k: softmax(_scores(q, k, 1)))),
    Mistake(
        "Your scores are divided by d_k in all, not by its root, so the weights come out too even. "
        "If you call `attention`: it divides them already.",
        _attend(weigh=lambda q, k: softmax(_scores(q, k, q.shape[-1] ** 2))),
    ),
    Mistake(
        "You divide by the root of the width of all heads together. How many products does one "
        "score of one head add up?",
        _attend(weigh=lambda q, k: softmax(_scores(q, k, q.shape[-1] * len(q)))),
    ),
    Mistake(
        "Your softmax runs over the heads, so a word’s weights in one head do not sum to 1. Each "
        "head divides its own attention among the words.",
        _attend(weigh=lambda q, k: softmax(_scores(q, k, q.shape[-1]), axis=0)),
    ),
    Mistake(
        "Your softmax runs down the columns. In each head the word that asks, a row, divides its "
        "attention among the words.",
        _attend(weigh=lambda q, k: softmax(_scores(q, k, q.shape[-1]), axis=-2)),
    ),
    Mistake(
        "You return the weights of the heads. What is mixed with them?",
        _attend(mixed=_ones),
        _attend(mixed=_ones, join=_apart),
    ),
    Mistake(KEYS_AS_VALUES, _attend(mixed=lambda keys, _: keys)),
)

attend_in_heads = Function(
    name="attend_in_heads",
    expected=_right,
    shown=(*WIDE, 2),
    draw=_fresh,
    mistakes=MISTAKES,
    done=(
        "It cuts and joins for any number of heads. With one head it is `attention` itself: more "
        "heads need no more numbers, only another cut."
    ),
    also={"one head": (*WIDE, 1)},
)
