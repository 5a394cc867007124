"""Tests what a change may break: `make check`, and `make check NB=03` or `WHAT=softmax` by name.

Which tests belong to a file follows from what they import and name, nowhere from a list:

- those that import it, or what imports it, the nearest first, and one step beyond the nearest;
- those that go through all that a package offers are asked for what has changed, by its name;
- a notebook belongs to nbval, and to the rules, asked for its name;
- any other file belongs to the test files that name it, a view's script to those of its Python.
"""

import argparse
import ast
import functools
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from helpers import explorers

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {  # and where imports begin
    "helpers": ROOT,
    "benchmarks": ROOT,
    "site": ROOT / "site",
    "tests": ROOT / "tests",
}
OPTIONS = ["--nbval", "--nbval-current-env", "-q", "-m", "not slow", "-p", "no:cacheprovider"]
# How far tests are that only hang on a change, or are asked for it; those called so are nearer.
ASKED, HANGING, NOTEBOOK = (90,), 95, (99,)
SERIES = re.compile(r"from rules\.notebook import .*\b(?:NOTEBOOKS|MAIN)\b")
TOP = re.compile(r"(?m)^(?:class|def) (\w+)|^(\w+)(?:: [^=\n]+)? = ")


class Chosen(NamedTuple):
    """Test files to run, with how far each is from the change, and files to be asked.

    words : one of them is in the name of each test of the latter that is run
    """

    whole: dict[str, tuple]
    asked: set[str]
    words: set[str]


@functools.cache
def places():
    """Return the place of every module of the project, by the name that is imported."""
    return {
        ".".join(path.relative_to(start).with_suffix("").parts).removesuffix(".__init__"): (
            path.relative_to(ROOT).as_posix()
        )
        for folder, start in FOLDERS.items()
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


@functools.cache
def text(place):
    """Return the text of a file."""
    return (ROOT / place).read_text(encoding="utf-8")


@functools.cache
def homes(package):
    """Return the file of a package's folder that defines each name, by this name."""
    folder = package.removesuffix("__init__.py")
    return {
        "".join(found): place
        for place in places().values()
        if place.startswith(folder)
        for found in TOP.findall(text(place))
    }


@functools.cache
def uses(place):
    """Return the files that a file of Python imports; a name of a package is its file's."""
    found, packages = set(), {}
    for node in ast.walk(ast.parse(text(place))):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        above = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        for one in node.names:
            home = places().get(above + one.name)
            package = places().get(above[:-1], "")
            if home:
                found.add(home)
                packages[one.asname or one.name] = home
            elif package.endswith("__init__.py"):
                found |= {package, homes(package).get(one.name, package)}
            elif package:
                found.add(package)
    for name, home in packages.items():
        if home.endswith("__init__.py"):
            said = re.findall(rf"\b{re.escape(name)}\.(\w+)", text(place))
            found |= {homes(home)[one] for one in said if one in homes(home)}
    return found - {place}


def distances(place):
    """Return how many imports lie between a file and each file that hangs on it."""
    far, edge = {place: 0}, {place}
    while edge:
        edge = {one for one in places().values() if one not in far and uses(one) & edge}
        far |= dict.fromkeys(edge, max(far.values()) + 1)
    return far


def chosen_for(place):
    """Return the tests that belong to a file."""
    path, tests = Path(place), [one for one in places().values() if _is_test(one)]
    if path.suffix == ".ipynb":
        asked = {one for one in tests if SERIES.search(text(one))}
        words = {path.stem, f"[{path.stem.partition('_')[0]}-"}  # its own, and its exercises'
        return Chosen({place: NOTEBOOK} if (ROOT / place).exists() else {}, asked, words)
    if _is_test(place):
        return Chosen({place: (0,)} if place in tests else {}, set(), set())
    if place in places().values():
        far = {one: steps for one, steps in distances(place).items() if one in tests}
        last = min(far.values(), default=0) + 1
        called = {one: sum(part in one for part in path.with_suffix("").parts[1:]) for one in far}
        whole = {
            one: (-called[one] or HANGING, len(one), steps)
            for one, steps in far.items()
            if steps <= last
        }
        return _with_those_asked(place, whole, tests)
    # A view's script belongs to the Python beside it, data to the test of their folder.
    twin = path.with_suffix(".py").as_posix()
    own = {f"tests/test_{part}.py" for part in path.parts} & {*tests}
    names = [re.escape(path.name), *([r"\*\.md"] if path.suffix == ".md" else [])]
    by_name = {one for one in tests if re.search(rf"[\"/](?:{'|'.join(names)})\"", text(one))}
    chosen = Chosen(dict.fromkeys(own | by_name, (0,)), set(), set())
    return joined([chosen, chosen_for(twin)]) if twin in places().values() else chosen


def _with_those_asked(place, whole, tests):
    """Add the tests that go through a package, asked for what it offers of the file or folder."""
    folders = [one for one in places().values() if one.endswith("/__init__.py")]
    above = [one for one in folders if place.startswith(one.removesuffix("__init__.py"))]
    offered = {
        name: home
        for package in above
        for name, home in homes(package).items()
        if f'"{name}"' in text(package) or name in explorers.__all__
        if Path(home).parent == Path(place).parent
    }
    words = {name for name, home in offered.items() if home == place} or {*offered}
    called = "|".join(Path(one).parent.name for one in above)
    through = re.compile(
        rf"getattr\((?:{called})\b|\b(?:{called})\.(?:__all__|\{{)|NOTEBOOKS.*names"
    )
    asked = {
        one for one in tests if any(through.search(text(place)) for place in {one} | uses(one))
    }
    return Chosen(whole, asked - whole.keys() if words else set(), words)


def _is_test(place):
    """Return whether a file holds tests; what opens a browser is left to `make test`."""
    return place.startswith("tests/test_") and place.endswith(".py")


def joined(chosen):
    """Return all that several files have chosen."""
    whole = {}
    for one in chosen:
        whole |= {place: min(far, whole.get(place, far)) for place, far in one.whole.items()}
    asked, words = (set().union(*parts) for parts in list(zip(*chosen, strict=True))[1:])
    return Chosen(whole, asked - whole.keys(), words)


def changed():
    """Return the files that differ from the last commit."""
    command = ["git", "status", "--porcelain", "--no-renames", "--untracked-files=all"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [line[3:].strip('"') for line in run.stdout.splitlines()]


def named(notebook, what):
    """Return the files that somebody names: a notebook by its number, others by a word."""
    paths = [*(ROOT / "notebooks").glob("*.ipynb"), *(ROOT / place for place in places().values())]
    files = [path.relative_to(ROOT).as_posix() for path in paths]
    if notebook:
        return [one for one in files if Path(one).name.startswith(f"{notebook}_")]
    said = [one for one in files if what in (*Path(one).with_suffix("").parts, one)]
    return said or [one for one in files if what in Path(one).stem]


class NearestFirst:
    """Runs the nearest tests first, and begins no further file when time is over."""

    def __init__(self, far, longest):
        self.far, self.longest = far, longest
        self.begin, self.entered, self.late = None, set(), set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        """Put first what is nearest, and a notebook's run last."""
        items.sort(key=lambda item: self.far.get(item.path.relative_to(ROOT).as_posix(), ASKED))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item):
        """Pass over a file that would begin late, as counted from the first test."""
        self.begin = self.begin or time.monotonic()
        is_late = time.monotonic() - self.begin >= self.longest and item.path.suffix == ".py"
        if is_late and item.path not in self.entered:
            self.late.add(item.path.stem)
            pytest.skip(f"after {self.longest:g} seconds")
        self.entered.add(item.path)


def main():
    """Run the tests that belong to what is named, or to what has changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notebook", default="")
    parser.add_argument("--what", default="")
    parser.add_argument("--longest", type=float, default=25, help="seconds for files of tests")
    options, more = parser.parse_known_args()
    is_named = options.notebook or options.what
    files = named(options.notebook, options.what) if is_named else changed()
    if not files:
        sys.exit("check: no file or folder is called so" if is_named else 0)
    each = {place: chosen_for(place) for place in files}
    blind = [place for place, (whole, asked, _) in each.items() if not (whole or asked)]
    # Of a notebook all that is missing is told, of the rest what fails first.
    more = more if options.notebook else ["-x", *more]
    code, late = 1, []
    if len(blind) < len(each):
        code, late = _run(joined(each.values()), options.longest, more)
    left = ["tests in the browser", "tests marked slow"]
    left += [f"{', '.join(late)}, for lack of time"] if late else []
    left += [f"any for {', '.join(blind)}, of which no quick test speaks"] if blind else []
    print(f"check: not run: {'; '.join(left)}. `make test` and `make prove` run all.")
    sys.exit(code or int(bool(blind)))


def _run(chosen, longest, more):
    """Run the chosen tests; return pytest's exit code (1: none has begun) and what was late."""
    tests = [*chosen.whole, *sorted(chosen.asked)]
    words = sorted({Path(one).stem for one in chosen.whole} | chosen.words)
    print("check:", *(Path(one).stem for one in tests))
    os.chdir(ROOT)
    nearest = NearestFirst(chosen.whole, longest)
    code = int(pytest.main([*OPTIONS, *more, "-k", " or ".join(words), *tests], [nearest]))
    return code or int(not nearest.entered), sorted(nearest.late)


if __name__ == "__main__":
    main()
