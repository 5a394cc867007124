"""What is said of each step of one query's computation, its lines written out, and the goals."""

import functools
import math

import numpy as np

from helpers.explorers.base import arithmetic
from helpers.explorers.base.arithmetic import (
    apart,
    dot,
    over_root,
    power,
    quotient,
    times,
    total,
    vector,
    written,
)
from helpers.explorers.base.words import Fact, Goal, Told
from helpers.explorers.base.words import lines as joined
from helpers.figures import wording

MATRICES = {"queries": "W_Q", "keys": "W_K", "values": "W_V"}
SINGULAR = {"queries": "query", "keys": "key", "values": "value"}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def told(now, guess=None, pinned=None, hidden=False):
    """Say what the step has made of the query and the target, and how far a guess was."""
    query, target = (f"“{now.tokens[place]}”" for place in (now.query, now.target))
    if hidden:
        ask = f"Which share of its attention, from 0 to 1, does {query} give {target}?"
        return Told(ask, "Pull the slider and let go. Press another row to guess that one.")
    headline, more = SENTENCES[now.step](now, query, target)
    weight = now.result.weights[now.query, now.target]
    since = "" if pinned is None or not now.shows("weights") else since_pin(now, pinned)
    details = tuple(_facts(now))
    if guess is None:
        return Told(headline, joined(more, since), details)
    return Told(judged(guess, weight), joined(headline, more, since), details)


def judged(guess, truth):
    """Say how far a guessed weight is from the true one."""
    side = "too low" if guess < truth else "too high"
    right = abs(guess - truth) < 0.005

    def said(guess, truth, gap):
        off = "right to two places" if right else f"{gap} {side}"
        return f"You guessed {guess}; the weight is {truth}: {off}."

    (sentence,) = written([apart(guess, truth, said)])
    return sentence


def since_pin(now, pinned):
    """Say what the pinned query gives the target."""
    target, pin = now.tokens[now.target], now.tokens[pinned.query]
    weight = wording.drawn(pinned.result.weights[pinned.query, now.target])
    return f"Pinned: “{pin}” gives “{target}” the weight {weight}."


def _facts(now):
    """Yield the step's computation for every token, or every column, the spoken one as main."""
    tokens, n, step = now.tokens, len(now.tokens), now.step
    made, main = functools.partial(lines, now.computation, now.query), now.target
    if step == "projections":
        tokens = [f"{SINGULAR[t]}, {ORDINALS[k]}" for t in MATRICES for k in range(_width(now, t))]
        said, main = [line for title in MATRICES for line in made(title)[now.query]], -1
    elif step in ("scores", "scaled"):
        said = [line for (line,) in made(step)]
    elif step == "weights":
        said = [f"{raised};  {share}" for raised, share in _shares(now)]
    elif step == "weighted rows":
        said = weighted(now.computation, now.query)
    elif step == "context":
        tokens, said, main = ORDINALS[: _width(now, "values")], made("weighted rows")[n], -1
    else:
        said = [vector(row) for row in now.computation.example.embeddings]
    for i, (token, line) in enumerate(zip(tokens, said, strict=True)):
        yield Fact(token, line, "main" if i == main else "")


def _width(now, title):
    return getattr(now.result, title).shape[1]


def _shares(now):
    """Return, for each token, how its score is raised and the share that comes of it."""
    made = (lines(now.computation, now.query, title) for title in ("powers", "weights"))
    return [(raised, share) for (raised,), (share,) in zip(*made, strict=True)][:-1]


def _embeddings(now, query, _target):
    n, d = now.computation.example.embeddings.shape
    row = vector(now.computation.example.embeddings[now.query])
    then = "Here the same rows ask, answer and are mixed."
    if now.computation.projects:
        then = "From its row its query, key and value will be made."
    return f"{query} asks; its row is {row}.", f"{n} tokens, a row of {d} numbers each. {then}"


def _projections(now, query, _target):
    q, k, v = (vector(getattr(now.result, title)[now.query]) for title in MATRICES)
    return (
        f"{query} gets a query {q}, a key {k} and a value {v}.",
        "Its row is multiplied by W_Q, by W_K and by W_V; every row by the same three matrices.",
    )


def _scores(now, query, target):
    (made,) = lines(now.computation, now.query, "scores")[now.target]
    if now.computation.projects:
        more = f"The query of {query} is compared with every key. What comes of it is the score."
    else:
        more = f"The row of {query} is compared with every row. What comes of it is the score."
    return f"{query} · {target}: {made}.", more


def _scaled(now, query, target):
    (made,) = lines(now.computation, now.query, "scaled")[now.target]
    width = now.result.keys.shape[1]
    return f"{query} · {target}, scaled: {made}.", f"Every score is divided by √{width}."


def _weights(now, query, target):
    scaled, here = now.result.scaled[now.query], now.computation
    raised, share = _shares(now)[now.target]
    tokens = zip(scaled, now.tokens, strict=True)
    top = " and ".join(f"“{token}”" for score, token in tokens if scaled.max() - score < 1e-9)
    source = "" if here.example.scale else " (this source does not scale)"
    return (
        f"{query} gives {target} the weight {share}.",
        f"Raise e to every score{source}: {raised} for {target}. Its share of the sum is its"
        f" weight. {query} looks most at {top}.",
    )


def _weighted_rows(now, _query, target):
    made = weighted(now.computation, now.query)[now.target]
    what = "value" if now.computation.projects else "row"
    return f"{target} adds {made}.", f"Every {what} is multiplied by its weight."


def _context(now, query, _target):
    first = lines(now.computation, now.query, "weighted rows")[-1][0]
    return (
        f"The context vector of {query} is {vector(now.result.context[now.query])}.",
        f"The weighted rows are added, column by column; the first: {first}.",
    )


SENTENCES = {
    "embeddings": _embeddings,
    "projections": _projections,
    "scores": _scores,
    "scaled": _scaled,
    "weights": _weights,
    "weighted rows": _weighted_rows,
    "context": _context,
}


@functools.lru_cache(maxsize=64)
def lines(computation, query, title):
    """Return what is told of a block of numbers: a line for each of its rows and columns."""
    return LINED[title](computation, query, title)


@functools.lru_cache(maxsize=16)
def weighted(computation, query):
    """Return a line for each weight and its whole row, as the sentence has it."""
    result = computation.result
    pairs = zip(result.weights[query], result.values, strict=True)
    return written(times(weight, row) for weight, row in pairs)


def _projected_lines(computation, _query, title):
    matrix = getattr(computation.example, MATRICES[title])
    rows = [dot(x, column) for x in computation.example.embeddings for column in matrix.T]
    texts, width = written(rows), matrix.shape[1]
    return [texts[i : i + width] for i in range(0, len(texts), width)]


def _score_lines(computation, query, _title):
    result = computation.result
    return _column(written(dot(result.queries[query], key) for key in result.keys))


def _scaled_lines(computation, query, _title):
    result, width = computation.result, computation.result.keys.shape[1]
    return _column(written(over_root(score, width) for score in result.scores[query]))


def _quotients(computation, query):
    """Return the powers of e, and the fractions that they make."""
    powers = [math.exp(score) for score in computation.result.scaled[query]]
    return powers, [quotient(one, math.fsum(powers)) for one in powers]


def _power_lines(computation, query, _title):
    """Return the powers with the digits that the fractions need of them, and their sum."""
    powers, shares = _quotients(computation, query)
    (places,) = arithmetic.digits(shares).parts
    raised = written((power(score) for score in computation.result.scaled[query]), places)
    return _column([*raised, *written([total(powers)])])


def _weight_lines(computation, query, _title):
    weights = computation.result.weights[query]
    return _column([*written(_quotients(computation, query)[1]), *written([total(weights)])])


def _weighted_lines(computation, query, _title):
    result = computation.result
    weights, width = result.weights[query], result.values.shape[1]
    pairs = zip(weights, result.values, strict=True)
    texts = written(dot([weight], [value]) for weight, row in pairs for value in row)
    sums = written(total(column) for column in (weights[:, None] * result.values).T)
    return [*(texts[i : i + width] for i in range(0, len(texts), width)), sums]


def _column(texts):
    return [[text] for text in texts]


LINED = {
    **dict.fromkeys(MATRICES, _projected_lines),
    "scores": _score_lines,
    "scaled": _scaled_lines,
    "powers": _power_lines,
    "weights": _weight_lines,
    "weighted rows": _weighted_lines,
}


def _most_at_itself(now, _before):
    """Whether no token gives itself more than the query does, its weights being shown."""
    own = now.result.weights.diagonal()
    return now.shows("weights") and np.isclose(own[now.query], own.max())


GOALS = (
    Goal(
        "choose the query that looks most at itself, and go on to its weights",
        _most_at_itself,
        "Stay at the weights, press one word after another, and compare their own shares.",
    ),
    Goal(
        "follow every token of this example to its context vector",
        lambda now, _: len(now.followed) == len(now.tokens),
        "Stay at the last step and press one word after another.",
    ),
    Goal(
        "find a weight of exactly 0, in any example",
        lambda now, _: now.shows("weights") and bool((now.result.weights == 0).any()),
        "It cannot be done. A weight is e^score over a sum of such powers, and e^score is above 0"
        " for every score: e^0 is 1, and e^(−5) is still 0.0067. Score 0 is not weight 0.",
    ),
)
