"""What a view may report: the shapes of its reports, each part with its type and its range."""

import math
from types import SimpleNamespace
from typing import NamedTuple


class Report(SimpleNamespace):
    """What the user did: its `kind`, and the parts that a shape describes, as attributes."""

    @property
    def resting(self):
        """Whether the user has let go of what was moved."""
        return self.kind == "release"


class Place(NamedTuple):
    """A place in a list of the scene; a report of another one is late, or forged.

    path : the names on the way to the list, with dots between them
    none : whether -1, for no place, can come too
    true : whether the list must hold True at the place
    """

    path: str
    none: bool = False
    true: bool = False

    def allows(self, value, scene):
        """Return whether this is a place, and the scene has it."""
        there = _part(scene, self.path)
        if type(value) is not int or there is None:  # True is no place, and 0.0 is none
            return False
        count = there.nbytes // 8 if isinstance(there, memoryview) else len(there)  # float64s
        return (-1 if self.none else 0) <= value < count and (not self.true or bool(there[value]))


class Number(NamedTuple):
    """A finite number, between two numbers of the scene where they are named."""

    low: str = ""
    high: str = ""

    def allows(self, value, scene):
        """Return whether this is a number, and lies there."""
        if type(value) not in (int, float) or not _is_finite(value):
            return False
        return not self.low or (self.low in scene and scene[self.low] <= value <= scene[self.high])


class Plain(NamedTuple):
    """Any value of one type."""

    type: type

    def allows(self, value, _scene):
        """Return whether this has the type itself."""
        return type(value) is self.type


class OneOf(NamedTuple):
    """One of some texts; where it is left out it is `absent`, unless that is None."""

    texts: tuple
    absent: str | None = None

    def allows(self, value, _scene):
        """Return whether this is one of them."""
        return type(value) is str and value in self.texts


KEYS = OneOf(("keys", "esc"), absent="")  # what moved it, where that was no pointer


class Shape:
    """A report of one of some kinds.

    kinds : their names, with blanks between them
    when  : whether a view that draws a scene sends it, as a function of the scene
    parts : what else it holds, by name, each with what it allows
    """

    def __init__(self, kinds, when=lambda scene: True, **parts):
        self.when, self.parts = when, {"kind": OneOf(tuple(kinds.split())), **parts}
        self.absent = {name: "" for name, part in parts.items() if part is KEYS}

    def read(self, raw, scene):
        """Return a raw report of this shape as a `Report`, None for any other."""
        named = self.parts.keys() - self.absent.keys() <= raw.keys() <= self.parts.keys()
        if not named or not self.when(scene):
            return None
        if not all(self.parts[name].allows(value, scene) for name, value in raw.items()):
            return None
        numbers = [name for name in raw if isinstance(self.parts[name], Number)]
        return Report(**{**self.absent, **raw, **{name: float(raw[name]) for name in numbers}})


def read(raw, shapes, scene):
    """Return a raw report as a `Report` of the first shape that it has, None where it has none."""
    return next((report for shape in shapes if (report := shape.read(raw, scene))), None)


def _is_finite(number):
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number beyond every float
        return False


def _part(scene, path):
    """Return a part of a scene, None where the scene has none."""
    for name in path.split("."):
        scene = (scene or {}).get(name)
    return scene
