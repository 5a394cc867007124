"""One sentence for each step of one query's computation, with its own numbers."""

import html

from helpers.explorers.base.arithmetic import apart, vector, written
from helpers.explorers.flow.lines import MATRICES, lines, weighted

SINGULAR = {"queries": "query", "keys": "key", "values": "value"}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def sentence(computation, query, target, step):
    """Say what a step does, for the pair of a query and the token `target` that it looks at."""
    return SENTENCES[step](computation, query, target)


def written_out(computation, query, step):
    """Return the step's computation for every token, or every column, as (name, line)."""
    tokens, n = computation.tokens, len(computation.tokens)
    if step == "projections":
        return _projected(computation, query)
    if step in ("scores", "scaled"):
        told = [line for (line,) in lines(computation, query, step)]
    elif step == "weights":
        told = [f"{raised};  {share}" for raised, share in _shares(computation, query)]
    elif step == "weighted rows":
        told = weighted(computation, query)
    elif step == "context":
        tokens = [ORDINALS[k] for k in range(computation.result.context.shape[1])]
        told = lines(computation, query, "weighted rows")[n]
    else:
        told = [vector(row) for row in computation.example.embeddings]
    return list(zip(tokens, told, strict=True))


def _shares(computation, query):
    """Return, for each token, how its score is raised and the share that comes of it."""
    made = (lines(computation, query, title) for title in ("powers", "weights"))
    return [(raised, share) for (raised,), (share,) in zip(*made, strict=True)][:-1]


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
    side = "too low" if guess < truth else "too high"
    right = abs(guess - truth) < 0.005

    def said(guess, truth, gap):
        off = "right to two places" if right else f"{gap} {side}"
        return f"You guessed {guess}; the weight is {truth}: {off}."

    (sentence,) = written([apart(guess, truth, said)])
    return sentence


def _projected(computation, query):
    """Return how one token's query, key and value are made, entry by entry."""
    return [
        (f"{SINGULAR[title]}, {ORDINALS[k]}", line)
        for title in MATRICES
        for k, line in enumerate(lines(computation, query, title)[query])
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
    tokens = computation.tokens
    (made,) = lines(computation, query, "scores")[target]
    what = (
        "query of “{}” with the key of “{}”"
        if computation.projects
        else "row of “{}” with that of “{}”"
    )
    return f"Compare the {what.format(tokens[query], tokens[target])}: {made}. That is the score."


def _scaled(computation, query, target):
    width, token = computation.result.keys.shape[1], computation.tokens[target]
    (made,) = lines(computation, query, "scaled")[target]
    return f"Divide every score by √{width}; for “{token}”: {made}."


def _weights(computation, query, target):
    scaled, tokens = computation.result.scaled[query], computation.tokens
    raised, share = _shares(computation, query)[target]
    top = " and ".join(
        f"“{tokens[i]}”" for i in range(len(tokens)) if scaled.max() - scaled[i] < 1e-9
    )
    source = "" if computation.example.scale else " (this source does not scale)"
    return (
        f"Raise e to every score{source}: {raised} for “{tokens[target]}”."
        f" Its share of the sum is its weight: {share}. “{tokens[query]}” looks most at {top}."
    )


def _weighted_rows(computation, query, target):
    token, made = computation.tokens[target], weighted(computation, query)[target]
    what = "value" if computation.projects else "row"
    return f"Multiply every {what} by its weight; for “{token}”: {made}."


def _context(computation, query, target):
    result, asks = computation.result, computation.tokens[query]
    first = lines(computation, query, "weighted rows")[-1][0]
    z = vector(result.context[query])
    return (
        f"Add the weighted rows, column by column; the first: {first}. "
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
