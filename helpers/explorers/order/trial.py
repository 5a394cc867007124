"""How the order explorer is tried, and the numbers that it must then show."""

import numpy as np

from helpers.attention import attention, causal_mask
from helpers.explorers.base.trial import *
from helpers.positions import rotated, sinusoids


def numbers(state):
    """Return the weights that are seen, word by word, and the z of the word that asks."""
    order, kind = state["order"], state["positions"]
    rows = np.array(state["embeddings"])[order]
    if kind == "learned":
        rows = rows + np.random.default_rng(0).normal(0, 0.5, (8, 8)).round(2)[:3, :4]
    if kind == "sinusoids":
        rows = rows + sinusoids(3, 4)
    made = rotated(rows) if kind == "rotation" else rows
    allowed = causal_mask(3) if kind == "mask" else None
    result = attention(made, made, rows, allowed=allowed, scale=1.0)
    asks = order.index(state["query"])
    seen = [place for place in np.argsort(order) if kind != "mask" or place <= asks]
    return {"weights": result.weights[asks, seen], "z": result.context[asks]}


def brought(word):
    """Return a function that has a word go so many places on, the others making room."""

    def bring(order, far):
        place = int(np.clip(order.index(word) + round(far[0]), 0, len(order) - 1))
        others = [one for one in order if one != word]
        return [*others[:place], word, *others[place:]]

    return bring


def one_on(order, _first):
    """Return the order once the second word has gone one place on."""
    return brought(1)(order, (1, 0))


def name(word):
    """Return the selector of what the mouse takes of a word."""
    return f".abh-carried:nth-child({word + 1}) .abh-lineup-name"


def drag(word, across, down=4):
    """Return a drag of a word by so many pixels."""
    return Drag(name(word), (across, down), "order", brought(word))


def asks(word):
    """Return a press of a word."""
    return Click(name(word), "query", chosen(word))


def kind(positions):
    """Return a press of a kind of position."""
    return Click(f"button:text-is('{positions}')", "positions", chosen(positions))


CASE = Case(
    'from helpers.explorers import OrderExplorer\nexplorer = OrderExplorer(positions="learned")',
    ("order", "query", "positions", "embeddings"),
    numbers,
    {"weights": (".abh-carried .abh-number", None), "z": (".abh-bars .abh-number", None)},
    (
        *(drag(0, 150), drag(2, -320), drag(0, 40)),
        *map(asks, (0, 2, 0)),
        *(kind("rotation"), drag(2, 150), asks(0), kind("mask"), drag(0, -150), asks(2)),
        *(drag(2, 300), kind("sinusoids"), drag(1, 160), kind("none"), drag(1, -300), asks(1)),
        *("reset", drag(0, 300)),
    ),
    tuple(
        Typing(
            field(row, column),
            text,
            "embeddings",
            typed(row, column, number=number),
        )
        for row, column, text, number in (
            (1, 1, "−0,75", -0.75),
            (0, 3, "0.5", 0.5),
            (1, 1, "0.7", 0.7),
        )
    ),
    (
        Key(".abh-carried[tabindex='0']", "ArrowRight", "query", lambda _before, _first: 2),
        Key(".abh-carried[tabindex='0']", "ArrowLeft", "query", lambda _before, _first: 1),
        Key(".abh-carried[tabindex='0']", "Shift+ArrowRight", "order", one_on),
        Key(".abh-carried[tabindex='0']", "Escape", "order", back),
    ),
    edit=("edit words",),
)

# As its notebook opens it.
OPENED = """
import numpy as np
from helpers.explorers import OrderExplorer
words = np.array([[1.6, 0.2], [1.0, 0.6], [0.4, 1.4]])
OrderExplorer(["dog", "bites", "man"], words, positions="rotation", query=1)
"""
BENCH = Technique(OPENED, name(0), texts_of(".abh-carried .abh-number"), "jump", (150, 0))
