"""Answers to the exercises of notebook 07."""

import math

import numpy as np
import torch

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import attention, softmax

NAME = "divisors_at_width_100"
right_each(
    NAME,
    {
        "computed": [10, 15, math.sqrt(200)],
        "rounded": (10, 15, 14),
        "measured": np.array([10.05, 14.9, 14.3]),
        "by torch": torch.tensor([100.0, 225.0, 200.0]).sqrt(),
    },
)
wrong_each(
    NAME,
    {
        "variances": ([100, 225, 200], "Your first number is the variance"),
        "only the last a variance": ([10, 15, 200], "Your third number is the variance"),
        "the root, always": ([10, 10, 10], "as if tripling and halving changed nothing"),
        "keys forgotten": ([10, 30, 14.1], "but the keys are halved"),
        "queries forgotten": ([10, 5, 14.1], "but the queries are tripled"),
        "sizes added": ([10, 35, 14.1], "you added the two factors"),
        "divided by the size": ([10, 6.67, 14.1], "Should the divisor grow or shrink"),
        "variance times 1.5": ([10, 12.25, 14.1], "What happens to their squares"),
        "squares of the sizes": ([10, 22.5, 14.1], "every product is multiplied by 3"),
        "variances of the sizes added": ([10, 30.41, 14.1], "Variances add up when"),
        "copies as independent": ([10, 15, 10], "each has a twin"),
        "only what is drawn": ([10, 15, math.sqrt(50)], "each of them occurs twice in the sum"),
        "all doubled": ([10, 15, 20], "you doubled the standard deviation of 100"),
        "half of all": ([10, 15, 5], "add up the products that were drawn"),
        "factors in place of divisors": ([0.1, 0.067, 0.07], "what to multiply the scores by"),
        "factors of size": ([1, 1.5, 1.41], "variance ÷ width"),
        "a minus": ([10, 15, -14.1], "above 0"),
        "one number": (10, "3 numbers"),
    },
)

NAME = "repaired_attention"


@right(NAME, "repaired line by line")
def line_by_line(embeddings, W_Q, W_K, W_V):
    queries, keys, values = embeddings @ W_Q, embeddings @ W_K, embeddings @ W_V
    weights = softmax(queries @ keys.T / np.sqrt(keys.shape[-1]))
    return weights, weights @ values


@right(NAME, "the queries divided")
def queries_divided(embeddings, W_Q, W_K, W_V):
    queries = embeddings @ W_Q / W_Q.shape[1] ** 0.5
    powers = np.exp(queries @ (embeddings @ W_K).T)
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights, weights @ embeddings @ W_V


@right(NAME, "the helper")
def by_helper(embeddings, W_Q, W_K, W_V):
    result = attention(embeddings @ W_Q, embeddings @ W_K, embeddings @ W_V)
    return result.weights, result.context


@right(NAME, "torch, converted")
def by_torch(*parts):
    embeddings, W_Q, W_K, W_V = map(torch.tensor, parts)
    scaled = embeddings @ W_Q @ (embeddings @ W_K).T / W_K.shape[1] ** 0.5
    weights = torch.softmax(scaled, dim=-1)
    return weights.numpy(), (weights @ embeddings @ W_V).numpy()


@wrong(
    NAME,
    "the wrong width, down the columns",
    "Two things at once. You're dividing by the square root of",
)
def wrong_width_down_the_columns(embeddings, W_Q, W_K, W_V):
    queries, keys, values = embeddings @ W_Q, embeddings @ W_K, embeddings @ W_V
    weights = softmax(queries @ keys.T / np.sqrt(embeddings.shape[-1]), axis=0)
    return weights, weights @ values


@wrong(NAME, "64 kept as the width", "With this page’s numbers")
def width_kept(embeddings, W_Q, W_K, W_V):
    weights = softmax(embeddings @ W_Q @ (embeddings @ W_K).T / 8)
    return weights, weights @ embeddings @ W_V


@wrong(NAME, "divided in place", "changes the array that it's given")
def in_place(embeddings, W_Q, W_K, W_V):
    W_Q /= np.sqrt(W_Q.shape[1])
    weights = softmax(embeddings @ W_Q @ (embeddings @ W_K).T)
    return weights, weights @ embeddings @ W_V


@wrong(NAME, "tensors returned", "torch tensor")
def tensors(*inputs):
    return tuple(map(torch.tensor, line_by_line(*inputs)))
