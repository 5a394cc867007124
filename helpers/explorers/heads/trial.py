"""How the heads explorer is tried, and the numbers that it must then show."""

import numpy as np

from helpers.attention import multi_head_attention
from helpers.explorers.base.trial import *
from helpers.readers import worked_examples


def numbers(state):
    """Return what is shown in a state, computed anew."""
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


CASE = Case(
    "from helpers.explorers import HeadsExplorer\nexplorer = HeadsExplorer()",
    ("heads", "query", "head", "factor"),
    numbers,
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

# As its notebook opens it.
OPENED = """
import numpy as np
from helpers.readers import worked_examples
from helpers.explorers import HeadsExplorer
slide = worked_examples.load("i_love_apple_phones")
asks = np.array([[0, 3], [0, 0], [5, 0], [0, 0]])
answers = np.array([[0, 0], [0, 1], [0, 0], [1, 0]])
brings = np.array([[0, 0], [0, 0], [1, 0], [0, 1]])
heads = [(slide.W_Q, slide.W_K, slide.W_V), (asks, answers, brings)]
HeadsExplorer(slide.tokens, slide.embeddings, heads, query=slide.tokens.index("apple"))
"""
SHARPER = "sharper: head 1"  # the label of the slider
BENCH = Technique(OPENED, slider(SHARPER), number_of(SHARPER), "to and fro")
