"""What the browser tests do with the heads explorer, and the numbers that must stand there."""

import numpy as np

from browser.case import Case, Click, Drag, Key, Typing, back, changed, chosen, typed
from helpers.attention import multi_head_attention
from helpers.readers import worked_examples


def heads_numbers(state):
    embeddings = worked_examples.load("i_love_apple_phones").embeddings
    result = multi_head_attention(embeddings, [list(map(np.array, h)) for h in state["heads"]])
    query = state["query"]
    return {
        "weights": [head.weights[query] for head in result.heads],
        "said": [head.weights[query] for head in result.heads],
        "strip": result.concatenated[query],
        "sharper": [state["head"] + 1],
    }


def asks(head, place):
    """Return a click on a word of a head, which chooses that head too."""
    element = f".abh-head-{head} .abh-token:nth-child({place + 1})"
    return Click(element, "query", chosen(place), also=("factor", "head"))


def heads(place):
    """Return a click on a panel beside its words, which chooses that head alone."""
    return Click(f".abh-head-{place + 1} .abh-detail", "head", chosen(place), also=("factor",))


HEADS = Case(
    "heads",
    "from helpers.explorers import HeadsExplorer\nexplorer = HeadsExplorer()",
    {
        "heads": "explorer.heads",
        "query": "explorer.query",
        "head": "explorer.head",
        "factor": "explorer.factor",
    },
    heads_numbers,
    {
        "weights": (".abh-arcs .abh-numbers text", None),
        "said": (".abh-arcs .abh-token", "aria-label"),
        "strip": (".abh-strip-part > span", None),
        "sharper": (".abh-slider label", None),
    },
    (
        asks(2, 1),  # neither head has a factor yet: only the slider's name changes
        asks(1, 2),
        *(Drag("input[type=range]", (by, 0), "heads", also=("factor",)) for by in (60, -30)),
        *(asks(head, place) for head, place in ((1, 2), (2, 1), (1, 0))),
        *(heads(place) for place in (1, 0)),
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
        Key(".abh-head-2 .abh-token[tabindex='0']", "ArrowLeft", "query", changed(by=-1)),
        Key(".abh-head-2 .abh-token[tabindex='0']", "Home", "query", lambda _before, _first: 0),
    ),
    edit=("edit head 1",),
)
