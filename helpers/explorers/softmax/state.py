"""A row of scores, the float format it is kept in, and its softmax there, naive and stable."""

import functools
import math
import re
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from helpers.attention import attention, simplified_attention, softmax
from helpers.learner import parse
from helpers.readers import worked_examples

FEWEST, MOST = 2, 8
FURTHEST = 1000.0  # that a score goes, and c
HOTTEST = 20.0  # temperature; the coldest is 1 / 20
OWN = "your scores"
HALF = 130  # steps of the temperature's slider on each side of 1


class Format(NamedTuple):
    """A float format: its name, the step from 1 to the next number, and its largest number."""

    name: str
    epsilon: float
    largest: float

    def forms(self, scores, added, temperature):
        """Return every step of the softmax (n,) of scores plus a number, as `Forms` has them."""
        keep, dtype = np.asarray, self.name
        if self.name == "bfloat16":  # NumPy has none
            keep, dtype = _rounded, np.float32
        stored = keep(keep(np.array(scores, dtype)) + keep(np.array(added, dtype)))
        exponents = keep(stored / temperature)
        powers = keep(np.exp(exponents))
        total = keep(powers.sum())
        stable = softmax(stored, temperature=temperature)
        if self.name == "bfloat16":
            stable = keep(softmax(keep(keep(stored - stored.max()) / temperature)))
        return stored, exponents, powers, total, keep(powers / total), stable


def _rounded(array):
    """Round float32 numbers to bfloat16, their upper 16 bits; halfway to the even one."""
    array = np.asarray(array, dtype=np.float32)
    bits = array.view(np.uint32)
    even = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
    return np.where(np.isfinite(array), even.astype(np.uint32).view(np.float32), array)


FORMATS = {
    name: Format(name, 2.0**-7, (2 - 2.0**-7) * 2.0**127)
    if name == "bfloat16"
    else Format(name, float(np.finfo(name).eps), float(np.finfo(name).max))
    for name in ("float16", "bfloat16", "float32", "float64")
}


def float_format(name):
    """Return the name of a float format, also of a NumPy one, or say that there's no such."""
    return parse.choice(str(name) if isinstance(name, np.dtype) else name, "dtype", FORMATS)


class Forms(NamedTuple):
    """Softmax in one float format, naive and stable, each step (n,) as float64."""

    format: Format
    asked: np.ndarray  # scores plus c, before the format rounds them
    stored: np.ndarray
    exponents: np.ndarray  # stored / temperature
    powers: np.ndarray
    total: float  # the sum of the powers
    naive: np.ndarray  # the powers over their sum, with nothing subtracted
    stable: np.ndarray

    @property
    def broken(self):
        """Which naive weights (n,) are not the stable ones, beyond rounding."""
        gap = np.abs(self.naive - self.stable)
        return ~(gap <= max(0.005, 4 * self.format.epsilon))  # NaN counts as broken

    def fails(self):
        """Whether a naive weight is no number, or all of them are lost, where the stable hold."""
        return bool(np.isfinite(self.stable).all() and not abs(self.naive.sum() - 1) < 0.1)


@dataclass(frozen=True)
class Row:
    """n scores, how their softmax is computed, and the place of the weight shown as a fraction.

    labels : names of the first scores, or of more than there are    chosen : -1 for none
    """

    scores: tuple
    labels: tuple = ()
    added: float = 0.0
    temperature: float = 1.0
    dtype: str = "float64"
    chosen: int = -1

    weights = property(attrgetter("forms.stable"))  # (n,), as float64

    @functools.cached_property
    def names(self):
        """The names of the n scores; those without a label are numbered."""
        return named(self.labels, len(self.scores))

    @functools.cached_property
    def forms(self):
        """Every step of the softmax, naive and stable, as float64: `Forms`."""
        kept = FORMATS[self.dtype]
        with np.errstate(all="ignore"):
            steps = kept.forms(self.scores, self.added, self.temperature)
        steps = (step.astype(float) for step in steps)
        return Forms(kept, np.array(self.scores) + self.added, *steps)


def scores(values):
    """Return scores, also typed ones, as a tuple of 2 to 8 floats from -1000 to 1000."""
    return parse.numbers_in_row(values, "scores", -FURTHEST, FURTHEST, least=FEWEST, most=MOST)


def heat(step):
    """Return the temperature at a slider's step: -130 is 0.05, 0 is 1 exactly, 130 is 20."""
    return float(f"{HOTTEST ** (step / HALF):.3g}")


def step_of(temperature):
    """Return the slider's nearest step to a temperature."""
    return round(HALF * math.log(temperature, HOTTEST))


def named(labels, count):
    """Return exactly `count` labels: the first of those given, then numbered ones."""
    return (*labels[:count], *(f"score {i + 1}" for i in range(len(labels), count)))


def examples():
    """Return rows to begin with: a title to the changes that it begins with."""
    journey = worked_examples.load("your_journey")
    robots = worked_examples.load("smart_robots")
    notes = worked_examples.load("softmax_6_4")
    notes = notes.find("expression", where="without scaling, the two fractions")
    two = [float(score) for score in re.findall(r"\d+", notes.expression)]
    asked_by_journey = simplified_attention(journey.embeddings).scores[1].round(4)
    asked_by_robots = attention(*3 * [robots.embeddings]).scaled[1].round(4)
    places = ("first", "second", "third")
    return {
        "“journey” attends to its sentence": example(journey.tokens, asked_by_journey.tolist()),
        "“robots” attends to its sentence": example(robots.tokens, asked_by_robots.tolist()),
        "three small scores": example(places, (0.1, 0.2, 0.3)),
        "two scores from the notes": example(places[:2], two),
        "a tie at the top": example(places, (2.0, 2.0, -1.0)),
    }


def example(labels, row):
    """Return the changes that a row begins with: nothing added, in float64."""
    plain = {"added": 0.0, "temperature": 1.0, "dtype": "float64", "chosen": -1}
    return {"labels": tuple(labels), "scores": tuple(row), **plain}
