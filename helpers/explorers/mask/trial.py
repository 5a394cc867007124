"""How the mask explorer is tried, and the numbers that it must then show."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from helpers.attention import attention
from helpers.explorers.base.trial import *
from helpers.readers import worked_examples


@dataclass(frozen=True)
class Stroke:
    """Press a cell and draw the hand by (across, down) pixels: what it passes is painted.

    It is no `Drag`: a press that does not move paints the cell that it is on.
    """

    element: str
    by: tuple[int, int]
    to: Callable  # from the mask before, and how far the hand went
    changes: str = "allowed"
    also: tuple[str, ...] = ("query",)


def numbers(state):
    """Return what is shown in a state, computed anew."""
    rows = worked_examples.load("smart_robots").embeddings
    allowed, query = np.array(state["allowed"]), state["query"]
    result = attention(rows, rows, rows, allowed=allowed, scale=1.0)
    return {"weights": result.weights[allowed], "z": result.context[query]}


def painted(*cells):
    """Return a function that gives all cells what the first one becomes."""

    def paint(before, *_):
        after = np.array(before)
        after[tuple(zip(*cells, strict=True))] = not after[cells[0]]
        return after.tolist()

    return paint


def press(row, column):
    """Return a click on a cell, which turns it."""
    return Click(cell(row, column), "allowed", painted((row, column)), also=("query",))


def across(row, *columns):
    """Return a stroke along a row."""
    by = 65 * (columns[-1] - columns[0]), 0
    return Stroke(cell(row, columns[0]), by, painted(*((row, column) for column in columns)))


def down(column, *rows):
    """Return a stroke along a column."""
    by = 0, 53 * (rows[-1] - rows[0])
    return Stroke(cell(rows[0], column), by, painted(*((row, column) for row in rows)))


def asks(row):
    """Return a click on the name of a row."""
    return Click(row_name(row), "query", chosen(row))


def turned(row, column):
    """Return a function that turns a cell of the mask before a key."""
    return lambda before, _first: painted((row, column))(before)


def follows(place, other):
    """Return a function that gives one cell what another one is."""

    def follow(before, _first):
        after = np.array(before)
        after[place] = after[other]
        return after.tolist()

    return follow


FOCUSED = "[role=gridcell][tabindex='0']"


CASE = Case(
    "from helpers.explorers import MaskExplorer\nexplorer = MaskExplorer()",
    ("allowed", "query"),
    numbers,
    {
        "weights": ("[role=gridcell]:not(.abh-masked)", None),
        "z": (".abh-dot.abh-context", "aria-label"),
    },
    (
        *(press(*place) for place in ((0, 4), (1, 2), (0, 4))),
        *(across(0, 1, 2, 3), across(3, 4, 3, 2), across(0, 3, 2, 1)),
        *map(asks, (3, 0, 3)),
        *(down(4, 1, 2, 3, 4), down(4, 4, 3), press(1, 3)),
        Click(dot(2), "query", chosen(2)),
    ),
    (),
    (
        *(Key(FOCUSED, key, "query", back) for key in (*["ArrowUp"] * 4, "End")),
        Key(FOCUSED, "Space", "allowed", turned(0, 4)),
        Key(FOCUSED, "Shift+ArrowDown", "allowed", follows((1, 4), (0, 4))),
        Key(FOCUSED, "Escape", "allowed", back),
    ),
)

# As its notebook opens it.
OPENED = """
from helpers.readers import vocabularies
from helpers.explorers import MaskExplorer
tokens = "the pitcher saw a bat".split()
MaskExplorer(tokens, vocabularies.load("bat").rows(tokens), query=2)
"""
# The cell is that of "saw", which looks at "bat".
BENCH = Technique(OPENED, cell(2, 4), words_of(".abh-dot.abh-context"), "press")
