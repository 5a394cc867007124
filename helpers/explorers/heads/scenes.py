"""What is drawn of several heads: the query's arcs, every weight, and vectors."""

import numpy as np

from helpers.explorers.base.cells import cells
from helpers.explorers.base.words import quoted
from helpers.explorers.heads.words import look
from helpers.numerals import wording
from helpers.numerals.arithmetic import numbered, one, over_root

PLAIN, HIDDEN, PINNED = "", "?", "pinned"
UNSET = 0.3  # the weight that the arc of a guess is drawn with before it has one
ROOMY = 8  # numbers side by side, past which a presentation has no room for what W_O makes of them


def arcs(now, pin=None, guess=None, hidden=False, *, resting=True, projector=False):
    """Return the scene of `views.Arcs`: what the query attends to, and what stands side by side.

    pin    : the `Look` to compare with    guess : the `Guess` at the head that is edited
    hidden : whether that head's weights are to be guessed
    resting : whether there is time to say how each weight comes about
    projector : whether there is little room, as on a wall: then there's no prompt
    """
    asked = f"Press the word that {quoted(now.asks)} attends to most in head {now.head + 1}."
    edits = ", a head to sharpen or edit it" if len(now.rows) > 1 else ""
    press = f"Press a word to let it ask{edits}."
    secret = [hidden and k == now.head for k in range(len(now.rows))]
    return {
        "tokens": list(now.tokens),
        "query": now.query,
        "chosen": now.head,
        "panels": [_panel(now, pin, guess, *head) for head in enumerate(secret)],
        "details": [
            _detail(now, k, now.query) if resting and not kept else []
            for k, kept in enumerate(secret)
        ],
        "prompt": "" if projector else asked if hidden else press,
        "strip": _strip(now, hidden, projector),
    }


def _panel(now, pin, guess, k, hidden):
    """Return one head's panel."""
    row, n = now.rows[k], len(now.tokens)
    texts = [HIDDEN] * n if hidden else [wording.drawn(weight) for weight in row.tolist()]
    ghosts = np.full(n, np.nan) if pin is None else pin.result.heads[k].weights[now.query]
    if k == now.head and guess is not None and guess.place is not None:
        ghosts = np.full(n, np.nan)
        ghosts[guess.place] = UNSET if guess.weight is None else guess.weight
        if hidden:
            texts[guess.place] = "here" if guess.weight is None else wording.drawn(guess.weight)
    return {
        "name": f"head {k + 1}",
        "weights": np.full(n, np.nan) if hidden else row,
        "texts": texts,
        "ghosts": ghosts,
        "rest": "to be guessed" if hidden else f"attends {look(row, now.tokens, now.query)}",
        "guess": hidden,
    }


def _detail(now, k, i):
    """Return how each weight of a query comes about, in words."""
    head, tokens = now.result.heads[k], now.tokens
    width = head.queries.shape[1]
    return [
        f"{tokens[i]} → {key}: {one(over_root(head.scores[i, j], width))},"
        f" weight {wording.drawn(head.weights[i, j], 3)}"
        for j, key in enumerate(tokens)
    ]


def _strip(now, hidden, projector):
    """Return the numbers that the query gets from every head, and what W_O makes of them."""
    parts = [
        [HIDDEN if hidden and k == now.head else wording.drawn(entry) for entry in context]
        for k, context in enumerate(head.context[now.query] for head in now.result.heads)
    ]
    mixing = now.layer.W_O is not None and not (projector and now.layer.width > ROOMY)
    mixed = now.result.context[now.query] if mixing else []
    return {
        "label": f"{quoted(now.asks)} gets{', side by side' if len(parts) > 1 else ''}",
        "parts": parts,
        "mixed": [HIDDEN if hidden else wording.drawn(entry) for entry in mixed],
        "mix": "mixed by W_O",
    }


def shades(now, pin, stretch):
    """Return texts, fills and inks of each head's weights, and of the query's at the pin.

    Stretched colours span the weights of all heads, so that heads can be compared.
    """
    blocks = [head.weights for head in now.result.heads]
    if pin is not None:
        before = [head.weights[[now.query]] for head in pin.result.heads]
        blocks = [np.vstack(pair) for pair in zip(blocks, before, strict=True)]
    every, size = cells(np.vstack(blocks), "weights", stretch), len(blocks[0])
    starts = range(0, size * len(blocks), size)
    return [{name: lines[i : i + size] for name, lines in every.items()} for i in starts]


def weights(now, shade, k, hidden):
    """Return the scene of one head's weights in their shades, the pinned row under them."""
    tokens, query = list(now.tokens), now.query
    if hidden and k == now.head:
        shade = {name: [*rows] for name, rows in shade.items()}
        shade["texts"][query] = [HIDDEN] * len(tokens)
        shade["fills"][query] = shade["inks"][query] = [PLAIN] * len(tokens)
    rows = [*tokens, PINNED][: len(shade["texts"])]
    return {**shade, "row": query, "rows": rows, "columns": tokens}


def details(now, k, hidden):
    """Return how each weight of a head comes about, in words."""
    secret = hidden and k == now.head
    return [
        [""] * len(now.tokens) if secret and i == now.query else _detail(now, k, i)
        for i in range(len(now.tokens))
    ]


def vectors(now):
    """Return the scene of the edited head's queries, keys and values side by side."""
    head, query = now.result.heads[now.head], now.query
    blocks = {"queries": head.queries, "keys": head.keys, "values": head.values}
    numbers = np.hstack(list(blocks.values()))
    columns = [c for title, block in blocks.items() for c in numbered(title[0], block.shape[1])]
    plain = [[PLAIN] * len(columns)] * len(numbers)
    return {
        "texts": [[wording.drawn(entry) for entry in row] for row in numbers.tolist()],
        "fills": plain,
        "inks": plain,
        "rows": list(now.tokens),
        "columns": columns,
        "groups": [[title, block.shape[1]] for title, block in blocks.items()],
        "row": query,
    }
