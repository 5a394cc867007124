"""Exercise 0.3: one function for the four steps, from a query to its context."""

import numpy as np

from helpers.attention import attention, softmax
from helpers.checks.kinds.function import Function, Mistake
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
            "You go through the numbers of the query, not through the words: only as many words "
            "count as the query has numbers.",
            lambda query, embeddings: _context(query, embeddings[: len(query)]),
        ),
        *of_attention(
            lambda query, embeddings: (query[None], embeddings, embeddings),
            lambda result: result.context[0],
            # One query, whose vectors are keys and values alike, as wide as the embeddings.
            but=(FLAT_SUMS, KEYS_AS_VALUES, ROOT_OF_ANOTHER_WIDTH, TURNED_SCORES),
        ),
        Mistake(
            "The first word alone is in it. Does a `return` stand inside of your loop?",
            lambda query, embeddings: _weights(query, embeddings)[0] * embeddings[0],
        ),
        Mistake(
            "The last word alone is in it: each takes the place of the one before. What should "
            "happen to them instead?",
            lambda query, embeddings: _weights(query, embeddings)[-1] * embeddings[-1],
        ),
        Mistake(
            "You add the word’s own vector to its context. It has its share already, among all.",
            lambda query, embeddings: query + _context(query, embeddings),
        ),
        Mistake(
            "You add up all numbers. The numbers of a vector stay apart: first with first, second "
            "with second.",
            lambda query, embeddings: _context(query, embeddings).sum(),
        ),
        Mistake(
            "You divide by the root of 2 whatever comes. The 2 was how many numbers each vector of "
            "the page has. How many do these have?",
            _divided_by(lambda query, embeddings: np.sqrt(2)),
        ),
        Mistake(
            "You divide by the root of the number of words. It is the root of how many numbers one "
            "vector has.",
            _divided_by(lambda query, embeddings: np.sqrt(len(embeddings))),
        ),
        Mistake(
            NO_SHARES,
            lambda query, embeddings: embeddings @ query @ embeddings,
            lambda query, embeddings: _scores(query, embeddings) @ embeddings,
        ),
        Mistake(
            "The first word asks, whoever was meant to. Who asks is the first argument.",
            lambda query, embeddings: _context(embeddings[0], embeddings),
        ),
        Mistake(
            "The second word asks, as “robots” did, whoever was meant to. Who asks is the first "
            "argument.",
            lambda query, embeddings: _context(embeddings[1], embeddings),
        ),
        Mistake(
            "Every word asks here, one row for each. One alone was meant to: which argument is it?",
            lambda query, embeddings: attention(embeddings, embeddings, embeddings).context,
        ),
        Mistake(
            "These are the weights: one number a word, three steps of four. What is mixed by them?",
            _weights,
        ),
        Mistake(
            "These are scores, one number a word: they are not shares yet, and nothing is mixed.",
            _scores,
            lambda query, embeddings: embeddings @ query,
        ),
        Mistake(
            "The word that asks is left out. It stands in its sentence, so it has a share as well.",
            lambda query, embeddings: _context(
                query, embeddings[(embeddings != query).any(axis=1)]
            ),
        ),
        Mistake(
            "You mix the vector that asks with itself. Whose vectors do the weights belong to?",
            lambda query, embeddings: query,
        ),
        Mistake(
            "You multiply by the root. To scale is to divide by it: the differences get smaller.",
            _divided_by(lambda query, embeddings: 1 / np.sqrt(len(query))),
        ),
        Mistake(
            "You take the mean of the weighted vectors. The weights are shares already: add up.",
            lambda query, embeddings: _context(query, embeddings) / len(embeddings),
        ),
        Mistake(
            "Every vector is there, times its weight. One thing is left to do with them.",
            lambda query, embeddings: _weights(query, embeddings)[:, None] * embeddings,
        ),
        Mistake(
            "You scale after softmax, so the shares no longer add up to 1. Which step comes first?",
            lambda query, embeddings: (
                softmax(embeddings @ query) / np.sqrt(len(query)) @ embeddings
            ),
        ),
    ),
    done="These are all four steps. One function now does for any word what you did by hand.",
)
