"""One measured number beside its baseline, and the limit that it must keep."""

from dataclasses import dataclass, replace

ROUNDS = 4  # at most, until a limit is kept
HEADINGS = ("what", "measured", "baseline", "ratio", "limit", "verdict")


@dataclass(frozen=True)
class Comparison:
    """A measurement and its baseline, both in `unit` ("" for numbers), and at most one limit.

    most                    : limit in the unit
    most_ratio, least_ratio : limits on measured / baseline
    decimals                : of the two numbers in the table
    """

    what: str
    measured: float
    baseline: float
    unit: str
    most: float | None = None
    most_ratio: float | None = None
    least_ratio: float | None = None
    decimals: int = 1

    @property
    def ratio(self):
        """Return how many times the baseline was measured."""
        return self.measured / self.baseline

    @property
    def is_kept(self):
        """Say whether the limit is kept; without a limit it is."""
        if self.most is not None:
            return self.measured < self.most
        if self.least_ratio is not None:
            return self.ratio >= self.least_ratio
        return self.most_ratio is None or self.ratio <= self.most_ratio

    @property
    def limit(self):
        """Return the limit in words, or a dash."""
        if self.most is not None:
            return f"{self.most:g} {self.unit}".rstrip()
        if self.least_ratio is not None:
            return f"at least {self.least_ratio:g} x"
        return "–" if self.most_ratio is None else f"{self.most_ratio:g} x"

    def unheld(self):
        """Return the same without a limit."""
        return replace(self, most=None, most_ratio=None, least_ratio=None)

    def cells(self):
        """Return the row of the table, one text per heading."""
        verdict = "–" if self.limit == "–" else "kept" if self.is_kept else "BROKEN"
        return (
            self.what,
            f"{self.measured:,.{self.decimals}f} {self.unit}".rstrip(),
            f"{self.baseline:,.{self.decimals}f} {self.unit}".rstrip(),
            # Memory may shrink: how many times less than nothing says nothing.
            f"{self.ratio:.2f}" if min(self.measured, self.baseline) > 0 else "–",
            self.limit,
            verdict,
        )


def until_kept(measure, *given, **options):
    """Return the rows that a function measures, measured anew while a limit is broken.

    Other work on the machine breaks a limit now and then, slow code every time.
    """
    for _ in range(ROUNDS):
        rows = list(measure(*given, **options))
        if all(row.is_kept for row in rows):
            break
    return rows


def line(cells):
    """Return the cells of a row as a line of a table: numbers, and at the end what they are of."""
    what, *numbers, verdict = cells
    return "".join(f"{number:>16}" for number in numbers) + f"  {verdict:7}  {what}"
