"""The still picture of several heads: every weight, a table for each."""

import numpy as np

from helpers.explorers.base.words import quoted
from helpers.explorers.heads.words import looked_at, most_at
from helpers.figures.cells import Cells
from helpers.figures.picture import Picture, styled
from helpers.numerals import wording

ROOM = 3.75  # inches for each head, two in a row
TITLE, ROW, UNDER = 0.32, 0.3, 0.2  # inches: the heading, each head's name, the room under it


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
    title = f"What {quoted(now.asks)} attends to, head by head"
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
