"""SmolLM2 in NumPy: reading its file, a pass against torch's, and a token with the cache.

`make bench` gives NumPy and torch one thread. Without the model there's nothing to measure.
"""

import sys
from pathlib import Path
from time import perf_counter

import numpy as np
import torch
from gguf import GGUFReader
from gguf.quants import dequantize

from benchmarks.comparison import Comparison
from helpers import real_model
from helpers.measure import median_times, peak_memory_alone
from helpers.real_model.model import FILE

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # as pytest has it: the tests have a model in torch

from tiny_real_model import Witness  # noqa: E402

SIZES = (14, 128, 512)


def seconds(sizes, runs):
    """Return the seconds of a pass of ours and of torch's, for each size, and of a token."""
    model = real_model.load()
    theirs, rng = Witness(FILE), np.random.default_rng(7)
    found = {}
    for n in sizes:
        ids = rng.integers(0, len(model.embed), n)
        both = {"ours": lambda ids=ids: model(ids), "theirs": lambda ids=ids: theirs(ids[None])}
        ours = both["ours"]()
        assert np.abs(both["theirs"]()[0] - ours).max() < 1e-3 * np.abs(ours).max()
        found[n] = median_times(both, runs if n <= 128 else 3)
    behind, cache = rng.integers(0, len(model.embed), max(sizes) // 2), []
    model(behind, cache=cache)
    found["token"] = median_times(
        {"with": lambda: model(behind[:1], cache=[*cache]), "without": lambda: model(behind)}, 3
    )
    return found


def comparisons(quick=False):
    """Yield each comparison of this file, once the passes are measured."""
    if not FILE.is_file():
        return
    sizes, runs = ((14,), 1) if quick else (SIZES, 9)
    found, threads = seconds(sizes, runs), torch.get_num_threads()
    token = found.pop("token")
    for n, taken in found.items():
        yield Comparison(
            f"SmolLM2, a pass over {n} tokens, threads: {threads}, against torch's fused attention",
            1e3 * taken["ours"],
            1e3 * taken["theirs"],
            "ms",
            most_ratio=1.5 if n == 14 else None,
        )
    yield Comparison(
        f"SmolLM2, a token behind {sizes[-1] // 2} others, with the cache, against anew",
        1e3 * token["with"],
        1e3 * token["without"],
        "ms",
    )
    if quick:
        return
    start = perf_counter()
    real_model.load()
    between = perf_counter()
    for tensor in GGUFReader(FILE).tensors:
        dequantize(tensor.data, tensor.tensor_type)
    yield Comparison(
        "SmolLM2, reading the file, against the package gguf",
        between - start,
        perf_counter() - between,
        "s",
        most=4,
    )
    yield Comparison(
        "SmolLM2, peak of reading and a pass over 128 tokens, against its numbers in float32",
        peak_memory_alone("real_model.load()(range(128))", "from helpers import real_model") / 1e6,
        4 * 134.5,
        "MB",
        most=1000,
    )
