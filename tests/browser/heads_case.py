"""What the browser tests do with the heads explorer, and the numbers that must stand there."""

import numpy as np

from browser.case import Case, Drag, Key, Typing, back, changed
from helpers import worked_examples
from helpers.attention import multi_head_attention


def heads_numbers(state):
    embeddings = worked_examples.load("i_love_apple_phones").embeddings
    result = multi_head_attention(embeddings, [list(map(np.array, h)) for h in state["heads"]])
    return {
        "weights": [head.weights for head in result.heads],
        "joined": np.hstack([embeddings, result.concatenated]),
    }


HEADS = Case(
    "heads",
    "from helpers.explorers import HeadsExplorer\nexplorer = HeadsExplorer()",
    {"heads": "explorer.heads", "query": "explorer.query", "factor": "explorer.base[1]"},
    heads_numbers,
    {
        "weights": ("[class*='abh-head-'] [role=gridcell]", None),
        "joined": (".abh-page [role=gridcell]", None),
    },
    Drag("input[type=range]", (60, 0), "heads"),
    Typing(
        "[aria-label='x₂, k₁']",
        "−1,25",
        "heads",
        lambda heads: changed(0, 1, 1, 0, by=-1.25 - heads[0][1][1][0])(heads, None),
    ),
    (
        Key("input[type=range]", "ArrowRight", "factor", changed(by=0.1)),
        Key("input[type=range]", "Escape", "factor", back),
        Key(".abh-head-2 td[tabindex='0']", "Enter", "query", lambda _before, _first: 0),
    ),
)
