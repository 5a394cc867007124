"""How the attention explorer is tried, and the numbers that it must then show."""

import numpy as np

from helpers.attention import simplified_attention
from helpers.explorers.base.trial import *


def numbers(state):
    """Return what is shown in a state, computed anew."""
    embeddings = np.array(state["embeddings"])
    result = simplified_attention(embeddings)
    return {
        "points": embeddings[:, :2],
        "hidden": embeddings[:, 2],
        "weights": result.weights.ravel(),
        "z": result.context[state["query"], :2],
    }


def query(place, element=None):
    """Return a click that makes a token the query."""
    return Click(element or dot(place), "query", chosen(place))


def word(place, by):
    """Return a drag of a token in the plane."""
    return Drag(dot(place), by, "embeddings", dragged(place, slice(2)))


CASE = Case(
    "from helpers.readers import worked_examples\n"
    "from helpers.explorers import AttentionExplorer\n"
    'example = worked_examples.load("your_journey")\n'
    "explorer = AttentionExplorer(example.tokens, example.embeddings)",
    ("embeddings", "query"),
    numbers,
    {
        "points": (".abh-dot.abh-movable", "aria-label"),
        "hidden": (".abh-bars .abh-pull", "aria-valuetext"),
        "weights": ("[role=gridcell]", None),
        "z": (".abh-dot.abh-context", "aria-label"),
    },
    (
        *(word(2, (90, 60)), word(1, (-60, 80)), word(2, (-30, -40))),
        *(query(place) for place in (3, 0, 3)),
        *(word(1, (-25, 30)), query(5), word(5, (30, 20))),
        *(
            Drag(bar(place), (3, by), "embeddings", pulled(place, 2))
            for place, by in ((1, -12), (3, 10), (1, 5))
        ),
        *(query(row, cell(row, column)) for row, column in ((2, 3), (4, 0), (2, 1))),
        query(3, row_name(3)),
    ),
    tuple(
        Typing(field(*place), text, "embeddings", typed(*place, number=number))
        for place, text, number in (
            ((2, 1), "−1,25", -1.25),
            ((0, 0), "0.5", 0.5),
            ((2, 1), "1", 1.0),
            ((5, 2), "-.75", -0.75),
        )
    ),
    (
        Key(dot(1), "ArrowRight", "embeddings", changed(1, 0, by=0.1)),
        Key(dot(1), "Shift+ArrowUp", "embeddings", changed(1, 1, by=0.01)),
        Key(dot(1), "Escape", "embeddings", back),
        Key(dot(3), "Enter", "query", lambda _before, _first: 3),
    ),
    edit=("edit",),
)

SENTENCE = """
import numpy as np
from helpers.readers import worked_examples
example = worked_examples.load("your_journey")
tokens, embeddings = list(example.tokens), 2 * example.embeddings[:, :2] - 0.9
"""
MADE = """
from helpers.explorers import AttentionExplorer
explorer = AttentionExplorer(tokens, embeddings)
"""
BENCH = Technique(f"{SENTENCE}{MADE}explorer", dot(5), words_of(dot(5)))
