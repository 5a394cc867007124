"""What is tried with an explorer: its case for the browser tests, its technique for the bench.

Each explorer's are in the `trial` of its folder, as `CASE` and `BENCH`, and are found there.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module

import numpy as np

from helpers import explorers


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
    """What the browser tests do with an explorer.

    source    : what the cell runs that makes `explorer`
    state     : the names of the parts that make it up
    exact     : the numbers of that state, computed here, by the name of what shows them
    shown     : a selector and an attribute (None: the text) for each of those names
    gestures  : what the mouse does one after the other, over several things and back to the first;
                a text is a button to press between
    typings   : what is typed one after the other
    edit      : the buttons that open the fields
    all_shown : the buttons that bring all of them into view
    """

    source: str
    state: tuple[str, ...]
    exact: Callable
    shown: dict
    gestures: tuple[Click | Drag | str, ...]
    typings: tuple[Typing, ...]
    keys: tuple[Key, ...]
    edit: tuple[str, ...] = ()
    all_shown: tuple[str, ...] = ()
    name: str = ""  # of the folder


@dataclass(frozen=True)
class Technique:
    """One way to show a computation, and how the pointer moves it and what is read.

    source : what the only cell of its notebook runs
    handle : the selector of what the pointer drags, or of what it presses in turn
    read   : JavaScript that tells one shown value from another
    way    : "circle", "to and fro" or "up and down"; "jump" there and back, by `by` pixels; "press"
    """

    source: str
    handle: str
    read: str
    way: str = "circle"
    by: tuple[int, int] = (0, 0)
    name: str = ""  # of the folder

    @property
    def is_stepwise(self):
        """Say whether few states lie within the pointer's reach, so that no drag shows a rate."""
        return self.way in ("jump", "press")


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


def as_shown(hundredths):
    """Return hundredths as `words.percent` shows them: whole, or near none or all to a tenth."""
    if 1 <= hundredths <= 99:
        return round(hundredths)
    return min(max(hundredths, 0.1 * (hundredths > 0)), 100 - 0.1 * (hundredths < 100))


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


def dot(place):
    """Return the selector of a point of a plane."""
    return f".abh-dot[data-index='{place}']"


def bar(place):
    """Return the selector of what the hand takes of a bar."""
    return f".abh-pull[data-index='{place}'] .abh-touch"


def cell(row, column, table=".abh-heatmap"):
    """Return the selector of a cell of a table, from 0."""
    return f"{table} tbody tr:nth-child({row + 1}) td:nth-child({column + 2})"


def row_name(row):
    """Return the selector of the name of a row of a heatmap, from 0."""
    return f".abh-heatmap tbody tr:nth-child({row + 1}) th"


def field(row, column):
    """Return the selector of a field of a table of numbers, from 0."""
    return f".abh-grid tbody tr:nth-child({row + 1}) td:nth-child({column + 2}) input"


def slider(label):
    """Return the selector of a slider with this label."""
    return f".abh-slider:has(label:text-is('{label}')) input"


def words_of(selector):
    """Return JavaScript that reads what Python says of a point: the dot itself follows at once."""
    return f"""() => document.querySelector("{selector}")?.getAttribute("aria-label")"""


def number_of(label):
    """Return JavaScript that reads the number that Python writes beside a slider."""
    return f"""() => [...document.querySelectorAll(".abh-slider")].find(
        one => one.querySelector("label").textContent === "{label}"
    )?.querySelector("output").textContent"""


def texts_of(selector):
    """Return JavaScript that reads all texts with this selector together."""
    return f"""() => [...document.querySelectorAll("{selector}")]
        .map(one => one.textContent).join()"""


def of_every(name):
    """Return what every explorer's `trial` has by this name, CASE or BENCH, by its folder."""
    trials = {one: import_module(f"{explorers.__name__}.{one}.trial") for one in explorers.FOLDERS}
    return {one: replace(getattr(trial, name), name=one) for one, trial in trials.items()}
