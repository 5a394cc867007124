"""What the heads explorer says of its heads, in words and in code."""

import math

import numpy as np

from helpers.explorers.base.arithmetic import apart, one
from helpers.explorers.heads.focus import NEARLY, away, entropy, look, looked_at, top
from helpers.figures import wording

CHANGED = 0.005  # of a weight, that a reader sees in two decimals


def result(explorer):
    """Say where the query looks in each head, and what stands side by side."""
    tokens, query, found = explorer.tokens, explorer.query, explorer.result
    looks = [
        f"{look(head.weights[query], tokens, query)} in head {i}"
        for i, head in enumerate(found.heads, 1)
    ]
    said = [f"{tokens[query]} looks {_listed(looks)}."]
    if plain := _plain(explorer):
        said.append(plain)
    said.append(_joined(explorer))
    return " ".join(said)


def _plain(explorer):
    """Say which heads hardly choose, "" where all do."""
    rows = [head.weights[explorer.query] for head in explorer.result.heads]
    plain = [i for i, weights in enumerate(rows, 1) if away(weights) <= NEARLY]
    if not plain:
        return ""
    heads = f"{_listed([f'head {i}' for i in plain])} {'is' if len(plain) == 1 else 'are'}"
    numbers = _listed([wording.number(entropy(rows[i - 1]), 3) for i in plain])
    most = wording.number(math.log(len(rows[0])), 3)
    return (
        f"{heads[0].upper()}{heads[1:]} nearly plain averaging: entropy {numbers} of at most"
        f" ln {len(rows[0])} = {most}."
    )


def _joined(explorer):
    """Say what stands side by side for the query, and what W_O makes of it."""
    found, query = explorer.result, explorer.query
    numbers = wording.point(found.concatenated[query]).replace("-", "−")
    count = len(found.heads)
    said = f"Its context from {wording.count(count, 'head')}"
    said += f", side by side: {numbers}." if count > 1 else f": {numbers}."
    if explorer.W_O is None:
        return said
    if np.array_equal(explorer.W_O, np.eye(len(explorer.W_O))):
        return f"{said} W_O is the identity and leaves them as they are."
    mixed = wording.point(found.context[query]).replace("-", "−")
    return f"{said} Mixed by W_O: {mixed}."


def since(pin, explorer):
    """Say which weights of the query have changed most since the pin, head by head."""
    said = []
    for i, (old, new) in enumerate(zip(pin.result.heads, explorer.result.heads, strict=True), 1):
        before, now = old.weights[explorer.query], new.weights[explorer.query]
        changes = np.abs(now - before)
        places = wording.largest(changes)[:2]
        moved = [
            f"on {explorer.tokens[j]} {wording.drawn(before[j])} → {wording.drawn(now[j])}"
            for j in places
            if changes[j] >= CHANGED
        ]
        said += [f"head {i} {', '.join(moved)}"] if moved else []
    return f"Since the pin: {'; '.join(said)}." if said else "Since the pin no weight has changed."


def asked(explorer):
    """Ask for the guess."""
    token, head = explorer.tokens[explorer.query], f"head {explorer.head + 1}"
    return f"Which word does {token} look at most in {head}? Choose its “?” and set its weight."


def judged(guess, weights, tokens, query):
    """Say how near the guess was to the weights (n,) of the query."""
    truth = f"{tokens[query]} looks most at {looked_at(weights, tokens, query)}"
    largest = wording.number(weights.max())
    if guess.place is None:
        return f"You guessed a largest weight of {wording.number(guess.weight)}; it is {largest}."
    right = "Right" if guess.place in top(weights) else f"Not {tokens[guess.place]}"
    said = f"{right}: {truth}, with {largest}."
    if guess.weight is None:
        return said

    def judgement(most, guess, gap):
        return f"{right}: {truth}, with {most}. You guessed {guess}, {gap} away."

    return one(apart(weights.max(), guess.weight, judgement))


def code(layer, query):
    """Return the lines of Python that compute the present state."""
    heads = [
        line
        for i, head in enumerate(layer.heads, 1)
        for line in (
            f"    (  # head {i}: W_Q, W_K, W_V",
            *(f"        {matrix.tolist()}," for matrix in head),
            "    ),",
        )
    ]
    mixed = layer.W_O is not None
    return "\n".join(
        [
            "import numpy as np",
            "from helpers.attention import multi_head_attention",
            "",
            f"tokens = {list(layer.tokens)!r}",
            f"embeddings = np.array({layer.embeddings.tolist()})",
            "heads = [",
            *heads,
            "]",
            *([f"W_O = np.array({layer.W_O.tolist()})"] if mixed else []),
            f"result = multi_head_attention(embeddings, heads{', W_O' if mixed else ''})",
            f"query = {query}  # {layer.tokens[query]}",
            "[head.weights[query] for head in result.heads], result.context[query]",
        ]
    )


def _listed(names):
    """Return names as a list in words."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
