"""What a view may report: a class for each shape of a report, whose fields say what they hold."""

import functools
import math
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Literal, get_args, get_origin, get_type_hints


@dataclass(frozen=True)
class Report:
    """What the user did, as a view reports it; a subclass adds its fields.

    A field is a bool, str, finite float, int, Literal, tuple or a NamedTuple of these; its range,
    which the scene as it is drawn sets, stands beside it in `Annotated`.
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
        if there is None or not (-1 if self.none else 0) <= value < _count(there):
            return False
        return not self.true or bool(there[value])


@dataclass(frozen=True)
class Between:
    """A number between two numbers of the scene, the ends included."""

    low: str = "low"
    high: str = "high"

    def allows(self, value, scene):
        """Return whether the number lies there."""
        ends = _part(scene, self.low), _part(scene, self.high)
        return None not in ends and ends[0] <= value <= ends[1]


@dataclass(frozen=True)
class Several:
    """At least one entry, and no more than there are in the rows of a table of the scene."""

    path: str

    def allows(self, value, scene):
        """Return whether it is so many."""
        return 0 < len(value) <= sum(map(_count, _part(scene, self.path) or ()))


Moves = Literal["move", "release"]  # along with the pointer, and where it rests
Keys = Literal["keys", ""]  # what moved it, where that was no pointer


class UnreadableError(ValueError):
    """This is not what the description says."""


def read(raw, shapes, scene):
    """Return a raw report as an instance of that shape which it has, None where it has none.

    shapes : subclasses of `Report`
    scene  : what the view draws now
    """
    for shape in shapes:
        try:
            report = shape(**_values(raw, shape, scene))
        except UnreadableError:
            continue
        return report if shape.fits(scene) else None
    return None


@functools.cache
def described(shape):
    """Return the fields of a shape, each with its type and range, and the names of those needed."""
    needed = {field.name for field in fields(shape) if field.default is MISSING}
    return get_type_hints(shape, include_extras=True), needed


def _values(raw, shape, scene):
    described_as, needed = described(shape)
    if not needed <= raw.keys() <= described_as.keys():
        raise UnreadableError
    return {name: _value(value, described_as[name], scene) for name, value in raw.items()}


def _value(value, hint, scene):
    """Return a value as a type has it, within its range."""
    kind, *rules = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    read = _of_type(value, kind, scene)
    if not all(rule.allows(read, scene) for rule in rules):
        raise UnreadableError
    return read


def _of_type(value, kind, scene):
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        fits = type(value) is str and value in inner
    elif origin is tuple or hasattr(kind, "_fields"):
        return _of_list(value, kind, inner, scene)
    elif kind is float:
        fits = type(value) in (int, float) and _is_finite(value)
        value = float(value) if fits else None
    else:
        fits = type(value) is kind  # True is no place, and 0.0 is none
    if not fits:
        raise UnreadableError
    return value


def _of_list(value, kind, inner, scene):
    """Return a list as a tuple of entries of one type, or as a NamedTuple."""
    if type(value) is not list:
        raise UnreadableError
    if inner:
        return tuple(_value(entry, inner[0], scene) for entry in value)
    hints = get_type_hints(kind, include_extras=True)
    if len(value) != len(hints):
        raise UnreadableError
    return kind(*(_value(*pair, scene) for pair in zip(value, hints.values(), strict=True)))


def _is_finite(number):
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number beyond every float
        return False


def _part(scene, path):
    """Return a part of a scene, None where the scene has none."""
    for name in path.split("."):
        try:
            scene = scene[int(name) if name.isdigit() else name]
        except (KeyError, IndexError):
            return None
    return scene


def _count(part):
    """Return how many entries there are, also in a buffer of float64 numbers."""
    return part.nbytes // 8 if isinstance(part, memoryview) else len(part)
