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
        "sizes added": ([10, 35, 14.1], "you added the two sizes"),
        "divided by the size": ([10, 6.67, 14.1], "Must the divisor grow or shrink"),
        "variance times 1.5": ([10, 12.25, 14.1], "what becomes of their squares"),
        "squares of the sizes": ([10, 22.5, 14.1], "two factors act on every product"),
        "variances of the sizes added": ([10, 30.41, 14.1], "They add up in a sum"),
        "copies as independent": ([10, 15, 10], "each has a twin"),
        "only what is drawn": ([10, 15, math.sqrt(50)], "each of them occurs twice in the sum"),
        "all doubled": ([10, 15, 20], "you doubled the spread of 100"),
        "half of all": ([10, 15, 5], "add up the products that were drawn"),
        "factors in place of divisors": ([0.1, 0.067, 0.07], "are multiplied by"),
        "factors of size": ([1, 1.5, 1.41], "variance ÷ width"),
        "a minus": ([10, 15, -14.1], "above 0"),
        "one number": (10, "3 numbers"),
    },
)

NAME = "slopes_of_what_is_said"


def by_autograd():
    said = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
    ((torch.tensor([20.0, 10.0, -10.0]).softmax(dim=0) @ said - 4) ** 2).backward()
    return said.grad


right_each(
    NAME,
    {
        "predicted": [-6, 0, 0],
        "by nudges": [-5.999, -0.0003, 0.0],
        "by the formula": 2 * (softmax([20, 10, -10]) @ [1, 2, 4] - 4) * softmax([20, 10, -10]),
        "by torch, as a tensor": by_autograd(),
    },
)
wrong_each(
    NAME,
    {
        "all dead": ([0, 0, 0], "As if nothing could be learned"),
        "the wrong sign": ([6, 0, 0], "wrong sign"),
        "the square forgotten": ([-3, 0, 0], "half of its slope"),
        "the other row": ([-3.72, -1.37, -0.19], "slopes of the undecided row"),
        "last instead of first": ([0, 0, -6], "stands last"),
        "not divided by the nudge": ([-0.006, 0, 0], "divided by its nudge"),
        "weights": ([1, 0, 0], "These are the weights"),
        "all have all weight": ([-6, -6, -6], "each of the three had the whole weight"),
        "each the whole answer": ([-6, -4, 0], "each word were the whole answer"),
        "slopes of the scores": ([1.36, -0.87, -0.49], "slopes by the three scores"),
        "times what is said": ([-6, -12, -24], "A word without weight is not heard"),
        "the right answer nudged too": ([-6, 0, 6], "stays 4, whatever"),
        "a nudge of 1": ([-5, 0, 0], "the way of a large nudge"),
        "a nudge of 0.1": ([-5.9, 0, 0], "the way of a large nudge"),
        "the error itself": ([9, 0, 0], "The last two are right"),
        "one number": (-6, "3 numbers"),
    },
)

NAME = "scaled_attention"


@right(NAME, "two lines")
def two_lines(queries, keys, values, power):
    weights = softmax(queries @ keys.T / keys.shape[1] ** power)
    return weights, weights @ values


@right(NAME, "loops")
def loops(queries, keys, values, power):
    table, mixed = [], []
    for query in queries:
        scores = [sum(a * b for a, b in zip(query, key, strict=True)) for key in keys]
        powers = [math.exp(score / len(query) ** power) for score in scores]
        table.append([one / sum(powers) for one in powers])
        mixed.append(sum(w * value for w, value in zip(table[-1], values, strict=True)))
    return table, mixed


@right(NAME, "einsum, queries divided")
def einsum(queries, keys, values, power):
    scaled = np.einsum("nd,md->nm", queries / queries.shape[1] ** power, keys)
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights, np.einsum("nm,mv->nv", weights, values)


@right(NAME, "torch, converted")
def by_torch(queries, keys, values, power):
    queries, keys, values = (torch.tensor(part) for part in (queries, keys, values))
    weights = torch.softmax(queries @ keys.T / keys.shape[1] ** power, dim=-1)
    return weights.numpy(), (weights @ values).numpy()


@right(NAME, "the helper, with its scale")
def by_helper(queries, keys, values, power):
    result = attention(queries, keys, values, scale=keys.shape[1] ** -power)
    return result.weights, result.context


@wrong(NAME, "always by the root", "by the root of d_k, whatever")
def always_by_the_root(queries, keys, values, power):
    weights = softmax(queries @ keys.T / np.sqrt(queries.shape[1]))
    return weights, weights @ values


@wrong(NAME, "only three powers", "Right for the numbers of this page, but with fresh numbers")
def three_powers(queries, keys, values, power):
    divisors = {0: 1, 0.5: np.sqrt(keys.shape[1]), 1: keys.shape[1]}
    weights = softmax(queries @ keys.T / divisors[power])
    return weights, weights @ values


@wrong(NAME, "power as the helper's scale", "You multiply the scores by `power`")
def power_as_scale(queries, keys, values, power):
    result = attention(queries, keys, values, scale=power)
    return result.weights, result.context


@wrong(NAME, "other order, and the root besides", "a second mistake is named")
def other_order_and_root(queries, keys, values, power):
    weights = softmax(queries @ keys.T / np.sqrt(keys.shape[1]) ** power)
    return weights @ values, weights


@wrong(NAME, "divided in place", "changes the array that it is given")
def in_place(queries, keys, values, power):
    queries /= keys.shape[1] ** power
    return two_lines(queries, keys, values, 0)


@wrong(NAME, "scores transposed", "raised ValueError")
def transposed(queries, keys, values, power):
    weights = softmax(keys @ queries.T / keys.shape[1] ** power)
    return weights, weights @ values


@wrong(NAME, "8 kept as the width", "Right for the numbers of this page, but not for others")
def width_kept(queries, keys, values, power):
    weights = softmax(queries @ keys.T / 8**power)
    return weights, weights @ values


@wrong(NAME, "tensors returned", "torch tensor")
def tensors(queries, keys, values, power):
    return tuple(map(torch.tensor, two_lines(queries, keys, values, power)))


@wrong(NAME, "three arguments", "is called with 4 arguments")
def three_arguments(queries, keys, values):
    return two_lines(queries, keys, values, 0.5)
