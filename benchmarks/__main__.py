"""Runs every benchmark and prints one table; exit code 1 if a limit is broken."""

import sys

from benchmarks import attention_speed, explorer_latency, layer_speed, opening, streaming
from benchmarks.comparison import table


def report(comparisons):
    """Print the comparisons as one table and return the exit code."""
    print(table(comparisons))
    return 0 if all(comparison.is_kept for comparison in comparisons) else 1


if __name__ == "__main__":
    parts = (attention_speed, streaming, layer_speed, opening, explorer_latency)
    sys.exit(report([row for part in parts for row in part.comparisons()]))
