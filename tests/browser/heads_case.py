"""What the browser tests do with the heads explorer, and the numbers that must stand there."""

import numpy as np

from browser.case import Case, Click, Drag, Key, Typing, back, changed, chosen, typed
from helpers import worked_examples
from helpers.attention import multi_head_attention


def heads_numbers(state):
    embeddings = worked_examples.load("i_love_apple_phones").embeddings
    result = multi_head_attention(embeddings, [list(map(np.array, h)) for h in state["heads"]])
    return {
        "weights": [head.weights for head in result.heads],
        "joined": np.hstack([embeddings, result.concatenated]),
    }


def asks(head, row):
    """Return a click on a row of a head's weights, which chooses that head too."""
    element = f".abh-head-{head} tbody tr:nth-child({row + 1}) td"
    return Click(element, "query", chosen(row), also=("factor",))


HEADS = Case(
    "heads",
    "from helpers.explorers import HeadsExplorer\nexplorer = HeadsExplorer()",
    {"heads": "explorer.heads", "query": "explorer.query", "factor": "explorer.base[1]"},
    heads_numbers,
    {
        "weights": ("[class*='abh-head-'] [role=gridcell]", None),
        "joined": (".abh-page [role=gridcell]", None),
    },
    (
        *(Drag("input[type=range]", (by, 0), "heads", also=("factor",)) for by in (60, -30)),
        *(asks(head, row) for head, row in ((1, 2), (2, 1), (1, 0), (1, 2), (2, 0))),
        Drag("input[type=range]", (45, 0), "heads", also=("factor",)),
        asks(1, 1),
    ),
    tuple(
        Typing(f"[aria-label='{name}']", text, "heads", typed(0, *place, number=number))
        for name, text, place, number in (
            ("x₂, k₁", "−1,25", (1, 1, 0), -1.25),
            ("x₁, v₁", "0.5", (2, 0, 0), 0.5),
            ("x₂, k₁", "2", (1, 1, 0), 2.0),
        )
    ),
    (
        Key("input[type=range]", "ArrowRight", "factor", changed(by=0.1)),
        Key("input[type=range]", "Escape", "factor", back),
        Key(".abh-head-2 td[tabindex='0']", "Enter", "query", lambda _before, _first: 0),
    ),
)
