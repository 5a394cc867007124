"""Right and wrong answers to the exercises of notebook 02."""

import math

import numpy as np

from answers.case import right, wrong
from helpers.checks.score_with_dot_products.together import EMBEDDINGS

NAME = "score_every_pair"


@right(NAME, "two loops, as on the page")
def two_loops(queries, keys):
    scores = np.zeros((len(queries), len(keys)))
    for i in range(len(queries)):
        for j in range(len(keys)):
            scores[i, j] = sum(queries[i] * keys[j])
    return scores


@right(NAME, "one product")
def one_product(queries, keys):
    return queries @ keys.T


@right(NAME, "lists in a list")
def lists(queries, keys):
    return [
        [sum(a * b for a, b in zip(query, key, strict=True)) for key in keys] for query in queries
    ]


@right(NAME, "einsum")
def einsum(queries, keys):
    return np.einsum("ic,jc->ij", queries, keys)


@right(NAME, "broadcast and added up")
def broadcast(queries, keys):
    return (queries[:, None, :] * keys[None, :, :]).sum(axis=-1)


@right(NAME, "a row at a time")
def row_at_a_time(queries, keys):
    return np.array([keys @ query for query in queries])


@right(NAME, "over the numbers, added up")
def over_the_numbers(queries, keys):
    return sum(np.outer(queries[:, c], keys[:, c]) for c in range(queries.shape[1]))


@wrong(NAME, "transposed", "Your rows belong to the keys")
def transposed(queries, keys):
    return keys @ queries.T


@wrong(NAME, "transposed, by loops", "Your rows belong to the keys")
def transposed_loops(queries, keys):
    return [[sum(query * key) for query in queries] for key in keys]


@wrong(NAME, "number by number", "You multiply number by number and stop there")
def elementwise(queries, keys):
    return queries * keys


@wrong(NAME, "a star for the product of matrices", "You multiply number by number and stop there")
def star(queries, keys):
    return queries * keys.T


@wrong(NAME, "all in one sum", "Everything goes into one sum")
def one_sum(queries, keys):
    total = 0
    for query in queries:
        for key in keys:
            total += query @ key
    return total


@wrong(NAME, "products not added up", "still side by side")
def not_added(queries, keys):
    return [[query * key for key in keys] for query in queries]


@wrong(NAME, "each with its own", "only the key in its own place")
def own_key(queries, keys):
    return [sum(query * key) for query, key in zip(queries, keys, strict=False)]


@wrong(NAME, "added down the columns", "add up down a column")
def down_the_columns(queries, keys):
    return sum(queries * keys)


@wrong(NAME, "numbers with numbers", "add up down a column")
def numbers_with_numbers(queries, keys):
    return queries.T @ keys


@wrong(NAME, "not turned", "the columns of the other table")
def not_turned(queries, keys):
    return queries @ keys


@wrong(NAME, "keys gone through by number", "the columns of the other table")
def by_number(queries, keys):
    return np.array([[query @ key for key in keys.T] for query in queries])


@wrong(NAME, "both turned", "the columns of the other table")
def both_turned(queries, keys):
    return queries.T @ keys.T


@wrong(NAME, "queries with themselves", "the keys are never asked")
def queries_alone(queries, keys):
    return queries @ queries.T


@wrong(NAME, "keys with themselves", "the queries never ask")
def keys_alone(queries, keys):
    return keys @ keys.T


@wrong(NAME, "cosines", "These are cosines")
def cosines(queries, keys):
    units = [table / np.linalg.norm(table, axis=1, keepdims=True) for table in (queries, keys)]
    return units[0] @ units[1].T


@wrong(NAME, "shadows", "These are shadows")
def shadows(queries, keys):
    return queries @ keys.T / np.linalg.norm(queries, axis=1)[:, None]


@wrong(NAME, "distances", "These are distances")
def distances(queries, keys):
    return [[np.linalg.norm(query - key) for key in keys] for query in queries]


@wrong(NAME, "divided by the root of the width", "You divide the scores by a number")
def divided(queries, keys):
    return queries @ keys.T / np.sqrt(queries.shape[1])


@wrong(NAME, "weights", "so they are weights")
def weights(queries, keys):
    powers = np.exp(queries @ keys.T)
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "the first query alone", "Only one query has asked")
def first_query(queries, keys):
    return [sum(queries[0] * key) for key in keys]


@wrong(NAME, "returned after the first row", "Only one query has asked")
def returned_too_soon(queries, keys):
    for query in queries:
        row = []
        for key in keys:
            row.append(sum(query * key))
        return row
    return None


@wrong(NAME, "a row emptied for each query", "Only the last query’s row is left")
def emptied(queries, keys):
    for query in queries:
        scores = []
        for key in keys:
            scores.append(sum(query * key))
    return scores


@wrong(NAME, "the first query in every row", "The same query asks in every row")
def first_in_every_row(queries, keys):
    return [[sum(queries[0] * key) for key in keys] for _ in queries]


@wrong(NAME, "the first pair", "the first pair alone")
def first_pair(queries, keys):
    for query in queries:
        for key in keys:
            return sum(query * key)
    return None


@wrong(NAME, "the last pair", "the last pair alone")
def last_pair(queries, keys):
    for query in queries:
        for key in keys:
            score = sum(query * key)
    return score


@wrong(NAME, "one long list", "all in one line")
def long_list(queries, keys):
    scores = []
    for query in queries:
        for key in keys:
            scores.append(query @ key)
    return scores


@wrong(NAME, "a sum that runs on", "Your sum runs on from one key to the next")
def running_sum(queries, keys):
    scores = np.zeros((len(queries), len(keys)))
    for i, query in enumerate(queries):
        total = 0
        for j, key in enumerate(keys):
            for c in range(len(key)):
                total += query[c] * key[c]
            scores[i, j] = total
    return scores


@wrong(NAME, "overwritten in place of added", "Only the last product is left")
def overwritten(queries, keys):
    scores = np.zeros((len(queries), len(keys)))
    for i, query in enumerate(queries):
        for j, key in enumerate(keys):
            for c in range(len(key)):
                scores[i, j] = query[c] * key[c]
    return scores


@wrong(NAME, "half, and mirrored", "You compute one half")
def mirrored(queries, keys):
    scores = np.zeros((len(queries), len(keys)))
    for i in range(len(queries)):
        for j in range(i, len(keys)):
            scores[i, j] = scores[j, i] = queries[i] @ keys[j]
    return scores


@wrong(NAME, "half, and zeros", "You compute one half")
def half_alone(queries, keys):
    scores = np.zeros((len(queries), len(keys)))
    for i in range(len(queries)):
        for j in range(i, len(keys)):
            scores[i, j] = queries[i] @ keys[j]
    return scores


@wrong(NAME, "returned too far in", "has it had its turn")
def returned_too_early(queries, keys):
    scores = np.zeros((len(queries), len(keys)))
    for j in range(len(keys)):
        scores[0, j] = queries[0] @ keys[j]
    return scores


@wrong(NAME, "journey alone asks", "Only one query has asked")
def journey_alone(queries, keys):
    return keys @ queries[1]


@wrong(NAME, "the last query left out", "holds nothing but 0")
def last_left_out(queries, keys):
    scores = np.zeros((len(queries), len(keys)))
    for i in range(len(queries) - 1):
        scores[i] = keys @ queries[i]
    return scores


@wrong(NAME, "counted from 1", "holds nothing but 0")
def counted_from_one(queries, keys):
    scores = np.zeros((len(queries), len(keys)))
    for i in range(1, len(queries)):
        for j in range(1, len(keys)):
            scores[i, j] = queries[i] @ keys[j]
    return scores


@wrong(NAME, "added for multiplied", "what is added are the products")
def added(queries, keys):
    return [[sum(query + key) for key in keys] for query in queries]


@wrong(NAME, "the named key", "whom each query names")
def named(queries, keys):
    return (queries @ keys.T).argmax(axis=1)


@wrong(NAME, "as many keys as queries", "as many keys as there are queries")
def square(queries, keys):
    n = len(queries)
    scores = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            scores[i, j] = sum(queries[i] * keys[j])
    return scores


@wrong(NAME, "zeros for the other keys", "as many keys as there are queries")
def zeros_left(queries, keys):
    scores = np.zeros((len(queries), len(keys)))
    for i in range(len(queries)):
        for j in range(len(queries)):
            scores[i, j] = sum(queries[i] * keys[j])
    return scores


@wrong(NAME, "three numbers a vector", "leaves some of its numbers out")
def three_numbers(queries, keys):
    return [[sum(q[c] * k[c] for c in range(3)) for k in keys] for q in queries]


@wrong(NAME, "six words as a size", "raised IndexError")
def six_words(queries, keys):
    return [[queries[i] @ keys[j] for j in range(6)] for i in range(6)]


@wrong(NAME, "the page's own table", "whatever it is given")
def own_table(queries, keys):
    return EMBEDDINGS @ EMBEDDINGS.T


@wrong(NAME, "the numbers of the check", "not for others")
def numbers_of_the_check(queries, keys):
    return queries @ keys.T if queries.shape == (3, 3) else np.ones((len(queries), len(keys)))


@wrong(NAME, "rounded", "rounded: return all digits")
def rounded(queries, keys):
    return (queries @ keys.T).round(2)


@wrong(NAME, "nothing returned", "returned None")
def nothing_returned(queries, keys):
    print(queries @ keys.T)


@wrong(NAME, "in-place", "changes the array that it is given")
def in_place(queries, keys):
    for i, query in enumerate(queries):
        queries[i] = keys @ query
    return queries


@wrong(NAME, "one argument", "is called with 2 arguments")
def one_argument(embeddings):
    return embeddings @ embeddings.T


NAME = "cosine_from_heat_map"

right(NAME, "rounded as the map", 0.66 / math.sqrt(0.49 * 0.94))
right(NAME, "two decimals", 0.97)
right(NAME, "an array of all digits", np.array(0.96114))
right(NAME, "lengths rounded first", 0.66 / (0.7 * 0.97))

wrong(NAME, "the score", "That is the score", 0.66)
wrong(NAME, "no root taken", "or the lengths squared", 0.66 / (0.49 * 0.94))
wrong(NAME, "shadow of step on with", "the shadow of one word", 0.66 / math.sqrt(0.49))
wrong(NAME, "shadow of with on step", "the shadow of one word", 0.66 / math.sqrt(0.94))
wrong(NAME, "divided by with alone", "by one word’s score with itself", 0.66 / 0.49)
wrong(NAME, "divided by step alone", "by one word’s score with itself", 0.66 / 0.94)
wrong(NAME, "multiplied by the lengths", "You multiplied", 0.66 * 0.7 * 0.97)
wrong(NAME, "divided by the mean", "the middle of the two diagonal cells", 0.66 / 0.715)
wrong(NAME, "degrees", "the angle itself", 16.0)
wrong(NAME, "radians", "the angle itself", 0.28)
wrong(NAME, "above 1", "No cosine is above 1", 1.7)
wrong(NAME, "below 0", "The score is above 0", -0.97)
wrong(NAME, "another pair", "the cosine of “Your” and “journey”", 0.78)
wrong(NAME, "with and journey", "of “journey” and “with”", 0.84 / math.sqrt(0.49 * 1.5))
wrong(NAME, "the table after", "of “journey” and “with”", 0.98)
wrong(NAME, "step and journey", "of “journey” and “step”", 1.09 / math.sqrt(1.5 * 0.94))
wrong(NAME, "step and journey, read", "of “journey” and “step”", 0.91)
wrong(NAME, "step and starts", "of “starts” and “step”", 1.06 / math.sqrt(1.46 * 0.94))
wrong(NAME, "step and Your", "of “Your” and “step”", 0.63 / math.sqrt(1.00 * 0.94))
wrong(NAME, "no brackets", "How does Python read", 0.66 / math.sqrt(0.49) * math.sqrt(0.94))
wrong(NAME, "a guess", "0.5 is too low", 0.5)
wrong(NAME, "a little too high", "0.99 is too high", 0.99)
wrong(NAME, "both words' rows", "should be one number", [0.66, 0.97])
wrong(NAME, "nan", "finite", math.nan)

NAME = "quiet_friend"

right(NAME, "half of with", [0.11, 0.29, 0.165])
right(NAME, "step, made smaller", 0.5 * EMBEDDINGS[5])
right(NAME, "a third of journey, bent", (0.18, 0.29, 0.12))
right(NAME, "one number small", [0.05, 0.1, 0.1])
right(NAME, "three alike", np.full(3, 0.1))

wrong(NAME, "parallel and short", "too exactly its way. Change", 0.1 * EMBEDDINGS[1])
wrong(NAME, "parallel and long", "too good, the cosine must stay below 0.99", 2 * EMBEDDINGS[1])
wrong(NAME, "with itself", "one of the six already", EMBEDDINGS[3])
wrong(NAME, "one itself", "one of the six already", EMBEDDINGS[4])
wrong(NAME, "with a little smaller", "What lowers a score", 0.9 * EMBEDDINGS[3])
wrong(NAME, "low for its direction", "its direction is too poor", [0.3, 0, 0])
wrong(NAME, "pointing away", "is −0.9817, its score −0.8434", -EMBEDDINGS[3])
wrong(NAME, "at a right angle", "Asked for is a friend", [0.66, 0, -0.55])
wrong(NAME, "neither", "Neither is as asked", [1, 0, 0.8])
wrong(NAME, "no length", "has no direction", [0, 0, 0])
wrong(NAME, "two numbers", "3 numbers, but is", [0.1, 0.3])
wrong(NAME, "a table of one row", "3 numbers, but is", [[0.1, 0.3, 0.2]])
wrong(NAME, "a word", "3 numbers, not a str", "with")
right(NAME, "three equal numbers, by luck", [0.1, 0.1, 0.1])
NAME = "score_every_pair"


@wrong(NAME, "keys reshaped", "You reshape the keys")
def keys_reshaped(queries, keys):
    return queries @ keys.reshape(-1, len(keys))


@wrong(NAME, "result reshaped", "they run through the rows in another order")
def result_reshaped(queries, keys):
    return (keys @ queries.T).reshape(len(queries), len(keys))


@wrong(NAME, "an array of whole numbers", "drops all that stands behind the point")
def whole_numbers(queries, keys):
    scores = np.zeros((len(queries), len(keys)), int)
    for i, query in enumerate(queries):
        for j, key in enumerate(keys):
            scores[i, j] = sum(query * key)
    return scores


@wrong(NAME, "sizes alone", "some signs are not")
def sizes(queries, keys):
    return abs(queries @ keys.T)


NAME = "cosine_from_heat_map"
wrong(NAME, "the two lengths", "the two lengths, multiplied", 0.679)
wrong(NAME, "the two lengths, exactly", "the two lengths, multiplied", 0.4937**0.5 * 0.9425**0.5)
