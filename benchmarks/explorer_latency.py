"""`AttentionExplorer` in JupyterLab, beside `interact` and beside JavaScript without a kernel."""

import statistics
import sys
from dataclasses import dataclass, field

from benchmarks import jupyter
from benchmarks.comparison import Comparison
from benchmarks.dragging import Hand
from benchmarks.techniques import TECHNIQUES

ROUNDS = 3
SINGLE_MOVES, DRAG_SECONDS = 30, 3
UPDATES, MORE_UPDATES = 500, 2_500
NO_BROWSER = "bench: no Chromium or Chrome found, so the explorers are not measured"


@dataclass
class Found:
    """What was measured of one technique, over all rounds."""

    single: list = field(default_factory=list)  # ms from input to paint
    per_second: list = field(default_factory=list)
    lag: list = field(default_factory=list)  # ms
    kernel: list = field(
        default_factory=list
    )  # MB after 0, 500 and, of the explorer, 2,500 updates
    browser: list = field(default_factory=list)

    @property
    def p50(self):
        """Return the median of input to paint."""
        return statistics.median(self.single)

    @property
    def p95(self):
        """Return the time that all but a twentieth of the inputs keep."""
        return statistics.quantiles(self.single, n=20)[-1]


def measure(lab, technique, found, counts=()):
    """Add one round: single moves, drags without a stop, and memory after these counts."""
    with lab.opened(technique.notebook) as page:
        hand = Hand(page, technique)
        found.single += hand.single_moves(SINGLE_MOVES)
        drag = hand.drag(DRAG_SECONDS)
        found.per_second.append(drag.per_second)
        found.lag.append(drag.lag)
        if counts:
            kernel, before = lab.kernel(technique.notebook), hand.paints()
            for count in (0, *counts):
                hand.drag_until(before + count)
                found.kernel.append(jupyter.kernel_memory(kernel))
                found.browser.append(jupyter.browser_memory(page))
        hand.let_go()


def all_found():
    """Measure every technique in rounds, one after the other in each; None without a browser."""
    found = {technique: Found() for technique in TECHNIQUES}
    counts = {("explorer", 6): (UPDATES, MORE_UPDATES), ("interact", 6): (UPDATES,)}
    with jupyter.lab(TECHNIQUES) as lab:
        if lab is None:
            return None
        for place in range(ROUNDS):
            for technique in TECHNIQUES:
                last = counts.get((technique.name, technique.n), ())
                measure(lab, technique, found[technique], last if place == ROUNDS - 1 else ())
    return {(technique.name, technique.n): one for technique, one in found.items()}


def comparisons():
    """Yield each comparison of this file, once all is measured."""
    found = all_found()
    if found is None:
        print(NO_BROWSER, file=sys.stderr)
        return
    yield from reaction(found["explorer", 6], found["limit", 6], found["interact", 6])
    yield from flow(found)
    yield from memory(found["explorer", 6], found["interact", 6])


def reaction(explorer, limit, interact):
    """Yield how long a single move of the hand takes until it is painted."""
    what = "AttentionExplorer, 6 tokens, input to paint"
    ours = explorer.p50, explorer.p95
    yield Comparison(f"{what}, p50, against interact", ours[0], interact.p50, "ms", most_ratio=0.25)
    yield Comparison(f"{what}, p95, against interact", ours[1], interact.p95, "ms")
    yield Comparison(f"{what}, p50, against JavaScript", ours[0], limit.p50, "ms", most_ratio=2.5)
    yield Comparison(f"{what}, p95, against JavaScript", ours[1], limit.p95, "ms")


def flow(found):
    """Yield what is painted in a drag without a stop, and what is left when the hand stops."""
    explorer, limit, interact = (found[name, 6] for name in ("explorer", "limit", "interact"))
    rates = {key: statistics.median(one.per_second) for key, one in found.items()}
    what = "AttentionExplorer, {} tokens, updates while dragging, against {}"
    for n, name, least in ((6, "interact", None), (6, "limit", 0.8), (12, "limit", 0.7)):
        against = "JavaScript" if name == "limit" else name
        rate, baseline = rates["explorer", n], rates[name, n]
        yield Comparison(what.format(n, against), rate, baseline, "/s", least_ratio=least)
    lag = "AttentionExplorer, 6 tokens, lag when the hand stops, worst, against"
    worst = max(explorer.lag)
    yield Comparison(f"{lag} interact", worst, max(interact.lag), "ms", most_ratio=0.4)
    yield Comparison(f"{lag} JavaScript", worst, max(limit.lag), "ms")


def memory(explorer, interact):
    """Yield how far kernel and browser grow over 500 updates, and the kernel after that."""
    growth = {
        (who, name): found[1] - found[0]
        for who, one in (("explorer", explorer), ("interact", interact))
        for name, found in (("kernel", one.kernel), ("browser", one.browser))
    }
    for name in ("kernel", "browser"):
        yield Comparison(
            f"AttentionExplorer, growth of the {name} over {UPDATES} updates, against interact",
            growth["explorer", name],
            growth["interact", name],
            "MB",
        )
    yield Comparison(
        f"AttentionExplorer, kernel from update {UPDATES} to {MORE_UPDATES:,}, "
        f"against interact's first {UPDATES}",
        explorer.kernel[2] - explorer.kernel[1],
        growth["interact", "kernel"],
        "MB",
        most=2,
    )
