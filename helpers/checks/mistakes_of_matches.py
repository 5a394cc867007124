"""Mistakes of somebody who writes the weights of an induction head, by what they give."""

import numpy as np

from helpers.checks.kinds.function import known
from helpers.learner.calls import TroubleError

BEHIND_THE_LAST = (
    "A row of yours looks behind the last letter. Is the asking place itself a match in it? What "
    "follows there is still to come: only earlier places can be matches."
)


def run_for_matches(given, tokens):
    """Return what a learner's function gives, or say that it looks behind the last letter."""
    try:
        return given(tokens)
    except IndexError as error:
        if f"index {len(tokens)} is out of bounds" not in str(error):
            raise
        raise TroubleError(BEHIND_THE_LAST) from None


def letters(rng):
    """Return 10 to 12 letters of four, drawn at random, the first of which comes again."""
    drawn = rng.choice(list("pqrs"), size=int(rng.integers(10, 13))).tolist()
    drawn[5] = drawn[0]
    return drawn


def _weights(tokens, places_of, alone=0):
    """Return rows that share equally among places_of(tokens, i); without a place, on `alone`.

    alone : the place in a row that finds none, "itself", "before", "even" or None for zeros
    """
    n = len(tokens)
    weights = np.zeros((n, n))
    for i in range(n):
        places = sorted(set(places_of(tokens, i)))
        if not places and alone is not None:
            named = {"itself": [i], "before": [max(i - 1, 0)], "even": list(range(i + 1))}
            places = named.get(alone, [alone])
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


def _before(tokens, i, end=0):
    return [j - 1 for j in range(1, i + end) if tokens[j] == tokens[i]]


def _two_behind(tokens, i):
    return [j for j in range(2, i + 1) if tokens[j - 2] == tokens[i]]


def _same_before(tokens, i, start=1, end=0):
    return [j for j in range(start, i + end) if tokens[j - 1] == tokens[i - 1]]


def _behind_itself(tokens, i):
    """Return the places behind all matches, among which is the asking place itself."""
    return [j + 1 for j in range(i + 1) if tokens[j] == tokens[i] and j + 1 < len(tokens)]


def _divided_across(tokens):
    """Divide each column by the sum of the row with its number."""
    ones = (behind_match(tokens) > 0).astype(float)
    return ones / ones.sum(axis=1)


OF_MATCHES = (
    *known(
        "Your rows look at the match itself. There stands the letter that asks, once more; what "
        "followed it is one place further.",
        *(_mistake(_matches, alone) for alone in (0, "itself", "even", None)),
        *(_mistake(lambda t, i: _matches(t, i)[:1], alone) for alone in (0, "itself")),
        *(_mistake(lambda t, i: _matches(t, i)[-1:], alone) for alone in (0, "itself")),
    ),
    *known(
        "You compare the letter *at* each place, the asking place included, which always fits. It "
        "is the letter *before* a place that counts.",
        _mistake(lambda t, i: _matches(t, i, end=1)),
        _mistake(lambda t, i: [j for j, token in enumerate(t) if token == t[i]]),
        lambda tokens: np.equal.outer(tokens, tokens),
    ),
    *known(
        "Your rows look one place *before* the match. What followed stands on its other side.",
        *(_mistake(_before, alone) for alone in (0, "itself", None)),
        *(_mistake(lambda t, i: _before(t, i, end=1), alone) for alone in (0, None)),
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
        "You compare the letters before both places, and place i with itself, too: so i counts in "
        "every row. The letter that asks is the one *at* i.",
        *(_mistake(lambda t, i: _same_before(t, i, 1, 1), alone) for alone in (0, None)),
        _mistake(lambda t, i: _same_before(t, i, 0, 1)),
    ),
    *known(
        "The asking place itself is a match in your rows, so each looks at the place behind its "
        "own, too. What follows there is still to come.",
        *(_mistake(_behind_itself, alone) for alone in (0, None)),
    ),
    *known(
        "Each column is divided by the sum of another row. How must the sums lie, so that each "
        "row is divided by its own?",
        _divided_across,
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
        lambda tokens: _weights(tokens, lambda t, i: _behind(t, i) if i else [0], None),
    ),
    *known(
        "You divide by the number of all places. The weight of a row is shared among those that "
        "match, and among no others.",
        *(
            lambda tokens, alone=alone, places=places: (
                (_weights(tokens, _behind, alone) > 0) / places(np.arange(len(tokens))[:, None] + 1)
            )
            for alone in (0, None)
            for places in (np.array, np.max)
        ),
    ),
    *known(
        "A row that finds no match should look at place 0 alone: not at itself, its neighbour or "
        "the last place, and not at all alike.",
        *(_mistake(_behind, alone) for alone in ("itself", "before", "even", -1)),
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
