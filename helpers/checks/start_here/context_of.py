"""Exercise 0.2: one function for the four steps, from a query to its context."""

import numpy as np

from helpers.attention import attention, softmax
from helpers.checks.kinds.function import Function, Mistake, known
from helpers.checks.kinds.mistakes import (
    FLAT_SUMS,
    KEYS_AS_VALUES,
    ROOT_OF_ANOTHER_WIDTH,
    TURNED_SCORES,
    of_attention,
)
from helpers.checks.start_here.scores_of_perform import ROBOTS

NO_SHARES = (
    "You mix by the scores themselves: they may be negative, and do not add up to 1. Which step "
    "turns scores into shares?"
)


def _scores(query, embeddings):
    return embeddings @ query / np.sqrt(len(query))


def _weights(query, embeddings):
    return softmax(_scores(query, embeddings))


def _context(query, embeddings):
    return _weights(query, embeddings) @ embeddings


def _divided_by(divisor):
    """Return what one gets who divides the scores by this, of the query and the embeddings."""
    return lambda query, embeddings: (
        softmax(embeddings @ query / divisor(query, embeddings)) @ embeddings
    )


context_of = Function(
    name="context_of",
    expected=_context,
    shown=(ROBOTS[1], ROBOTS),
    draw=lambda rng: (rng.normal(size=3), rng.normal(size=(int(rng.integers(4, 8)), 3))),
    mistakes=(
        Mistake(
            lambda query, embeddings: _context(query, embeddings[: len(query)]),
            "You go through the numbers of the query, not through the words: only as many words "
            "are heard as the query has numbers.",
        ),
        *of_attention(
            lambda query, embeddings: (query[None], embeddings, embeddings),
            lambda result: result.context[0],
            # One query, whose vectors are keys and values alike, as wide as the embeddings.
            but=(FLAT_SUMS, KEYS_AS_VALUES, ROOT_OF_ANOTHER_WIDTH, TURNED_SCORES),
        ),
        Mistake(
            lambda query, embeddings: _weights(query, embeddings)[0] * embeddings[0],
            "The first word alone is in it. Does a `return` stand inside of your loop?",
        ),
        Mistake(
            lambda query, embeddings: _weights(query, embeddings)[-1] * embeddings[-1],
            "The last word alone is in it: each takes the place of the one before. What should "
            "happen to them instead?",
        ),
        Mistake(
            lambda query, embeddings: query + _context(query, embeddings),
            "You add the word’s own vector to its context. It has its share already, among all.",
        ),
        Mistake(
            lambda query, embeddings: _context(query, embeddings).sum(),
            "You add up all numbers. The numbers of a vector stay apart: first with first, second "
            "with second.",
        ),
        Mistake(
            _divided_by(lambda query, embeddings: np.sqrt(2)),
            "You divide by the root of 2 whatever comes. The 2 was how many numbers each vector of "
            "the page has. How many do these have?",
        ),
        Mistake(
            _divided_by(lambda query, embeddings: np.sqrt(len(embeddings))),
            "You divide by the root of the number of words. It is the root of how many numbers one "
            "vector has.",
        ),
        *known(
            NO_SHARES,
            lambda query, embeddings: embeddings @ query @ embeddings,
            lambda query, embeddings: _scores(query, embeddings) @ embeddings,
        ),
        Mistake(
            lambda query, embeddings: _context(embeddings[0], embeddings),
            "The first word asks, whoever was meant to. Who asks is the first argument.",
        ),
        Mistake(
            lambda query, embeddings: _context(embeddings[1], embeddings),
            "The second word asks, as “robots” did, whoever was meant to. Who asks is the first "
            "argument.",
        ),
        Mistake(
            lambda query, embeddings: attention(embeddings, embeddings, embeddings).context,
            "Every word asks here, one row for each. One alone was meant to: which argument is it?",
        ),
        Mistake(
            _weights,
            "These are the weights: one number a word, three steps of four. What is mixed by them?",
        ),
        Mistake(
            lambda query, embeddings: _weights(query, embeddings)[:, None] * embeddings,
            "Every vector is there, times its weight. One thing is left to do with them.",
        ),
        Mistake(
            lambda query, embeddings: np.exp(_scores(query, embeddings)) @ embeddings,
            "You raise e to each score, but the shares do not add up to 1: what divides them?",
        ),
        Mistake(
            lambda query, embeddings: (
                softmax(embeddings @ query) / np.sqrt(len(query)) @ embeddings
            ),
            "You scale after softmax, so the shares no longer add up to 1. Which step comes first?",
        ),
    ),
    done="These are all four steps. One function now does for any word what you did by hand.",
)
