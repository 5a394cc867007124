"""Answers to the exercises of notebook 04."""

from decimal import Decimal
from fractions import Fraction

import numpy as np

from answers.case import right, wrong
from helpers.attention import softmax

HALVES = [[0.5, 0, 0, 0, 0.5], [0, 0.5, 0.5, 0, 0]]
right("two_mixes", "a list of halves", HALVES)
right("two_mixes", "an array of quarters", np.array([[1, 1, 1, 0, 1], [0, 2, 0, 1, 1]]) / 4)
right(
    "two_mixes",
    "each word heard",
    ([1 / 6, 1 / 3, 1 / 6, 1 / 12, 1 / 4], (0.25, 0.25, 0.25, 0, 0.25)),
)
right("two_mixes", "rounded thirds", [[0.33, 0.16, 0.17, 0, 0.33], [0, 0.5, 0.5, 0, 0]])
wrong("two_mixes", "z reached with a sum above 1", "lands on z, and its", [[0.5, 1, 0, 0, 0]] * 2)
wrong("two_mixes", "z missed, and the sum", "does not land", [HALVES[0], [0.5, 0.5, 0.5, 0.5, 0]])
wrong("two_mixes", "below 0", "less than nothing", [[-0.5, 1, 1, 0, -0.5], HALVES[0]])
wrong("two_mixes", "percent", "in percent", 100 * np.array(HALVES))
wrong("two_mixes", "one mixture twice", "the same mixture", [HALVES[1], HALVES[1]])
wrong(
    "two_mixes",
    "exchanged",
    "Your first row lands on the two numbers",
    [[0, 0.5, 0, 0.5, 0], HALVES[0]],
)
wrong("two_mixes", "even", "plain mean", [[0.2] * 5, HALVES[0]])
wrong(
    "two_mixes",
    "another point",
    "lands at (0.5, 0.5): its second",
    [HALVES[1], [0.5, 0.5, 0, 0, 0]],
)
wrong("two_mixes", "far off", "both numbers are off", [[0, 0, 0, 1, 0], HALVES[0]])
wrong("two_mixes", "five rows", "is 5 rows of 2 numbers", np.array(HALVES).T)
wrong("two_mixes", "one row", "is a list of 5 numbers", HALVES[0])
wrong("two_mixes", "contexts for weights", "is 2 rows of 2 numbers", [[0.5, 1], [0.5, 1]])
wrong("two_mixes", "a function", "not a function", lambda: HALVES)


@right("attend_to_others", "scores of -inf")
def hidden(embeddings):
    scores = embeddings @ embeddings.T
    np.fill_diagonal(scores, -np.inf)
    weights = softmax(scores)
    return weights, weights @ embeddings


@right("attend_to_others", "loop over the others")
def looped(embeddings):
    n = len(embeddings)
    weights = np.zeros((n, n))
    for i in range(n):
        others = [j for j in range(n) if j != i]
        weights[i, others] = softmax(embeddings[others] @ embeddings[i])
    contexts = [sum(weights[i, j] * embeddings[j] for j in range(n)) for i in range(n)]
    return weights, contexts


@right("attend_to_others", "divided again")
def divided_again(embeddings):
    weights = softmax(embeddings @ embeddings.T)
    weights = weights * (1 - np.eye(len(weights)))
    weights /= weights.sum(axis=1, keepdims=True)
    return [weights, np.einsum("nm,md->nd", weights, embeddings)]


@right("attend_to_others", "powers by hand, lists")
def plain(embeddings):
    rows = []
    for i, query in enumerate(embeddings):
        powers = [0 if j == i else np.exp(np.sum(query * key)) for j, key in enumerate(embeddings)]
        rows.append([power / sum(powers) for power in powers])
    return rows, np.array(rows) @ embeddings


def mixed(weights, embeddings):
    return weights, weights @ embeddings


@wrong("attend_to_others", "own word heard", "Every word still listens to itself")
def with_itself(embeddings):
    return mixed(softmax(embeddings @ embeddings.T), embeddings)


@wrong("attend_to_others", "score of 0", "score of 0?")
def zero_score(embeddings):
    scores = embeddings @ embeddings.T
    np.fill_diagonal(scores, 0)
    return mixed(softmax(scores), embeddings)


@wrong("attend_to_others", "own weight dropped", "nobody gets it")
def dropped(embeddings):
    weights = softmax(embeddings @ embeddings.T)
    np.fill_diagonal(weights, 0)
    return mixed(weights, embeddings)


@wrong("attend_to_others", "axis 0", "each column sums to 1")
def down_the_columns(embeddings):
    scores = embeddings @ embeddings.T
    np.fill_diagonal(scores, -np.inf)
    return mixed(softmax(scores, axis=0), embeddings)


@wrong("attend_to_others", "divided without keepdims", "each column sums to 1")
def turned_division(embeddings):
    powers = np.exp(embeddings @ embeddings.T)
    np.fill_diagonal(powers, 0)
    return mixed(powers / powers.sum(axis=1), embeddings)


@wrong("attend_to_others", "mixed by columns", "mixed with the columns")
def mixed_by_columns(embeddings):
    weights, _ = hidden(embeddings)
    return weights, weights.T @ embeddings


@wrong("attend_to_others", "contexts of all", "in the contexts each word still")
def contexts_of_all(embeddings):
    return hidden(embeddings)[0], softmax(embeddings @ embeddings.T) @ embeddings


@wrong("attend_to_others", "scaled", "Here they go in as they are")
def scaled(embeddings):
    scores = embeddings @ embeddings.T / np.sqrt(embeddings.shape[1])
    np.fill_diagonal(scores, -np.inf)
    return mixed(softmax(scores), embeddings)


@wrong("attend_to_others", "argmax", "the one best word alone")
def best_only(embeddings):
    scores = embeddings @ embeddings.T
    np.fill_diagonal(scores, -np.inf)
    return mixed(np.eye(len(scores))[scores.argmax(axis=1)], embeddings)


@wrong("attend_to_others", "no exponent", "divide the scores by their sum")
def no_exponent(embeddings):
    scores = embeddings @ embeddings.T
    np.fill_diagonal(scores, 0)
    return mixed(scores / scores.sum(axis=1, keepdims=True), embeddings)


@wrong("attend_to_others", "bare scores", "the bare scores")
def bare(embeddings):
    scores = embeddings @ embeddings.T
    np.fill_diagonal(scores, 0)
    return mixed(scores, embeddings)


@wrong("attend_to_others", "powers undivided", "the rows do not sum to 1: what divides")
def undivided(embeddings):
    powers = np.exp(embeddings @ embeddings.T)
    np.fill_diagonal(powers, 0)
    return mixed(powers, embeddings)


@wrong("attend_to_others", "mean of the others", "the same weight, whatever")
def mean(embeddings):
    n = len(embeddings)
    return mixed((np.ones((n, n)) - np.eye(n)) / (n - 1), embeddings)


@wrong("attend_to_others", "softmax over the table", "All weights of the table together")
def whole_table(embeddings):
    powers = np.exp(embeddings @ embeddings.T)
    np.fill_diagonal(powers, 0)
    return mixed(powers / powers.sum(), embeddings)


@wrong("attend_to_others", "results exchanged", "the weights come first")
def exchanged(embeddings):
    return hidden(embeddings)[::-1]


@wrong("attend_to_others", "returns in the loop", "of one word alone")
def in_the_loop(embeddings):
    for weights in hidden(embeddings)[0]:
        return weights, weights @ embeddings
    return None


@wrong("attend_to_others", "keeps the last round", "of one word alone")
def last_round(embeddings):
    for row in hidden(embeddings)[0]:
        weights, context = row, row @ embeddings
    return weights, context


@wrong("attend_to_others", "another row", "The same word asks in every row")
def second_asks(embeddings):
    rows = []
    for i in range(len(embeddings)):
        scores = embeddings @ embeddings[1]
        scores[i] = -np.inf
        rows.append(softmax(scores))
    return mixed(np.array(rows), embeddings)


@wrong("attend_to_others", "the first word asks", "The same word asks in every row")
def first_asks(embeddings):
    n = len(embeddings)
    scores = np.tile(embeddings @ embeddings[0], (n, 1))
    return mixed(softmax(scores - np.diag([np.inf] * n)), embeddings)


@wrong("attend_to_others", "over the components, as the source", "over the numbers of the word")
def over_components(embeddings):
    weights, _ = hidden(embeddings)
    contexts = np.zeros(weights.shape)
    for i, query in enumerate(embeddings):
        for weight, number in zip(weights[i], query, strict=False):
            contexts[i] += weight * number
    return weights, contexts


@wrong("attend_to_others", "over the components, right shape", "over the numbers of the word")
def over_components_in_shape(embeddings):
    weights, _ = hidden(embeddings)
    contexts = np.zeros_like(embeddings)
    for i, query in enumerate(embeddings):
        for j, number in enumerate(query):
            contexts[i] += weights[i, j] * number
    return weights, contexts


@wrong("attend_to_others", "no place for oneself", "no place for a word's weight on itself")
def narrow(embeddings):
    rows, contexts = [], []
    for i, query in enumerate(embeddings):
        others = np.delete(embeddings, i, axis=0)
        rows.append(softmax(others @ query))
        contexts.append(rows[-1] @ others)
    return rows, contexts


@wrong("attend_to_others", "words told apart by their vectors", "said twice is two words")
def by_vector(embeddings):
    rows = []
    for query in embeddings:
        own = [np.array_equal(query, vector) for vector in embeddings]
        rows.append(softmax(np.where(own, -np.inf, embeddings @ query)))
    return mixed(np.array(rows), embeddings)


@wrong("attend_to_others", "shifts", "the shifts, not the contexts")
def shifts(embeddings):
    weights, contexts = hidden(embeddings)
    return weights, contexts - embeddings


@wrong("attend_to_others", "contexts alone", "result 2 alone")
def contexts_alone(embeddings):
    return hidden(embeddings)[1]


@wrong("attend_to_others", "copied numbers", "the same numbers whatever")
def copied(embeddings):
    return hidden(np.array([[1.0, 0], [0, 1], [1, 1], [2, 0], [0, 2]]))


@wrong("attend_to_others", "five words written in", "Right for the numbers of this page, but with")
def five_words(embeddings):
    scores = embeddings @ embeddings.T - np.diag([np.inf] * 5)
    return mixed(softmax(scores), embeddings)


@wrong("attend_to_others", "rounded", "but rounded")
def rounded(embeddings):
    return tuple(np.round(part, 3) for part in hidden(embeddings))


@wrong("attend_to_others", "no return", "returned None")
def no_return(embeddings):
    hidden(embeddings)


@wrong("attend_to_others", "weights alone filled", "is that part still to write?")
def half_written(embeddings):
    return hidden(embeddings)[0], ...


@wrong("attend_to_others", "writes into its argument", "changes the array")
def in_place(embeddings):
    weights, contexts = hidden(embeddings)
    for i, context in enumerate(contexts):
        embeddings[i] = context
    return weights, embeddings


@wrong("attend_to_others", "strict zip over the query", "raised ValueError")
def strict(embeddings):
    weights, _ = hidden(embeddings)
    pairs = [list(zip(weights[i], embeddings[i], strict=True)) for i in range(len(weights))]
    return weights, pairs


@wrong("attend_to_others", "own weight dropped, divided by column sums", "each column sums to 1")
def divided_by_columns(embeddings):
    weights = dropped(embeddings)[0]
    return mixed(weights / weights.sum(axis=0), embeddings)


@wrong("attend_to_others", "own 0 appended", "at the end of every row")
def appended(embeddings):
    rows, contexts = narrow(embeddings)
    return np.array([np.append(row, 0) for row in rows]), np.array(contexts)


@wrong("attend_to_others", "own 0 appended, mixed as it stands", "at the end of every row")
def appended_and_mixed(embeddings):
    return mixed(appended(embeddings)[0], embeddings)


@wrong("attend_to_others", "a score of -10", "is not yet 0. How low")
def not_low_enough(embeddings):
    scores = embeddings @ embeddings.T
    np.fill_diagonal(scores, -10)
    return mixed(softmax(scores), embeddings)


@wrong("attend_to_others", "own weight shared out evenly", "in equal parts")
def shared_evenly(embeddings):
    weights = softmax(embeddings @ embeddings.T)
    others = len(weights) - 1
    rows = []
    for i, row in enumerate(weights):
        rows.append([0 if j == i else w + row[i] / others for j, w in enumerate(row)])
    return mixed(np.array(rows), embeddings)


@wrong("attend_to_others", "the highest score erased", "the highest score")
def highest_erased(embeddings):
    scores = embeddings @ embeddings.T
    for row in scores:
        row[row.argmax()] = -np.inf
    return mixed(softmax(scores), embeddings)


@wrong("attend_to_others", "the identity taken away", "a whole 1 away")
def identity_taken_away(embeddings):
    return mixed(softmax(embeddings @ embeddings.T) - np.eye(len(embeddings)), embeddings)


@wrong("attend_to_others", "the words before alone", "those before it alone")
def earlier_only(embeddings):
    n = len(embeddings)
    weights = np.zeros((n, n))
    for i in range(1, n):
        weights[i, :i] = softmax(embeddings[:i] @ embeddings[i])
    return mixed(weights, embeddings)


@wrong("attend_to_others", "robots alone", "of one word alone")
def robots_alone(embeddings):
    scores = embeddings @ embeddings[1]
    scores[1] = -np.inf
    return mixed(softmax(scores), embeddings)


@wrong(
    "attend_to_others", "the table of another function that returns none", "in place returns None"
)
def nothing_came_back(embeddings):
    scores = np.fill_diagonal(embeddings @ embeddings.T, -np.inf)
    return mixed(softmax(scores), embeddings)


@wrong("attend_to_others", "infinity times 0", "0 times inf")
def infinity_times_0(embeddings):
    scores = embeddings @ embeddings.T - np.inf * np.eye(len(embeddings))
    return mixed(softmax(scores), embeddings)


for low in (-20, -100, -1000):

    @wrong("attend_to_others", f"{low} on the diagonal", "low enough for all words")
    def finite(embeddings, low=low):
        scores = embeddings @ embeddings.T
        np.fill_diagonal(scores, low)
        return mixed(softmax(scores), embeddings)


@right("attend_to_others", "powers taken away, not stable far out")
def by_powers(embeddings):
    powers = np.exp(embeddings @ embeddings.T) * (1 - np.eye(len(embeddings)))
    return mixed(powers / powers.sum(axis=1, keepdims=True), embeddings)


@right("attend_to_others", "one stacked array where the shapes allow it")
def stacked(embeddings):
    parts = hidden(embeddings)
    return np.array(parts) if parts[0].shape == parts[1].shape else parts


@wrong("attend_to_others", "sums without keepdims", "Your sums lie flat")
def flat_sums(embeddings):
    weights = softmax(embeddings @ embeddings.T) * (1 - np.eye(len(embeddings)))
    return mixed(weights / weights.sum(axis=1), embeddings)


right("two_mixes", "fractions", [[Fraction(one) for one in row] for row in HALVES])
right("two_mixes", "decimals", np.array([[Decimal(str(one)) for one in row] for row in HALVES]))


@wrong("attend_to_others", "softmax once more", "Softmax runs twice")
def shared_twice(embeddings):
    weights = softmax(embeddings @ embeddings.T)
    np.fill_diagonal(weights, 0)
    return mixed(softmax(weights), embeddings)


@wrong("attend_to_others", "minus infinity too late", "minus infinity among the weights")
def too_late(embeddings):
    weights = softmax(embeddings @ embeddings.T)
    np.fill_diagonal(weights, -np.inf)
    return mixed(weights, embeddings)
