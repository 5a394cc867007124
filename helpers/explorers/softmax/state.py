"""A row of scores, the float format it is held in, and its softmax there, naive and stable."""

import functools
import math
import re
from dataclasses import dataclass
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np

from helpers import worked_examples
from helpers.attention import attention, simplified_attention, softmax
from helpers.explorers.base import readers

FEWEST, MOST = 2, 8
FURTHEST = 1000.0  # that a score goes, and c
COLDEST, HOTTEST = 0.05, 20.0
HALF = 130  # steps of the temperature's slider on each side of 1
PLAIN = {"added": 0.0, "temperature": 1.0, "dtype": "float64", "chosen": -1}


@dataclass(frozen=True)
class NumPyFormat:
    """A format that NumPy has."""

    name: str

    @property
    def epsilon(self):
        """The step from 1 to the next number."""
        return float(np.finfo(self.name).eps)

    @property
    def largest(self):
        """The largest finite number."""
        return float(np.finfo(self.name).max)

    def hold(self, scores, added):
        """Return scores (n,) plus a number, both held in this format."""
        return np.array(scores, dtype=self.name) + np.array(added, dtype=self.name)

    def exp(self, exponents):
        """Return e to each of (n,) exponents."""
        return np.exp(exponents)

    def stable(self, scores, temperature):
        """Return the softmax of (n,) scores with their maximum subtracted first."""
        return softmax(scores, temperature=temperature)


class TorchFormat:
    """bfloat16, which NumPy has not; torch is imported when it is first asked for."""

    name = "bfloat16"
    epsilon = 2.0**-7
    largest = (2 - 2.0**-7) * 2.0**127

    def hold(self, scores, added):
        """Return scores (n,) plus a number, both held in this format."""
        import torch

        held = torch.tensor([*scores, added], dtype=torch.bfloat16)
        return held[:-1] + held[-1]

    def exp(self, exponents):
        """Return e to each of (n,) exponents."""
        return exponents.exp()

    def stable(self, scores, temperature):
        """Return the softmax of (n,) scores with their maximum subtracted first."""
        return ((scores - scores.max()) / temperature).softmax(dim=0)


MISSING = "bfloat16 needs PyTorch, which is not installed here."
FORMATS = {
    "float16": NumPyFormat("float16"),
    "bfloat16": TorchFormat(),
    "float32": NumPyFormat("float32"),
    "float64": NumPyFormat("float64"),
}


def missing(name):
    """Return why a format is not to be had here, "" if it is; torch is not imported for that."""
    return MISSING if name == "bfloat16" and find_spec("torch") is None else ""


def float_format(name):
    """Return the name of a float format that can be computed here, or say why it cannot."""
    named = readers.choice(str(name) if isinstance(name, np.dtype) else name, "dtype", FORMATS)
    try:
        FORMATS[named].hold([0.0], 0.0)
    except (ImportError, OSError):
        raise ValueError(MISSING) from None
    return named


class Forms(NamedTuple):
    """Softmax in one float format, naive and stable, each step (n,) as float64."""

    asked: np.ndarray  # scores plus c, before the format holds them
    held: np.ndarray
    exponents: np.ndarray  # held / temperature
    powers: np.ndarray
    total: float  # the sum of the powers
    naive: np.ndarray
    stable: np.ndarray

    def broken(self, format_):
        """Return (n,) whether the naive weight is not the stable one, beyond rounding."""
        gap = np.abs(self.naive - self.stable)
        return ~(gap <= max(0.005, 4 * format_.epsilon))  # NaN counts as broken

    def fails(self):
        """Whether a naive weight is no number, or all of them are lost, where the stable hold."""
        return bool(np.isfinite(self.stable).all() and not abs(self.naive.sum() - 1) < 0.1)


def naive_softmax(scores, temperature, exp=np.exp):
    """Return the powers of (n,) scores, and each over their sum, with nothing subtracted."""
    powers = exp(scores / temperature)
    return powers, powers / powers.sum()


@functools.lru_cache(maxsize=8)
def both_forms(scores, added, temperature, dtype):
    """Return the `Forms` of (n,) scores plus a number, computed in the format of a name."""
    format_ = FORMATS[dtype]
    with np.errstate(all="ignore"):
        held = format_.hold(scores, added)
        powers, naive = naive_softmax(held, temperature, format_.exp)
        stable = format_.stable(held, temperature)
        exponents, total = held / temperature, float(powers.sum())
    held, exponents, powers = as_float64(held), as_float64(exponents), as_float64(powers)
    asked = np.array(scores) + added
    return Forms(asked, held, exponents, powers, total, as_float64(naive), as_float64(stable))


def as_float64(array):
    """Return an array or a tensor (n,) as float64, which holds every number of every format."""
    return np.array([float(entry) for entry in array])


@dataclass(frozen=True)
class Row:
    """n scores with their names, and how their softmax is computed."""

    scores: tuple
    names: tuple
    added: float = 0.0
    temperature: float = 1.0
    dtype: str = "float64"

    @property
    def format(self):
        """The float format that all is held in."""
        return FORMATS[self.dtype]

    @property
    def forms(self):
        """Every step of the softmax, naive and stable, as float64."""
        return both_forms(self.scores, self.added, self.temperature, self.dtype)

    @property
    def weights(self):
        """The stable weights (n,), as float64."""
        return self.forms.stable

    @property
    def broken(self):
        """Which naive weights (n,) are not the stable ones."""
        return self.forms.broken(self.format)


def scores(values):
    """Return scores, also typed ones, as a tuple of 2 to 8 floats from -1000 to 1000."""
    return readers.numbers_in_row(values, "scores", -FURTHEST, FURTHEST, least=FEWEST, most=MOST)


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
    """Return rows to begin with: a title to the wishes that it begins with."""
    journey = worked_examples.load("your_journey")
    robots = worked_examples.load("smart_robots")
    notes = worked_examples.load("softmax_6_4")
    notes = notes.find("expression", where="without scaling, the two fractions")
    two = tuple(float(score) for score in re.findall(r"\d+", notes.expression))
    asked_by_journey = simplified_attention(journey.embeddings).scores[1]
    asked_by_robots = attention(*3 * [robots.embeddings]).scaled[1]
    return {
        "“journey” asks its sentence": example(journey.tokens, asked_by_journey.round(4).tolist()),
        "“robots” asks its sentence": example(robots.tokens, asked_by_robots.round(4).tolist()),
        "three small scores": example(("first", "second", "third"), (0.1, 0.2, 0.3)),
        "two scores of the notes": example(("first", "second"), two),
        "a tie at the top": example(("first", "second", "third"), (2.0, 2.0, -1.0)),
    }


def example(labels, row):
    """Return the wishes that a row begins with: nothing added, in float64."""
    return {"labels": tuple(labels), "scores": tuple(row), **PLAIN}
