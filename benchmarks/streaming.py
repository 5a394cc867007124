"""`streaming_attention`: the memory it saves, and the time that this costs."""

import statistics

import numpy as np

from benchmarks.comparison import Comparison
from helpers.attention import attention, streaming_attention
from helpers.measure import median_times, peak_memory


def _inputs(n, d, dtype):
    return np.random.default_rng(7).standard_normal((3, n, d)).astype(dtype)


def memory(dtype, n=16_384, d=64, runs=3):
    """Compare the peak above the inputs with the size of the n x n scores it never holds."""
    inputs = _inputs(n, d, dtype)
    peaks = [peak_memory(lambda: streaming_attention(*inputs)) for _ in range(runs)]
    return Comparison(
        f"streaming_attention, n = {n:,}, d = {d}, {dtype}, peak against the scores' size",
        statistics.median(peaks) / 1e6,
        n * n * inputs.itemsize / 1e6,
        "MB",
        most=150,
    )


def time(dtype, n=4_096, d=64, runs=9):
    """Compare the time with that of `attention`, which holds all n x n scores."""
    inputs = _inputs(n, d, dtype)
    assert np.allclose(streaming_attention(*inputs), attention(*inputs).context, atol=1e-5)
    functions = {
        "streaming": lambda: streaming_attention(*inputs),
        "direct": lambda: attention(*inputs).context,
    }
    seconds = median_times(functions, runs)
    return Comparison(
        f"streaming_attention, n = {n:,}, d = {d}, {dtype}, against attention",
        1e3 * seconds["streaming"],
        1e3 * seconds["direct"],
        "ms",
        most_ratio=1.5,
    )


def comparisons(quick=False):
    """Yield each comparison of this file as soon as it is measured."""
    less = {"n": 512, "runs": 1} if quick else {}
    for dtype in ("float32", "float64"):
        yield memory(dtype, **less)
        yield time(dtype, **less)
