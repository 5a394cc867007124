"""Right and wrong answers to the exercises of notebook 12."""

import numpy as np
import torch

from answers.case import right, right_each, wrong, wrong_each

NAME = "vector_for_cosy"

right_each(
    NAME,
    {
        "both axes": [0, 0, 0, 0, 1, 1, 0],
        "a half each": (0, 0, 0, 0, 0.5, 0.5, 0),
        "louder": np.array([0, 0, 0, 0, 3.0, 3.0, 0]),
        "against outside": torch.tensor([0, 0, 0, -0.5, 1.5, 1.5, 0]),
        "the sum of two words": np.eye(7)[4] + np.eye(7)[5],
        "marked as it": [0, 0, 0, 0, 1, 1, 1],
        "a little of both kinds": [0, 0.36, 0.36, 0, 1, 1, 0],
        "found by half, but large": [0, 0, 0, -10, 5.2, 5.2, 0],
    },
)
wrong_each(
    NAME,
    {
        "warm": ([0, 0, 0, 0, 0, 1, 0], "get 0.01, 0.97, which aren't equal"),
        "hungry": ([0, 0, 0, 0, 1, 0, 0], "get 0.97, 0.01, which aren't equal"),
        "an animal and a thing": ([0, 1, 1, 0, 0, 0, 0], "what a word *is*"),
        "an animal": ([0, 1, 0, 0, 0, 0, 0], "doesn't describe anything"),
        "is it": ([0, 0, 0, 0, 0, 0, 1], "doesn't describe anything"),
        "is and is said of": ([0, 1, 1, 0, 1, 1, 0], "attends to your word itself"),
        "said of all": ([0, 0, 0, 1, 1, 1, 0], "`<outside>` gets some attention"),
        "said of outside and mat": ([0, 0, 0, 1, 0, 1, 0], "`<outside>` gets some attention"),
        "two thirds and a third": ([0, 0, 0, 0, 0.7, 0.6, 0], "which aren't equal"),
        "too quiet": ([0, 0, 0, 0, 0.25, 0.25, 0], "raise its score there"),
        "below 0": ([0, 0, 0, 0, -1, -1, 0], "raise its score there"),
        "quiet": ([0, 0, 0, 0, 0.35, 0.35, 0], "are too small"),
        "zeros": (np.zeros(7), "A vector of zeros"),
        "weights in place of a vector": ([0, 0.5, 0.5, 0, 0], "a list of 7 numbers"),
    },
)

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


@right(NAME, "torch, converted")
def by_torch(tokens):
    numbers = torch.tensor([ord(token) for token in tokens])
    same = (numbers[:, None] == numbers[None]).tril(-1)
    behind = same.roll(1, dims=1).double()
    behind[behind.sum(dim=1) == 0, 0] = 1
    return (behind / behind.sum(dim=1, keepdim=True)).numpy()


def sharing(places_of):
    """Return the answer whose rows share among places_of(tokens, i), or look at place 0."""

    def shared(tokens):
        weights = np.zeros((len(tokens), len(tokens)))
        for i in range(len(tokens)):
            places = places_of(tokens, i) or [0]
            weights[i, places] = 1 / len(places)
        return weights

    return shared


wrong_each(
    NAME,
    {
        "past the last letter": (
            sharing(lambda t, i: [j + 1 for j in range(i + 1) if t[j] == t[i]]),
            "after the last letter",
        ),
        "another place that is not there": (
            sharing(lambda t, i: [j for j in range(i + 1) if t[j + 1] == t[i]]),
            "raised",
        ),
    },
)


@wrong(NAME, "a letter put into what is given", "changes the list")
def in_place(tokens):
    weights = lists_of_places(tokens)
    tokens.append("x")
    return weights
