"""SmolLM2 in NumPy: reading its file, a pass against torch's, and a token with the cache.

`make bench` gives NumPy and torch one thread. Without the model there's nothing to measure.
"""

import sys
from pathlib import Path

import numpy as np

from benchmarks.comparison import Comparison
from helpers import real_model
from helpers.measure import median_times
from helpers.real_model.model import FILE

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # as pytest has it: the tests have a model in torch

from tiny_real_model import Witness  # noqa: E402

SIZES = (14, 128, 512)


def comparisons(quick=False):
    """Yield each comparison of this file as soon as it's measured."""
    if not FILE.is_file():
        return
    sizes, runs = (SIZES[:1], 1) if quick else (SIZES, 9)
    ways = {"ours": real_model.load, "theirs": lambda: Witness(FILE)}
    read = median_times(ways, 1).values()
    yield Comparison("SmolLM2, reading the file, against the package gguf", *read, "s", most=4)
    ours, theirs = (way() for way in ways.values())
    for n in sizes:
        ids = np.random.default_rng(7).integers(0, len(ours.embed), n)
        ways = {"ours": lambda ids=ids: ours(ids), "theirs": lambda ids=ids: theirs(ids[None])}
        what = f"SmolLM2, a pass over {n} tokens, against torch's fused attention"
        most = 1.5 if n == 14 else None
        yield compared(what, median_times(ways, runs if n <= 128 else 3), most_ratio=most)
    behind, cache = ids[: n // 2], []
    ours(behind, cache=cache)
    ways = {"with": lambda: ours(behind[:1], cache=[*cache]), "without": lambda: ours(behind)}
    what = f"SmolLM2, a token behind {n // 2} others, with the cache, against anew"
    yield compared(what, median_times(ways, 3))


def compared(what, seconds, **limit):
    """Return the comparison of two times, the first with the second, in milliseconds."""
    return Comparison(what, *(1e3 * one for one in seconds.values()), "ms", **limit)
