"""Right and wrong answers to the exercises of notebook 17."""

import math

import numpy as np
import torch

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import attention, softmax

NAME = "step_with_cache"


@right(NAME, "with attention and concatenate")
def by_attention(vector, keys, values, positions, W_Q, W_K, W_V):
    x = (vector + positions[keys.shape[0]])[None, :]
    keys = np.concatenate([keys, x @ W_K], axis=0)
    values = np.concatenate([values, x @ W_V], axis=0)
    return attention(x @ W_Q, keys, values).context[0], keys, values


@right(NAME, "by loops and lists")
def by_loops(vector, keys, values, positions, W_Q, W_K, W_V):
    x = [number + position for number, position in zip(vector, positions[len(keys)], strict=True)]
    keys, values = [*keys.tolist(), np.dot(x, W_K)], [*values.tolist(), np.dot(x, W_V)]
    query = np.dot(x, W_Q)
    powers = [math.exp(np.dot(query, key) / math.sqrt(len(query))) for key in keys]
    context = sum(
        power / sum(powers) * np.array(value) for power, value in zip(powers, values, strict=True)
    )
    return context, np.array(keys), np.array(values)


@right(NAME, "attends to the cache and to itself in turn")
def by_parts(vector, keys, values, positions, W_Q, W_K, W_V):
    x = vector + positions[len(keys)]
    query, key, value = x @ W_Q, x @ W_K, x @ W_V
    scores = np.append(keys @ query, key @ query) / len(key) ** 0.5
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    context = shares[:-1] @ values + shares[-1] * value
    return context, np.append(keys, [key], axis=0), np.append(values, [value], axis=0)


@wrong(
    NAME,
    "position 0, unscaled",
    "Two things at once. You're giving the new token the first position",
)
def first_position_unscaled(vector, keys, values, positions, W_Q, W_K, W_V):
    x = vector + positions[0]
    keys, values = np.vstack([keys, x @ W_K]), np.vstack([values, x @ W_V])
    return softmax(keys @ (x @ W_Q)) @ values, keys, values


@wrong(NAME, "written into the array", "changes the array that it's given")
def in_the_array(vector, keys, values, positions, W_Q, W_K, W_V):
    vector += positions[len(keys)]
    return by_parts(vector, keys, values, 0 * positions, W_Q, W_K, W_V)


NAME = "bytes_of_a_cache"

right_each(
    NAME,
    {
        "by hand": [61440, 262144, 32768],
        "by a product": [2 * 24 * 5 * 64 * 4, 15 * 2**30 / 61440, 15 * 2**30 / (8 * 61440)],
        "a tensor": torch.tensor([61440.0, 262144.0, 32768.0]),
        "in steps": np.array([60 * 1024, 15 * 1024**3 // 61440, 15 * 1024**3 // 61440 // 8]),
    },
)
wrong_each(
    NAME,
    {
        "keys alone, or 2 bytes": ([30720, 524288, 65536], "half of what it should be"),
        "no bytes": ([15360, 1048576, 131072], "counts the entries. How"),
        "numbers of the keys": ([7680, 2097152, 262144], "the entries of the keys"),
        "all heads": ([245760, 65536, 8192], "its own keys"),
        "one head": ([12288, 1310720, 163840], "all heads share one"),
        "four heads": ([49152, 327680, 40960], "counting 4 key heads"),
        "one layer": ([2560, 6291456, 786432], "for one layer"),
        "bits": ([491520, 32768, 4096], "in bits"),
        "kibibytes": ([60, 262144, 32768], "in KiB"),
        "a guess": ([1000, 262144, 32768], "The first number should be 2,"),
        "gigabytes": ([61440, 244140.625, 30517], "taking a GiB"),
        "whole tokens of gigabytes": ([61440, 244140, 30517], "taking a GiB"),
        "one gibibyte": ([61440, 17476, 32768], "into 1 GiB"),
        "bytes by KiB": ([61440, 268435456, 33554432], "the same unit"),
        "another second": ([61440, 1000, 32768], "how many times do the bytes"),
        "not shared": ([61440, 262144, 262144], "all eight texts have together"),
        "times eight": ([61440, 262144, 2097152], "multiplying by 8"),
        "another third": ([61440, 262144, 1], "eight caches share"),
        "one number": (61440, "3 numbers"),
    },
)

NAME = "likeliest_shares"


@right(NAME, "a loop")
def word_by_word(shares, p):
    kept = np.zeros(len(shares))
    while kept.sum() < p:
        i = np.where(kept > 0, -1, shares).argmax()
        kept[i] = shares[i]
    return kept / kept.sum()


@right(NAME, "by indices, as a list")
def by_sorted_indices(shares, p):
    stay, total = set(), 0.0
    for i in sorted(range(len(shares)), key=lambda i: -shares[i]):
        if total < p:
            stay.add(i)
            total += shares[i]
    return [share / total if i in stay else 0.0 for i, share in enumerate(shares)]


@wrong(NAME, "in place", "changes the array that it's given")
def changed_in_place(shares, p):
    shares[np.argsort(-shares)[3:]] = 0
    return shares / shares.sum()
