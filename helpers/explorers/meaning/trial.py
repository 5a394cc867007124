"""How the explorer of meanings is tried, and the numbers that it must then show."""

import numpy as np

from helpers.attention import simplified_attention
from helpers.explorers.base.trial import *
from helpers.readers import vocabularies


def numbers(state):
    """Return what is shown in a state, computed anew."""
    places = [vocabularies.load("bank").texts.index(word) for word in ("bank", *state["on"])]
    vectors = np.array(state["vectors"])
    x, z = vectors[0], simplified_attention(vectors[places]).context[0]
    return {"moved": x + state["lam"] * (z - x), "words": vectors}


def switch(place):
    """Return a click that switches a word on or off."""
    return Click(dot(place), "on", lambda before: _switched(before, place))


def _switched(on, place):
    """Return the words that are on once one of them has been switched."""
    return sorted(set(on) ^ {vocabularies.load("bank").texts[place]})


def meant(place):
    """Return a click on a meaning in the plane, which switches all its words."""
    return Click(dot(place), "on", lambda before: _meant(before, place))


def _meant(on, place):
    """Return the words that are on once those of a meaning have been switched."""
    bank = vocabularies.load("bank")
    pairs = zip(bank.texts, bank.clusters, strict=True)
    its = {text for text, cluster in pairs if cluster == bank.axes[place - len(bank.texts)]}
    return sorted(set(on) - its if its <= set(on) else set(on) | its)


CASE = Case(
    'from helpers.explorers import MeaningExplorer\nexplorer = MeaningExplorer("bank")',
    ("on", "lam", "vectors"),
    numbers,
    {
        "moved": (".abh-dot.abh-context", "aria-label"),
        "words": (".abh-dot.abh-movable", "aria-label"),
    },
    (
        *map(switch, (2, 4, 2)),
        Drag("input[type=range]", (-40, 0), "lam"),
        switch(4),
        Drag("input[type=range]", (-20, 0), "lam"),
        *map(meant, (13, 14, 13)),
        *(
            Drag(dot(place), by, "vectors", dragged(place))
            for place, by in ((1, (20, -15)), (0, (-12, 10)), (1, (-10, 25)))
        ),
        switch(4),
    ),
    (),
    (
        Key("input[type=range]", "ArrowLeft", "lam", changed(by=-0.01)),
        Key("input[type=range]", "Escape", "lam", back),
        Key(dot(2), "Enter", "on", lambda on, _: _switched(on, 2)),
        Key(dot(3), "ArrowUp", "vectors", changed(3, 1, by=0.1)),
        Key(dot(3), "Escape", "vectors", back),
    ),
)

WAY_TO_Z = "how far: λ"
BENCH = Technique(
    'from helpers.explorers import MeaningExplorer\nMeaningExplorer("apple")',
    slider(WAY_TO_Z),
    number_of(WAY_TO_Z),
    "to and fro",
)
