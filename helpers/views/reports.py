"""What a view may report: a class for each shape of a report, whose fields say what they hold."""

import functools
import math
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Literal, get_args, get_origin, get_type_hints


@dataclass(frozen=True)
class Report:
    """What the user did, as a view reports it; a subclass adds its fields.

    A field is a Literal of texts, an int, a finite float, a bool, a str or a list; its range stands
    beside it in `Annotated` and goes by the scene as it is drawn.
    """

    kind: str

    @property
    def resting(self):
        """Whether the user has let go of what was moved."""
        return self.kind == "release"

    @staticmethod
    def fits(_scene):
        """Return whether a view that draws this scene sends such a report."""
        return True


@dataclass(frozen=True)
class Place:
    """A place in a list of the scene; a report of another one is late, or forged.

    path : the names on the way to the list, with dots between them
    none : whether -1, for no place, can come too
    true : whether the list must hold True at the place
    """

    path: str
    none: bool = False
    true: bool = False

    def allows(self, value, scene):
        """Return whether the scene has this place."""
        there = _part(scene, self.path)
        if there is None:
            return False
        count = there.nbytes // 8 if isinstance(there, memoryview) else len(there)  # float64s
        return (-1 if self.none else 0) <= value < count and (not self.true or bool(there[value]))


@dataclass(frozen=True)
class Between:
    """A number between two numbers of the scene, the ends included."""

    low: str
    high: str

    def allows(self, value, scene):
        """Return whether the number lies there."""
        return self.low in scene and scene[self.low] <= value <= scene[self.high]


Moves = Literal["move", "release"]  # along with the pointer, and where it rests
Keys = Literal["keys", ""]  # what moved it, where that was no pointer


def read(raw, shapes, scene):
    """Return a raw report as an instance of that shape which it has, None where it has none.

    shapes : subclasses of `Report`
    scene  : what the view draws now
    """
    for shape in shapes:
        described, needed = description(shape)
        if not (needed <= raw.keys() <= described.keys() and shape.fits(scene)):
            continue
        if all(_fits(value, *described[name], scene) for name, value in raw.items()):
            floats = {name: float(raw[name]) for name in raw if described[name][0] is float}
            return shape(**{**raw, **floats})
    return None


@functools.cache
def description(shape):
    """Return the (type, ranges) of each field of a shape, and the names of those that must come."""
    hints = get_type_hints(shape, include_extras=True)
    needed = {field.name for field in fields(shape) if field.default is MISSING}
    return {name: _apart(hint) for name, hint in hints.items()}, needed


def _apart(hint):
    kind, *ranges = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    return kind, ranges


def _fits(value, kind, ranges, scene):
    """Return whether a value is of a type, and within its ranges."""
    if get_origin(kind) is Literal:
        is_one = type(value) is str and value in get_args(kind)
    elif kind is float:
        is_one = type(value) in (int, float) and _is_finite(value)
    else:
        is_one = type(value) is kind  # True is no place, and 0.0 is none
    return is_one and all(one.allows(value, scene) for one in ranges)


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
