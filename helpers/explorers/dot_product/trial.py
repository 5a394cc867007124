"""How the explorer of two vectors is tried, and the numbers that it must then show."""

import numpy as np

from helpers.attention import attention
from helpers.explorers.base.trial import *


def numbers(state):
    """Return what is shown in a state, computed anew."""
    a, b = np.array(state["a"]), np.array(state["b"])
    score = attention([a], [b], [b]).scores[0, 0]
    lengths = np.hypot(*a), np.hypot(*b)
    cosine = score / np.prod(lengths)
    facts = [*lengths, np.degrees(np.arccos(cosine)), cosine, score / lengths[0], score]
    return {"facts": facts, "points": [*a, *b]}


CASE = Case(
    "from helpers.explorers import DotProductExplorer\nexplorer = DotProductExplorer()",
    ("a", "b"),
    numbers,
    {"facts": (".abh-facts td", None), "points": (".abh-dot.abh-movable", "aria-label")},
    tuple(
        Drag(dot(place), by, "ab"[place], dragged(slice(2)))
        for place, by in ((0, (40, 30)), (1, (60, 10)), (0, (-20, -35)))
    ),
    tuple(
        Typing(f"[aria-label='{name}, {'xy'[i]}']", text, name, typed(i, number=number))
        for name, i, text, number in (
            ("b", 0, "-1.5", -1.5),
            ("a", 1, "0,75", 0.75),
            ("b", 0, "1", 1.0),
            ("a", 0, "−2", -2.0),
        )
    ),
    (
        Key(dot(1), "ArrowRight", "b", changed(0, by=0.1)),
        Key(dot(1), "Shift+ArrowUp", "b", changed(1, by=0.01)),
        Key(dot(1), "Escape", "b", back),
    ),
)

BENCH = Technique(
    "from helpers.explorers import DotProductExplorer\nDotProductExplorer()",
    dot(0),
    words_of(dot(0)),
)
