"""One measured number beside its baseline, and the limit that it must keep."""

from dataclasses import dataclass

HEADINGS = ("what", "median", "baseline", "ratio", "limit", "verdict")


@dataclass(frozen=True)
class Comparison:
    """A measurement and its baseline, both in `unit`; the limit is on the ratio, or in the unit.

    decimals : of the two numbers in the table
    """

    what: str
    measured: float
    baseline: float
    unit: str
    most: float | None = None
    most_ratio: float | None = None
    decimals: int = 1

    @property
    def ratio(self):
        """Return how many times the baseline was measured."""
        return self.measured / self.baseline

    @property
    def is_kept(self):
        """Say whether the limit is kept."""
        if self.most is not None:
            return self.measured < self.most
        return self.ratio <= self.most_ratio

    def cells(self):
        """Return the row of the table, one text per heading."""
        limit = f"{self.most_ratio:g} x" if self.most is None else f"{self.most:g} {self.unit}"
        return (
            self.what,
            f"{self.measured:,.{self.decimals}f} {self.unit}",
            f"{self.baseline:,.{self.decimals}f} {self.unit}",
            f"{self.ratio:.2f}",
            limit,
            "kept" if self.is_kept else "BROKEN",
        )


def table(comparisons):
    """Return the comparisons as lines, their columns aligned under the headings."""
    rows = [HEADINGS, *(comparison.cells() for comparison in comparisons)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if 0 < place < len(widths) - 1 else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
