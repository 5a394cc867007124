"""Answers to the exercises of notebook 00."""

import math

import numpy as np

from answers.case import right, wrong
from helpers.attention import attention

ROBOTS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 0.0], [0.0, 2.0]])

right("scores_of_perform", "a list", [1, 1, 2, 2, 2])
right("scores_of_perform", "an array", np.array([1.0, 1.0, 2.0, 2.0, 2.0]))
right("scores_of_perform", "a tuple", (1, 1, 2, 2, 2))
wrong("scores_of_perform", "robots' own row", "scores of “robots”", [0, 1, 1, 0, 2])
wrong("scores_of_perform", "scaled", "divided already", np.array([1, 1, 2, 2, 2]) / np.sqrt(2))
wrong("scores_of_perform", "weights", "they are weights", [0.1, 0.1, 0.2, 0.2, 0.4])
wrong("scores_of_perform", "weights off the heat map", "weights", [0.12, 0.12, 0.25, 0.25, 0.25])
wrong("scores_of_perform", "itself scored 1", "by itself", [1, 1, 1, 2, 2])
wrong("scores_of_perform", "products multiplied", "They are added", [0, 0, 1, 0, 0])
wrong("scores_of_perform", "tasks wrong", "Look at “tasks” again", [1, 1, 2, 2, 1])
wrong("scores_of_perform", "not added up", "5 numbers", [[1, 0], [0, 1], [1, 1], [2, 0], [0, 2]])
wrong("scores_of_perform", "four numbers", "5 numbers", [1, 1, 2, 2])


@right("context_of", "matrix")
def by_matrix(query, embeddings):
    powers = np.exp(embeddings @ query / np.sqrt(embeddings.shape[1]))
    return powers @ embeddings / powers.sum()


@right("context_of", "loop")
def by_loop(query, embeddings):
    powers = [np.exp(sum(query * vector) / len(query) ** 0.5) for vector in embeddings]
    context = np.zeros(len(query))
    for power, vector in zip(powers, embeddings, strict=True):
        context = context + power / sum(powers) * vector
    return context


@right("context_of", "einsum, maximum subtracted")
def by_einsum(query, embeddings):
    scores = np.einsum("d,nd->n", query, embeddings) / np.sqrt(query.size)
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    return np.einsum("n,nd->d", weights, embeddings).tolist()


def weights_of(query, embeddings, divisor):
    powers = np.exp(embeddings @ query / divisor)
    return powers / powers.sum()


@wrong("context_of", "no scaling", "undivided")
def unscaled(query, embeddings):
    return weights_of(query, embeddings, 1) @ embeddings


@wrong("context_of", "divided by d", "by d_k itself")
def divided_by_the_width(query, embeddings):
    return weights_of(query, embeddings, len(query)) @ embeddings


@wrong("context_of", "the root of 2 kept", "root of 2 whatever comes")
def root_of_two(query, embeddings):
    return weights_of(query, embeddings, np.sqrt(2)) @ embeddings


@wrong("context_of", "the root of the number of words", "root of the number of words")
def root_of_words(query, embeddings):
    return weights_of(query, embeddings, np.sqrt(len(embeddings))) @ embeddings


@wrong("context_of", "scaled after softmax", "scale after softmax")
def scaled_too_late(query, embeddings):
    return weights_of(query, embeddings, 1) / np.sqrt(len(query)) @ embeddings


@wrong("context_of", "no softmax", "by the scores themselves")
def no_softmax(query, embeddings):
    return embeddings @ query / np.sqrt(len(query)) @ embeddings


@wrong("context_of", "neither scaled nor softmax", "by the scores themselves")
def scores_alone(query, embeddings):
    return embeddings @ query @ embeddings


@wrong("context_of", "loop over the query's numbers", "through the numbers of the query")
def over_components(query, embeddings):
    scores = np.array([sum(query * embeddings[i]) for i in range(len(query))])
    powers = np.exp(scores / np.sqrt(len(query)))
    weights = powers / powers.sum()
    return sum(w * v for w, v in zip(weights, embeddings, strict=False))


@wrong("context_of", "argmax", "one best key alone")
def best_only(query, embeddings):
    return embeddings[np.argmax(embeddings @ query)]


@wrong("context_of", "no exponent", "divide the scores by their sum")
def no_exponent(query, embeddings):
    scores = embeddings @ query / np.sqrt(len(query))
    return scores / scores.sum() @ embeddings


@wrong("context_of", "not divided by the sum", "do not add up to 1")
def not_normalised(query, embeddings):
    return np.exp(embeddings @ query / np.sqrt(len(query))) @ embeddings


@wrong("context_of", "the mean", "whatever it scored")
def mean(query, embeddings):
    return embeddings.mean(axis=0)


@wrong("context_of", "weights returned", "These are the weights")
def returns_weights(query, embeddings):
    return weights_of(query, embeddings, np.sqrt(len(query)))


@wrong("context_of", "not added up", "One thing is left")
def not_added(query, embeddings):
    return weights_of(query, embeddings, np.sqrt(len(query)))[:, None] * embeddings


@wrong("context_of", "another row", "The first word asks")
def first_row(query, embeddings):
    return by_matrix(embeddings[0], embeddings)


@wrong("context_of", "robots' row of whatever comes", "The second word asks, as “robots” did")
def robots_again(query, embeddings):
    return by_matrix(embeddings[1], embeddings)


@wrong("context_of", "all words at once", "Every word asks here")
def all_at_once(query, embeddings):
    return attention(embeddings, embeddings, embeddings).context


@wrong("context_of", "copied numbers", "the same numbers whatever")
def copied(query, embeddings):
    return np.array([0.49437, 1.20781])


@wrong("context_of", "rounded", "but rounded")
def rounded(query, embeddings):
    return np.round(by_matrix(query, embeddings), 4)


@wrong("context_of", "no return", "returned None")
def no_return(query, embeddings):
    by_matrix(query, embeddings)


@wrong("context_of", "writes into its argument", "changes the array")
def in_place(query, embeddings):
    weights = weights_of(query, embeddings, np.sqrt(len(query)))
    embeddings *= weights[:, None]
    return embeddings.sum(axis=0)


@wrong("context_of", "a name that is not there", "raised NameError")
def name_error(query, embeddings):
    return weights @ embeddings  # noqa: F821


@wrong("context_of", "one argument", "takes (embeddings)")
def one_argument(embeddings):
    return embeddings[0]


@wrong("context_of", "2.7 in the place of e", "digits cut off")
def raised_by_hand(query, embeddings):
    powers = 2.7 ** (embeddings @ query / len(query) ** 0.5)
    return powers / powers.sum() @ embeddings


@wrong("context_of", "weights times embeddings", "do not fit number by number")
def number_by_number(query, embeddings):
    return sum(weights_of(query, embeddings, len(query) ** 0.5) * embeddings)


@wrong("context_of", "embeddings @ weights", "2 columns on the left meet 5 rows")
def the_other_way_round(query, embeddings):
    return embeddings @ weights_of(query, embeddings, len(query) ** 0.5)


@wrong("context_of", "the helper with a vector", "one vector of 2 numbers came")
def helper_with_a_vector(query, embeddings):
    return attention(query, embeddings, embeddings).context


@wrong("context_of", "return in the loop", "The first word alone is in it")
def returned_too_soon(query, embeddings):
    context, weights = 0, weights_of(query, embeddings, len(query) ** 0.5)
    for weight, vector in zip(weights, embeddings, strict=True):
        return context + weight * vector
    return context


@wrong("context_of", "overwritten in the loop", "The last word alone is in it")
def overwritten(query, embeddings):
    weights = weights_of(query, embeddings, len(query) ** 0.5)
    for weight, vector in zip(weights, embeddings, strict=True):
        context = weight * vector
    return context


@wrong("context_of", "one sum of all numbers", "stay apart")
def one_number(query, embeddings):
    return (weights_of(query, embeddings, len(query) ** 0.5) @ embeddings).sum()


@wrong("context_of", "the page's own words", "It reads `ROBOTS`, the page’s own table")
def words_of_the_page(query, embeddings):
    scores = embeddings @ query / len(query) ** 0.5
    return np.exp(scores) / np.exp(scores).sum() @ ROBOTS


@wrong("context_of", "a table of the page changed", "changes `ROBOTS`, which belongs to the page")
def writes_on_the_page(query, embeddings):
    ROBOTS[0] = by_matrix(query, embeddings)[0]
    return by_matrix(query, embeddings)


@wrong("context_of", "an array of whole numbers", "drops all that stands behind the point")
def whole_numbers(query, embeddings):
    context = np.zeros(len(query), dtype=int)
    context[:] = by_matrix(query, embeddings)
    return context


@wrong("context_of", "softmax twice", "Softmax runs twice")
def shared_twice(query, embeddings):
    powers = np.exp(weights_of(query, embeddings, len(query) ** 0.5))
    return powers / powers.sum() @ embeddings


@wrong("context_of", "the query added", "You add the word’s own vector")
def added_to_itself(query, embeddings):
    return query + by_matrix(query, embeddings)


@wrong("context_of", "a list divided", "Lists do not multiply or divide")
def divided_list(query, embeddings):
    powers = [math.exp(sum(query * vector) / len(query) ** 0.5) for vector in embeddings]
    return powers / sum(powers) @ embeddings


@wrong("context_of", "the weights, too", "a tuple of 2 things; number 2 is asked for")
def weights_too(query, embeddings):
    return weights_of(query, embeddings, len(query) ** 0.5), by_matrix(query, embeddings)


@wrong("context_of", "a table of one row", "right, but not the shape")
def one_row(query, embeddings):
    return attention(query[None], embeddings, embeddings).context


right("visitor", "a loud cave", [0, 2])
right("visitor", "cave itself", (-0.4, 2.1))
right("visitor", "much cave, less than no baseball", [-3, 3])
right("visitor", "both, more cave", np.array([1, 3]))
wrong("visitor", "too quiet", "pulls the other way", [0, 1])
wrong("visitor", "as loud in both", "pulls the other way", [2, 2])
wrong("visitor", "only baseball", "no cave in it", [2, 0])
wrong("visitor", "the other axis", "no cave in it", [3, -1])
wrong("visitor", "too far", "within −3", [0, 50])
wrong("visitor", "baseball too far", "no cave in it", [5, 0])
wrong("visitor", "too far in both", "pulls the other way", [4, 3.5])
wrong("visitor", "three numbers", "2 numbers", [0, 2, 1])
wrong("visitor", "a word", "2 numbers, not a str", "cave")
