"""Right and wrong answers to the exercises of notebook 14."""

import numpy as np
import torch

from answers.case import right, wrong, wrong_each
from helpers.attention import softmax

NAME = "lengths_of_terms"


@right(NAME, "every term in a loop")
def terms_in_a_loop(weights, values, W_O):
    return [[np.linalg.norm(share * v @ W_O) for share, v in zip(row, values)] for row in weights]  # noqa: B905


@right(NAME, "all terms by einsum")
def terms_by_einsum(weights, values, W_O):
    terms = np.einsum("nm,mv,vd->nmd", weights, values, W_O)
    return np.sqrt((terms**2).sum(axis=2))


@wrong(NAME, "values multiplied in place", "changes the array that it's given")
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


@wrong(HIDE, "written into what is given", "Does the −∞ of the word before still stand?")
def written_into(scores, arrives):
    whole, found, hidden = softmax(scores) @ arrives, [], scores
    for j in range(len(scores)):
        hidden[j] = -np.inf
        found.append(np.linalg.norm(softmax(hidden) @ arrives - whole))
    return np.array(found)


@wrong(HIDE, "an array of whole numbers", "an array of integers")
def whole_numbers(scores, arrives):
    found = np.arange(len(scores))
    found[:] = all_at_once(scores, arrives)
    return found


wrong_each(
    HIDE,
    {
        "one copy for all words": (
            lambda scores, arrives: written_into(scores.copy(), arrives),
            "Does the −∞ of the word before still stand?",
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

EDGE = "chances_without_edge"


def all_but(n, row, column):
    """Return the table in which all may look but this row at this column."""
    allowed = torch.ones(n, n, dtype=torch.bool)
    allowed[row, column] = False
    return allowed


@right(EDGE, "two comparisons, and the mask of the model written out")
def two_comparisons(model, tokens, row, column):
    at = torch.arange(len(tokens))
    hidden = (at[:, None] == row) & (at == column)
    logits = model(tokens, allowed=(at <= at[:, None]) & ~hidden)
    return torch.nn.functional.softmax(logits, dim=1)[len(tokens) - 1]


@right(EDGE, "a list of lists, a batch of one, e by hand")
def list_of_lists(model, tokens, row, column):
    places = range(len(tokens))
    allowed = torch.tensor([[(i, j) != (row, column) for j in places] for i in places])
    powers = model(tokens[None], allowed=allowed[None])[0, -1].exp()
    return powers / powers.sum()


wrong_each(
    EDGE,
    {
        "True hides": (
            lambda model, tokens, row, column: model(
                tokens, allowed=~all_but(len(tokens), row, column)
            )[-1].softmax(-1),
            "leaves a row nothing to look at",
        ),
        "scores in the place of True and False": (
            lambda model, tokens, row, column: model(
                tokens, allowed=torch.zeros(len(tokens), len(tokens))
            )[-1].softmax(-1),
            "`allowed` holds True and False",
        ),
        "the last place by its number on the page": (
            lambda model, tokens, row, column: model(
                tokens, allowed=all_but(len(tokens), row, column)
            )[31].softmax(-1),
            "raised IndexError",
        ),
    },
)
