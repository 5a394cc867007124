"""What to reach with several heads: a claim, what one head cannot do, and what two can."""

import numpy as np

from helpers.explorers.base.explorer import Goal
from helpers.explorers.heads.focus import top
from helpers.figures import wording

HALF = 0.5 + 1e-9
SUM_IS_1 = (
    "It cannot be done: what one head gives to all words sums to 1, and two halves and a little"
    " more are past 1. A second head has a whole 1 of its own to give. That is what it is for."
)


def goals(tokens):
    """Return the goals; the slide's claim only where its words are."""
    claim = Goal(
        "make apple look most at phones in head 1, as the slide says",
        _claim,
        outcome=_how_strongly,
    )
    return (
        *([claim] if {"apple", "phones"} <= set(tokens) else []),
        Goal(
            "let two heads give the query more than half of their weight to two different words",
            _two_words,
            outcome=_which,
        ),
        Goal("give two words more than half of one head's weight each", _two_halves, SUM_IS_1),
    )


def _claim(explorer):
    """Whether apple looks at phones more than at any other word in head 1."""
    weights = explorer.result.heads[0].weights[explorer.tokens.index("apple")]
    shown = not (explorer.guessing and explorer.head == 0)
    return shown and top(weights).tolist() == [explorer.tokens.index("phones")]


def _how_strongly(explorer):
    """Say the weight that the claim now has."""
    row = explorer.result.heads[0].weights[explorer.tokens.index("apple")]
    return (
        f": with {wording.number(row.max())}, where even shares are {wording.number(1 / len(row))}"
    )


def _halves(explorer):
    """Return the places that get more than half of the query's weight, one list per head."""
    rows = [head.weights[explorer.query] for head in explorer.result.heads]
    return [np.flatnonzero(weights > HALF).tolist() for weights in rows]


def _two_words(explorer):
    held = {place for places in _halves(explorer) for place in places}
    return len(held) > 1 and not explorer.guessing


def _which(explorer):
    tokens = explorer.tokens
    found = [f"{tokens[p[0]]} in head {i}" for i, p in enumerate(_halves(explorer), 1) if p]
    return f": {tokens[explorer.query]} looks at {' and at '.join(found)}"


def _two_halves(explorer):
    return any(len(places) > 1 for places in _halves(explorer))
