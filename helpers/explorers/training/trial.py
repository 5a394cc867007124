"""How the training explorer is tried, and the numbers that it must then show."""

import math

from helpers.explorers.base.trial import *

TOKENS = ["<outside>", "the", "cat", "sat", "on", "the", "mat", "because", "it", "was", "warm"]
N, EVERY, RECORDS, IT, MAT = 11, 10, 12, 8, 6

SOURCE = f"""
import numpy as np
from helpers.explorers import TrainingExplorer
record, layer, i, j = np.indices(({RECORDS}, 2, {N}, {N}))
scores = np.cos(i + 2 * j + 3 * layer)
scores += 6 / (1 + np.exp(5 - record)) * ((i == {IT}) & (j == {MAT}) & (layer == 1))
powers = np.exp(scores)
explorer = TrainingExplorer(
    2.4 * np.exp(-np.arange({EVERY * (RECORDS - 1)}) / 40) + 0.1,
    powers / powers.sum(axis=-1, keepdims=True),
    range(0, {EVERY * RECORDS}, {EVERY}),
    {TOKENS},
    query={IT},
    answer={MAT},
)
"""


def map_of(step, layer):
    """Return the weights of a layer at a step, one number after the other."""
    rows = []
    for i in range(N):
        scores = [math.cos(i + 2 * j + 3 * layer) for j in range(N)]
        if (i, layer) == (IT, 1):
            scores[MAT] += 6 / (1 + math.exp(5 - step // EVERY))
        total = math.fsum(map(math.exp, scores))
        rows.append([math.exp(score) / total for score in scores])
    return rows


def numbers(state):
    """Return the map that is seen, the row in focus, and where the cursor is."""
    rows, step = map_of(state["step"], state["layer"]), state["step"]
    loss = 2.4 * math.exp(-min(step, EVERY * (RECORDS - 1) - 1) / 40) + 0.1
    return {"map": rows, "row": rows[state["query"]], "cursor": [step, loss]}


def asks(row):
    """Return a press of a row's name in the map."""
    return Click(row_name(row), "query", chosen(row))


def word(place):
    """Return a press of a word of the sentence."""
    return Click(f".abh-token:nth-child({place + 1})", "query", chosen(place))


def layer(place):
    """Return a press of a layer."""
    return Click(f"button:text-is('layer {place + 1}')", "layer", chosen(place))


def records_on(count):
    """Return a function of a step that goes so many records on."""
    return lambda before, _first: before + count * EVERY


CURSOR, WEIGHT, SLIDER = ".abh-losses .abh-grip", ".abh-share .abh-grip", "input[type=range]"

CASE = Case(
    SOURCE,
    ("step", "layer", "query"),
    numbers,
    {
        "row": (".abh-arcs .abh-token", "aria-label"),
        "map": ("[role=gridcell]", None),
        "cursor": (".abh-losses [role=slider]", "aria-valuetext"),
    },
    (
        *(Drag(CURSOR, (by, 4), "step") for by in (150, -130, 60)),
        *(layer(0), Drag(CURSOR, (-90, 0), "step"), layer(1)),
        *(Drag(SLIDER, (by, 0), "step") for by in (40, -60)),
        *map(asks, (3, 0)),
        *map(word, (10, 8)),
        *(Drag(one, (by, 0), "step") for one, by in ((CURSOR, 70), (WEIGHT, -50), (CURSOR, 40))),
    ),
    (),
    (
        Key(".abh-losses .abh-cursor", "End", "step", lambda *_: EVERY * (RECORDS - 1)),
        Key(".abh-losses .abh-cursor", "ArrowLeft", "step", records_on(-1)),
        Key(".abh-losses .abh-cursor", "PageDown", "step", records_on(-5)),
        Key(".abh-losses .abh-cursor", "ArrowUp", "step", records_on(1)),
        Key(".abh-losses .abh-cursor", "Escape", "step", back),
    ),
)

# A training that nobody waits for, of two layers and the sentence of notebook 12. It has two
# records where that has one: each frame of a drag finds another.
OFTEN = """
import numpy as np
from helpers.explorers import TrainingExplorer
tokens = "<outside> the cat sat on the mat because it was warm".split()
record, layer, i, j = np.indices((101, 2, 11, 11))
scores = np.cos(i + 2 * j + 3 * layer) + record / 15 * ((i == 8) & (j == 6) & (layer == 1))
powers = np.exp(scores)
weights = powers / powers.sum(axis=-1, keepdims=True)
losses = 2.4 * np.exp(-np.arange(101) / 30)
TrainingExplorer(losses, weights, range(101), tokens, query=8, answer=6, step=50)
"""
# The hand takes the paper under the losses.
CURVE = ".abh-losses .abh-cursor > .abh-touch:first-child"
BENCH = Technique(OFTEN, CURVE, texts_of(".abh-headline"), "to and fro")
