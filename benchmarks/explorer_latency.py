"""Explorers in JupyterLab, beside `interact` and beside JavaScript without a kernel."""

import statistics
import sys
from dataclasses import dataclass, field
from typing import NamedTuple

from benchmarks import jupyter
from benchmarks.comparison import Comparison
from benchmarks.dragging import REST, Pointer
from benchmarks.techniques import OTHERS, TECHNIQUES
from helpers import explorers


class Effort(NamedTuple):
    """How much is measured: `warm` and `rest` are those of `Pointer`, in seconds as the drag."""

    rounds: int
    single_moves: int
    drag: float
    warm: float
    rest: float
    updates: int  # after which the memory is read
    more_updates: int


FULL = Effort(2, 20, 3, 1.0, REST, 500, 2_500)
QUICK = Effort(1, 2, 0.3, 0.2, 0.2, 5, 10)
NO_BROWSER = "bench: no Chromium or Chrome found, so the explorers are not measured"


@dataclass
class Found:
    """What was measured of one technique, over all rounds."""

    single: list = field(default_factory=list)  # ms from input to paint
    per_second: list = field(default_factory=list)
    lag: list = field(default_factory=list)  # ms
    kernel: list = field(default_factory=list)  # MB at first and after each count of updates
    browser: list = field(default_factory=list)

    @property
    def p50(self):
        """Return the median of input to paint."""
        return statistics.median(self.single)

    @property
    def rate(self):
        """Return the median of the updates per second in a drag."""
        return statistics.median(self.per_second)

    @property
    def p95(self):
        """Return the time that all but a twentieth of the inputs keep."""
        return statistics.quantiles(self.single, n=20)[-1]


def measure(lab, page, technique, found, effort, counts=()):
    """Add one round: single moves, a drag without a stop, and memory after these counts."""
    pointer = Pointer(page, technique, lab.port, effort.warm, effort.rest)
    found.single += pointer.single_moves(effort.single_moves)
    if not technique.is_stepwise:
        drag = pointer.drag(effort.drag)
        found.per_second.append(drag.per_second)
        found.lag.append(drag.lag)
    if counts:
        kernel, before = lab.kernel(), pointer.paints()
        for count in (0, *counts):
            pointer.drag_until(before + count)
            found.kernel.append(jupyter.kernel_memory(kernel))
            found.browser.append(jupyter.browser_memory(page))
    pointer.let_go()


def one_of_each_way():
    """Return what is compared by its name, and beside it one technique for each way to move."""
    first = {technique.way: technique for technique in reversed(TECHNIQUES)}.values()
    return [one for one in TECHNIQUES if one in first or one.name not in OTHERS]


def pages(lab, techniques, in_one):
    """Yield each technique with its page; if that is asked, they share one page in turn."""
    if in_one:
        with lab.opened(TECHNIQUES[0].notebook) as page:
            for technique in techniques:
                jupyter.run_instead(page, technique.source)
                yield technique, page
        return
    for technique in techniques:
        with lab.opened(technique.notebook) as page:
            yield technique, page


def all_found(effort, explorer):
    """Measure techniques in rounds, one after the other in each; None without a browser.

    explorer : the folder of the only one to measure, beside what it is compared with, or None
    """
    techniques = one_of_each_way() if effort is QUICK else TECHNIQUES
    if explorer:
        techniques = [one for one in TECHNIQUES if one.name in (explorer, "interact", "limit_6")]
    found = {technique: Found() for technique in techniques}
    counts = {"attention": (effort.updates, effort.more_updates), "interact": (effort.updates,)}
    with jupyter.lab(TECHNIQUES) as lab:
        if lab is None:
            return None
        for place in range(effort.rounds):
            for technique, page in pages(lab, techniques, effort is QUICK):
                is_last = place == effort.rounds - 1 and not explorer
                last = counts.get(technique.name, ()) if is_last else ()
                measure(lab, page, technique, found[technique], effort, last)
    return {technique.name: one for technique, one in found.items() if one.single}


def comparisons(quick=False, explorer=None):
    """Yield each comparison of this file, or those of one explorer, once all is measured."""
    effort = QUICK if quick else FULL
    found = all_found(effort, explorer)
    if found is None:
        print(NO_BROWSER, file=sys.stderr)
        return
    if explorer:
        yield from others(found)
        return
    yield from reaction(found["attention"], found["limit_6"], found["interact"])
    yield from flow(found)
    yield from others(found)
    yield from memory(found["attention"], found["interact"], effort)


def reaction(explorer, limit, interact):
    """Yield how long a single move of the pointer takes until it is painted."""
    what = "AttentionExplorer, 6 tokens, input to paint"
    ours = explorer.p50, explorer.p95
    yield Comparison(f"{what}, p50, against interact", ours[0], interact.p50, "ms", most_ratio=0.25)
    yield Comparison(f"{what}, p95, against interact", ours[1], interact.p95, "ms")
    yield Comparison(f"{what}, p50, against JavaScript", ours[0], limit.p50, "ms", most_ratio=2)
    yield Comparison(f"{what}, p95, against JavaScript", ours[1], limit.p95, "ms")


def flow(found):
    """Yield what is painted in a drag without a stop, and what is left when it stops."""
    explorer, limit, interact = (found[name] for name in ("attention", "limit_6", "interact"))
    what = "AttentionExplorer, {} tokens, updates while dragging, against {}"
    for ours, n, name, against, least in (
        ("attention", 6, "interact", "interact", None),
        ("attention", 6, "limit_6", "JavaScript", 0.85),
        ("attention_12", 12, "limit_12", "JavaScript", 0.8),
    ):
        rate, baseline = found[ours].rate, found[name].rate
        yield Comparison(what.format(n, against), rate, baseline, "/s", least_ratio=least)
    lag = "AttentionExplorer, 6 tokens, lag when the hand stops, worst, against"
    worst = max(explorer.lag)
    yield Comparison(f"{lag} interact", worst, max(interact.lag), "ms", most_ratio=0.4)
    yield Comparison(f"{lag} JavaScript", worst, max(limit.lag), "ms")


def others(found):
    """Yield the same of the other explorers, at the sizes of their notebooks.

    Where the pointer presses, or has a dozen stops or three places for a word, it passes fewer
    states in a second than can be painted: a rate would tell how fast the pointer is.
    """
    for name in (name for name in OTHERS if name in found):
        title, explorer = explorers.FOLDERS[name], found[name]
        interact, limit = found["interact"], found["limit_6"]
        what = f"{title}, input to paint, p50, against interact"
        yield Comparison(what, explorer.p50, interact.p50, "ms", most_ratio=0.25)
        if explorer.per_second:
            what = f"{title}, updates while dragging, against JavaScript"
            yield Comparison(what, explorer.rate, limit.rate, "/s", least_ratio=0.75)


def memory(explorer, interact, effort):
    """Yield how far kernel and browser grow over some updates, and the kernel after that."""
    growth = {
        (who, name): found[1] - found[0]
        for who, one in (("explorer", explorer), ("interact", interact))
        for name, found in (("kernel", one.kernel), ("browser", one.browser))
    }
    for name in ("kernel", "browser"):
        yield Comparison(
            f"AttentionExplorer, growth of the {name} over {effort.updates} updates, "
            "against interact",
            growth["explorer", name],
            growth["interact", name],
            "MB",
        )
    yield Comparison(
        f"AttentionExplorer, kernel from update {effort.updates} to {effort.more_updates:,}, "
        f"against interact's first {effort.updates}",
        explorer.kernel[2] - explorer.kernel[1],
        growth["interact", "kernel"],
        "MB",
        most=2,
    )
