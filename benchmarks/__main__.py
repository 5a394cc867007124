"""Runs every benchmark and prints one table; exit code 1 if a limit is broken.

`--quick` runs a little of every part, to see that none of them fails; it holds no limits. The name
of an explorer's folder runs its rows alone: `make bench ARGS="softmax --quick"`.
"""

import argparse
import sys

from benchmarks import (
    attention_speed,
    cache,
    explorer_latency,
    layer_speed,
    opening,
    real_model,
    streaming,
    ways,
)
from benchmarks.comparison import table
from benchmarks.techniques import OTHERS

PARTS = (
    attention_speed,
    streaming,
    ways,
    layer_speed,
    cache,
    opening,
    explorer_latency,
    real_model,
)


def report(comparisons):
    """Print the comparisons as one table and return the exit code."""
    print(table(comparisons))
    return 0 if all(comparison.is_kept for comparison in comparisons) else 1


def main(arguments):
    """Run every part and return the exit code."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a little of every part, no limits")
    parser.add_argument("explorer", nargs="?", choices=OTHERS, help="runs its rows alone")
    options = parser.parse_args(arguments)
    quick, explorer = options.quick, options.explorer
    if explorer:
        found = [*explorer_latency.comparisons(quick, explorer)]
    else:
        found = [row for part in PARTS for row in part.comparisons(quick)]
    return report([row.unheld() for row in found] if quick else found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
