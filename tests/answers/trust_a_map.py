"""Right and wrong answers to the exercises of notebook 14."""

import numpy as np

from answers.case import right, wrong
from helpers.attention import softmax
from helpers.checks.trust_a_map.together.together import BACK, SCORES, VALUES, W_O

NAME = "lengths_of_terms"


@right(NAME, "weights times lengths")
def weights_times_lengths(weights, values, W_O):
    return weights * np.linalg.norm(values @ W_O, axis=-1)


@right(NAME, "every term in a loop")
def terms_in_a_loop(weights, values, W_O):
    return [[np.linalg.norm(share * v @ W_O) for share, v in zip(row, values)] for row in weights]  # noqa: B905


@right(NAME, "all terms by einsum")
def terms_by_einsum(weights, values, W_O):
    terms = np.einsum("nm,mv,vd->nmd", weights, values, W_O)
    return np.sqrt((terms**2).sum(axis=2))


@wrong(NAME, "in front of W_O", "in front of `W_O`")
def in_front(weights, values, W_O):
    return weights * np.linalg.norm(values, axis=1)


@wrong(NAME, "no weights", "How much of it does each query take")
def no_weights(weights, values, W_O):
    return np.linalg.norm(values @ W_O, axis=1) * np.ones_like(weights)


@wrong(NAME, "one row of lengths", "How much of it does each query take")
def one_row_of_lengths(weights, values, W_O):
    return np.linalg.norm(values @ W_O, axis=1)


@wrong(NAME, "the weights", "How long is what they multiply")
def the_weights(weights, values, W_O):
    return weights


@wrong(NAME, "length of the output", "length of the whole output")
def length_of_the_output(weights, values, W_O):
    return np.linalg.norm(weights @ values @ W_O, axis=-1)


@wrong(NAME, "the terms", "You return the terms themselves")
def the_terms(weights, values, W_O):
    return weights[:, :, None] * (values @ W_O)


@wrong(NAME, "squares", "One step is missing to a length")
def squares(weights, values, W_O):
    return ((weights[:, :, None] * (values @ W_O)) ** 2).sum(axis=-1)


@wrong(NAME, "squares of what arrives", "the weights are not")
def squares_of_what_arrives(weights, values, W_O):
    arrives = values @ W_O
    return weights * (arrives * arrives).sum(axis=1)


@wrong(NAME, "sums of sizes", "You add up the sizes")
def sums_of_sizes(weights, values, W_O):
    return weights * np.abs(values @ W_O).sum(axis=1)


@wrong(NAME, "largest number", "largest number of each term")
def largest_number(weights, values, W_O):
    return weights * np.abs(values @ W_O).max(axis=1)


@wrong(NAME, "size of W_O", "size of `W_O` as a whole")
def size_of_the_matrix(weights, values, W_O):
    return weights * np.linalg.norm(values, axis=1) * np.linalg.norm(W_O)


@wrong(NAME, "shares", "shares of the lengths")
def shares(weights, values, W_O):
    found = weights_times_lengths(weights, values, W_O)
    return found / found.sum(axis=1, keepdims=True)


@wrong(NAME, "exchanged", "have changed places")
def exchanged(weights, values, W_O):
    return weights_times_lengths(weights, values, W_O).T


@wrong(NAME, "sums with signs", "with their signs")
def sums_with_signs(weights, values, W_O):
    return weights * (values @ W_O).sum(axis=1)


@wrong(NAME, "the mean of the squares", "the root of their *sum*")
def mean_of_squares(weights, values, W_O):
    return weights * ((values @ W_O) ** 2).mean(axis=1) ** 0.5


@wrong(NAME, "softmax of the weights", "They are no scores")
def softmax_of_weights(weights, values, W_O):
    return weights_times_lengths(softmax(weights), values, W_O)


@wrong(NAME, "one length for all", "one length for all words")
def one_length(weights, values, W_O):
    return weights * np.linalg.norm(values @ W_O)


@wrong(NAME, "lengths that stand", "lie across the weights")
def standing(weights, values, W_O):
    return weights * np.linalg.norm(values @ W_O, axis=1, keepdims=True)


@wrong(NAME, "a matrix product", "You add the lengths of the terms up")
def added_up(weights, values, W_O):
    return weights @ np.linalg.norm(values @ W_O, axis=1)


@wrong(NAME, "the wrong axis", "You measure down the columns")
def wrong_axis(weights, values, W_O):
    return weights * np.linalg.norm(values @ W_O, axis=0)


@wrong(NAME, "values multiplied in place", "changes the array that it is given")
def in_place(weights, values, W_O):
    values *= 2
    return weights * np.linalg.norm(values / 2 @ W_O, axis=1)


@wrong(NAME, "nothing returned", "returned None")
def no_terms_returned(weights, values, W_O):
    weights_times_lengths(weights, values, W_O)


@wrong(NAME, "the numbers of the page", "whatever it is given")
def terms_of_the_page(weights, values, W_O):
    return weights_times_lengths(softmax(SCORES)[None], VALUES, globals()["W_O"])


@wrong(NAME, "rounded", "rounded")
def rounded(weights, values, W_O):
    return np.round(weights_times_lengths(weights, values, W_O), 2)


HIDE = "moved_by_hiding"


@right(HIDE, "a loop over the words")
def loop_over_words(scores, arrives):
    everything, found = softmax(scores) @ arrives, []
    for j in range(len(scores)):
        hidden = scores.copy()
        hidden[j] = -np.inf
        found.append(np.linalg.norm(softmax(hidden) @ arrives - everything))
    return np.array(found)


@right(HIDE, "all at once, by a mask")
def all_at_once(scores, arrives):
    hidden = np.where(np.eye(len(scores), dtype=bool), -np.inf, scores)
    return np.linalg.norm(softmax(hidden) @ arrives - softmax(scores) @ arrives, axis=1)


@right(HIDE, "by the formula")
def by_the_formula(scores, arrives):
    weights = softmax(scores)
    return weights / (1 - weights) * np.linalg.norm(arrives - weights @ arrives, axis=1)


@right(HIDE, "the word taken out")
def taken_out(scores, arrives):
    whole = softmax(scores) @ arrives
    return [
        np.linalg.norm(softmax(np.delete(scores, j)) @ np.delete(arrives, j, axis=0) - whole)
        for j in range(len(scores))
    ]


def _hidden_by(number):
    """Return the loop over the words, each hidden by this score."""

    def hide(scores, arrives):
        everything, found = softmax(scores) @ arrives, []
        for j in range(len(scores)):
            hidden = scores.copy()
            hidden[j] = number
            found.append(np.linalg.norm(softmax(hidden) @ arrives - everything))
        return np.array(found)

    return hide


right(HIDE, "minus a billion, as 10.4 has it", _hidden_by(-1e9))
for number in (-20, -30, -50, -100):
    wrong(HIDE, f"a score of {number}", "You hide a word by a finite score", _hidden_by(number))


@wrong(HIDE, "the lowest score", "You hide a word by a finite score")
def the_lowest(scores, arrives):
    return [_hidden_by(scores.min())(scores, arrives)[j] for j in range(len(scores))]


def _moved(scores, arrives, without):
    whole = softmax(scores) @ arrives
    return np.array([np.linalg.norm(without(j) - whole) for j in range(len(scores))])


@wrong(HIDE, "weight set to 0", "no longer add up to 1")
def weight_set_to_zero(scores, arrives):
    weights = softmax(scores)
    return _moved(scores, arrives, lambda j: weights * (np.arange(len(scores)) != j) @ arrives)


@wrong(HIDE, "score set to 0", "That is not weight 0")
def score_set_to_zero(scores, arrives):
    def without(j):
        changed = scores.copy()
        changed[j] = 0
        return softmax(changed) @ arrives

    return _moved(scores, arrives, without)


@wrong(HIDE, "one more each time", "hides one more")
def one_more_each_time(scores, arrives):
    hidden, whole, found = scores.copy(), softmax(scores) @ arrives, []
    for j in range(len(scores)):
        hidden[j] = -np.inf
        rest = hidden[j + 1 :]
        out = softmax(rest) @ arrives[j + 1 :] if len(rest) else np.full(arrives[0].shape, np.nan)
        found.append(np.linalg.norm(out - whole))
    return found


@wrong(HIDE, "scores changed in place", "changes the array that it is given")
def scores_changed(scores, arrives):
    whole, found = softmax(scores) @ arrives, []
    for j in range(len(scores)):
        kept, scores[j] = scores[j], -np.inf
        found.append(np.linalg.norm(softmax(scores) @ arrives - whole))
        scores[j] = kept + 1e-9
    return found


@wrong(HIDE, "written into what is given", "Does the −∞ of the word before still stand?")
def written_into(scores, arrives):
    whole, found, hidden = softmax(scores) @ arrives, [], scores
    for j in range(len(scores)):
        hidden[j] = -np.inf
        found.append(np.linalg.norm(softmax(hidden) @ arrives - whole))
    return np.array(found)


@wrong(HIDE, "one copy for all words", "Does the −∞ of the word before still stand?")
def one_copy(scores, arrives):
    return written_into(scores.copy(), arrives)


@wrong(HIDE, "another error", "raised ValueError")
def another_error(scores, arrives):
    return softmax(scores) @ arrives[:-1]


@wrong(HIDE, "all others hidden", "as if all *others*")
def all_others_hidden(scores, arrives):
    return _moved(scores, arrives, lambda j: arrives[j])


@wrong(HIDE, "out of the scores alone", "weights meet the wrong words")
def out_of_scores_alone(scores, arrives):
    return _moved(scores, arrives, lambda j: softmax(np.delete(scores, j)) @ arrives[:-1])


@wrong(HIDE, "mean of the others", "plain mean of the others")
def mean_of_others(scores, arrives):
    return _moved(scores, arrives, lambda j: np.delete(arrives, j, axis=0).mean(axis=0))


def _outputs(scores, arrives):
    hidden = np.where(np.eye(len(scores), dtype=bool), -np.inf, scores)
    return softmax(hidden) @ arrives


@wrong(HIDE, "the outputs", "outputs without each word")
def the_outputs(scores, arrives):
    return _outputs(scores, arrives)


@wrong(HIDE, "lengths of the outputs", "outputs without each word")
def lengths_of_outputs(scores, arrives):
    return np.linalg.norm(_outputs(scores, arrives), axis=1)


@wrong(HIDE, "difference of lengths", "how long the outputs are")
def difference_of_lengths(scores, arrives):
    whole = np.linalg.norm(softmax(scores) @ arrives)
    return abs(lengths_of_outputs(scores, arrives) - whole)


@wrong(HIDE, "differences", "number by number")
def differences(scores, arrives):
    return softmax(scores) @ arrives - _outputs(scores, arrives)


@wrong(HIDE, "squared", "One step is missing to a length")
def squared(scores, arrives):
    return (differences(scores, arrives) ** 2).sum(axis=1)


@wrong(HIDE, "sums of sizes", "sizes of the differences")
def sizes_of_differences(scores, arrives):
    return np.abs(differences(scores, arrives)).sum(axis=1)


@wrong(HIDE, "the largest difference", "You take the largest difference")
def largest_difference(scores, arrives):
    return abs(differences(scores, arrives)).max(axis=1)


@wrong(HIDE, "the mean of the squares", "You take the largest difference, or the mean")
def mean_of_squared(scores, arrives):
    return (differences(scores, arrives) ** 2).mean(axis=1)


@wrong(HIDE, "an array of whole numbers", "whole numbers only")
def whole_numbers(scores, arrives):
    found = np.arange(len(scores))
    found[:] = loop_over_words(scores, arrives)
    return found


@wrong(HIDE, "sums with signs", "with their signs")
def sums_of_differences(scores, arrives):
    return differences(scores, arrives).sum(axis=1)


@wrong(HIDE, "means with signs", "with their signs")
def means_of_differences(scores, arrives):
    return -differences(scores, arrives).mean(axis=1)


@wrong(HIDE, "no axis", "one number for all words together")
def no_axis(scores, arrives):
    return np.linalg.norm(differences(scores, arrives))


@wrong(HIDE, "the wrong axis", "one number for all words together")
def down_the_columns(scores, arrives):
    return np.linalg.norm(differences(scores, arrives), axis=0)


@wrong(HIDE, "nothing hidden", "You hide nothing")
def nothing_hidden(scores, arrives):
    return _moved(scores, arrives, lambda j: softmax(scores) @ arrives)


@wrong(HIDE, "no factor", "as if the formula had no factor")
def no_factor(scores, arrives):
    return np.linalg.norm(arrives - softmax(scores) @ arrives, axis=1)


@wrong(HIDE, "weight as the factor", "divides by what is left")
def weight_as_factor(scores, arrives):
    return softmax(scores) * no_factor(scores, arrives)


@wrong(HIDE, "terms, divided", "not by its own length")
def terms_divided(scores, arrives):
    weights = softmax(scores)
    return np.linalg.norm(arrives, axis=1) * weights / (1 - weights)


@wrong(HIDE, "the weights", "These are the weights")
def the_weights_of_hiding(scores, arrives):
    return softmax(scores)


@wrong(HIDE, "nothing returned", "returned None")
def no_moves_returned(scores, arrives):
    loop_over_words(scores, arrives)


@wrong(HIDE, "the numbers of the page", "whatever it is given")
def moves_of_the_page(scores, arrives):
    return all_at_once(SCORES, VALUES @ W_O)


@wrong(HIDE, "four words as a habit", "raised")
def four_words(scores, arrives):
    return [all_at_once(scores[:4], arrives)[j] for j in range(4)]


BACKWARDS = "looks_one_back"


@right(BACKWARDS, "rows and places by number")
def by_number(maps):
    rows = np.arange(1, maps.shape[1])
    return maps[:, rows, rows - 1].mean(axis=1)


@right(BACKWARDS, "a diagonal")
def a_diagonal(maps):
    return np.diagonal(maps, offset=-1, axis1=1, axis2=2).mean(axis=-1)


@right(BACKWARDS, "two loops")
def two_loops(maps):
    return [sum(one[i][i - 1] for i in range(1, len(one))) / (len(one) - 1) for one in maps]


@right(BACKWARDS, "a mask")
def a_mask(maps):
    n = maps.shape[-1]
    return (maps * np.eye(n, k=-1)).sum(axis=(1, 2)) / (n - 1)


@wrong(BACKWARDS, "the largest", "the largest or the middle")
def the_largest(maps):
    return np.diagonal(maps, -1, 1, 2).max(axis=1)


@wrong(BACKWARDS, "the first map", "Only the first head")
def the_first_map(maps):
    return np.diagonal(maps[0], -1).mean()


@wrong(BACKWARDS, "one ahead", "right *after*")
def one_ahead(maps):
    return np.diagonal(maps, 1, 1, 2).mean(axis=-1)


@wrong(BACKWARDS, "at itself", "gives to itself")
def at_itself(maps):
    return np.diagonal(maps, 0, 1, 2).mean(axis=-1)


@wrong(BACKWARDS, "divided by n", "You divide by all rows")
def divided_by_all(maps):
    return (maps * np.eye(maps.shape[1], k=-1)).sum(axis=(1, 2)) / maps.shape[1]


@wrong(BACKWARDS, "the index −1", "an index of −1 means")
def minus_one(maps):
    return np.array([[one[i, i - 1] for i in range(len(one))] for one in maps]).mean(axis=1)


@wrong(BACKWARDS, "one number", "one number for all heads")
def one_number(maps):
    return a_diagonal(maps).mean()


@wrong(BACKWARDS, "mean over the heads", "one number for all heads")
def mean_over_heads(maps):
    return np.diagonal(maps, -1, 1, 2).mean(axis=0)


@wrong(BACKWARDS, "sums", "These are sums")
def sums(maps):
    return np.trace(maps, -1, 1, 2)


@wrong(BACKWARDS, "the weights", "row by row")
def row_by_row(maps):
    return np.diagonal(maps, -1, 1, 2)


@wrong(BACKWARDS, "rows that look most there", "You count the rows")
def rows_counted(maps):
    return (maps.argmax(axis=-1)[:, 1:] == np.arange(maps.shape[1] - 1)).mean(axis=1)


@wrong(BACKWARDS, "all earlier places", "given to earlier places")
def all_earlier(maps):
    return np.tril(maps, -1)[:, 1:].sum(axis=-1).mean(axis=-1)


@wrong(BACKWARDS, "axes not named", "Which two axes hold rows and columns")
def axes_not_named(maps):
    return maps.diagonal(-1).mean(1)


@wrong(BACKWARDS, "two back", "two places back")
def two_back(maps):
    return np.diagonal(maps, -2, 1, 2).mean(axis=-1)


@wrong(BACKWARDS, "the triangle", "below the main diagonal")
def the_triangle(maps):
    return [one[np.tril_indices(len(one), -1)].mean() for one in maps]


@wrong(BACKWARDS, "nothing returned", "returned None")
def no_looks_returned(maps):
    a_diagonal(maps)


@wrong(BACKWARDS, "the numbers of the page", "whatever it is given")
def looks_of_the_page(maps):
    return a_diagonal(BACK)
