"""A still picture of all heads, with the query's numbers in words."""

import numpy as np

from helpers.explorers.heads.focus import looked_at
from helpers.figures import wording
from helpers.figures.cells import Cells
from helpers.figures.picture import Picture, styled, text_size

ROOM = 3.75  # inches for each head, two in a row
TITLE, ROW, UNDER = 0.32, 0.3, 0.2  # inches: the heading, each head's name, the room under it


@styled
def picture(explorer):
    """Return a `Picture` of every head's weights, the query's row framed."""
    tokens, query, result = explorer.tokens, explorer.query, explorer.result
    drawn = [
        Cells(
            _seen(explorer, i),
            tokens,
            None,
            "weights",
            stretch=explorer.stretch,
            decimals=2,
            highlight=query,
            room=ROOM,
            beside=False,
        )
        for i in range(len(result.heads))
    ]
    side = max(cells.left + cells.width + max(0.25, cells.overhang + 0.1) for cells in drawn)
    up = ROW + drawn[0].top + drawn[0].height + UNDER
    across, down = min(2, len(drawn)), -(-len(drawn) // 2)
    title = f"Where “{tokens[query]}” looks, head by head"
    shown = Picture(max(across * side, text_size(title, 11, "bold")[0] + 0.3), TITLE + down * up)
    for i, cells in enumerate(drawn):
        left, bottom = (i % 2) * side + cells.left, (down - 1 - i // 2) * up + UNDER
        axes = shown.panel(left, bottom, cells.width, cells.height)
        cells.draw(axes)
        place = (0, 1 + (cells.top + 0.04) / cells.height)
        axes.text(*place, f"head {i + 1}", transform=axes.transAxes, weight="bold")
    shown.heading(title)
    shown.alt = _alt(explorer)
    return shown


def _seen(explorer, place):
    """Return a head's weights, those that are to be guessed as NaN."""
    weights = np.array(explorer.result.heads[place].weights)
    if explorer.hides(place):
        weights[explorer.query] = np.nan
    return weights


def _alt(explorer):
    """Return the numbers of the query in words, without what is to be guessed."""
    tokens, query, result = explorer.tokens, explorer.query, explorer.result
    lines = [f"{wording.count(len(tokens), 'token')}, {wording.count(len(result.heads), 'head')}"]
    lines[0] += f"; the query is {tokens[query]}"
    for i, head in enumerate(result.heads):
        if explorer.hides(i):
            lines.append(f"head {i + 1}: to be guessed")
            continue
        weights = head.weights[query]
        numbers = wording.pairs(tokens, weights, 4)
        lines.append(f"head {i + 1}: {numbers}; most at {looked_at(weights, tokens, query)}")
    if not explorer.guessing:
        lines.append(f"side by side: {wording.point(result.concatenated[query], 4)}")
        if explorer.W_O is not None:
            lines.append(f"mixed by W_O: {wording.point(result.context[query], 4)}")
    return wording.alt(*lines)
