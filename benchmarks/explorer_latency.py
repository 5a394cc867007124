"""Explorers in JupyterLab, beside `interact` and beside JavaScript without a kernel."""

import statistics
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from benchmarks import jupyter
from benchmarks.comparison import Comparison
from benchmarks.dragging import Pointer
from benchmarks.techniques import OTHERS, TECHNIQUES
from helpers import explorers
from helpers.explorers.attention.trial import SENTENCE


class Effort(NamedTuple):
    """How much is measured: `warm` and `rest` are those of `Pointer`, in seconds as the drag."""

    rounds: int
    most_rounds: int  # while a limit is broken
    single_moves: int
    drag: float
    warm: float
    rest: float
    updates: int  # after which the memory is read
    more_updates: int


FULL = Effort(2, 5, 12, 2, 0.5, 0.5, 100, 1_100)
QUICK = Effort(1, 1, 2, 0.3, 0.2, 0.2, 5, 10)
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


class Bench:
    """One page of JupyterLab that shows one technique after the other, and what was found of them.

    found : a `Found` for each technique, by its name
    """

    def __init__(self, lab, page, effort):
        self._lab, self._page, self.effort = lab, page, effort
        self.found = defaultdict(Found)

    def rows(self, names, compare):
        """Return the rows that compare these techniques, which have a turn each in some rounds.

        There are more rounds while a limit is broken, as in `until_kept`, and all of them count.
        """
        effort = self.effort
        for place in range(effort.most_rounds):
            for name in names:
                self.measure(TECHNIQUES[name])
            if place + 1 < effort.rounds:
                continue
            rows = list(compare(*(self.found[name] for name in names)))
            if all(row.is_kept for row in rows):
                break
        return rows

    def measure(self, technique, counts=()):
        """Add one round: single moves, a drag without a stop, and memory after these counts."""
        jupyter.run_instead(self._page, technique.source)
        found, effort = self.found[technique.name], self.effort
        pointer = Pointer(self._page, technique, self._lab.port, effort.warm, effort.rest)
        found.single += pointer.single_moves(effort.single_moves)
        if not technique.is_stepwise:
            drag = pointer.drag(effort.drag)
            found.per_second.append(drag.per_second)
            found.lag.append(drag.lag)
        if counts:
            kernel, before = self._lab.kernel(), pointer.paints()
            for count in (0, *counts):
                pointer.drag_until(before + count)
                found.kernel.append(jupyter.kernel_memory(kernel))
                found.browser.append(jupyter.browser_memory(self._page))
        pointer.let_go()


def comparisons(quick=False, names=()):
    """Yield each comparison of this file as soon as it is measured.

    names : of folders, to measure these explorers alone; AttentionExplorer has more rows
    """
    effort = QUICK if quick else FULL
    with jupyter.lab(SENTENCE) as lab:
        if lab is None:
            print(NO_BROWSER, file=sys.stderr)
            return
        with lab.opened() as page:
            bench = Bench(lab, page, effort)
            if not names or "attention" in names:
                # Memory first, while neither the kernel nor the page has anything to use again.
                bench.measure(TECHNIQUES["attention"], (effort.updates, effort.more_updates))
                bench.measure(TECHNIQUES["interact"], (effort.updates,))
                yield from memory(bench.found["attention"], bench.found["interact"], effort)
                yield from bench.rows(["attention", "echo_6", "limit_6", "interact"], reaction)
                yield from bench.rows(["attention_12", "limit_12"], twice)
            else:
                bench.measure(TECHNIQUES["interact"])
            others = one_of_each_way() if quick else OTHERS
            for name in others if not names else [one for one in names if one in OTHERS]:
                rows = partial(other, explorers.FOLDERS[name], bench.found["interact"])
                is_stepwise = TECHNIQUES[name].is_stepwise
                yield from bench.rows([name] if is_stepwise else [name, "limit_6"], rows)


def one_of_each_way():
    """Return the name of an explorer for each way to move the pointer."""
    return {one.way: name for name, one in OTHERS.items()}.values()


def reaction(explorer, echo, limit, interact):
    """Yield how long a single move takes until it is painted, and how a drag flows."""
    what = "AttentionExplorer, 6 tokens, input to paint"
    ours = explorer.p50, explorer.p95
    yield Comparison(f"{what}, p50, against interact", ours[0], interact.p50, "ms", most_ratio=0.25)
    yield Comparison(f"{what}, p95, against interact", ours[1], interact.p95, "ms")
    # Jupyter's own way to the kernel and back, a third of the limit: no code of ours is faster.
    by_echo = f"{what}, p50, against JavaScript that waits for an echo of the kernel"
    yield Comparison(by_echo, ours[0], echo.p50, "ms", most_ratio=1.25)
    yield Comparison(f"{what}, p50, against JavaScript", ours[0], limit.p50, "ms", most_ratio=1.75)
    yield Comparison(f"{what}, p95, against JavaScript", ours[1], limit.p95, "ms")
    what = "AttentionExplorer, 6 tokens, updates while dragging, against"
    yield Comparison(f"{what} interact", explorer.rate, interact.rate, "/s")
    yield Comparison(f"{what} JavaScript", explorer.rate, limit.rate, "/s", least_ratio=0.85)
    lag = "AttentionExplorer, 6 tokens, lag when the hand stops, worst, against"
    worst = max(explorer.lag)
    yield Comparison(f"{lag} interact", worst, max(interact.lag), "ms", most_ratio=0.4)
    yield Comparison(f"{lag} JavaScript", worst, max(limit.lag), "ms")


def twice(explorer, limit):
    """Yield how a drag flows where the sentence has twice as many tokens."""
    what = "AttentionExplorer, 12 tokens, updates while dragging, against JavaScript"
    yield Comparison(what, explorer.rate, limit.rate, "/s", least_ratio=0.85)


def other(title, interact, explorer, limit=None):
    """Yield the same of another explorer, at the size of its notebook.

    limit : None where the pointer presses, or has a dozen stops or three places for a word: there
            it passes fewer states in a second than can be painted, and a rate would be its own
    """
    what = f"{title}, input to paint, p50, against interact"
    yield Comparison(what, explorer.p50, interact.p50, "ms", most_ratio=0.25)
    if limit is not None:
        what = f"{title}, updates while dragging, against JavaScript"
        yield Comparison(what, explorer.rate, limit.rate, "/s", least_ratio=0.85)


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
