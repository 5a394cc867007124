"""How the explorer of a recorded sentence is tried, and the numbers that it must then show."""

import json

import numpy as np
from safetensors import safe_open

from helpers.explorers.base.trial import *
from helpers.readers import files, recordings


def numbers(state):
    """Return what is shown in a state, from the file itself."""
    with safe_open(files.DATA / recordings.PLACE, framework="np") as file:
        told = {name: json.loads(text) for name, text in file.metadata().items()}
        place = [one["text"] for one in told["sentences"]].index(state["sentence"])
        words = told["sentences"][place]["next_words"]
        logits, totals, rows = (
            file.get_tensor(f"{place}.{name}") for name in ("logits", "totals", "rows")
        )
    chances = np.exp(logits - totals[:, None])
    run = 1 if state["off"] else 2 if state["swapped"] else 0
    verbs = [words.index(" are"), words.index(" is")]
    others = [i for i in np.argsort(-chances.max(axis=0), kind="stable") if i not in verbs]
    shown = sorted([*verbs, *others[:6]])
    return {
        "chances": list(map(as_shown, 100 * chances[run, shown])),
        "weights": [] if state["off"] else np.round(100 * rows[26, 0]),
    }


def turned(before, _first=None):
    """Return what a switch becomes."""
    return not before


def press(place, changes):
    """Return a click on a switch."""
    return Click(f"{SWITCH}:nth-child({place})", changes, turned)


def asks(place):
    """Return a click on a word."""
    return Click(f".abh-token:nth-child({place + 1})", "word", chosen(place))


SWITCH = ".abh-row > .abh-button"
AT = ".abh-token[tabindex='0']"
SOURCE = "from helpers.explorers import SentenceExplorer\n{}SentenceExplorer()"
CASE = Case(
    SOURCE.format("explorer = "),
    ("sentence", "off", "swapped", "word"),
    numbers,
    {"chances": (".abh-bars .abh-number", None), "weights": (".abh-token", "aria-label")},
    (
        *(press(1, "off"), press(2, "swapped"), press(1, "off"), press(2, "swapped")),
        *map(asks, (2, 9, 1)),
        *(press(2, "swapped"), asks(2), press(2, "swapped")),
    ),
    (),
    (
        *(Key(AT, "ArrowRight", "word", changed(by=1)) for _ in range(3)),
        Key(AT, "Home", "word", lambda *_: 0),
        Key(AT, "ArrowLeft", "word", lambda *_: 0),
        Key(AT, "End", "word", lambda *_: 9),
        *(Key(f"{SWITCH}:nth-child(1)", key, "off", turned) for key in ("Space", "Enter")),
        *(Key(f"{SWITCH}:nth-child(2)", key, "swapped", turned) for key in ("Space", "Enter")),
    ),
)
BENCH = Technique(SOURCE.format(""), f"{SWITCH}:nth-child(1)", texts_of(".abh-headline"), "press")
