"""What to reach with several heads: a claim, what one head cannot do, and what two can."""

import numpy as np

from helpers.explorers.base.words import Goal
from helpers.explorers.heads.state import top
from helpers.figures import wording

HALF = 0.5 + 1e-9


def goals(tokens):
    """Return the goals; the slide's claim only where its words are."""
    return (CLAIM, *FOR_ALL) if {"apple", "phones"} <= set(tokens) else FOR_ALL


def _apples(now):
    """Return the weights of apple in head 1."""
    return now.result.heads[0].weights[now.tokens.index("apple")]


def _claim(now, _before):
    """Whether apple looks at phones more than at any other word in head 1."""
    return top(_apples(now)).tolist() == [now.tokens.index("phones")]


def _how_strongly(now):
    """Say the weight that the claim now has."""
    row = _apples(now)
    even = wording.number(1 / len(row))
    return f": with {wording.number(row.max())}, where even shares are {even}"


def _halves(now):
    """Return the places that get more than half of the query's weight, one list per head."""
    return [np.flatnonzero(weights > HALF).tolist() for weights in now.rows]


def _two_words(now, _before):
    return len({place for places in _halves(now) for place in places}) > 1


def _which(now):
    found = [f"{now.tokens[p[0]]} in head {k}" for k, p in enumerate(_halves(now), 1) if p]
    return f": {now.asks} looks at {' and at '.join(found)}"


def _two_halves(now, _before):
    return any(len(places) > 1 for places in _halves(now))


CLAIM = Goal(
    "make apple look most at phones in head 1, as the slide says",
    _claim,
    "Open “edit head 1”: one number of W_Q is enough. What should apple ask less for?",
    _how_strongly,
)
FOR_ALL = (
    Goal(
        "let two heads give the query more than half of their weight to two different words",
        _two_words,
        "Find heads that already look at different words, and pull “sharper” of each up.",
        _which,
    ),
    Goal(
        "give two words more than half of one head's weight each",
        _two_halves,
        "It cannot be done: what one head gives to all words sums to 1, and two halves and a"
        " little more are past 1. A second head has a whole 1 of its own to give. That is what it"
        " is for.",
    ),
)
