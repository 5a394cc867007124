"""What is drawn of several heads: the query's arcs, every weight, vectors, and a still picture."""

import numpy as np

from helpers.explorers.base.colours import cells
from helpers.explorers.base.words import quoted
from helpers.explorers.heads.words import look, looked_at, most_at
from helpers.figures.cells import Cells
from helpers.figures.picture import Picture, styled
from helpers.numerals import wording
from helpers.numerals.arithmetic import numbered, one, over_root

PLAIN, HIDDEN, PINNED = "", "?", "pinned"
UNSET = 0.3  # the weight that the arc of a guess is drawn with before it has one
ROOMY = 8  # numbers side by side, past which a presentation has no room for what W_O makes of them
ROOM = 3.75  # inches for each head, two in a row
TITLE, ROW, UNDER = 0.32, 0.3, 0.2  # inches: the heading, each head's name, the room under it


def arcs(now, pin=None, guess=None, hidden=False, *, resting=True, projector=False):
    """Return the scene of `views.Arcs`: where the query looks, and what stands side by side.

    pin    : the `Look` to compare with    guess : the `Guess` at the head that is edited
    hidden : whether that head's weights are to be guessed
    resting : whether there is time to say how each weight comes about
    projector : whether there is little room; what is said below stands in no prompt then
    """
    asked = f"Press the word that {quoted(now.asks)} looks at most in head {now.head + 1}."
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
        "rest": "to be guessed" if hidden else f"looks {look(row, now.tokens, now.query)}",
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


@styled
def picture(now, stretch=False, hidden=False):
    """Return a `Picture` of every head's weights, the query's row framed."""
    options = {"stretch": stretch, "decimals": 2, "highlight": now.query, "beside": False}
    seen = [head.weights.copy() for head in now.result.heads]
    if hidden:
        seen[now.head][now.query] = np.nan
    drawn = [Cells(rows, now.tokens, None, "weights", room=ROOM, **options) for rows in seen]
    side = max(part.left + part.width + max(0.25, part.overhang + 0.1) for part in drawn)
    up = ROW + drawn[0].top + drawn[0].height + UNDER
    across, down = min(2, len(drawn)), -(-len(drawn) // 2)
    title = f"Where {quoted(now.asks)} looks, head by head"
    shown = Picture(across * side, TITLE + down * up, title=title)
    for k, part in enumerate(drawn):
        left, bottom = (k % 2) * side + part.left, (down - 1 - k // 2) * up + UNDER
        axes = shown.panel(left, bottom, part.width, part.height)
        part.draw(axes)
        place = (0, 1 + (part.top + 0.04) / part.height)
        axes.text(*place, f"head {k + 1}", transform=axes.transAxes, weight="bold")
    shown.alt = _alt(now, hidden)
    return shown


def _alt(now, hidden):
    """Return the numbers of the query in words, without what is to be guessed."""
    tokens, query, result = now.tokens, now.query, now.result
    lines = [f"{wording.count(len(tokens), 'token')}, {wording.count(len(result.heads), 'head')}"]
    lines[0] += f"; the query is {now.asks}"
    for k, row in enumerate(now.rows):
        if hidden and k == now.head:
            lines.append(f"head {k + 1}: to be guessed")
            continue
        numbers = wording.pairs(tokens, row, 4)
        lines.append(f"head {k + 1}: {numbers}; {most_at(looked_at(row, tokens, query))}")
    if not hidden:
        lines.append(f"side by side: {wording.point(result.concatenated[query], 4)}")
        if now.layer.W_O is not None:
            lines.append(f"mixed by W_O: {wording.point(result.context[query], 4)}")
    return wording.alt(*lines)
