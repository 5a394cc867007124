"""Softmax in a float format, naive and stable, step by step."""

from typing import NamedTuple

import numpy as np

from helpers.explorers.softmax.float_formats import FORMATS, numbers


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


def forms(scores, added, temperature, dtype):
    """Return the `Forms` of (n,) scores plus a number, computed in the format of a name."""
    format_ = FORMATS[dtype]
    with np.errstate(all="ignore"):
        held = format_.hold(scores, added)
        powers, naive = naive_softmax(held, temperature, format_.exp)
        stable = format_.stable(held, temperature)
        exponents, total = held / temperature, float(powers.sum())
    held, exponents, powers = numbers(held), numbers(exponents), numbers(powers)
    asked = np.array(scores) + added
    return Forms(asked, held, exponents, powers, total, numbers(naive), numbers(stable))
