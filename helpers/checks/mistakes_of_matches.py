"""Mistakes of somebody who writes the weights of an induction head, by what they give."""

import numpy as np

from helpers.checks.function import known


def letters(rng):
    """Return 10 to 12 letters of four, drawn at random, the first of which comes again."""
    drawn = rng.choice(list("pqrs"), size=int(rng.integers(10, 13))).tolist()
    drawn[5] = drawn[0]
    return drawn


def _weights(tokens, places_of, alone=0):
    """Return rows that share equally among places_of(tokens, i); without a place, on `alone`.

    alone : the place in a row that finds none, "itself", "even" or None for a row of zeros
    """
    n = len(tokens)
    weights = np.zeros((n, n))
    for i in range(n):
        places = sorted(set(places_of(tokens, i)))
        if not places and alone is not None:
            places = {"itself": [i], "even": list(range(i + 1))}.get(alone, [alone])
        weights[i, places] = 1 / max(len(places), 1)
    return weights


def _behind(tokens, i):
    return [j for j in range(1, i + 1) if tokens[j - 1] == tokens[i]]


def behind_match(tokens):
    """Return weights (n, n): each row shares among the places behind its token's earlier ones."""
    return _weights(tokens, _behind)


def _mistake(places_of, alone=0):
    return lambda tokens: _weights(tokens, places_of, alone)


def _matches(tokens, i, end=0):
    return [j for j in range(i + end) if tokens[j] == tokens[i]]


def _everywhere(tokens, i):
    return [j for j in range(1, len(tokens)) if tokens[j - 1] == tokens[i]]


def _rolled(tokens, i):
    return [j for j in range(i + 1) if tokens[j - 1] == tokens[i]]


def _not_itself(tokens, i):
    return [j for j in range(1, i) if tokens[j - 1] == tokens[i]]


def _before(tokens, i):
    return [j - 1 for j in range(1, i) if tokens[j] == tokens[i]]


def _two_behind(tokens, i):
    return [j for j in range(2, i + 1) if tokens[j - 2] == tokens[i]]


def _same_before(tokens, i):
    return [j for j in range(1, i) if tokens[j - 1] == tokens[i - 1]]


OF_MATCHES = (
    *known(
        "Your rows look at the match itself. There stands the letter that asks, once more; what "
        "followed it is one place further.",
        *(_mistake(_matches, alone) for alone in (0, "itself", "even", None)),
        *(_mistake(lambda t, i: _matches(t, i, end=1), alone) for alone in (0, None)),
    ),
    *known(
        "Your rows look one place *before* the match. What followed stands on its other side.",
        *(_mistake(_before, alone) for alone in (0, "itself", None)),
    ),
    *known(
        "Your rows look two places behind the match: one place further than what followed.",
        *(_mistake(_two_behind, alone) for alone in (0, None)),
    ),
    *known(
        "Later places count in your rows, too. At place i only what stands up to i is known.",
        *(_mistake(_everywhere, alone) for alone in (0, "itself", None)),
    ),
    *known(
        "At place 0 your rows find a match: there j − 1 is −1, and in Python that is the last "
        "letter. Nobody stands before the first.",
        *(_mistake(_rolled, alone) for alone in (0, None)),
    ),
    *known(
        "The asking place itself may count, too: where a letter follows itself, place i stands "
        "behind its earlier self.",
        *(_mistake(_not_itself, alone) for alone in (0, "itself", None)),
    ),
    *known(
        "You compare the letters before both places. The letter that asks is the one *at* i.",
        *(_mistake(_same_before, alone) for alone in (0, None)),
    ),
    *known(
        "Only the latest match counts in your rows. Where there are several, they share equally.",
        *(_mistake(lambda t, i: _behind(t, i)[-1:], alone) for alone in (0, "itself", None)),
    ),
    *known(
        "Only the first match counts in your rows. Where there are several, they share equally.",
        *(_mistake(lambda t, i: _behind(t, i)[:1], alone) for alone in (0, "itself", None)),
    ),
    *known(
        "Where several places match, your row adds up to more than 1: share its weight among them.",
        lambda tokens: (behind_match(tokens) > 0).astype(float),
        lambda tokens: (_weights(tokens, _behind, None) > 0).astype(float),
    ),
    *known(
        "A row that finds no match is all zeros. A row of weights adds up to 1: who gets it?",
        _mistake(_behind, None),
    ),
    *known(
        "A row that finds no match should look at place 0 alone, not at itself or at all alike.",
        _mistake(_behind, "itself"),
        _mistake(_behind, "even"),
    ),
    *known(
        "Rows and columns have changed places: a row belongs to the letter that asks.",
        lambda tokens: behind_match(tokens).T,
    ),
    *known(
        "Place 0 gets a share in every row, also where a match is found. It is there for rows that "
        "find none.",
        lambda tokens: _weights(tokens, lambda t, i: [0, *_behind(t, i)]),
    ),
    *known(
        "These rows look one place back, whatever stands there. That is the work of layer 1.",
        _mistake(lambda _, i: [max(i - 1, 0)]),
        _mistake(lambda _, i: [i - 1] if i else [], None),
    ),
)
