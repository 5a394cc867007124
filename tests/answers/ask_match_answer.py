"""Answers to the exercises of notebook 05."""

import numpy as np

from answers.case import right, wrong
from helpers.attention import attention, project, softmax

right("question_for_brick", "red, and rather no food", [-5, 0, 0, 5])
right("question_for_brick", "rather no fruit, the bread left alone", (0, 0, -4, 4))
right("question_for_brick", "all three refused, fractions", np.array([-2.5, -2.5, -2.5, 1.0]))
right("question_for_brick", "no red at all", [-3, -3, 0, 0])
wrong("question_for_brick", "the brick's own tags", "the apple is red, too", [0, 0, 0, 1])
wrong("question_for_brick", "its tags, louder", "the apple is red, too", [0, 0, 0, 100])
wrong("question_for_brick", "zeros", "asks for nothing", np.zeros(4))
wrong("question_for_brick", "the page's question", "The bread gets 0.67", [1, 1, 0, 0])
wrong("question_for_brick", "the wrong sign", "The bread gets 0.99", [5, 0, 0, -5])
wrong("question_for_brick", "what the apple is", "The apple gets 0.79", [1, 0, 1, 1])
wrong("question_for_brick", "too soft", "leads, with 0.84", [-1, -1, -1, 1])
wrong("question_for_brick", "edible refused only", "get 0.50 each", [0, -5, 0, 5])
wrong(
    "question_for_brick",
    "weights for the things",
    "of 4 numbers, but is a list of 3",
    [0.05, 0.05, 0.9],
)
wrong("question_for_brick", "a row in a table", "of 4 numbers, but is 1 row", [[-5, 0, 0, 5]])
wrong("question_for_brick", "a name", "4 numbers, not a str", "brick")

NOTHING = [[0, 0], [0, 0]]
PAGE = np.array([[-2, 2], [1, 1], [0, 0], [0, 0]])
right("asks_for_itself", "the last rows 0", [[2, -1], [-1, 2], [0, 0], [0, 0]])
right("asks_for_itself", "in the last rows", np.array([*NOTHING, [3, -2], [-2, 3]]))
right("asks_for_itself", "all four rows", np.array([[1, -0.1], [0, 0.5], [1, 0], [-0.25, 0.5]]))
right("asks_for_itself", "barely", [[1, -0.01], [-0.01, 1], [0, 0], [0, 0]])
wrong("asks_for_itself", "the page's W_Q", "the W_Q of section 5.2", PAGE)
wrong("asks_for_itself", "W_K", "the one that “The” lacks", [[1, 0], [0, 1], *NOTHING])
wrong("asks_for_itself", "zeros", "a tie", np.zeros((4, 2)))
wrong(
    "asks_for_itself",
    "a query a word",
    "“The” asks with (2, 0)",
    [[1, -1], [-1, 1], [1, 1], [0, 0]],
)
wrong(
    "asks_for_itself", "signs exchanged", "with -2 and “cat” with 1", [[-2, 1], [1, -2], *NOTHING]
)
wrong(
    "asks_for_itself",
    "refused too much",
    "what your four rows ask together",
    [[2, -3], [-3, 2], *NOTHING],
)
wrong("asks_for_itself", "cat forgotten", "“cat” asks with (0, 1)", [[2, -1], [0, 1], *NOTHING])
wrong(
    "asks_for_itself", "transposed", "4 rows of 2 numbers, but is 2", [[2, -1, 0, 0], [-1, 2, 0, 0]]
)
wrong(
    "asks_for_itself", "a row a word", "4 rows of 2 numbers, but is 3", [[1, -1], [-1, 1], [1, 1]]
)
wrong("asks_for_itself", "as wide as the words", "4 rows of 2 numbers, but is 4", np.eye(4))
wrong("asks_for_itself", "NaN", "NaN or inf", np.full((4, 2), np.nan))


@right("attend_in_roles", "matrices")
def by_matrices(embeddings, W_Q, W_K, W_V):
    weights = softmax((embeddings @ W_Q) @ (embeddings @ W_K).T)
    return weights, weights @ (embeddings @ W_V)


@right("attend_in_roles", "loops, as lists")
def by_loops(embeddings, W_Q, W_K, W_V):
    keys, values = [x @ W_K for x in embeddings], [x @ W_V for x in embeddings]
    weights, context = [], []
    for vector in embeddings:
        query = sum(number * row for number, row in zip(vector, W_Q, strict=True))
        powers = [np.exp(sum(query * key)) for key in keys]
        shares = [power / sum(powers) for power in powers]
        weights.append(shares)
        context.append(sum(share * value for share, value in zip(shares, values, strict=True)))
    return [weights, context]


@right("attend_in_roles", "einsum, the matrices joined")
def by_einsum(embeddings, W_Q, W_K, W_V):
    scores = np.einsum("id,dk,ek,je->ij", embeddings, W_Q, W_K, embeddings)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights, np.einsum("ij,jd,dv->iv", weights, embeddings, W_V)


@right("attend_in_roles", "the helpers, unscaled")
def by_helpers(embeddings, W_Q, W_K, W_V):
    result = attention(*project(embeddings, W_Q, W_K, W_V), scale=1)
    return result.weights, result.context


def mixed(weights, values):
    return weights, weights @ values


@wrong("attend_in_roles", "the helpers as they are", "divided before softmax")
def divided_by_the_root(embeddings, W_Q, W_K, W_V):
    result = attention(*project(embeddings, W_Q, W_K, W_V))
    return result.weights, result.context


@wrong("attend_in_roles", "the whole Attention", "as a whole")
def everything(embeddings, W_Q, W_K, W_V):
    return attention(*project(embeddings, W_Q, W_K, W_V), scale=1)


@wrong("attend_in_roles", "divided by the root of d_model", "You divide the scores by a root")
def divided_by_another_root(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    return mixed(softmax(queries @ keys.T / len(W_Q) ** 0.5), values)


@wrong("attend_in_roles", "roles exchanged", "have changed places")
def roles_exchanged(embeddings, W_Q, W_K, W_V):
    return by_matrices(embeddings, W_K, W_Q, W_V)


@wrong("attend_in_roles", "scores transposed", "have changed places")
def turned(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    return mixed(softmax(keys @ queries.T), values)


@wrong("attend_in_roles", "softmax down the columns", "down the columns")
def wrong_axis(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    return mixed(softmax(queries @ keys.T, axis=0), values)


@wrong("attend_in_roles", "keys as values", "You mix the keys")
def keys_as_values(embeddings, W_Q, W_K, W_V):
    return by_matrices(embeddings, W_Q, W_K, W_K)


@wrong("attend_in_roles", "queries as values", "You mix the queries")
def queries_as_values(embeddings, W_Q, W_K, W_V):
    return by_matrices(embeddings, W_Q, W_K, W_Q)


@wrong("attend_in_roles", "embeddings as values", "You mix the embeddings")
def embeddings_as_values(embeddings, W_Q, W_K, W_V):
    return mixed(by_matrices(embeddings, W_Q, W_K, W_V)[0], embeddings)


@wrong("attend_in_roles", "W_Q for the keys, too", "Queries stand in place")
def one_matrix(embeddings, W_Q, W_K, W_V):
    return by_matrices(embeddings, W_Q, W_Q, W_V)


@wrong("attend_in_roles", "W_K for the queries, too", "Keys stand in place")
def keys_alone(embeddings, W_Q, W_K, W_V):
    return by_matrices(embeddings, W_K, W_K, W_V)


@wrong("attend_in_roles", "embeddings compared", "compare the embeddings themselves")
def embeddings_compared(embeddings, W_Q, W_K, W_V):
    return mixed(softmax(embeddings @ embeddings.T), embeddings @ W_V)


@wrong("attend_in_roles", "context first", "in the other order")
def context_first(embeddings, W_Q, W_K, W_V):
    return by_matrices(embeddings, W_Q, W_K, W_V)[::-1]


@wrong("attend_in_roles", "scores for weights", "first table holds the scores")
def scores_for_weights(embeddings, W_Q, W_K, W_V):
    queries, keys, _ = project(embeddings, W_Q, W_K, W_V)
    return queries @ keys.T, by_matrices(embeddings, W_Q, W_K, W_V)[1]


@wrong("attend_in_roles", "no softmax", "You mix with the scores")
def no_softmax(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    return mixed(queries @ keys.T, values)


@wrong("attend_in_roles", "not divided by the sum", "do not add up to 1")
def not_shared_out(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    return mixed(np.exp(queries @ keys.T), values)


@wrong("attend_in_roles", "shared out over the whole table", "All your weights together")
def one_whole_for_all(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    powers = np.exp(queries @ keys.T)
    return mixed(powers / powers.sum(), values)


@wrong("attend_in_roles", "values not mixed", "values as they were")
def not_mixed(embeddings, W_Q, W_K, W_V):
    return by_matrices(embeddings, W_Q, W_K, W_V)[0], embeddings @ W_V


@wrong("attend_in_roles", "own key only", "only the key of its own word")
def own_key_only(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    return mixed(softmax((queries * keys).sum(axis=1)), values)


@wrong("attend_in_roles", "mixed by columns", "mix by their columns")
def mixed_by_columns(embeddings, W_Q, W_K, W_V):
    weights, _ = by_matrices(embeddings, W_Q, W_K, W_V)
    return weights, weights.T @ (embeddings @ W_V)


@wrong("attend_in_roles", "only the best", "one best key alone")
def only_the_best(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    return mixed(np.eye(len(keys))[(queries @ keys.T).argmax(axis=1)], values)


@wrong("attend_in_roles", "matrices transposed", "two tables do not fit")
def matrices_transposed(embeddings, W_Q, W_K, W_V):
    return by_matrices(embeddings, W_Q.T, W_K.T, W_V.T)


@wrong("attend_in_roles", "number by number", "do not fit number by number")
def number_by_number(embeddings, W_Q, W_K, W_V):
    return mixed(softmax((embeddings * W_Q) @ (embeddings * W_K).T), embeddings * W_V)


@wrong("attend_in_roles", "the context alone", "result 2 alone")
def context_alone(embeddings, W_Q, W_K, W_V):
    return by_matrices(embeddings, W_Q, W_K, W_V)[1]


@wrong("attend_in_roles", "rounded", "Right, but rounded")
def rounded(embeddings, W_Q, W_K, W_V):
    return tuple(part.round(2) for part in by_matrices(embeddings, W_Q, W_K, W_V))


COPIED = by_matrices(
    np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]]), PAGE, np.eye(4)[:, :2], np.eye(4)
)


@wrong("attend_in_roles", "the page's numbers copied", "same numbers whatever it is given")
def copied(embeddings, W_Q, W_K, W_V):
    return COPIED


@wrong("attend_in_roles", "the page's width kept", "Right for the numbers of this page")
def width_of_the_page(embeddings, W_Q, W_K, W_V):
    weights, _ = by_matrices(embeddings, W_Q, W_K, W_V)
    context = np.zeros((3, 4))
    for i in range(3):
        context[i] = weights[i] @ (embeddings @ W_V)
    return weights, context


@wrong("attend_in_roles", "no return", "returned None")
def no_return(embeddings, W_Q, W_K, W_V):
    by_matrices(embeddings, W_Q, W_K, W_V)


@wrong("attend_in_roles", "the input changed", "changes the array")
def in_place(embeddings, W_Q, W_K, W_V):
    answer = by_matrices(embeddings, W_Q, W_K, W_V)
    embeddings[:] = embeddings @ np.eye(len(W_V)) * 2
    return answer


@wrong("attend_in_roles", "divided by d_k, no root", "divided before softmax")
def divided_by_the_width(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    return mixed(softmax(queries @ keys.T / keys.shape[1]), values)


@wrong("attend_in_roles", "the first word alone", "of one word alone")
def first_word_alone(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    return mixed(softmax(queries[0] @ keys.T), values)


@wrong("attend_in_roles", "rounded in between", "before you mix with them")
def rounded_in_between(embeddings, W_Q, W_K, W_V):
    weights, _ = by_matrices(embeddings, W_Q, W_K, W_V)
    return mixed(weights.round(2), embeddings @ W_V)


@wrong("attend_in_roles", "oneself left out, as in 4.3", "No word looks at itself")
def oneself_left_out(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    scores = queries @ keys.T
    np.fill_diagonal(scores, -np.inf)
    return mixed(softmax(scores), values)


@wrong("attend_in_roles", "own value added", "add each word's own value")
def own_value_added(embeddings, W_Q, W_K, W_V):
    weights, context = by_matrices(embeddings, W_Q, W_K, W_V)
    return weights, context + embeddings @ W_V


@wrong("attend_in_roles", "three words written in", "Right for the numbers of this page")
def three_words(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    weights = np.array([softmax(keys[:3] @ queries[i]) for i in range(3)])
    return mixed(weights, values[:3])


@wrong("attend_in_roles", "matrices on the left", "two tables do not fit")
def matrices_on_the_left(embeddings, W_Q, W_K, W_V):
    queries, keys, values = W_Q @ embeddings, W_K @ embeddings, W_V @ embeddings
    return mixed(softmax(queries @ keys.T), values)


@wrong("attend_in_roles", "no exponent", "divide the scores by their sum")
def no_exponent(embeddings, W_Q, W_K, W_V):
    queries, keys, values = project(embeddings, W_Q, W_K, W_V)
    scores = queries @ keys.T
    return mixed(scores / scores.sum(axis=1, keepdims=True), values)


@wrong("attend_in_roles", "the plain mean", "the same weight, whatever it scored")
def plain_mean(embeddings, W_Q, W_K, W_V):
    n = len(embeddings)
    return mixed(np.ones((n, n)) / n, embeddings @ W_V)


@wrong("attend_in_roles", "sums without keepdims", "Your sums lie flat")
def flat_sums(embeddings, W_Q, W_K, W_V):
    powers = np.exp(embeddings @ W_Q @ (embeddings @ W_K).T)
    return mixed(powers / powers.sum(axis=1), embeddings @ W_V)


@wrong("attend_in_roles", "keys reshaped", "You reshape the keys")
def keys_reshaped(embeddings, W_Q, W_K, W_V):
    keys = embeddings @ W_K
    scores = embeddings @ W_Q @ keys.reshape(-1, len(keys))
    return mixed(softmax(scores), embeddings @ W_V)


@wrong("attend_in_roles", "one matrix for all", "One matrix makes all three roles")
def one_matrix_for_all(embeddings, W_Q, W_K, W_V):
    roles = embeddings @ W_Q
    return mixed(softmax(roles @ roles.T), roles)


@wrong("attend_in_roles", "an array like one of whole numbers", "behind the point")
def like_whole_numbers(embeddings, W_Q, W_K, W_V):
    scores = embeddings @ W_Q @ (embeddings @ W_K).T
    weights = np.zeros_like(scores)
    for i, row in enumerate(scores):
        weights[i] = softmax(row)
    return mixed(weights, embeddings @ W_V)
