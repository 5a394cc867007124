"""How the explorer of a recorded sentence is tried, and the numbers that it must then show."""

import numpy as np

from helpers.explorers.base.trial import *
from helpers.readers import recordings


def numbers(state):
    """Return what is shown in a state, from the recording itself."""
    kept = recordings.load()[state["sentence"]]
    chances = {run: kept.probabilities(run) for run in recordings.RUNS}
    run = "without" if state["off"] else "swapped" if state["swapped"] else "whole"
    verbs = [kept.next_words.index(verb) for verb in (" are", " is")]
    most = np.argsort(-np.max([*chances.values()], axis=0), kind="stable")
    shown = sorted([*verbs, *[i for i in most if i not in verbs][:6]])
    return {
        "chances": list(map(as_shown, 100 * chances[run][shown])),
        "weights": [] if state["off"] else np.round(100 * kept.rows[26, 0]),
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
