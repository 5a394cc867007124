"""Right and wrong answers to the exercises of notebook 07."""

import math

import numpy as np
import torch

from answers.case import right, wrong
from helpers.attention import attention, softmax
from helpers.checks.scale_the_scores.together import CORNERS

NAME = "divisors_at_width_100"

right(NAME, "computed", [10, 15, math.sqrt(200)])
right(NAME, "rounded", (10, 15, 14))
right(NAME, "measured", np.array([10.05, 14.9, 14.3]))
right(NAME, "by torch", torch.tensor([100.0, 225.0, 200.0]).sqrt())

wrong(NAME, "variances", "Your first number is the variance", [100, 225, 200])
wrong(NAME, "only the last a variance", "Your third number is the variance", [10, 15, 200])
wrong(NAME, "the width, always", "Your first number is the variance", [100, 100, 100])
wrong(NAME, "the root, always", "as if tripling and halving changed nothing", [10, 10, 10])
wrong(NAME, "keys forgotten", "but the keys are halved", [10, 30, 14.1])
wrong(NAME, "queries forgotten", "but the queries are tripled", [10, 5, 14.1])
wrong(NAME, "sizes added", "you added the two sizes", [10, 35, 14.1])
wrong(NAME, "divided by the size", "Must the divisor grow or shrink", [10, 6.67, 14.1])
wrong(NAME, "variance times 1.5", "what becomes of their squares", [10, 12.25, 14.1])
wrong(NAME, "squares of the sizes", "two factors act on every product", [10, 22.5, 14.1])
wrong(NAME, "copies as independent", "each has a twin", [10, 15, 10])
wrong(NAME, "only what is drawn", "each of them occurs twice in the sum", [10, 15, math.sqrt(50)])
wrong(NAME, "all doubled", "you doubled the spread of 100", [10, 15, 20])
wrong(NAME, "half of all", "add up the products that were drawn", [10, 15, 5])
wrong(NAME, "factors in place of divisors", "are multiplied by", [0.1, 0.067, 0.07])
wrong(NAME, "factors of size", "variance ÷ width", [1, 1.5, 1.41])
wrong(NAME, "variances of the sizes added", "They add up in a sum", [10, 30.41, 14.1])
wrong(NAME, "a minus", "above 0", [10, 15, -14.1])
wrong(NAME, "one number", "3 numbers", 10)

NAME = "slopes_of_what_is_said"


def by_autograd():
    said = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
    ((torch.tensor([20.0, 10.0, -10.0]).softmax(dim=0) @ said - 4) ** 2).backward()
    return said.grad


right(NAME, "predicted", [-6, 0, 0])
right(NAME, "by nudges", [-5.999, -0.0003, 0.0])
right(NAME, "by the formula", 2 * (softmax([20, 10, -10]) @ [1, 2, 4] - 4) * softmax([20, 10, -10]))

wrong(NAME, "all dead", "As if nothing could be learned", [0, 0, 0])
wrong(NAME, "the wrong sign", "wrong sign", [6, 0, 0])
wrong(NAME, "the square forgotten", "half of its slope", [-3, 0, 0])
wrong(NAME, "the other row", "slopes of the undecided row", [-3.72, -1.37, -0.19])
wrong(NAME, "last instead of first", "stands last", [0, 0, -6])
wrong(NAME, "not divided by the nudge", "divided by its nudge", [-0.006, 0, 0])
wrong(NAME, "weights", "These are the weights", [1, 0, 0])
wrong(NAME, "all have all weight", "each of the three had the whole weight", [-6, -6, -6])
wrong(NAME, "each the whole answer", "each word were the whole answer", [-6, -4, 0])
right(NAME, "by torch, whose slopes are a tensor", by_autograd())

wrong(NAME, "slopes of the scores", "slopes by the three scores", [1.36, -0.87, -0.49])
wrong(NAME, "times what is said", "A word without weight is not heard", [-6, -12, -24])
wrong(NAME, "the right answer nudged too", "stays 4, whatever", [-6, 0, 6])
wrong(NAME, "a nudge of 1", "the way of a large nudge", [-5, 0, 0])
wrong(NAME, "a nudge of 0.1", "the way of a large nudge", [-5.9, 0, 0])
wrong(NAME, "the error itself", "The last two are right", [9, 0, 0])
wrong(NAME, "one number", "3 numbers", -6)

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


def mixed(weights, values):
    return weights, weights @ values


@wrong(NAME, "not divided", "go into softmax undivided")
def undivided(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T), values)


@wrong(NAME, "always by the root", "by the root of d_k, whatever")
def always_by_the_root(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T / np.sqrt(queries.shape[1])), values)


@wrong(NAME, "always by d_k", "by d_k itself, whatever")
def always_by_the_width(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T / keys.shape[1]), values)


@wrong(NAME, "d_k times power", "It is the exponent")
def times_power(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T / (keys.shape[1] * power)), values)


@wrong(NAME, "root and power", "The root is in `power` already")
def root_and_power(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T / np.sqrt(keys.shape[1]) ** power), values)


@wrong(NAME, "power as the divisor", "You divide by `power` itself")
def power_as_divisor(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T, temperature=power), values)


@wrong(NAME, "root times power", "and by `power` once more")
def root_times_power(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T / (power * keys.shape[1] ** 0.5)), values)


@wrong(NAME, "softmax twice", "Softmax runs twice")
def softmax_twice(queries, keys, values, power):
    return mixed(softmax(two_lines(queries, keys, values, power)[0]), values)


@wrong(NAME, "queries and keys divided", "applied twice")
def divided_twice(queries, keys, values, power):
    divisor = keys.shape[1] ** power
    return mixed(softmax((queries / divisor) @ (keys / divisor).T), values)


@wrong(NAME, "multiplied", "You multiply the scores")
def multiplied(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T * keys.shape[1] ** power), values)


@wrong(NAME, "width of the values", "the width of the values")
def width_of_values(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T / values.shape[1] ** power), values)


@wrong(NAME, "number of keys", "the number of keys")
def number_of_keys(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T / len(keys) ** power), values)


@wrong(NAME, "number of queries", "the number of queries")
def number_of_queries(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T / len(queries) ** power), values)


@wrong(NAME, "divided after softmax", "You divide after softmax")
def divided_too_late(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T) / keys.shape[1] ** power, values)


@wrong(NAME, "one sum for the table", "All weights together add up to 1")
def one_sum(queries, keys, values, power):
    powers = np.exp(queries @ keys.T / keys.shape[1] ** power)
    return mixed(powers / powers.sum(), values)


@wrong(NAME, "powers not shared", "your rows do not add up to 1")
def not_shared(queries, keys, values, power):
    return mixed(np.exp(queries @ keys.T / keys.shape[1] ** power), values)


@wrong(NAME, "no softmax", "You mix with the scaled scores")
def no_softmax(queries, keys, values, power):
    return mixed(queries @ keys.T / keys.shape[1] ** power, values)


@wrong(NAME, "scaled scores returned", "holds scaled scores, not weights")
def scores_returned(queries, keys, values, power):
    scaled = queries @ keys.T / keys.shape[1] ** power
    return scaled, softmax(scaled) @ values


@wrong(NAME, "values returned", "holds the values as they were")
def values_returned(queries, keys, values, power):
    return two_lines(queries, keys, values, power)[0], values


@wrong(NAME, "other order", "in the other order")
def other_order(queries, keys, values, power):
    return two_lines(queries, keys, values, power)[::-1]


@wrong(NAME, "softmax down the columns", "runs down the columns")
def down_the_columns(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T / keys.shape[1] ** power, axis=0), values)


@wrong(NAME, "keys mixed", "You mix the keys")
def keys_mixed(queries, keys, values, power):
    return mixed(two_lines(queries, keys, values, power)[0], keys)


@wrong(NAME, "argmax", "the one best key alone")
def argmax(queries, keys, values, power):
    return mixed(np.eye(len(keys))[(queries @ keys.T).argmax(axis=1)], values)


@wrong(NAME, "divided by the sum", "divide the scores by their sum")
def no_exponent(queries, keys, values, power):
    scores = queries @ keys.T
    return mixed(scores / scores.sum(axis=1, keepdims=True), values)


@wrong(NAME, "scores transposed", "raised ValueError")
def transposed(queries, keys, values, power):
    return mixed(softmax(keys @ queries.T / keys.shape[1] ** power), values)


@wrong(NAME, "keys not transposed", "raised ValueError")
def not_transposed(queries, keys, values, power):
    return mixed(softmax(queries @ keys / keys.shape[1] ** power), values)


@wrong(NAME, "a loop over the numbers of a query", "raised ValueError")
def over_components(queries, keys, values, power):
    width = keys.shape[1]
    scores = np.array([[query @ keys[j] for j in range(3)] for query in queries])
    return mixed(softmax(scores / width**power), values)


@wrong(NAME, "8 kept as the width", "Right for the numbers of this page, but not for others")
def width_kept(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T / 8**power), values)


@wrong(NAME, "only three powers", "Right for the numbers of this page, but with fresh numbers")
def three_powers(queries, keys, values, power):
    divisors = {0: 1, 0.5: np.sqrt(keys.shape[1]), 1: keys.shape[1]}
    return mixed(softmax(queries @ keys.T / divisors[power]), values)


@wrong(NAME, "all other powers the root", "Between 0 and 1 you take the root")
def root_otherwise(queries, keys, values, power):
    width = keys.shape[1]
    divisor = {0: 1, 1: width}.get(power, np.sqrt(width))
    return mixed(softmax(queries @ keys.T / divisor), values)


@wrong(NAME, "all other powers not divided", "with any other power nothing is divided")
def undivided_otherwise(queries, keys, values, power):
    scores = queries @ keys.T
    if power == 0.5:
        scores = scores / np.sqrt(keys.shape[1])
    if power == 1:
        scores = scores / keys.shape[1]
    return mixed(softmax(scores), values)


@wrong(NAME, "divided for one power", "only where `power` is 0.5")
def divided_for_half(queries, keys, values, power):
    divisor = np.sqrt(keys.shape[1]) if power == 0.5 else 1
    return mixed(softmax(queries @ keys.T / divisor), values)


@wrong(NAME, "context mixed with scores", "the context is mixed with the scaled scores")
def context_of_scores(queries, keys, values, power):
    scaled = queries @ keys.T / keys.shape[1] ** power
    return softmax(scaled), scaled @ values


@wrong(NAME, "context divided too", "divided once more")
def context_divided_too(queries, keys, values, power):
    weights, context = two_lines(queries, keys, values, power)
    return weights, context / keys.shape[1] ** power


@wrong(NAME, "context divided instead", "You divide the context, after softmax")
def context_divided(queries, keys, values, power):
    weights = softmax(queries @ keys.T)
    return weights, weights @ values / keys.shape[1] ** power


@wrong(NAME, "other order, and the root besides", "a second mistake is named")
def other_order_and_root(queries, keys, values, power):
    return root_and_power(queries, keys, values, power)[::-1]


@wrong(NAME, "divided in place", "changes the array that it is given")
def in_place(queries, keys, values, power):
    queries /= keys.shape[1] ** power
    return mixed(softmax(queries @ keys.T), values)


@wrong(NAME, "context alone", "should return 2 things")
def context_alone(queries, keys, values, power):
    return two_lines(queries, keys, values, power)[1]


@wrong(NAME, "nothing returned", "returned None")
def nothing_returned(queries, keys, values, power):
    two_lines(queries, keys, values, power)


@wrong(NAME, "tensors returned", "torch tensor")
def tensors(queries, keys, values, power):
    return tuple(torch.tensor(part) for part in two_lines(queries, keys, values, power))


@wrong(NAME, "the numbers of the page", "whatever it is given")
def numbers_of_the_page(queries, keys, values, power):
    copied = np.tile(CORNERS, 4)
    return two_lines(copied, copied, CORNERS, 0.5)


@wrong(NAME, "rounded", "rounded: return all digits")
def rounded(queries, keys, values, power):
    return tuple(part.round(4) for part in two_lines(queries, keys, values, power))


@wrong(NAME, "three arguments", "is called with 4 arguments")
def three_arguments(queries, keys, values):
    return two_lines(queries, keys, values, 0.5)


@wrong(NAME, "sums without keepdims", "Your sums lie flat")
def flat_sums(queries, keys, values, power):
    powers = np.exp(queries @ keys.T / keys.shape[1] ** power)
    return mixed(powers / powers.sum(axis=1), values)


@wrong(NAME, "keys reshaped", "You reshape the keys")
def keys_reshaped(queries, keys, values, power):
    scores = queries @ keys.reshape(keys.shape[::-1]) / keys.shape[1] ** power
    return mixed(softmax(scores), values)


@wrong(NAME, "the wrong sign for a power", "two stars do")
def xor(queries, keys, values, power):
    return mixed(softmax(queries @ keys.T / (keys.shape[1] ^ power)), values)


@wrong(NAME, "the width for other powers", "with any other power you divide by d_k itself")
def width_otherwise(queries, keys, values, power):
    d_k = keys.shape[1]
    divisor = 1 if power == 0 else d_k**0.5 if power == 0.5 else d_k
    return mixed(softmax(queries @ keys.T / divisor), values)


@wrong(NAME, "power as the helper's scale", "You multiply the scores by `power`")
def power_as_scale(queries, keys, values, power):
    result = attention(queries, keys, values, scale=power)
    return result.weights, result.context


@wrong(NAME, "weights rounded", "You round the weights before you mix")
def rounded_between(queries, keys, values, power):
    return mixed(two_lines(queries, keys, values, power)[0].round(3), values)


@wrong(NAME, "as many values as queries", "you mix only as many values as there are queries")
def few_values(queries, keys, values, power):
    weights, n = two_lines(queries, keys, values, power)[0], len(queries)
    return weights, weights[:, :n] @ values[:n]
