"""Right and wrong answers to the exercises of notebook 12."""

import numpy as np
import torch

from answers.case import right, wrong

NAME = "vector_for_cosy"

right(NAME, "both axes", [0, 0, 0, 0, 1, 1, 0])
right(NAME, "a half each", (0, 0, 0, 0, 0.5, 0.5, 0))
right(NAME, "louder", np.array([0, 0, 0, 0, 3.0, 3.0, 0]))
right(NAME, "against outside", torch.tensor([0, 0, 0, -0.5, 1.5, 1.5, 0]))
right(NAME, "the sum of two words", np.eye(7)[4] + np.eye(7)[5])
right(NAME, "marked as it", [0, 0, 0, 0, 1, 1, 1])

wrong(NAME, "warm", "get 0.01, 0.97: not the same", [0, 0, 0, 0, 0, 1, 0])
wrong(NAME, "hungry", "get 0.97, 0.01: not the same", [0, 0, 0, 0, 1, 0, 0])
wrong(NAME, "an animal and a thing", "what a word *is*", [0, 1, 1, 0, 0, 0, 0])
wrong(NAME, "an animal", "Nothing is said of anybody", [0, 1, 0, 0, 0, 0, 0])
wrong(NAME, "is it", "Nothing is said of anybody", [0, 0, 0, 0, 0, 0, 1])
wrong(NAME, "is and is said of", "to your word itself", [0, 1, 1, 0, 1, 1, 0])
wrong(NAME, "all ones", "to your word itself", [1, 1, 1, 1, 1, 1, 1])
wrong(NAME, "said of all", "`<outside>` gets a share", [0, 0, 0, 1, 1, 1, 0])
wrong(NAME, "said of outside and mat", "`<outside>` gets a share", [0, 0, 0, 1, 0, 1, 0])
wrong(NAME, "said of outside alone", "`<outside>` gets a share", [0, 0, 0, 1, 0, 0, 0])
wrong(NAME, "two thirds and a third", "not the same", [0, 0, 0, 0, 0.7, 0.6, 0])
wrong(NAME, "too quiet", "make your word louder", [0, 0, 0, 0, 0.25, 0.25, 0])
wrong(NAME, "quiet", "too soft", [0, 0, 0, 0, 0.35, 0.35, 0])
wrong(NAME, "quieter still", "too soft", [0, 0, 0, 0, 0.3, 0.3, 0])
wrong(NAME, "below 0", "make your word louder", [0, 0, 0, 0, -1, -1, 0])
wrong(NAME, "zeros", "A vector of zeros", np.zeros(7))
wrong(NAME, "weights in place of a vector", "a list of 7 numbers", [0, 0.5, 0.5, 0, 0])
wrong(NAME, "two numbers", "a list of 7 numbers", [1, 1])
wrong(NAME, "a text", "not a str", "0000110")

NAME = "weights_behind_match"


@right(NAME, "lists of places")
def lists_of_places(tokens):
    weights = np.zeros((len(tokens), len(tokens)))
    for i, asks in enumerate(tokens):
        behind = [j for j in range(1, i + 1) if tokens[j - 1] == asks] or [0]
        weights[i, behind] = 1 / len(behind)
    return weights


@right(NAME, "two loops, then divided")
def two_loops(tokens):
    rows = []
    for i in range(len(tokens)):
        row = [0.0] * len(tokens)
        for j in range(1, i + 1):
            if tokens[j - 1] == tokens[i]:
                row[j] = 1.0
        if sum(row) == 0:
            row[0] = 1.0
        rows.append([one / sum(row) for one in row])
    return rows


@right(NAME, "arrays")
def by_arrays(tokens):
    letters = np.array(tokens)
    same = np.tril(letters[:, None] == letters[None, :], -1)
    behind = np.roll(same, 1, axis=1).astype(float)
    behind[behind.sum(axis=1) == 0, 0] = 1
    return behind / behind.sum(axis=1, keepdims=True)


@right(NAME, "torch, converted")
def by_torch(tokens):
    numbers = torch.tensor([ord(token) for token in tokens])
    same = (numbers[:, None] == numbers[None]).tril(-1)
    behind = same.roll(1, dims=1).double()
    behind[behind.sum(dim=1) == 0, 0] = 1
    return (behind / behind.sum(dim=1, keepdim=True)).numpy()


def shared(tokens, places_of):
    """Return rows that share among places_of(tokens, i), or look at place 0."""
    weights = np.zeros((len(tokens), len(tokens)))
    for i in range(len(tokens)):
        places = places_of(tokens, i) or [0]
        weights[i, places] = 1 / len(places)
    return weights


@wrong(NAME, "the match itself", "look at the match itself")
def at_the_match(tokens):
    return shared(tokens, lambda t, i: [j for j in range(i) if t[j] == t[i]])


@wrong(NAME, "equal letters, itself too", "the asking place included")
def equal_letters(tokens):
    return shared(tokens, lambda t, i: [j for j in range(i + 1) if t[j] == t[i]])


@wrong(NAME, "before the match", "one place *before* the match")
def before_the_match(tokens):
    return shared(tokens, lambda t, i: [j - 1 for j in range(1, i) if t[j] == t[i]])


@wrong(NAME, "two places behind", "two places behind the match")
def two_places_behind(tokens):
    return shared(tokens, lambda t, i: [j for j in range(2, i + 1) if t[j - 2] == t[i]])


@wrong(NAME, "no mask", "Later places count")
def no_mask(tokens):
    return shared(tokens, lambda t, i: [j for j in range(1, len(t)) if t[j - 1] == t[i]])


@wrong(NAME, "from place 0", "in Python that is the last letter")
def from_place_0(tokens):
    return shared(tokens, lambda t, i: [j for j in range(i + 1) if t[j - 1] == t[i]])


@wrong(NAME, "a range that ends at i", "The asking place itself may count")
def ends_before_i(tokens):
    return shared(tokens, lambda t, i: [j for j in range(1, i) if t[j - 1] == t[i]])


@wrong(NAME, "letters before both", "before both places")
def before_both(tokens):
    return shared(tokens, lambda t, i: [j for j in range(1, i) if t[j - 1] == t[i - 1]])


@wrong(NAME, "letters before both, itself too", "so i counts in every row")
def before_both_and_itself(tokens):
    return shared(tokens, lambda t, i: [j for j in range(1, i + 1) if t[j - 1] == t[i - 1]])


@wrong(NAME, "letters before both, from place 0", "so i counts in every row")
def before_both_from_0(tokens):
    return shared(tokens, lambda t, i: [j for j in range(i + 1) if t[j - 1] == t[i - 1]])


@wrong(NAME, "the letter behind, itself too", "one place *before* the match")
def the_letter_behind(tokens):
    return shared(tokens, lambda t, i: [j for j in range(i) if t[j + 1] == t[i]])


@wrong(NAME, "behind itself", "the place behind its own")
def behind_itself(tokens):
    n = len(tokens)
    return shared(tokens, lambda t, i: [j + 1 for j in range(i + 1) if t[j] == t[i] and j + 1 < n])


@wrong(NAME, "behind the last letter", "looks behind the last letter")
def behind_the_last(tokens):
    return shared(tokens, lambda t, i: [j + 1 for j in range(i + 1) if t[j] == t[i]])


@wrong(NAME, "sums that lie", "divided by the sum of another row")
def sums_that_lie(tokens):
    ones = (lists_of_places(tokens) > 0).astype(float)
    return ones / ones.sum(axis=1)


@wrong(NAME, "the latest alone", "Only the latest match")
def latest_alone(tokens):
    return shared(tokens, lambda t, i: [j for j in range(1, i + 1) if t[j - 1] == t[i]][-1:])


@wrong(NAME, "the first alone", "Only the first match")
def first_alone(tokens):
    weights = np.zeros((len(tokens), len(tokens)))
    for i, token in enumerate(tokens):
        earlier = tokens.index(token)
        weights[i, earlier + 1 if earlier < i else 0] = 1
    return weights


@wrong(NAME, "an array of whole numbers", "whole numbers only")
def whole_numbers(tokens):
    weights = np.zeros((len(tokens), len(tokens)), dtype=int)
    for i, row in enumerate(lists_of_places(tokens)):
        weights[i] = row
    return weights


@wrong(NAME, "ones", "adds up to more than 1")
def ones(tokens):
    return (lists_of_places(tokens) > 0).astype(int)


@wrong(NAME, "rows of zeros", "all zeros")
def rows_of_zeros(tokens):
    weights = lists_of_places(tokens)
    for i in range(len(tokens)):
        if tokens[i] not in tokens[:i]:
            weights[i] = 0
    return weights


@wrong(NAME, "itself where nothing matches", "not at itself")
def itself_where_new(tokens):
    weights = lists_of_places(tokens)
    for i in range(len(tokens)):
        if tokens[i] not in tokens[:i]:
            weights[i] = np.eye(len(tokens))[i]
    return weights


@wrong(NAME, "one back where nothing matches", "not at itself, its neighbour")
def one_back_where_new(tokens):
    weights = lists_of_places(tokens)
    for i in range(1, len(tokens)):
        if tokens[i] not in tokens[:i]:
            weights[i] = np.eye(len(tokens))[i - 1]
    return weights


@wrong(NAME, "zeros but in row 0", "all zeros")
def zeros_but_in_row_0(tokens):
    weights = rows_of_zeros(tokens)
    weights[0, 0] = 1
    return weights


@wrong(NAME, "divided by the places so far", "the number of all places")
def divided_by_places_so_far(tokens):
    ones = rows_of_zeros(tokens) > 0
    return ones / np.arange(1, len(tokens) + 1)[:, None]


@wrong(NAME, "divided by n", "the number of all places")
def divided_by_n(tokens):
    return (rows_of_zeros(tokens) > 0) / len(tokens)


@wrong(NAME, "equal letters everywhere", "the asking place included")
def equal_everywhere(tokens):
    return [[float(one == other) for one in tokens] for other in tokens]


@wrong(NAME, "the first place of the letter", "look at the match itself")
def first_place_of_it(tokens):
    return shared(tokens, lambda t, i: [t.index(t[i])])


@wrong(NAME, "transposed", "Rows and columns have changed places")
def transposed(tokens):
    return lists_of_places(tokens).T


@wrong(NAME, "place 0 always", "Place 0 gets a share in every row")
def place_0_always(tokens):
    return shared(tokens, lambda t, i: [0, *(j for j in range(1, i + 1) if t[j - 1] == t[i])])


@wrong(NAME, "one back", "the work of layer 1")
def one_back(tokens):
    return shared(tokens, lambda _, i: [max(i - 1, 0)])


@wrong(NAME, "softmax as on the page", "With this page’s numbers")
def by_softmax(tokens):
    powers = np.exp(5.0 * (lists_of_places(tokens) > 0)) * np.tri(len(tokens))
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "the numbers of the page", "whatever it is given")
def page_numbers(tokens):
    return lists_of_places(list("cafdbecaf"))


@wrong(NAME, "the latest by a dictionary", "Only the latest match")
def by_dictionary(tokens):
    last, weights = {}, np.zeros((len(tokens), len(tokens)))
    for i, token in enumerate(tokens):
        weights[i, last[token] + 1 if token in last else 0] = 1
        last[token] = i
    return weights


@wrong(NAME, "nothing returned", "returned None")
def nothing_returned(tokens):
    lists_of_places(tokens)


@wrong(NAME, "in place", "changes the array")
def in_place(tokens):
    weights = lists_of_places(tokens)
    tokens.append("x")
    return weights


@wrong(NAME, "an error", "raised")
def an_error(tokens):
    return shared(tokens, lambda t, i: [j for j in range(i + 1) if t[j + 1] == t[i]])
