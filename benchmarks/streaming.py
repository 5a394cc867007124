"""`streaming_attention`: the memory it saves, and the time that this costs."""

import numpy as np

from benchmarks.comparison import Comparison, until_kept
from helpers.attention import attention, streaming_attention
from helpers.measure import exponent, median_times, peak_memory_alone

SETUP = "import numpy as np\nfrom helpers.attention import streaming_attention"
ALONE = """
inputs = np.random.default_rng(7).standard_normal((3, {n}, {d}), np.{dtype})
streaming_attention(*inputs)
"""


def _inputs(n, d, dtype):
    return np.random.default_rng(7).standard_normal((3, n, d)).astype(dtype)


def memory(dtype, sizes=(2_048, 4_096, 8_192, 16_384, 32_768), d=64):
    """Compare what a fresh process takes, inputs included, with the scores: most, and exponent."""
    peaks = [peak_memory_alone(ALONE.format(n=n, d=d, dtype=dtype), SETUP) for n in sizes]
    n, found = sizes[-1], exponent(sizes, peaks)
    what = f"streaming_attention with its inputs, d = {d}, {dtype}"
    yield Comparison(
        f"{what}, n = {n:,}, peak against the scores' size",
        peaks[-1] / 1e6,
        n * n * np.dtype(dtype).itemsize / 1e6,
        "MB",
        most=300,
    )
    yield Comparison(
        f"{what}, exponent of the peak from n = {sizes[0]:,} ({found.low:.2f} to {found.high:.2f})",
        found.value,
        2,  # of the scores
        "",
        most=1.1,
        decimals=2,
    )


def time(dtype, n=4_096, d=64, runs=9):
    """Yield the time beside that of `attention`, which holds all n x n scores."""
    inputs = _inputs(n, d, dtype)
    assert np.allclose(streaming_attention(*inputs), attention(*inputs).context, atol=1e-5)
    functions = {
        "streaming": lambda: streaming_attention(*inputs),
        "direct": lambda: attention(*inputs).context,
    }
    seconds = median_times(functions, runs)
    yield Comparison(
        f"streaming_attention, n = {n:,}, d = {d}, {dtype}, against attention",
        1e3 * seconds["streaming"],
        1e3 * seconds["direct"],
        "ms",
        most_ratio=1.2,
    )


def comparisons(quick=False):
    """Yield each comparison of this file as soon as it is measured."""
    for dtype in ("float32", "float64"):
        yield from memory(dtype, **({"sizes": (512, 1_024)} if quick else {}))
        less = {"n": 512, "runs": 1} if quick else {}
        yield from until_kept(time, dtype, **less)
