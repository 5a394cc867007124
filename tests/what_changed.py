"""Tests what has changed: `make check`, and `make check NB=03` or `WHAT=softmax` what is named.

A test belongs to a file if the name of the file, or of its folder, is in its own; a notebook has
its cells and what is asked of it and of its exercises.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
OPTIONS = ["--nbval", "--nbval-current-env", "-q", "-m", "not slow", "-p", "no:cacheprovider"]


def changed():
    """Return the files that differ from the last commit."""
    command = ["git", "status", "--porcelain", "--no-renames", "--untracked-files=all"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [line[3:].strip('"') for line in run.stdout.splitlines()]


def words(place):
    """Return words, one of which is in the name of each test that belongs to a file."""
    path = Path(place)
    if path.suffix == ".ipynb":
        return {path.stem, f"[{path.stem.partition('_')[0]}-"}  # its own, and its exercises'
    folders = path.parts[1:-1]
    # An explorer's files are all called alike, and its class has no underscores.
    called = folders[-1:] if folders[:1] == ("explorers",) else (path.stem, *folders[-1:])
    return {*called, *(one.replace("_", "") for one in called)}


def main():
    """Run the tests that belong to what is named, or to what has changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notebook", default="")
    parser.add_argument("--what", default="")
    options, more = parser.parse_known_args()
    if options.notebook:
        places = [f"notebooks/{one.name}" for one in ROOT.glob(f"notebooks/{options.notebook}_*")]
    else:
        places = [options.what] if options.what else changed()
    if not places:
        sys.exit("check: no notebook is called so" if options.notebook else 0)
    notebooks = [one for one in places if one.endswith(".ipynb") and (ROOT / one).exists()]
    # Of a notebook all that is missing is told, of the rest what fails first.
    more = more if options.notebook else ["-x", *more]
    chosen = ["-k", " or ".join(sorted(set().union(*map(words, places))))]
    os.chdir(ROOT)
    code = pytest.main([*OPTIONS, *more, *chosen, "--ignore=tests/browser", "tests", *notebooks])
    print("check: not run: what other names have, the browser, tests marked slow: `make test` has.")
    sys.exit(int(code))


if __name__ == "__main__":
    main()
