"""How the explorer of the language model is tried, and the numbers that it must then show."""

import functools

import numpy as np
import torch

from helpers.explorers.base.trial import *
from helpers.explorers.language_model.state import BEGIN, HEADS
from helpers.readers import stored_models


@functools.cache
def answers(story, without):
    """Return the chances (n, words) and the weights (8, n, n) of the torch model without heads."""
    model, record = stored_models.load("stories")
    with torch.no_grad():
        for head in without:
            block, place = divmod(HEADS.index(head), 4)
            model.blocks[block].attention.out_proj.weight[:, 16 * place : 16 * (place + 1)] = 0
        tokens = [record.words.index(word) for word in (BEGIN, *story)]
        logits, weights = model(tokens, return_weights=True)
    return logits.softmax(-1).numpy(), weights.reshape(8, len(tokens), len(tokens)).numpy()


def numbers(state):
    """Return what is shown in a state, computed anew."""
    story, cursor = tuple(state["story"]), state["cursor"]
    now, weights = answers(story, tuple(state["without"]))
    whole, _ = answers(story, ())
    most = np.maximum(now[cursor], whole[cursor])
    row = weights[HEADS.index(state["large"]), cursor, : cursor + 1]
    return {
        "chances": list(map(as_shown, 100 * now[cursor][np.argsort(-most, kind="stable")[:8]])),
        "weights": row[row >= 0.005],
    }


def turn(place):
    """Return a click that switches a head off or on."""
    return Click(
        f".abh-tile:nth-child({place + 1}) .abh-turn", "without", switched(place), ("large",)
    )


def switched(place):
    """Return a function that switches a head in the list of those that are off."""
    return lambda before: [head for head in HEADS if (head in before) != (head == HEADS[place])]


def large(place):
    """Return a click that makes a map large."""
    return Click(f".abh-tile:nth-child({place + 1}) .abh-map", "large", chosen(HEADS[place]))


def asks(place):
    """Return a click below a word, which asks for what comes after it."""
    return Click(f".abh-chip:nth-child({place + 1}) button", "cursor", chosen(place))


AT = ".abh-chip button[tabindex='0']"

MENU = ".abh-chip select:not([tabindex])"


def said(word, place):
    """Return a function that puts a word in a place of the story."""
    return lambda before, _: [*before[:place], word, *before[place + 1 :]]


# On the first menu, then on the one after it: Right goes there, Esc gives its word back.
PICKED = (
    ("ArrowUp", said("are", 0)),
    ("Escape", said("anna", 0)),
    ("ArrowRight", said("anna", 0)),
    ("ArrowDown", said("found", 1)),
    ("Escape", said("took", 1)),
)

CASE = Case(
    "from helpers.explorers import LanguageModelExplorer\nexplorer = LanguageModelExplorer()",
    ("story", "cursor", "without", "large"),
    numbers,
    {"chances": (".abh-bars .abh-number", None), "weights": (".abh-chip button", None)},
    (
        *map(turn, (3, 0, 3)),
        *map(large, (1, 3)),
        *map(asks, (5, 12, 31)),
        *(turn(4), asks(30), turn(0), turn(4), asks(31)),
    ),
    (),
    (
        *(Key(AT, "ArrowLeft", "cursor", changed(by=-1)) for _ in range(3)),
        Key(AT, "Home", "cursor", lambda *_: 0),
        Key(AT, "ArrowRight", "cursor", changed(by=1)),
        Key(AT, "End", "cursor", lambda *_: 31),
        *(Key(MENU, key, "story", said) for key, said in PICKED),
        Key(".abh-tile:nth-child(4) .abh-turn", "Enter", "without", lambda *_: ["1d"]),
        Key(".abh-tile:nth-child(4) .abh-turn", "Space", "without", lambda *_: []),
    ),
)

TURN = ".abh-tile:nth-child(4) .abh-turn"  # of 1d
BENCH = Technique(
    "from helpers.explorers import LanguageModelExplorer\nLanguageModelExplorer()",
    TURN,
    texts_of(".abh-headline"),
    "press",
)
