"""Right and wrong answers to the exercises of notebook 14."""

import numpy as np

from answers.case import right, wrong, wrong_each
from helpers.attention import softmax
from helpers.checks.trust_a_map.looks_one_back import BACK

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


def as_lengths(measure):
    """Return the answer that takes measure(what arrives) for its lengths."""
    return lambda weights, values, W_O: weights * measure(values @ W_O)


wrong_each(
    NAME,
    {
        "in front of W_O": (
            lambda weights, values, W_O: weights * np.linalg.norm(values, axis=1),
            "in front of `W_O`",
        ),
        "the terms": (
            lambda weights, values, W_O: weights[:, :, None] * (values @ W_O),
            "You return the terms themselves",
        ),
        "length of the output": (
            lambda weights, values, W_O: np.linalg.norm(weights @ values @ W_O, axis=-1),
            "length of the whole output",
        ),
        "squares of what arrives": (
            as_lengths(lambda arrives: (arrives * arrives).sum(axis=1)),
            "the weights are not",
        ),
        "largest number": (
            as_lengths(lambda arrives: np.abs(arrives).max(axis=1)),
            "largest number of each term",
        ),
        "the mean of the squares": (
            as_lengths(lambda arrives: (arrives**2).mean(axis=1) ** 0.5),
            "the root of their *sum*",
        ),
        "lengths that stand": (
            as_lengths(lambda arrives: np.linalg.norm(arrives, axis=1, keepdims=True)),
            "lie across the weights",
        ),
        "the wrong axis": (
            as_lengths(lambda arrives: np.linalg.norm(arrives, axis=0)),
            "You measure down the columns",
        ),
    },
)


@wrong(NAME, "values multiplied in place", "changes the array that it is given")
def in_place(weights, values, W_O):
    values *= 2
    return weights * np.linalg.norm(values / 2 @ W_O, axis=1)


HIDE = "moved_by_hiding"


def hidden_by(number):
    """Return the loop over the words, each hidden by this score."""

    def hide(scores, arrives):
        everything, found = softmax(scores) @ arrives, []
        for j in range(len(scores)):
            hidden = scores.copy()
            hidden[j] = number
            found.append(np.linalg.norm(softmax(hidden) @ arrives - everything))
        return np.array(found)

    return hide


right(HIDE, "a loop over the words")(hidden_by(-np.inf))
right(HIDE, "minus a billion, as 10.4 has it")(hidden_by(-1e9))


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


@wrong(HIDE, "weight set to 0", "no longer add up to 1")
def weight_set_to_zero(scores, arrives):
    weights = softmax(scores)
    kept = weights * (1 - np.eye(len(scores)))
    return np.linalg.norm(kept @ arrives - weights @ arrives, axis=1)


@wrong(HIDE, "written into what is given", "Does the −∞ of the word before still stand?")
def written_into(scores, arrives):
    whole, found, hidden = softmax(scores) @ arrives, [], scores
    for j in range(len(scores)):
        hidden[j] = -np.inf
        found.append(np.linalg.norm(softmax(hidden) @ arrives - whole))
    return np.array(found)


@wrong(HIDE, "an array of whole numbers", "whole numbers only")
def whole_numbers(scores, arrives):
    found = np.arange(len(scores))
    found[:] = all_at_once(scores, arrives)
    return found


wrong_each(
    HIDE,
    {
        "score set to 0": (hidden_by(0), "That is not weight 0"),
        "a score of -30": (hidden_by(-30), "You hide a word by a finite score"),
        "one copy for all words": (
            lambda scores, arrives: written_into(scores.copy(), arrives),
            "Does the −∞ of the word before still stand?",
        ),
        "no factor": (
            lambda scores, arrives: np.linalg.norm(arrives - softmax(scores) @ arrives, axis=1),
            "as if the formula had no factor",
        ),
        "another error": (
            lambda scores, arrives: softmax(scores) @ arrives[:-1],
            "raised ValueError",
        ),
        "four words as a habit": (
            lambda scores, arrives: [all_at_once(scores[:4], arrives)[j] for j in range(4)],
            "raised",
        ),
    },
)

NAME = "looks_one_back"


@right(NAME, "rows and places by number")
def by_number(maps):
    rows = np.arange(1, maps.shape[1])
    return maps[:, rows, rows - 1].mean(axis=1)


@right(NAME, "two loops")
def two_loops(maps):
    return [sum(one[i][i - 1] for i in range(1, len(one))) / (len(one) - 1) for one in maps]


@right(NAME, "a mask")
def a_mask(maps):
    n = maps.shape[-1]
    return (maps * np.eye(n, k=-1)).sum(axis=(1, 2)) / (n - 1)


wrong_each(
    NAME,
    {
        "the index −1": (
            lambda maps: [[one[i, i - 1] for i in range(len(one))] for one in maps],
            "should be shape",
        ),
        "the mean with the index −1": (
            lambda maps: [np.mean([one[i, i - 1] for i in range(len(one))]) for one in maps],
            "an index of −1 means",
        ),
        "divided by n": (
            lambda maps: (maps * np.eye(maps.shape[1], k=-1)).sum(axis=(1, 2)) / maps.shape[1],
            "You divide by all rows",
        ),
        "sums": (lambda maps: np.trace(maps, -1, 1, 2), "These are sums"),
        "axes not named": (
            lambda maps: maps.diagonal(-1).mean(1),
            "Which two axes hold rows and columns",
        ),
        "the numbers of the page": (lambda maps: by_number(BACK), "whatever it is given"),
    },
)
