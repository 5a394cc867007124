"""Measures speed and memory, a line of a table at a time; exit code 1 if a limit is broken.

`--quick` runs a little of every part, to see that none of them fails; it holds no limits. Names of
parts, or of explorers' folders, run these alone: `make bench ARGS="softmax --quick"`.
"""

import argparse
import sys
from importlib import import_module

from benchmarks.comparison import HEADINGS, line

PARTS = (
    "attention_speed",
    "streaming",
    "ways",
    "layer_speed",
    "cache",
    "real_model",
    "opening",
    "explorer_latency",
)


def report(comparisons):
    """Print each comparison as soon as it is measured and return the exit code."""
    print(line(HEADINGS))
    code = 0
    for comparison in comparisons:
        print(line(comparison.cells()), flush=True)
        code = code or int(not comparison.is_kept)
    return code


def measured(names, quick):
    """Yield the comparisons of parts and explorers, without limits if only a little is to do."""
    for name in names:
        if name in PARTS:
            found = import_module(f"benchmarks.{name}").comparisons(quick)
        else:
            found = import_module("benchmarks.explorer_latency").comparisons(quick, [name])
        yield from (one.unheld() for one in found) if quick else found


def main(arguments):
    """Run the parts that are named, or every one, and return the exit code."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    names = ", ".join(PARTS)
    parser.add_argument("names", nargs="*", default=PARTS, help=f"{names}, or an explorer's folder")
    parser.add_argument("--quick", action="store_true", help="a little of every part, no limits")
    asked = parser.parse_args(arguments)
    return report(measured(asked.names, asked.quick))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
