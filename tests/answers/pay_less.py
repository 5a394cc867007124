"""Answers to the exercises of notebook 16, as learners write them."""

import numpy as np

from answers.case import right, wrong, wrong_each
from helpers.attention import attention, causal_mask, softmax, streaming_attention

NAME = "one_key_at_a_time"


@right(NAME, "as on the page")
def as_on_the_page(query, keys, values):
    highest, total, mixed = -np.inf, 0.0, np.zeros(values.shape[1])
    for key, value in zip(keys, values, strict=True):
        score = query @ key / np.sqrt(len(query))
        before, highest = highest, max(highest, score)
        mend, power = np.exp(before - highest), np.exp(score - highest)
        total = total * mend + power
        mixed = mixed * mend + power * value
    return mixed / total


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


@wrong(NAME, "the sum forgets to shrink", "old sum is not mended")
def sum_not_mended(query, keys, values):
    m, t, c = -np.inf, 0, np.zeros(values.shape[1])
    for i in range(len(keys)):
        s = query @ keys[i] / np.sqrt(len(query))
        new = max(m, s)
        t = t + np.exp(s - new)
        c = c * np.exp(m - new) + np.exp(s - new) * values[i]
        m = new
    return c / t


@wrong(NAME, "the context forgets to shrink", "the sum of values is not")
def context_not_mended(query, keys, values):
    m, t, c = -np.inf, 0, np.zeros(values.shape[1])
    for i in range(len(keys)):
        s = query @ keys[i] / np.sqrt(len(query))
        new = max(m, s)
        t = t * np.exp(m - new) + np.exp(s - new)
        c += np.exp(s - new) * values[i]
        m = new
    return c / t


@wrong(NAME, "the highest forgotten before the factor", "Neither of the two old sums")
def old_highest_lost(query, keys, values):
    m, t, c = -np.inf, 0, np.zeros(values.shape[1])
    for k, v in zip(keys, values, strict=True):
        s = query @ k / np.sqrt(len(query))
        m = max(m, s)
        factor = np.exp(m - m)
        t = t * factor + np.exp(s - m)
        c = c * factor + np.exp(s - m) * v
    return c / t


@wrong(NAME, "powers of the scores as they are", "beyond every float")
def no_highest(query, keys, values):
    t, c = 0, np.zeros(values.shape[1])
    for k, v in zip(keys, values, strict=True):
        power = np.exp(query @ k / np.sqrt(len(query)))
        t, c = t + power, c + power * v
    return c / t


@wrong(NAME, "the first score as the highest", "stays the first one")
def first_score_stays(query, keys, values):
    t, c = 0, np.zeros(values.shape[1])
    first = query @ keys[0] / np.sqrt(len(query))
    for k, v in zip(keys, values, strict=True):
        power = np.exp(query @ k / np.sqrt(len(query)) - first)
        t, c = t + power, c + power * v
    return c / t


@wrong(NAME, "begun at 0", "begins at 0, or not far below")
def begun_at_zero(query, keys, values):
    m, t, c = 0, 0, np.zeros(values.shape[1])
    for k, v in zip(keys, values, strict=True):
        s = query @ k / np.sqrt(len(query))
        new = max(m, s)
        t = t * np.exp(m - new) + np.exp(s - new)
        c = c * np.exp(m - new) + np.exp(s - new) * v
        m = new
    return c / t


@wrong(NAME, "divided in each round", "divide too early")
def divided_each_round(query, keys, values):
    m, t, c = -np.inf, 0, np.zeros(values.shape[1])
    for k, v in zip(keys, values, strict=True):
        s = query @ k / np.sqrt(len(query))
        new = max(m, s)
        t = t * np.exp(m - new) + np.exp(s - new)
        c = (c * np.exp(m - new) + np.exp(s - new) * v) / t
        m = new
    return c


@wrong(NAME, "the highest never updated", "Your first power is infinite")
def never_updated(query, keys, values):
    m, t, c = -np.inf, 0, np.zeros(values.shape[1])
    for k, v in zip(keys, values, strict=True):
        power = np.exp(query @ k / np.sqrt(len(query)) - m)
        t, c = t + power, c + power * v
    return c / t


@wrong(NAME, "the power before the update", "from the old highest score")
def power_before_update(query, keys, values):
    m, t, c = 0, 0, np.zeros(values.shape[1])
    for k, v in zip(keys, values, strict=True):
        s = query @ k / np.sqrt(len(query))
        power = np.exp(s - m)
        new = max(m, s)
        t = t * np.exp(m - new) + power
        c = c * np.exp(m - new) + power * v
        m = new
    return c / t


@wrong(NAME, "a return inside of the loop", "With this page")
def returned_inside(query, keys, values):
    m, t, c = -np.inf, 0, np.zeros(values.shape[1])
    for k, v in zip(keys, values, strict=True):
        s = query @ k / np.sqrt(len(query))
        t, c = t + np.exp(s - max(m, s)), c + np.exp(s - max(m, s)) * v
        return c / t
    return None


@wrong(NAME, "the row first, then two sums", "kept for every key")
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
            lambda query, keys, values: as_on_the_page(query * len(query) ** 0.5 / 2, keys, values),
            "With 1,000 keys of width 9: first difference",
        ),
        "softmax of the whole row": (
            lambda query, keys, values: softmax(keys @ query / len(query) ** 0.5) @ values,
            "leave the work to `softmax`",
        ),
        "softmax of the whole row, not scaled": (
            lambda query, keys, values: softmax(keys @ query) @ values,
            "leave the work to `softmax`",
        ),
        "the helper": (
            lambda query, keys, values: streaming_attention(query[None], keys, values, block=1)[0],
            "leave the work to `streaming_attention`",
        ),
        "not scaled": (
            lambda query, keys, values: as_on_the_page(query * len(query) ** 0.5, keys, values),
            "not scaled",
        ),
        "the keys mixed": (
            lambda query, keys, values: as_on_the_page(query, keys, keys),
            "You mix the keys",
        ),
    },
)

NAME = "grouped_attention"


@right(NAME, "np.repeat")
def by_repeat(queries, keys, values):
    share = len(queries) // len(keys)
    keys, values = (np.repeat(part, share, axis=0) for part in (keys, values))
    return attention(queries, keys, values).context


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


@wrong(NAME, "np.tile", "the sets in turn")
def by_tile(queries, keys, values):
    share = len(queries) // len(keys)
    return attention(queries, np.tile(keys, (share, 1, 1)), np.tile(values, (share, 1, 1))).context


@wrong(NAME, "a loop with the remainder", "the sets in turn")
def by_remainder(queries, keys, values):
    g = len(keys)
    return [attention(queries[i], keys[i % g], values[i % g]).context for i in range(len(queries))]


@wrong(NAME, "values not repeated alike", "the values are not")
def values_by_turns(queries, keys, values):
    share = len(queries) // len(keys)
    return attention(
        queries, np.repeat(keys, share, axis=0), np.tile(values, (share, 1, 1))
    ).context


@wrong(NAME, "the heads joined", "side by side")
def joined(queries, keys, values):
    return np.concatenate(by_heads(queries, keys, values), axis=1)


wrong_each(
    NAME,
    {
        "not laid out": (
            lambda queries, keys, values: softmax(queries @ keys.swapaxes(1, 2)) @ values,
            "heads of queries meet another number",
        ),
        "not laid out, by the helper": (
            lambda queries, keys, values: attention(queries, keys, values).context,
            "heads of queries meet another number",
        ),
        "one set for all": (
            lambda queries, keys, values: attention(queries, keys[:1], values[:1]).context,
            "multi-query attention; here",
        ),
        "the mean of the sets": (
            lambda queries, keys, values: attention(queries, keys.mean(0), values.mean(0)).context,
            "the mean of all",
        ),
        "a context for each set": (
            lambda queries, keys, values: attention(queries[: len(keys)], keys, values).context,
            "the others never ask",
        ),
        "all of the Attention": (
            lambda queries, keys, values: attention(
                queries, np.repeat(keys, len(queries) // len(keys), axis=0), values[:1]
            ),
            "as a whole",
        ),
        "not scaled": (
            lambda queries, keys, values: by_matrices(
                queries * queries.shape[-1] ** 0.5, keys, values
            ),
            "not scaled",
        ),
    },
)

NAME = "asked_of_a_state"


@right(NAME, "a loop")
def by_loop(queries, keys, values):
    state, contexts = np.zeros((keys.shape[1], values.shape[1])), []
    for query, key, value in zip(queries, keys, values, strict=True):
        state = state + np.outer(key, value)
        contexts.append(query @ state)
    return np.array(contexts)


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


@wrong(NAME, "the pairs under a mask", "one for each pair of words")
def by_pairs(queries, keys, values):
    return np.tril(queries @ keys.T) @ values


@wrong(NAME, "the pairs, row by row", "one for each pair of words")
def by_rows(queries, keys, values):
    rows = [keys[: i + 1] @ query @ values[: i + 1] for i, query in enumerate(queries)]
    return np.array(rows)


@wrong(NAME, "pair by pair", "one for each pair of words")
def pair_by_pair(queries, keys, values):
    contexts = np.zeros((len(queries), values.shape[1]))
    for i, query in enumerate(queries):
        for j in range(i + 1):
            contexts[i] += query @ keys[j] * values[j]
    return contexts


@right(NAME, "the state turned over")
def turned_state(queries, keys, values):
    state = np.zeros((values.shape[1], keys.shape[1]))
    contexts = np.empty((len(queries), values.shape[1]))
    for i in range(len(queries)):
        state += values[i][:, None] * keys[i]
        contexts[i] = state @ queries[i]
    return contexts


@wrong(NAME, "asked before stored", "asks before it stores")
def too_early(queries, keys, values):
    state, contexts = np.zeros((keys.shape[1], values.shape[1])), []
    for query, key, value in zip(queries, keys, values, strict=True):
        contexts.append(query @ state)
        state = state + np.outer(key, value)
    return np.array(contexts)


@wrong(NAME, "one state for all", "the future leaks")
def one_state(queries, keys, values):
    state = sum(np.outer(key, value) for key, value in zip(keys, values, strict=True))
    return np.array([query @ state for query in queries])


@wrong(NAME, "written over", "written over by each word")
def written_over(queries, keys, values):
    contexts = []
    for query, key, value in zip(queries, keys, values, strict=True):
        state = np.outer(key, value)
        contexts.append(query @ state)
    return np.array(contexts)


@wrong(NAME, "value times key", "turned over")
def outer_turned(queries, keys, values):
    state, contexts = 0, []
    for query, key, value in zip(queries, keys, values, strict=True):
        state = state + np.outer(value, key)
        contexts.append(query @ state)
    return contexts


wrong_each(
    NAME,
    {
        "causal attention": (
            lambda queries, keys, values: (
                attention(queries, keys, values, allowed=causal_mask(len(queries))).context
            ),
            "a softmax in it",
        ),
        "an average": (
            lambda queries, keys, values: (
                by_pairs(queries, keys, values) / np.arange(1, len(queries) + 1)[:, None]
            ),
            "by the number of words",
        ),
        "scaled": (
            lambda queries, keys, values: by_loop(queries, keys, values) / keys.shape[1] ** 0.5,
            "by the root of d_k",
        ),
        "number by number": (
            lambda queries, keys, values: queries * np.cumsum(keys * values, axis=0),
            "number by number",
        ),
        "the state": (
            lambda queries, keys, values: keys.T @ values,
            "return the state itself",
        ),
    },
)
