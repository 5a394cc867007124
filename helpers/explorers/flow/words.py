"""What is said of each step of one query's computation, its lines written out, and the goals."""

import functools
import math

import numpy as np

from helpers.explorers.base.words import Fact, Goal, Text, listed, quoted, quoted_or_itself
from helpers.numerals import arithmetic, wording
from helpers.numerals.arithmetic import dot, one, over_root, total, vector, written

MATRICES = {"queries": "W_Q", "keys": "W_K", "values": "W_V"}
SINGULAR = {"queries": "query", "keys": "key", "values": "value"}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def asked(now):
    """Ask for the weight of the query on the target."""
    query, target = _names(now)
    ask = f"How much of its attention, from 0 to 1, does {query} give {target}?"
    more = "Drag the slider and let go. Press a different weight to guess that one."
    return Text(ask, more)


def _names(now):
    return [quoted(now.tokens[place]) for place in (now.query, now.target)]


def text(now):
    """Say what the step has made of the query and the target."""
    return Text.of(*_sentences(now, *_names(now)), details=tuple(_facts(now)))


def since_pin(now, pinned):
    """Say what weight the pinned query gives the target, once weights are shown."""
    if not now.shows("weights"):
        return ""
    query, target = quoted(now.tokens[pinned.query]), quoted(now.tokens[now.target])
    weight = wording.drawn(pinned.result.weights[pinned.query, now.target])
    return f"Pinned: {query} gives {target} the weight {weight}."


def guessed(now, guess):
    """Say how far a guessed weight is from the true one."""
    truth = now.result.weights[now.query, now.target]
    side = "too low" if guess < truth else "too high"
    right = abs(guess - truth) < 0.005

    def said(guess, truth, gap):
        off = "right to 2 decimals" if right else f"{gap} {side}"
        return f"You guessed {guess}; the weight is {truth}: {off}."

    return one(arithmetic.apart(guess, truth, said))


def _facts(now):
    """Yield the step's computation for every token, or every column, the spoken one as main."""
    made, names, main = equations(now.computation, now.query), now.tokens, now.target
    match now.step:
        case "embeddings":
            said = map(vector, now.computation.example.embeddings)
        case "projections":
            parts = [(t, k) for t in MATRICES for k in range(len(made[t][now.query]))]
            said = [made[title][now.query][k] for title, k in parts]
            names, main = [f"{SINGULAR[title]}, {ORDINALS[k]}" for title, k in parts], -1
        case "weights":
            pairs = zip(made["powers"][:-1], made["weights"][:-1], strict=True)
            said = [f"{raised};  {share}" for (raised,), (share,) in pairs]
        case "context":
            said = made["weighted rows"][-1]
            names, main = ORDINALS[: len(said)], -1
        case step:
            said = [text for (text,) in made["whole rows" if step == "weighted rows" else step]]
    for i, (name, text) in enumerate(zip(names, said, strict=True)):
        yield Fact(name, text, "main" if i == main else "")


def _sentences(now, query, target):
    """Return what the step has made of the query and the target, and what it does to all."""
    here, made = now.computation, equations(now.computation, now.query)
    spoken = {title: rows[now.target][0] for title, rows in made.items()}
    match now.step:
        case "embeddings" | "projections":
            return _rows(now, query)
        case "scores":
            asks, each = ("query", "key") if here.projects else ("vector", "vector")
            more = f"The {asks} of {query} is compared with every {each}."
            headline = f"{query} · {target}: {spoken['scores']}."
            return headline, f"{more} The result is the score."
        case "scaled":
            more = f"Every score is divided by √{now.result.keys.shape[1]}."
            return f"{query} · {target}, scaled: {spoken['scaled']}.", more
        case "weights":
            source = "" if here.example.scale else " (this source doesn't scale)"
            more = f"Raise e to every score{source}: {spoken['powers']} for {target}."
            more = (
                f"{more} Its share of the sum is its weight. {query} attends most to {_top(now)}."
            )
            return f"{query} gives {target} the weight {spoken['weights']}.", more
        case "weighted rows":
            more = f"Every {'value' if here.projects else 'row'} is multiplied by its weight."
            return f"{target} adds {spoken['whole rows']}.", more
        case _:
            more = "The weighted rows are added, column by column; the first:"
            headline = f"The context vector of {query} is {vector(now.result.context[now.query])}."
            far = f"Words you've followed this far: {len(now.followed)} of {len(now.tokens)}."
            return headline, f"{more} {made['weighted rows'][-1][0]}.\n{far}"


def _rows(now, query):
    """Return what the query begins with: its row, or what is projected from it."""
    if now.step == "projections":
        q, k, v = (vector(getattr(now.result, title)[now.query]) for title in MATRICES)
        more = "Its vector is multiplied by W_Q, W_K and W_V; every word uses the same three"
        return f"{query} gets a query {q}, a key {k} and a value {v}.", f"{more} matrices."
    x = now.computation.example.embeddings
    then = "The same vectors are queries, keys and values here."
    if now.computation.projects:
        then = "Its query, key and value will be computed from it."
    many = "{} tokens, vectors of {} entries each.".format(*x.shape)
    return f"{query} asks; its vector is {vector(x[now.query])}.", f"{many} {then}"


def _top(now):
    """Return the tokens that the query attends to most."""
    scaled = now.result.scaled[now.query]
    places = np.flatnonzero(scaled.max() - scaled < 1e-9)
    most = quoted_or_itself(now.tokens, now.query, places)
    return f"{listed(most)} equally" if len(most) > 1 else most[0]


def _powers(scaled):
    """Return e to each score, their shares, and the decimals that these need: powers and scores."""
    powers = [math.exp(score) for score in scaled]
    shares = [arithmetic.quotient(power, math.fsum(powers)) for power in powers]
    (places,) = arithmetic.digits(shares).parts
    (longest,) = arithmetic.digits(list(map(arithmetic.power, scaled)), places).parts
    return powers, shares, places, longest


@functools.lru_cache(maxsize=64)
def equations(computation, query):
    """Return the equations of each block as texts, a row for each of its rows, its sums last.

    "whole rows" are the weighted rows, a text for each.
    """
    example, result = computation.example, computation.result
    scores, scaled, weights = (m[query] for m in (result.scores, result.scaled, result.weights))
    powers, shares, places, _ = _powers(scaled)
    pairs = list(zip(weights, result.values, strict=True))
    products = written(dot([weight], [value]) for weight, row in pairs for value in row)
    sums = written(total(column) for column in (weights[:, None] * result.values).T)
    longest = max(_powers(row)[-1] for row in result.scaled)  # a score looks alike for all queries
    raised = written(map(arithmetic.power, scaled), places, longest)
    made = {
        "scores": (1, written(dot(result.queries[query], key) for key in result.keys)),
        "scaled": (1, written(over_root(score, result.keys.shape[1]) for score in scores)),
        "powers": (1, [*raised, *written([total(powers)])]),
        "weights": (1, [*written(shares), *written([total(weights)])]),
        "whole rows": (1, written(arithmetic.times(weight, row) for weight, row in pairs)),
        "weighted rows": (len(sums), [*products, *sums]),
    }
    for title, name in MATRICES.items() if computation.projects else ():
        columns = getattr(example, name).T
        texts = written(dot(x, column) for x in example.embeddings for column in columns)
        made[title] = (len(columns), texts)
    return {name: np.reshape(texts, (-1, wide)).tolist() for name, (wide, texts) in made.items()}


def _most_at_itself(now, _before):
    """Whether the weights are shown and no token gives itself more than the query does."""
    own = now.result.weights.diagonal()
    return now.shows("weights") and np.isclose(own[now.query], own.max())


GOALS = (
    Goal(
        "find the word that gives itself the largest weight, and show its weights",
        _most_at_itself,
        "Stay on the weights, press each word in turn, and compare what they give themselves.",
    ),
    Goal(
        "follow every word of this example to its context vector",
        lambda now, _: len(now.followed) == len(now.tokens),
        "Stay at the last step and press one word after another.",
    ),
    Goal(
        "find a weight of exactly 0, in any example",
        lambda now, _: now.shows("weights") and bool((now.result.weights == 0).any()),
        "It can't be done. A weight is e^score over a sum of exponentials, and e^score is above 0"
        " for every score: e^0 is 1, and e^(−5) is still 0.0067. A score of 0 isn't a weight of 0.",
    ),
)


def code(now):
    """Return lines that compute the same `result`, and the context of the query."""
    example, projects = now.computation.example, now.computation.projects
    module, loads = "worked_examples", f'example = worked_examples.load("{example.name}")'
    rows = "(example.embeddings,) * 3"
    if not example.printed:
        module, rows = "vocabularies", "(embeddings,) * 3"
        loads = f'embeddings = vocabularies.load("bat").rows("{example.title}".split())'
    elif projects:
        rows = "project(example.embeddings, example.W_Q, example.W_K, example.W_V)"
    scale = "" if example.scale else ", scale=1.0"
    return "\n".join(
        [
            f"from helpers.readers import {module}",
            f"from helpers.attention import attention{', project' * projects}",
            "",
            loads,
            f"queries, keys, values = {rows}",
            f"result = attention(queries, keys, values{scale})",
            f"context = result.context[{now.query}]  # of {now.tokens[now.query]!r}",
        ]
    )
