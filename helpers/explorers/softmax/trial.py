"""How the softmax explorer is tried, and the numbers that it must then show."""

import numpy as np

from helpers.attention import softmax
from helpers.explorers.base.trial import *


def numbers(state):
    """Return what is shown in a state, computed anew."""
    scores = np.array(state["scores"])
    weights = softmax(scores + state["added"], temperature=state["temperature"])
    sliders = [state["temperature"], *([state["added"]] if state["naive"] else [])]
    percent = np.clip(np.round(100 * weights), 1, 99)  # "under 1%" and "over 99%" at the ends
    percent[weights == 1] = 100
    return {"scores": scores, "weights": percent, "sliders": sliders}


def weight(place):
    """Return a click that has a weight told as a fraction, or no more."""
    chosen = lambda before: -1 if before == place else place  # noqa: E731
    return Click(f".abh-press[data-index='{place}']", "chosen", chosen)


BREAK = Click("button:text-is('break it')", "naive", lambda before: not before)


CASE = Case(
    "from helpers.explorers import SoftmaxExplorer\nexplorer = SoftmaxExplorer()",
    ("scores", "added", "temperature", "chosen", "naive"),
    numbers,
    {
        "scores": (".abh-pull", "aria-valuetext"),
        "weights": (".abh-press", "aria-label"),
        "sliders": (".abh-slider output", None),
    },
    (
        *(
            Drag(bar(place), (2, by), "scores", pulled(place))
            for place, by in ((1, -30), (3, 25), (1, 20))
        ),
        *map(weight, (1, 3, 1, 1)),
        Drag(slider("temperature"), (40, 0), "temperature"),
        BREAK,
        Drag(slider("add c to all"), (30, 0), "added"),
        Drag(slider("temperature"), (-20, 0), "temperature"),
        Drag(slider("add c to all"), (-15, 0), "added"),
        BREAK,
        Drag(bar(1), (-3, 18), "scores", pulled(1)),
    ),
    tuple(
        Typing(f"[aria-label='{name}, typed']", text, state, lambda _before, wanted=wanted: wanted)
        for name, text, state, wanted in (
            ("temperature", "0.5", "temperature", 0.5),
            ("c", "−2", "added", -2.0),
            ("temperature", "2,5", "temperature", 2.5),
        )
    ),
    (
        Key(".abh-pull[data-index='1']", "ArrowUp", "scores", changed(1, by=0.1)),
        Key(".abh-pull[data-index='1']", "Shift+ArrowDown", "scores", changed(1, by=-0.01)),
        Key(".abh-pull[data-index='1']", "Escape", "scores", back),
    ),
    edit=("edit",),
)

# How tall a weight's part is: its whole percent outlasts several frames of a drag.
READ = """() => document.querySelector(".abh-press[data-index='1'] .abh-bar:not(.abh-ghost)")
    ?.getAttribute("height")"""
BENCH = Technique(
    "from helpers.explorers import SoftmaxExplorer\nSoftmaxExplorer()", bar(1), READ, "up and down"
)
