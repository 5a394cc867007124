"""The blocks of one query's computation side by side, as a scene for `views.Heatmap`."""

from itertools import chain

import numpy as np

from helpers.explorers.base import colours
from helpers.figures import wording

MOST_DECIMALS = 2
ASKING = ("embeddings", "queries")  # the last of these that is shown holds the query's vector


def scene(made, tokens, query, spoken):
    """Return the table of blocks as a scene.

    made   : blocks, in order     tokens : n names
    spoken : the (title, row, column) of which the sentence below speaks, or None
    """
    rows = [*tokens]
    if any(block.foot is not None for block in made):
        rows.append("sum")
    widths = [len(block.columns) for block in made]
    starts = dict(zip([b.title for b in made], np.cumsum([0, *widths[:-1]]).tolist(), strict=True))
    asking = [block.title for block in made if block.title in ASKING][-1]
    parts = [_cells(block, len(rows), query if block.title == asking else -1) for block in made]
    scene = {name: _beside([part[name] for part in parts]) for name in parts[0]}
    places = _beside([_placed(block, len(rows), starts) for block in made])
    return scene | {
        "details": _details(made, rows),
        "feeds": places,
        "groups": [[block.title, width] for block, width in zip(made, widths, strict=True)],
        "rows": rows,
        "columns": [column for block in made for column in block.columns],
        "row": query,
        "column": -1,
        "spoken": [spoken[1], starts[spoken[0]] + spoken[2]] if spoken else None,
        "rest": "Point at a number, or go to it with the arrow keys, to see what it is made of.",
    }


def _cells(block, count, query):
    """Return the texts, fills, inks and marks of a block in a table of `count` rows."""
    n, k = block.numbers.shape
    cells = colours.cells(
        block.numbers, "weights" if block.kind == "weights" else "scores", decimals=_decimals(block)
    )
    if block.kind == "numbers":
        cells["fills"] = cells["inks"] = [[""] * k for _ in range(n)]
    marks = [["query" if i == query else ""] * k for i in range(n)]
    cells = {**cells, "marks": marks}
    if count > n:
        whole = block.foot is not None
        texts = (
            [wording.drawn(number, _decimals(block)) for number in block.foot]
            if whole
            else [""] * k
        )
        context = block.title == "weighted rows"
        mark = "empty" if not whole else "context" if context else ""
        foot = {"texts": texts, "fills": [""] * k, "inks": [""] * k, "marks": [mark] * k}
        cells = {name: [*cells[name], foot[name]] for name in cells}
    return cells


def _decimals(block):
    """Return how many decimals show a block's numbers whole, two at most."""
    numbers = block.numbers if block.foot is None else np.vstack([block.numbers, block.foot])
    for decimals in range(MOST_DECIMALS):
        if np.abs(numbers.round(decimals) - numbers).max() < 1e-9:
            return decimals
    return MOST_DECIMALS


def _rows(block, count):
    """Yield, for each row of the table, the columns of the block that hold a number there."""
    n, k = block.numbers.shape
    for i in range(count):
        yield i, range(k) if i < n or block.foot is not None else ()


def _placed(block, count, starts):
    """Return, for every cell of a block, the [row, column] places of the cells that feed it."""
    return [
        [[[row, starts[title] + m] for title, row, m in block.feeds(i, k)] for k in columns]
        or [[]] * len(block.columns)
        for i, columns in _rows(block, count)
    ]


def _details(made, rows):
    """Return what is said of every cell: whose it is, and its computation written out."""
    said = [[] for _ in rows]
    for block in made:
        for i, columns in _rows(block, len(rows)):
            told = [f"{rows[i]}, {block.columns[k]}: {block.told(i, k)}" for k in columns]
            said[i] += [line.removesuffix(": ") for line in told] or [""] * len(block.columns)
    return said


def _beside(parts):
    """Join tables side by side, row by row."""
    return [list(chain(*rows)) for rows in zip(*parts, strict=True)]
