"""What one layer costs: multiply-adds and stored bytes, as exact whole numbers."""

import contextlib
import ctypes
import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from helpers.learner import parse
from helpers.readers import published_models

SHORTEST, LONGEST = 16, 1_000_000  # tokens
NARROWEST, WIDEST = 32, 16_384  # d
GIB = 2**30  # bytes
MOST = {"heads": 128, "layers": 128, "bytes_each": 8}
LEAST_MEMORY, MOST_MEMORY = 0.001, 1_000_000  # GiB
# What a group of processes may take, where it is less than the machine has.
LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


@dataclass(frozen=True)
class Cost:
    """A plain layer that reads n tokens of width d: keys and values as wide, an MLP of width 4d.

    bytes_each : of a stored number    window : keys that a query sees in a window
    memory     : in GiB, what the stored bytes are compared with
    """

    n: int
    d: int
    heads: int
    layers: int
    bytes_each: int
    window: int
    memory: float

    @property
    def projections(self):
        """Multiply-adds of the four projections: query, key, value and output."""
        return 4 * self.n * self.d**2

    @property
    def pairs(self):
        """Multiply-adds of all pairs: their scores, and the mix of the values."""
        return 2 * self.n**2 * self.d

    @property
    def mlp(self):
        """Multiply-adds of the two matrices of the MLP, d to 4d and back."""
        return 8 * self.n * self.d**2

    @property
    def work(self):
        """Multiply-adds of projections, pairs and MLP, in this order."""
        return self.projections, self.pairs, self.mlp

    @property
    def total(self):
        """Multiply-adds of the layer."""
        return sum(self.work)

    @property
    def passing(self):
        """The n at which the pairs cost as much as the projections: 2n²d = 4nd²."""
        return 2 * self.d

    @property
    def seen(self):
        """How many keys a query sees in the window: never more than there are."""
        return min(self.window, self.n)

    @property
    def direct(self):
        """Bytes of all weights of the layer at once: n × n of each head."""
        return self.heads * self.n**2 * self.bytes_each

    @property
    def windowed(self):
        """Bytes of all weights at once where a query sees a window only."""
        return self.heads * self.n * self.seen * self.bytes_each

    @property
    def blockwise(self):
        """Bytes that grow with n where the weights come block by block: the contexts alone."""
        return self.n * self.d * self.bytes_each

    @property
    def room(self):
        """Bytes of the memory."""
        return self.memory * GIB

    @property
    def fitting(self):
        """The largest n at which direct fits into the memory."""
        return math.isqrt(int(self.room) // (self.heads * self.bytes_each))


def length(n):
    """Return a number of tokens, also a typed one."""
    return parse.whole_number(n, "n", SHORTEST, LONGEST)


def width(d):
    """Return a width of embeddings, also a typed one."""
    return parse.whole_number(d, "d", NARROWEST, WIDEST)


def window(seen):
    """Return a number of keys that a window holds, also a typed one."""
    return parse.whole_number(seen, "The window", 1, LONGEST)


def memory(gib):
    """Return a memory in GiB, also a typed one."""
    return parse.number(gib, "The memory", LEAST_MEMORY, MOST_MEMORY)


def small(name):
    """Return the reader of a small whole number, at least 1, by its name."""
    return lambda value: parse.whole_number(value, name, 1, MOST[name])


SENTENCE = 50  # tokens, where a model has no longest text


def examples():
    """Return published models: a title to the changes that it begins with.

    One that keeps latent rows in place of keys and values has another cost.
    """
    models = published_models.load().values()
    return dict(_example(model) for model in models if model.latent is None)


def _example(model):
    """Return the title of a published model, and the changes that it begins with."""
    title = f"{model.name} ({model.year})"
    if model.longest is None:
        title += f", a sentence of {SENTENCE} tokens"
    shape = {"n": model.longest or SENTENCE, "d": model.d_model}
    shape |= {"heads": model.heads, "layers": model.layers}
    return title, shape | {"bytes_each": 2, "window": 512, "memory": 16.0}


def installed_memory():
    """Return the bytes of memory that this machine has, or that its container may take.

    Raises ValueError, in one sentence, where the system does not say.
    """
    try:
        found = _of_windows() if sys.platform == "win32" else _of_posix()
    except (AttributeError, OSError, ValueError):
        found = 0
    if found <= 0:
        raise ValueError("This system does not say how much memory it has; type it under “edit”.")
    return min(found, *_limits(), found)


def _of_posix():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _of_windows():
    """Return the `ullTotalPhys` of GlobalMemoryStatusEx, the second of its 64-bit numbers."""
    status = (ctypes.c_uint64 * 8)(64)  # its first 4 bytes hold the size of the whole
    ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))
    return status[1]


def _limits():
    """Yield the bytes that a container may take, where one is told."""
    for path in map(Path, LIMITS):
        with contextlib.suppress(OSError, ValueError):  # not there, or “max”
            yield int(path.read_text(encoding="ascii"))
