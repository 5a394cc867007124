"""What a browser test does with an explorer: drag, type, press keys, and compare numbers."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Drag:
    """Draw an element by (across, down) pixels; press buttons before, and others after."""

    element: str
    by: tuple[int, int]
    changes: str  # a name of the state
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Typing:
    """Type a text into a field, in the table that a button opens."""

    field: str
    text: str
    changes: str
    to: Callable  # from the state before
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Key:
    """Press a key on an element that Tab has reached."""

    element: str
    key: str
    changes: str
    to: Callable  # from the value before this key, and the one at the first key


@dataclass(frozen=True)
class Case:
    """One explorer.

    state     : expressions for its kernel, by name
    exact     : the numbers of that state, computed here, by the name of what shows them
    shown     : a selector and an attribute (None: the text) for each of those names
    all_shown : the buttons that bring all of them into view
    """

    name: str
    source: str
    state: dict
    exact: Callable
    shown: dict
    drag: Drag
    typing: Typing | None
    keys: tuple[Key, ...]
    all_shown: tuple[str, ...] = ()

    @property
    def notebook(self):
        """Return the name of the notebook that holds it."""
        return f"90_{self.name}.ipynb"


def changed(*place, by):
    """Return a function that adds to one number of a list of lists."""

    def change(before, _first):
        after = np.array(before, dtype=float)
        after[place] += by
        return after.tolist()

    return change


def back(_before, first):
    """Return the value at the first key."""
    return first
