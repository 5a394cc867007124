"""SmolLM2 in NumPy: reading its file, a pass against torch's, and a token with the cache.

`make bench` gives NumPy and torch one thread. Without the model there's nothing to measure.
"""

import sys
from pathlib import Path
from time import perf_counter

import numpy as np
import torch

from benchmarks.comparison import Comparison
from helpers import real_model
from helpers.measure import median_times, peak_memory_alone
from helpers.real_model.model import FILE

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # as pytest has it: the tests have a model in torch

from tiny_real_model import Witness  # noqa: E402

SIZES = (14, 128, 512)
SETUP = "from helpers import real_model"


def comparisons(quick=False):
    """Yield each comparison of this file as soon as it's measured."""
    if not FILE.is_file():
        return
    sizes, runs = (SIZES[:1], 1) if quick else (SIZES, 9)
    start = perf_counter()
    model = real_model.load()
    read, start = perf_counter() - start, perf_counter()
    theirs = Witness(FILE)
    both = read, perf_counter() - start
    yield Comparison("SmolLM2, reading the file, against the package gguf", *both, "s", most=4)
    rng, passes = np.random.default_rng(7), f"threads: {torch.get_num_threads()}, against torch's"
    for n in sizes:
        ids = rng.integers(0, len(model.embed), n)
        ours, wanted = model(ids), theirs(ids[None])[0]
        assert np.abs(wanted - ours).max() < 1e-3 * np.abs(ours).max()
        ways = {"ours": lambda ids=ids: model(ids), "theirs": lambda ids=ids: theirs(ids[None])}
        what = f"SmolLM2, a pass over {n} tokens, {passes} fused attention"
        most = 1.5 if n == 14 else None
        yield compared(what, median_times(ways, runs if n <= 128 else 3), most_ratio=most)
    behind, cache = ids[: n // 2], []
    model(behind, cache=cache)
    ways = {"with": lambda: model(behind[:1], cache=[*cache]), "without": lambda: model(behind)}
    what = f"SmolLM2, a token behind {n // 2} others, with the cache, against anew"
    yield compared(what, median_times(ways, 3))
    what = "SmolLM2, peak of reading and a pass over 128 tokens, against its numbers in float32"
    peak = peak_memory_alone("real_model.load()(range(128))", SETUP) / 1e6
    yield Comparison(what, peak, 4 * 134.5, "MB", most=1000)


def compared(what, seconds, **limit):
    """Return the comparison of two times, the first with the second, in milliseconds."""
    return Comparison(what, *(1e3 * one for one in seconds.values()), "ms", **limit)
