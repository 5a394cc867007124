"""Answers to the exercises of notebook 08, as learners write them."""

import numpy as np
import torch

from answers.case import right, wrong
from helpers.attention import attention, softmax

TO_BOTH = "answers_to_both"
right(TO_BOTH, "a list", [[0, 0], [0, 0], [0, 4], [1, 0]])
right(TO_BOTH, "an array with other factors", np.array([[0, 0], [0, 0], [0, 3.5], [2, 0]]))
right(TO_BOTH, "negative numbers too", [[0, -1], [0, -1], [0, 3], [1, -1]])
right(TO_BOTH, "torch converted", torch.tensor([[0, 0], [0, 0], [0, 5], [2, 0]]).numpy())
right(TO_BOTH, "a tuple of tuples", ((0, 0), (-1, 0), (-1, 6), (2, 0)))

wrong(TO_BOTH, "the page's", "as it was", [[0, 0], [0, 1], [0, 0], [1, 0]])
wrong(TO_BOTH, "columns exchanged", "columns are exchanged", [[0, 0], [0, 0], [4, 0], [0, 1]])
wrong(TO_BOTH, "no factor", "gives only 0.", [[0, 0], [0, 0], [0, 1], [1, 0]])
wrong(TO_BOTH, "a small factor", "“love” gives only", [[0, 0], [0, 0], [0, 1.5], [1, 0]])
wrong(TO_BOTH, "transposed", "should be 4 rows of 2", [[0, 0, 0, 1], [0, 0, 4, 0]])
wrong(
    TO_BOTH, "one answers both", "“apple” looks most at “apple”", [[0] * 2] * 2 + [[4, 4], [0, 0]]
)
wrong(TO_BOTH, "the first question alone", "“I” looks most at “phones”", [[0, 0]] * 3 + [[1, 0]])
wrong(TO_BOTH, "the second too loud", "drowns it", [[0, 0], [0, 0], [0, 40], [1, 0]])
wrong(TO_BOTH, "minus signs", "with the wrong sign", [[0, 0], [0, 0], [0, -5], [-5, 0]])
wrong(TO_BOTH, "zeros", "Nobody answers", np.zeros((4, 2)))
wrong(TO_BOTH, "asks again", "“apple” looks most at “apple”", [[0, 3], [0, 0], [5, 0], [0, 0]])
wrong(TO_BOTH, "endless numbers", "are enough", [[0, 0], [0, 0], [0, 4e200], [1e200, 0]])
wrong(TO_BOTH, "one column", "should be 4 rows of 2", [[0], [0], [4], [1]])

IN_HEADS = "attend_in_heads"


@right(IN_HEADS, "cut and joined")
def cut_and_joined(queries, keys, values, num_heads):
    def cut(rows):
        return rows.reshape(len(rows), num_heads, -1).transpose(1, 0, 2)

    contexts = attention(cut(queries), cut(keys), cut(values)).context
    return contexts.transpose(1, 0, 2).reshape(len(queries), -1)


@right(IN_HEADS, "a loop over slices")
def loop(queries, keys, values, num_heads):
    d_k, d_v = queries.shape[1] // num_heads, values.shape[1] // num_heads
    contexts = []
    for h in range(num_heads):
        mine, own = slice(h * d_k, (h + 1) * d_k), slice(h * d_v, (h + 1) * d_v)
        scores = queries[:, mine] @ keys[:, mine].T / np.sqrt(d_k)
        contexts.append(softmax(scores) @ values[:, own])
    return np.concatenate(contexts, axis=1)


@right(IN_HEADS, "split and stacked in a comprehension")
def comprehension(queries, keys, values, num_heads):
    parts = (np.split(rows, num_heads, axis=1) for rows in (queries, keys, values))
    return np.hstack([attention(*head).context for head in zip(*parts, strict=True)])


@right(IN_HEADS, "einsum")
def by_einsum(queries, keys, values, num_heads):
    q, k, v = (rows.reshape(len(rows), num_heads, -1) for rows in (queries, keys, values))
    weights = softmax(np.einsum("nhd,mhd->hnm", q, k) / q.shape[-1] ** 0.5)
    return np.einsum("hnm,mhd->nhd", weights, v).reshape(len(queries), -1)


@right(IN_HEADS, "torch converted")
def by_torch(queries, keys, values, num_heads):
    q, k, v = (
        torch.tensor(rows).unflatten(-1, (num_heads, -1)).transpose(0, 1)
        for rows in (queries, keys, values)
    )
    weights = (q @ k.mT / q.shape[-1] ** 0.5).softmax(dim=-1)
    return (weights @ v).transpose(0, 1).flatten(1).numpy()


@wrong(IN_HEADS, "words into heads", "shares out the words")
def words_into_heads(queries, keys, values, num_heads):
    n = len(queries)
    q, k, v = (rows.reshape(num_heads, n, -1) for rows in (queries, keys, values))
    return attention(q, k, v).context.reshape(n, -1)


@wrong(IN_HEADS, "words into heads joined right", "shares out the words")
def words_into_heads_joined(queries, keys, values, num_heads):
    n = len(queries)
    q, k, v = (rows.reshape(num_heads, n, -1) for rows in (queries, keys, values))
    return attention(q, k, v).context.transpose(1, 0, 2).reshape(n, -1)


@wrong(IN_HEADS, "split along the words", "shares out the words")
def split_along_the_words(queries, keys, values, num_heads):
    parts = (np.split(rows, num_heads) for rows in (queries, keys, values))
    return np.concatenate([attention(*head).context for head in zip(*parts, strict=True)])


@wrong(IN_HEADS, "the sentence's parts side by side", "shares out the words")
def parts_side_by_side(queries, keys, values, num_heads):
    parts = (np.split(rows, num_heads) for rows in (queries, keys, values))
    return np.hstack([attention(*head).context for head in zip(*parts, strict=True)])


@wrong(IN_HEADS, "one width for all", "by the width of a head’s queries")
def one_width(queries, keys, values, num_heads):
    d = queries.shape[1] // num_heads
    places = [slice(h * d, (h + 1) * d) for h in range(num_heads)]
    heads = [attention(queries[:, p], keys[:, p], values[:, p]) for p in places]
    return np.hstack([head.context for head in heads])


@wrong(IN_HEADS, "values not cut", "every head mixes the values of all heads")
def values_not_cut(queries, keys, values, num_heads):
    parts = (np.split(rows, num_heads, axis=1) for rows in (queries, keys))
    return np.hstack([attention(*head, values).context for head in zip(*parts, strict=True)])


@wrong(IN_HEADS, "slices that overlap", "head 2 begins one column after head 1")
def overlapping(queries, keys, values, num_heads):
    d_k, d_v = queries.shape[1] // num_heads, values.shape[1] // num_heads
    contexts = []
    for h in range(num_heads):
        head = queries[:, h : h + d_k], keys[:, h : h + d_k], values[:, h : h + d_v]
        contexts.append(attention(*head).context)
    return np.hstack(contexts)


@wrong(IN_HEADS, "heads and words not exchanged", "heads of one word look at each other")
def not_exchanged(queries, keys, values, num_heads):
    n = len(queries)
    q, k, v = (rows.reshape(n, num_heads, -1) for rows in (queries, keys, values))
    return attention(q, k, v).context.reshape(n, -1)


@wrong(IN_HEADS, "exchanged only at the end", "heads of one word look at each other")
def exchanged_at_the_end(queries, keys, values, num_heads):
    n = len(queries)
    q, k, v = (rows.reshape(n, num_heads, -1) for rows in (queries, keys, values))
    return attention(q, k, v).context.transpose(1, 0, 2).reshape(n, -1)


@wrong(IN_HEADS, "every other number", "like cards")
def every_other(queries, keys, values, num_heads):
    contexts = [
        attention(*(rows[:, h::num_heads] for rows in (queries, keys, values))).context
        for h in range(num_heads)
    ]
    return np.hstack(contexts)


@wrong(IN_HEADS, "interleaved and back", "like cards")
def interleaved(queries, keys, values, num_heads):
    n = len(queries)
    cuts = (rows.reshape(n, -1, num_heads).transpose(2, 0, 1) for rows in (queries, keys, values))
    return attention(*cuts).context.transpose(1, 2, 0).reshape(n, -1)


def stack_of(queries, keys, values, num_heads):
    """Return the right contexts, (num_heads, n, d_v)."""
    parts = (np.split(rows, num_heads, axis=1) for rows in (queries, keys, values))
    return np.stack([attention(*head).context for head in zip(*parts, strict=True)])


wrong(IN_HEADS, "joined flat", "joining them mixes the words")(
    lambda q, k, v, h: stack_of(q, k, v, h).reshape(len(q), -1)
)
wrong(IN_HEADS, "joined by turns", "one number of each head by turns")(
    lambda q, k, v, h: stack_of(q, k, v, h).transpose(1, 2, 0).reshape(len(q), -1)
)
wrong(IN_HEADS, "not joined", "still apart")(stack_of)
wrong(IN_HEADS, "numbers in front of heads", "joining them mixes the words")(
    lambda *given: stack_of(*given).swapaxes(0, 2).reshape(len(given[0]), -1)
)
wrong(IN_HEADS, "words behind numbers", "joining them mixes the words")(
    lambda *given: stack_of(*given).mT.reshape(len(given[0]), -1)
)


@wrong(IN_HEADS, "reshape for a transpose", "`reshape` reads the table row by row")
def reshape_for_a_transpose(queries, keys, values, num_heads):
    cut = (rows.reshape(num_heads, -1, len(rows)).mT for rows in (queries, keys, values))
    return attention(*cut).context.transpose(1, 0, 2).reshape(len(queries), -1)


wrong(IN_HEADS, "exchanged, not laid flat", "still apart")(
    lambda *given: stack_of(*given).transpose(1, 0, 2)
)
wrong(IN_HEADS, "a list of contexts", "still apart")(lambda *given: list(stack_of(*given)))
wrong(IN_HEADS, "below each other", "below each other")(
    lambda *given: np.concatenate(stack_of(*given))
)
wrong(IN_HEADS, "summed", "tell them apart")(lambda *given: sum(stack_of(*given)))
wrong(IN_HEADS, "averaged", "tell them apart")(lambda *given: stack_of(*given).mean(axis=0))
wrong(IN_HEADS, "backwards", "wrong order")(lambda *given: np.hstack(stack_of(*given)[::-1]))
wrong(IN_HEADS, "not cut", "one head as wide as all")(lambda q, k, v, _: attention(q, k, v).context)
wrong(IN_HEADS, "two heads always", "whatever `num_heads` says")(
    lambda q, k, v, _: comprehension(q, k, v, 2)
)


@wrong(IN_HEADS, "return inside the loop", "Only head 1 comes back")
def return_inside(queries, keys, values, num_heads):
    for context in stack_of(queries, keys, values, num_heads):
        return context
    return None


@wrong(IN_HEADS, "each round overwrites", "Only the last head")
def overwritten(queries, keys, values, num_heads):
    for context in stack_of(queries, keys, values, num_heads):
        result = context
    return result


@wrong(IN_HEADS, "the loop begins at 1", "does the loop begin too late")
def begins_late(queries, keys, values, num_heads):
    return np.hstack([stack_of(queries, keys, values, num_heads)[h] for h in range(1, num_heads)])


@wrong(IN_HEADS, "the loop ends at the last but one", "does the loop end too early")
def ends_early(queries, keys, values, num_heads):
    return np.hstack([stack_of(queries, keys, values, num_heads)[h] for h in range(num_heads - 1)])


@wrong(IN_HEADS, "weights side by side", "You return the weights")
def weights_side_by_side(queries, keys, values, num_heads):
    parts = (np.split(rows, num_heads, axis=1) for rows in (queries, keys, values))
    return np.hstack([attention(*head).weights for head in zip(*parts, strict=True)])


@wrong(IN_HEADS, "weights in a stack", "You return the weights")
def weights_in_a_stack(queries, keys, values, num_heads):
    parts = (np.split(rows, num_heads, axis=1) for rows in (queries, keys, values))
    return [attention(*head).weights for head in zip(*parts, strict=True)]


@wrong(IN_HEADS, "divided before attention too", "it divides them already")
def divided_twice(queries, keys, values, num_heads):
    return comprehension(queries / np.sqrt(queries.shape[1] // num_heads), keys, values, num_heads)


def weighed(weigh):
    """Return a function that cuts and joins rightly, with weights (h, n, n) of its own."""

    def attend(queries, keys, values, num_heads):
        q, k, v = (
            rows.reshape(len(rows), num_heads, -1).transpose(1, 0, 2)
            for rows in (queries, keys, values)
        )
        context = weigh(q @ k.mT, q.shape[-1], queries.shape[-1]) @ v
        return context.transpose(1, 0, 2).reshape(len(queries), -1)

    return attend


wrong(IN_HEADS, "unscaled", "undivided", weighed(lambda s, d_k, d: softmax(s)))
wrong(IN_HEADS, "not the root", "by d_k in all", weighed(lambda s, d_k, d: softmax(s / d_k)))
wrong(
    IN_HEADS,
    "root of the whole width",
    "width of all heads together",
    weighed(lambda s, d_k, d: softmax(s / d**0.5)),
)
wrong(
    IN_HEADS,
    "softmax over the heads",
    "runs over the heads",
    weighed(lambda s, d_k, d: softmax(s / d_k**0.5, axis=0)),
)
wrong(
    IN_HEADS,
    "softmax over the queries",
    "runs down the columns",
    weighed(lambda s, d_k, d: softmax(s / d_k**0.5, axis=1)),
)
wrong(IN_HEADS, "keys as values", "You mix the keys")(lambda q, k, v, h: comprehension(q, k, k, h))


@wrong(IN_HEADS, "copied numbers of the page", "same numbers whatever it is given")
def copied(queries, keys, values, num_heads):
    return [
        [0.92, 1.33, 0.27, 0.26],
        [0.94, 1.34, 0.27, 0.23],
        [0.92, 1.33, 0.44, 1.11],
        [0.96, 1.35, 0.47, 0.80],
    ]


@wrong(IN_HEADS, "the page's sizes", "Right for the numbers of this page, but with fresh numbers")
def fixed_sizes(queries, keys, values, num_heads):
    return stack_of(queries, keys, values, num_heads).transpose(1, 0, 2).reshape(4, 4)


@wrong(IN_HEADS, "rounded", "but rounded")
def rounded(queries, keys, values, num_heads):
    return comprehension(queries, keys, values, num_heads).round(2)


@wrong(IN_HEADS, "no return", "returned None")
def no_return(queries, keys, values, num_heads):
    comprehension(queries, keys, values, num_heads)


@wrong(IN_HEADS, "scales the queries in place", "changes the array")
def in_place(queries, keys, values, num_heads):
    queries /= np.sqrt(queries.shape[1] / num_heads)
    return comprehension(queries, keys, values, num_heads)


@wrong(IN_HEADS, "a method of torch", "raised AttributeError")
def method_of_torch(queries, keys, values, num_heads):
    q, k, v = (rows.unflatten(-1, (num_heads, -1)) for rows in (queries, keys, values))
    return attention(q, k, v).context.flatten(-2)


@wrong(IN_HEADS, "a torch tensor", "a torch tensor")
def left_in_torch(queries, keys, values, num_heads):
    return torch.tensor(comprehension(queries, keys, values, num_heads))


wrong(IN_HEADS, "called already", "without brackets", [[0.92, 1.33, 0.27, 0.26]])


@wrong(IN_HEADS, "three arguments", "takes (queries, keys, values), but is called with 4")
def three(queries, keys, values):
    return comprehension(queries, keys, values, 2)


UNMIX = "unmixing_matrix"
right(UNMIX, "a list", [[-1, 3], [2, -2]])
right(UNMIX, "an inverse", np.linalg.inv([[0.5, 0.75], [0.5, 0.25]]))
right(UNMIX, "solved", np.linalg.solve(np.array([[2, 2], [3, 1]]) / 4, np.eye(2)).T)
right(UNMIX, "torch converted", torch.linalg.inv(torch.tensor([[0.5, 0.75], [0.5, 0.25]])).numpy())

wrong(UNMIX, "the weights", "weights that mix", [[0.5, 0.75], [0.5, 0.25]])
wrong(UNMIX, "a row of weights per head", "weights that mix", [[0.5, 0.5], [0.75, 0.25]])
wrong(UNMIX, "transposed", "transposed", [[-1, 2], [3, -2]])
wrong(UNMIX, "second word first", "second word’s comes first", [[3, -1], [-2, 2]])
wrong(UNMIX, "head 2 first", "rows are exchanged", [[2, -2], [-1, 3]])
wrong(UNMIX, "fits 4 and 0 only", "Right for 4 and 0, but for 2 and 2", [[2, 0], [0, 0]])
wrong(UNMIX, "not divided by the determinant", "up to one factor", [[0.25, -0.75], [-0.5, 0.5]])
wrong(UNMIX, "minus signs", "4 and 0 come back as -4 and 0", [[1, -3], [-2, 2]])
wrong(UNMIX, "the first word alone", "The first column is right", [[-1, 1], [2, 0]])
wrong(UNMIX, "the second word alone", "The second column is right", [[2, 3], [0, -2]])
wrong(UNMIX, "the identity", "For 4 and 0 the heads bring 2 and 3", [[1, 0], [0, 1]])
wrong(UNMIX, "one over each weight", "For 4 and 0 the heads bring", [[2, 4 / 3], [2, 4]])
wrong(UNMIX, "the notebook's W_O", "should be 2 rows of 2", np.eye(4))
wrong(UNMIX, "unmixed numbers", "should be 2 rows of 2", [4, 0])
