"""`attention` against its own lines written bare, and what importing it costs."""

import statistics
import subprocess
import sys

import numpy as np

from benchmarks.comparison import Comparison
from helpers.attention import attention
from helpers.measure import median_times

IMPORTS = """
from time import perf_counter
start = perf_counter()
import numpy
between = perf_counter()
import helpers.attention
print(between - start, perf_counter() - between)
"""


def bare(queries, keys, values):
    """Write attention as a notebook does: nothing checked, no step kept but the context."""
    scaled = queries @ keys.T / np.sqrt(np.float32(queries.shape[-1]))
    weights = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ values


def direct_against_bare(n=512, d=64, runs=101):
    """Compare the time of `attention` with that of the bare lines, in float32."""
    inputs = np.random.default_rng(7).standard_normal((3, n, d)).astype(np.float32)
    assert np.allclose(attention(*inputs).context, bare(*inputs), atol=1e-5)
    seconds = median_times(
        {"ours": lambda: attention(*inputs), "bare": lambda: bare(*inputs)}, runs
    )
    return Comparison(
        f"attention, n = {n}, d = {d}, float32, against its lines bare",
        1e3 * seconds["ours"],
        1e3 * seconds["bare"],
        "ms",
        most_ratio=1.25,
        decimals=2,
    )


def import_above_numpy(runs=9):
    """Compare what importing `helpers.attention` adds with importing NumPy, in new processes."""
    command = [sys.executable, "-c", IMPORTS]
    lines = [
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
        for _ in range(runs)
    ]
    numpy, ours = zip(*(map(float, line.split()) for line in lines), strict=True)
    return Comparison(
        "import helpers.attention, after import numpy, against import numpy",
        1e3 * statistics.median(ours),
        1e3 * statistics.median(numpy),
        "ms",
        most=50,
    )


def comparisons(quick=False):
    """Yield each comparison of this file as soon as it is measured."""
    yield direct_against_bare(**({"runs": 3} if quick else {}))
    yield import_above_numpy(**({"runs": 1} if quick else {}))
