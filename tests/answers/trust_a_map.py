"""Right and wrong answers to the exercises of notebook 14."""

import numpy as np
import torch

from answers.case import right, wrong, wrong_each
from helpers.attention import softmax

NAME, HIDE, EDGE = "lengths_of_terms", "moved_by_hiding", "chances_without_edge"


@right(NAME, "every term in a loop")
def terms_in_a_loop(weights, values, W_O):
    return [[np.linalg.norm(share * v @ W_O) for share, v in zip(row, values)] for row in weights]  # noqa: B905


@right(NAME, "all terms by einsum")
def terms_by_einsum(weights, values, W_O):
    terms = np.einsum("nm,mv,vd->nmd", weights, values, W_O)
    return np.sqrt((terms**2).sum(axis=2))


@right(HIDE, "all at once, by a mask of minus a billion")
def all_at_once(scores, arrives):
    hidden = np.where(np.eye(len(scores), dtype=bool), -1e9, scores)
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


@wrong(HIDE, "written into what is given", "Is the −∞ from the word before still there?")
def written_into(scores, arrives):
    whole, found, hidden = softmax(scores) @ arrives, [], scores
    for j in range(len(scores)):
        hidden[j] = -np.inf
        found.append(np.linalg.norm(softmax(hidden) @ arrives - whole))
    return np.array(found)


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
            "leaves a row with nothing to attend to",
        ),
        "scores in the place of True and False": (
            lambda model, tokens, row, column: model(
                tokens, allowed=torch.zeros(len(tokens), len(tokens))
            )[-1].softmax(-1),
            "`allowed` should contain True and False",
        ),
    },
)
