"""Attention computed in other ways than directly: what each costs, and how its cost grows.

Direct holds all n x n scores. Torch's fused function never does, and computes every pair; a window
computes only those at most `WIDTH` places apart.
"""

from functools import partial
from typing import NamedTuple

from benchmarks.comparison import Comparison
from helpers.measure import exponent, median_times, peak_memory_alone

D, WIDTH = 64, 128
SIZES = (1_024, 2_048, 4_096, 8_192, 16_384)
MOST_DIRECT = 8_192  # rows: beyond it the scores alone take gigabytes
NUMPY = f"""
import numpy as np
from helpers.attention import attention, window_attention

def draw(n):
    return np.random.default_rng(7).standard_normal((3, n, {D}), np.float32)

ways = {{
    "attention": lambda inputs: attention(*inputs).context,
    "window_attention": lambda inputs: window_attention(*inputs, {WIDTH}),
}}
"""
# With fewer than these four axes (texts, heads, tokens, numbers) torch takes a slower way.
TORCH = f"""
import torch
from torch.nn.functional import scaled_dot_product_attention

def draw(n):
    return torch.randn(3, 1, 1, n, {D}, generator=torch.Generator().manual_seed(7))

def three_lines(queries, keys, values):
    scaled = queries @ keys.transpose(-1, -2) / {D}**0.5
    return torch.softmax(scaled, dim=-1) @ values

ways = {{
    "three lines of torch": lambda inputs: three_lines(*inputs),
    "torch's fused function": lambda inputs: scaled_dot_product_attention(*inputs),
}}
"""


class Costs(NamedTuple):
    """What one way takes at each size, its inputs included in the memory."""

    sizes: tuple[int, ...]
    seconds: list[float]
    bytes: list[int]

    def at(self, n):
        """Return the seconds and the bytes at one size."""
        place = self.sizes.index(n)
        return self.seconds[place], self.bytes[place]


def costs(setup, sizes, most_direct):
    """Return the `Costs` of each way that a setup defines, direct first."""
    names = {}
    exec(setup, names)
    ways, draw = names["ways"], names["draw"]
    direct = next(iter(ways))
    own = {way: tuple(n for n in sizes if way != direct or n <= most_direct) for way in ways}
    seconds = {way: [] for way in own}
    for n in sizes:
        calls = {way: partial(ways[way], draw(n)) for way in own if n in own[way]}
        for way, taken in median_times(calls, 5 if n <= most_direct else 1).items():
            seconds[way].append(taken)
    warm = f"{setup}\nfor way in ways.values():\n    way(draw(16))\n"
    held = {
        way: [peak_memory_alone(f"ways[{way!r}](draw({n}))", warm) for n in own[way]] for way in own
    }
    return {way: Costs(own[way], seconds[way], held[way]) for way in own}


def rows(found, most_direct):
    """Yield each way's time, memory and exponents beside those of the first, direct one."""
    (direct, baseline), *others = found.items()
    for way, cost in others:
        for what, unit, ours, theirs in zip(
            ("time", "memory with its inputs"),
            ("ms", "MB"),
            (1e3 * cost.at(most_direct)[0], cost.at(most_direct)[1] / 1e6),
            (1e3 * baseline.at(most_direct)[0], baseline.at(most_direct)[1] / 1e6),
            strict=True,
        ):
            head = f"{way}, n = {most_direct:,}, {what}, against {direct}"
            yield Comparison(head, ours, theirs, unit)
        for what in ("seconds", "bytes"):
            grows = exponent(cost.sizes, getattr(cost, what))
            yield Comparison(
                f"{way}, exponent of its {what} to n = {cost.sizes[-1]:,} "
                f"({grows.low:.2f} to {grows.high:.2f}), against {direct}",
                grows.value,
                exponent(baseline.sizes, getattr(baseline, what)).value,
                "",
                decimals=2,
            )


def comparisons(quick=False):
    """Yield each comparison of this file as soon as it is measured."""
    sizes, most_direct = ((512, 1_024), 1_024) if quick else (SIZES, MOST_DIRECT)
    for setup in (NUMPY, TORCH):
        yield from rows(costs(setup, sizes, most_direct), most_direct)
