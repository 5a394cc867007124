"""The checks of notebook 00: four steps for another word, a function, a picture, a new word."""

import numpy as np

from helpers.attention import attention
from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.kinds.mistakes import of_attention
from helpers.checks.kinds.question import Option, Question
from helpers.checks.kinds.value import Fault, Value

# "Smart robots perform complex tasks", as the page has it.
WORDS = ("Smart", "robots", "perform", "complex", "tasks")
ROBOTS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 0.0], [0.0, 2.0]])
PERFORM = ROBOTS @ ROBOTS[2]


def _is(right):
    return lambda answer: np.allclose(answer, right, rtol=0, atol=0.005)


scores_of_perform = Value(
    name="scores_of_perform",
    shape=(5,),
    faults=(
        Fault(
            _is(ROBOTS @ ROBOTS[1]),
            "These are the scores of “robots”. Who asks now? Take the vector of “perform”.",
        ),
        Fault(
            _is(PERFORM / np.sqrt(2)),
            "You went one step too far: these are divided already. The score comes before.",
        ),
        Fault(
            _is(np.array([1, 1, 1, 2, 2])),
            "Four of five. “perform” is asked by itself, too: multiply number by number, add up.",
        ),
        Fault(
            _is(np.array([0, 0, 1, 0, 0])),
            "You multiplied the two products. They are added: 1 · 1 + 0 · 1 is not 0.",
        ),
        Fault(
            lambda answer: np.isclose(answer.sum(), 1, atol=0.02),  # as the heat map rounds them
            "These add up to 1, so they are weights. The score is the first of the four steps.",
        ),
        Fault(
            lambda answer: not _is(PERFORM)(answer),
            lambda answer: (
                f"Look at “{WORDS[_first(answer)]}” again: "
                f"multiply its two numbers with those of “perform”, one by one, and add up."
            ),
        ),
    ),
    done="“perform” agrees with both directions: nobody scores 0 with it.",
)


def _first(answer):
    """Return the first place where the scores of "perform" are others."""
    return int(np.argwhere(~np.isclose(answer, PERFORM, rtol=0, atol=0.005))[0][0])


NO_SHARES = (
    "You mix by the scores themselves: they may be negative, and do not add up to 1. Which step "
    "turns scores into shares?"
)


def _roles(query, embeddings):
    return query[None], embeddings, embeddings


def _context(query, embeddings, keys=None):
    """Return the context of one query; its keys may be fewer than the embeddings."""
    scores = (embeddings if keys is None else keys) @ query / np.sqrt(len(query))
    weights = np.exp(scores) / np.exp(scores).sum()
    return weights @ embeddings[: len(weights)]


context_of = Function(
    name="context_of",
    expected=_context,
    shown=(ROBOTS[1], ROBOTS),
    draw=lambda rng: (rng.normal(size=3), rng.normal(size=(int(rng.integers(4, 8)), 3))),
    mistakes=(
        Mistake(
            lambda query, embeddings: _context(query, embeddings, embeddings[: len(query)]),
            "You go through the numbers of the query, not through the words: only as many words "
            "are heard as the query has numbers.",
        ),
        *of_attention(_roles, lambda result: result.context[0]),
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
            lambda query, embeddings: _context(query * np.sqrt(len(query) / 2), embeddings),
            "You divide by the root of 2 whatever comes. The 2 was how many numbers each vector of "
            "the page has. How many do these have?",
        ),
        Mistake(
            lambda query, embeddings: _context(
                query * np.sqrt(len(query) / len(embeddings)), embeddings
            ),
            "You divide by the root of the number of words. It is the root of how many numbers one "
            "vector has.",
        ),
        Mistake(lambda query, embeddings: embeddings @ query @ embeddings, NO_SHARES),
        Mistake(
            lambda query, embeddings: embeddings @ query / np.sqrt(len(query)) @ embeddings,
            NO_SHARES,
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
            lambda query, embeddings: _weights(query, embeddings),
            "These are the weights: one number a word, three steps of four. What is mixed by them?",
        ),
        Mistake(
            lambda query, embeddings: _weights(query, embeddings)[:, None] * embeddings,
            "Every vector is there, times its weight. One thing is left to do with them.",
        ),
        Mistake(
            lambda query, embeddings: np.exp(embeddings @ query / np.sqrt(len(query))) @ embeddings,
            "You raise e to each score, but the shares do not add up to 1: what divides them?",
        ),
        Mistake(
            lambda query, embeddings: (
                _context(query * np.sqrt(len(query)), embeddings) / np.sqrt(len(query))
            ),
            "You scale after softmax, so the shares no longer add up to 1. Which step comes first?",
        ),
    ),
    done="These are all four steps. One function now does for any word what you did by hand.",
)


def _weights(query, embeddings):
    scores = embeddings @ query / np.sqrt(len(query))
    return np.exp(scores) / np.exp(scores).sum()


share_for_robots = Question(
    name="share_for_robots",
    asks="In “Who looks at whom”: which share of its attention does “perform” give to “robots”?",
    options=(
        Option(
            "0.12",
            "Yes. “perform” asks, so it is the row; “robots” is asked, so it is the column.",
            right=True,
        ),
        Option(
            "0.20",
            "That is the other way round: row “robots”, column “perform”. Whose row is it when "
            "“perform” gives?",
        ),
        Option("0.25", "That is what “perform” gives to itself. Which column is that of “robots”?"),
        Option("0.95", "That is what “perform” receives from all five: the sum of its column."),
    ),
)

# "the pitcher saw the bat swing" without its pitcher; the bat is the fourth of the five.
GAME = np.array([[0.1, -0.2], [0.3, 0.2], [0.1, -0.2], [0.9, 0.9], [1.4, 0.1]])


def _bat(newcomer):
    """Return the context of "bat" when a word with this vector stands in place of "pitcher"."""
    words = np.vstack([newcomer, GAME])
    return attention(words, words, words).context[4]


visitor = Value(
    name="visitor",
    shape=(2,),
    faults=(
        Fault(
            lambda answer: answer[1] <= 0,
            "A word with no cave in it cannot bring any. Which of the two numbers is the cave?",
        ),
        Fault(
            lambda answer: _bat(answer)[1] <= _bat(answer)[0],
            lambda answer: (
                f"The bat comes out with {_bat(answer)[0]:.2f} baseball and "
                f"{_bat(answer)[1]:.2f} cave. “swing” pulls the other way. Who is heard more, and "
                f"by which of its numbers?"
            ).replace("-", "−"),
        ),
        Fault(
            lambda answer: np.abs(answer).max() > 3,
            "That would do, but so loud a word drowns any sentence. Keep both numbers within −3 "
            "and 3.",
        ),
    ),
    done="One word has turned the whole bat. A longer vector can score higher, too: notebook 02 "
    "looks into that.",
)
