"""One sentence for each step of one query's computation, with its own numbers."""

import html
import math

from helpers.explorers.arithmetic import (
    equals,
    power,
    product_sum,
    quotient,
    short,
    times,
    total,
    vector,
)

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def sentence(computation, query, target, step):
    """Say what a step does, for the pair of a query and the token `target` that it looks at."""
    return SENTENCES[step](computation, query, target)


def written_out(computation, query, step):
    """Return the step's computation for every token, or every column, as (name, line)."""
    result, tokens = computation.result, computation.tokens
    scaled, weights = result.scaled[query], result.weights[query]
    if step == "projections":
        return _projected(computation, query)
    if step == "scores":
        lines = [product_sum(result.queries[query], key) for key in result.keys]
    elif step == "scaled":
        root = math.sqrt(result.keys.shape[1])
        lines = [quotient(score, root) for score in result.scores[query]]
    elif step == "weights":
        powers = [math.exp(score) for score in scaled]
        shares = [quotient(entry, sum(powers)) for entry in powers]
        lines = [f"{power(s)};  {share}" for s, share in zip(scaled, shares, strict=True)]
    elif step == "weighted rows":
        lines = [times(weight, row) for weight, row in zip(weights, result.values, strict=True)]
    elif step == "context":
        tokens = [ORDINALS[k] for k in range(result.context.shape[1])]
        lines = [total(column) for column in (weights[:, None] * result.values).T]
    else:
        lines = [vector(row) for row in computation.example.embeddings]
    return list(zip(tokens, lines, strict=True))


def listed(computation, query, target, step):
    """Return `written_out` as HTML, the line of the target token first to the eye."""
    if step == "embeddings":
        return ""
    spoken = computation.tokens[target]
    lines = [
        f"<li{' class=abh-spoken' * (name == spoken)}><b>{html.escape(name)}</b> {line}</li>"
        for name, line in written_out(computation, query, step)
    ]
    return f"<div class=abh-written>{step}, written out<ul>{''.join(lines)}</ul></div>"


def judged(guess, truth):
    """Say how far a guessed weight is from the true one."""
    gap = abs(guess - truth)
    side = "too low" if guess < truth else "too high"
    off = "right to two places" if gap < 0.005 else f"{gap:.2f} {side}"
    return f"You guessed {guess:.2f}; the weight is {truth:.2f}: {off}."


def _projected(computation, query):
    """Return how one token's query, key and value are made, entry by entry."""
    example, x = computation.example, computation.example.embeddings[query]
    matrices = {"query": example.W_Q, "key": example.W_K, "value": example.W_V}
    return [
        (f"{name}, {ORDINALS[k]}", product_sum(x, column))
        for name, matrix in matrices.items()
        for k, column in enumerate(matrix.T)
    ]


def _embeddings(computation, query, target):
    n, d = computation.example.embeddings.shape
    asks = computation.tokens[query]
    row = vector(computation.example.embeddings[query])
    if computation.projects:
        then = "From its row its query, key and value will be made."
    else:
        then = "Here the same rows ask, answer and are mixed."
    return f"{n} tokens, a row of {d} numbers each. “{asks}” asks; its row is {row}. {then}"


def _projections(computation, query, target):
    result, asks = computation.result, computation.tokens[query]
    made = [vector(part[query]) for part in (result.queries, result.keys, result.values)]
    return (
        f"The row of “{asks}” times W_Q, W_K and W_V gives its query {made[0]}, its key {made[1]} "
        f"and its value {made[2]}. Every row is multiplied by the same three matrices."
    )


def _scores(computation, query, target):
    result, tokens = computation.result, computation.tokens
    made = product_sum(result.queries[query], result.keys[target])
    what = (
        "query of “{}” with the key of “{}”"
        if computation.projects
        else "row of “{}” with that of “{}”"
    )
    return f"Compare the {what.format(tokens[query], tokens[target])}: {made}. That is the score."


def _scaled(computation, query, target):
    result, width = computation.result, computation.result.keys.shape[1]
    made = quotient(result.scores[query, target], math.sqrt(width))
    token = computation.tokens[target]
    root = f"√{width} {equals(math.sqrt(width))} {short(math.sqrt(width))}"
    return f"Divide every score by {root}; for “{token}”: {made}."


def _weights(computation, query, target):
    scaled, tokens = computation.result.scaled[query], computation.tokens
    powers = [math.exp(score) for score in scaled]
    share = quotient(powers[target], sum(powers))
    top = " and ".join(
        f"“{tokens[i]}”" for i in range(len(tokens)) if scaled.max() - scaled[i] < 1e-9
    )
    source = "" if computation.example.scale else " (this source does not scale)"
    return (
        f"Raise e to every score{source}: {power(scaled[target])} for “{tokens[target]}”."
        f" Its share of the sum is its weight: {share}. “{tokens[query]}” looks most at {top}."
    )


def _weighted_rows(computation, query, target):
    result, token = computation.result, computation.tokens[target]
    made = times(result.weights[query, target], result.values[target])
    what = "value" if computation.projects else "row"
    return f"Multiply every {what} by its weight; for “{token}”: {made}."


def _context(computation, query, target):
    result, asks = computation.result, computation.tokens[query]
    column = result.weights[query] * result.values[:, 0]
    z = vector(result.context[query])
    return (
        f"Add the weighted rows, column by column; the first: {total(column)}. "
        f"The context vector of “{asks}” is {z}."
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
