"""The float formats in which softmax can be computed, from 16 to 64 bits."""

from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from helpers.attention import softmax
from helpers.explorers.base.readers import said


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


def usable(name):
    """Return the name of a float format that can be computed here, or say why it cannot."""
    named = str(name) if isinstance(name, str | np.dtype) else None
    if named not in FORMATS:
        formats = ", ".join(FORMATS)
        raise ValueError(f"A float format here is one of {formats}; {said(name)} is not.")
    try:
        FORMATS[named].hold([0.0], 0.0)
    except (ImportError, OSError):
        raise ValueError(MISSING) from None
    return named


def numbers(array):
    """Return an array or a tensor (n,) as float64, which holds every number of every format."""
    return np.array([float(entry) for entry in array])
