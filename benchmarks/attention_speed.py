"""`attention` against its own lines written bare, and what importing it costs."""

import json
import os
import statistics
import subprocess
import sys

import numpy as np

from benchmarks.comparison import Comparison, until_kept
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


def direct_against_bare(threads, n=512, d=64, runs=101):
    """Compare the time of `attention` with that of the bare lines, in float32, in a new process.

    NumPy asks for its number of threads when it is imported.
    """
    command = [sys.executable, "-m", "benchmarks.attention_speed", *map(str, (n, d, runs))]
    own = os.environ | {"OPENBLAS_NUM_THREADS": str(threads), "OMP_NUM_THREADS": str(threads)}
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=own).stdout
    seconds = json.loads(told)
    yield Comparison(
        f"attention, n = {n}, d = {d}, float32, threads: {threads}, against its lines bare",
        1e3 * seconds["ours"],
        1e3 * seconds["bare"],
        "ms",
        most_ratio=1.25,
        decimals=2,
    )


def seconds_of_both(n, d, runs):
    """Return the median seconds of `attention` and of the bare lines, as a dict."""
    # The C library then keeps what is freed: to get it from the system anew would take as long as
    # all else, and at some sizes only one of the two would have to.
    np.empty(32_000_000, np.uint8)
    inputs = np.random.default_rng(7).standard_normal((3, n, d)).astype(np.float32)
    assert np.allclose(attention(*inputs).context, bare(*inputs), atol=1e-5)
    return median_times({"ours": lambda: attention(*inputs), "bare": lambda: bare(*inputs)}, runs)


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
    for threads in (1, 2):
        less = {"runs": 3} if quick else {}
        yield from until_kept(direct_against_bare, threads, **less)
    yield import_above_numpy(**({"runs": 1} if quick else {}))


if __name__ == "__main__":
    print(json.dumps(seconds_of_both(*map(int, sys.argv[1:]))))
