"""What the heads explorer draws, as scenes for `views.Heatmap`."""

import math

import numpy as np

from helpers.explorers.base.arithmetic import numbered, one, over_root
from helpers.explorers.base.colours import cells
from helpers.explorers.heads.focus import entropy, from_mean, look
from helpers.figures import palette, wording

TINTS = ("#e6e0f4", "#fbeccb", "#d5efe8", "#f9dcea")  # one per head, light behind dark ink
BARE, HIDDEN = "", "?"
PINNED = "pinned"


def weights(explorer, shades, place):
    """Return one head's weights in their `shades`, the pinned row of the query under them."""
    tokens, query = list(explorer.tokens), explorer.query
    if explorer.hides(place):
        texts, fills, inks = ([*shades[name]] for name in ("texts", "fills", "inks"))
        texts[query] = [HIDDEN] * len(tokens)
        fills[query] = inks[query] = [BARE] * len(tokens)
        if explorer.guess.place is not None:
            weight = explorer.guess.weight
            texts[query][explorer.guess.place] = "here" if weight is None else wording.drawn(weight)
        shades = {"texts": texts, "fills": fills, "inks": inks}
    rows = [*tokens, PINNED][: len(shades["texts"])]
    chosen = {"row": query, "column": -1, "stretch": None}
    return {**shades, **chosen, "rows": rows, "columns": tokens, "feeds": []}


def shades(explorer):
    """Return texts, fills and inks of each head's weights, and of the query's at the pin.

    Stretched colours span the weights of all heads, so that heads can be compared.
    """
    blocks = [head.weights for head in explorer.result.heads]
    if ghosts := pinned(explorer):
        before = [head.weights[[explorer.query]] for head in ghosts.result.heads]
        blocks = [np.vstack(pair) for pair in zip(blocks, before, strict=True)]
    every, size = cells(np.vstack(blocks), "weights", explorer.stretch), len(blocks[0])
    starts = range(0, size * len(blocks), size)
    return [{name: lines[i : i + size] for name, lines in every.items()} for i in starts]


def pinned(explorer):
    """Return the pinned layer, or None while there is none or it would give the guess away."""
    return None if explorer.guessing else explorer.pin


def caption(explorer, place):
    """Return where the query looks in one head, and how evenly."""
    if explorer.hides(place):
        return "to be guessed"
    head, tokens, query = explorer.result.heads[place], explorer.tokens, explorer.query
    row, n = head.weights[query], len(tokens)
    return "\n".join(
        [
            f"{tokens[query]} looks {look(row, tokens, query)}",
            f"entropy {wording.drawn(entropy(row), 3)} of ln {n} = {wording.drawn(math.log(n), 3)}",
            f"z is {wording.drawn(from_mean(head, query), 3)} from the plain mean",
        ]
    )


def details(explorer, place):
    """Return how each weight of a head comes about, in words."""
    head, tokens = explorer.result.heads[place], explorer.tokens
    width = head.queries.shape[1]
    return [
        [
            ""
            if explorer.hides(place) and i == explorer.query
            else f"{asks} → {key}: {one(over_root(head.scores[i, j], width))},"
            f" weight {wording.drawn(head.weights[i, j], 3)}"
            for j, key in enumerate(tokens)
        ]
        for i, asks in enumerate(tokens)
    ]


def vectors(explorer):
    """Return queries, keys and values of the chosen head side by side."""
    head = explorer.result.heads[explorer.head]
    blocks = {"queries": head.queries, "keys": head.keys, "values": head.values}
    numbers = np.hstack(list(blocks.values()))
    columns = [
        name for title, block in blocks.items() for name in numbered(title[0], block.shape[1])
    ]
    groups = [[title, block.shape[1]] for title, block in blocks.items()]
    return _page(numbers, explorer, columns, groups, [BARE] * len(columns))


def joined(explorer):
    """Return every token's embedding, and its contexts of all heads side by side in their tints."""
    layer, widths = explorer.layer, explorer.layer.widths
    d_model = layer.embeddings.shape[1]
    heads = [i for i, width in enumerate(widths) for _ in range(width)]
    before = pinned(explorer)
    return _page(
        np.hstack([layer.embeddings, layer.result.concatenated]),
        explorer,
        [*numbered("x", d_model), *(name for width in widths for name in numbered("z", width))],
        [["embeddings", d_model], *([f"head {i}", width] for i, width in enumerate(widths, 1))],
        [*[BARE] * d_model, *(TINTS[i] for i in heads)],
        ghosts=before and np.hstack([before.embeddings, before.result.concatenated]),
        hidden=[*[False] * d_model, *(explorer.hides(i) for i in heads)],
    )


def mixed(explorer):
    """Return the contexts after W_O: numbers that belong to no head alone."""
    numbers, before = explorer.result.context, pinned(explorer)
    width = numbers.shape[1]
    return _page(
        numbers,
        explorer,
        numbered("o", width),
        [["mixed by W_O", width]],
        [BARE] * width,
        ghosts=before and before.result.context,
        hidden=[explorer.guessing] * width,
    )


def _page(numbers, explorer, columns, groups, fills, ghosts=None, hidden=None):
    """Return rows of numbers, the query's in bold, the pinned row of the query under them."""
    rows, query = list(explorer.tokens), explorer.query
    if ghosts is not None and ghosts.shape == numbers.shape:
        numbers, rows = np.vstack([numbers, ghosts[query]]), [*rows, PINNED]
    texts = [[wording.drawn(entry) for entry in row] for row in numbers.tolist()]
    if hidden:
        shown = zip(texts[query], hidden, strict=True)
        texts[query] = [HIDDEN if secret else text for text, secret in shown]
    inks = [palette.INK if fill else BARE for fill in fills]
    return {
        "texts": texts,
        "fills": [fills] * len(rows),
        "inks": [inks] * len(rows),
        "rows": rows,
        "columns": columns,
        "groups": groups,
        "marks": [["chosen" if i == query else ""] * len(columns) for i in range(len(rows))],
        "row": query,
        "column": -1,
        "stretch": None,
    }
