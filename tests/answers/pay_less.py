"""Answers to the exercises of notebook 16, as learners write them."""

import numpy as np

from answers.case import right, wrong, wrong_each
from helpers.attention import attention, softmax, streaming_attention

NAME = "one_key_at_a_time"


@right(NAME, "mended only where a higher score comes")
def mended_where_needed(query, keys, values):
    highest = query @ keys[0] / len(query) ** 0.5
    total, mixed = 1.0, values[0].copy()
    for i in range(1, len(keys)):
        score = query @ keys[i] / len(query) ** 0.5
        if score > highest:
            total *= np.exp(highest - score)
            mixed = mixed * np.exp(highest - score)
            highest = score
        total += np.exp(score - highest)
        mixed = mixed + np.exp(score - highest) * values[i]
    return mixed / total


@right(NAME, "an average in every round")
def running_average(query, keys, values):
    highest, total, context = -np.inf, 0.0, 0.0
    for key, value in zip(keys, values, strict=True):
        score = (query * key).sum() / np.sqrt(key.size)
        new = np.maximum(highest, score)
        old = total * np.exp(highest - new)
        power = np.exp(score - new)
        context = (old * context + power * value) / (old + power)
        highest, total = new, old + power
    return context


@right(NAME, "the logarithm of the sum")
def log_of_the_sum(query, keys, values):
    log_sum, context = -np.inf, np.zeros(values.shape[1])
    for key, value in zip(keys, values, strict=True):
        score = key @ query / len(query) ** 0.5
        new = np.logaddexp(log_sum, score)
        context = np.exp(log_sum - new) * context + np.exp(score - new) * value
        log_sum = new
    return list(context)


@wrong(NAME, "a return inside of the loop", "With this page")
def returned_inside(query, keys, values):
    m, t, c = -np.inf, 0, np.zeros(values.shape[1])
    for k, v in zip(keys, values, strict=True):
        s = query @ k / np.sqrt(len(query))
        t, c = t + np.exp(s - max(m, s)), c + np.exp(s - max(m, s)) * v
        return c / t
    return None


@wrong(NAME, "the row first, then two sums", "storing something for every key")
def row_first(query, keys, values):
    scores = [query @ key / len(query) ** 0.5 for key in keys]
    m, t, c = max(scores), 0, 0
    for s, v in zip(scores, values, strict=True):
        t, c = t + np.exp(s - m), c + np.exp(s - m) * v
    return c / t


wrong_each(
    NAME,
    {
        "the root of the page's width": (
            lambda query, keys, values: mended_where_needed(
                query * len(query) ** 0.5 / 2, keys, values
            ),
            "With 1,000 keys of width 9: first difference",
        ),
        "softmax of the whole row": (
            lambda query, keys, values: softmax(keys @ query / len(query) ** 0.5) @ values,
            "leaving the work to `softmax`",
        ),
        "the helper": (
            lambda query, keys, values: streaming_attention(query[None], keys, values, block=1)[0],
            "leaving the work to `streaming_attention`",
        ),
    },
)

NAME = "grouped_attention"


@right(NAME, "a loop over the heads")
def by_heads(queries, keys, values):
    h, g, contexts = len(queries), len(keys), []
    for i in range(h):
        own = i // (h // g)
        contexts.append(attention(queries[i], keys[own], values[own]).context)
    return contexts


@right(NAME, "an axis for the groups")
def by_an_axis(queries, keys, values):
    grouped = queries.reshape(len(keys), -1, *queries.shape[1:])
    context = attention(grouped, keys[:, None], values[:, None]).context
    return context.reshape(len(queries), *context.shape[2:])


@right(NAME, "without the helper")
def by_matrices(queries, keys, values):
    which = np.arange(len(queries)) * len(keys) // len(queries)
    scores = np.einsum("hnd,hmd->hnm", queries, keys[which]) / np.sqrt(queries.shape[-1])
    return np.einsum("hnm,hmv->hnv", softmax(scores), values[which])


wrong_each(
    NAME,
    {
        "not laid out": (
            lambda queries, keys, values: softmax(queries @ keys.swapaxes(1, 2)) @ values,
            "query heads but fewer sets",
        ),
        "not laid out, by the helper": (
            lambda queries, keys, values: attention(queries, keys, values).context,
            "query heads but fewer sets",
        ),
        "all of the Attention": (
            lambda queries, keys, values: attention(
                queries, np.repeat(keys, len(queries) // len(keys), axis=0), values[:1]
            ),
            "as a whole",
        ),
    },
)

NAME = "asked_of_a_state"


@right(NAME, "sums along the text")
def by_sums(queries, keys, values):
    states = np.cumsum(keys[:, :, None] * values[:, None, :], axis=0)
    return (queries[:, None, :] @ states)[:, 0]


@wrong(NAME, "a state as wide as the page's keys", "could not be broadcast")
def three_rows(queries, keys, values):
    state, contexts = np.zeros((3, values.shape[1])), []
    for query, key, value in zip(queries, keys, values, strict=True):
        state += np.outer(key, value)
        contexts.append(query @ state)
    return np.array(contexts)


@wrong(NAME, "the pairs under a mask", "one for every pair")
def by_pairs(queries, keys, values):
    return np.tril(queries @ keys.T) @ values


@wrong(NAME, "the pairs, row by row", "one for every pair")
def by_rows(queries, keys, values):
    rows = [keys[: i + 1] @ query @ values[: i + 1] for i, query in enumerate(queries)]
    return np.array(rows)


@right(NAME, "the state turned over")
def turned_state(queries, keys, values):
    state = np.zeros((values.shape[1], keys.shape[1]))
    contexts = np.empty((len(queries), values.shape[1]))
    for i in range(len(queries)):
        state += values[i][:, None] * keys[i]
        contexts[i] = state @ queries[i]
    return contexts
