"""What a browser test does with an explorer: click, drag, type, press keys, compare numbers."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest


@dataclass(frozen=True)
class Click:
    """Press an element and let it go.

    changes : a name of the state    to : takes its value before, returns the one after
    also    : names of the state that may change with it
    """

    element: str
    changes: str
    to: Callable
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Drag:
    """Take an element beside its middle and draw it by (across, down) pixels.

    to : takes the value before and how far the hand went, (across, up) in the picture's numbers;
         None for a slider, which may go to any other value
    """

    element: str
    by: tuple[int, int]
    changes: str
    to: Callable | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Typing:
    """Type a text into a field."""

    field: str
    text: str
    changes: str
    to: Callable  # from the value before


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
    gestures  : what the mouse does one after the other, over several things and back to the first;
                a text is a button to press between
    typings   : what is typed one after the other
    edit      : the buttons that open the fields
    all_shown : the buttons that bring all of them into view
    """

    name: str
    source: str
    state: dict
    exact: Callable
    shown: dict
    gestures: tuple[Click | Drag | str, ...]
    typings: tuple[Typing, ...]
    keys: tuple[Key, ...]
    edit: tuple[str, ...] = ()
    all_shown: tuple[str, ...] = ()


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


def dragged(*place):
    """Return a function that adds how far the hand went to a point of a list of points."""

    def drag(before, far):
        after = np.array(before, dtype=float)
        after[place] += far
        return after.tolist()

    return drag


def pulled(*place):
    """Return a function that adds how far up the hand went to one number."""

    def pull(before, far):
        after = np.array(before, dtype=float)
        after[place] += far[1]
        return after.tolist()

    return pull


def typed(*place, number):
    """Return a function that puts a number in its place."""

    def put(before):
        after = np.array(before, dtype=float)
        after[place] = number
        return after.tolist()

    return put


def chosen(place):
    """Return a function that answers a choice, whatever was chosen before."""
    return lambda _before: place


def only(*cases):
    """Return the mark of a test that these explorers alone can take, of which each must."""
    return pytest.mark.parametrize("shown", cases, indirect=True, ids=lambda case: case.name)
