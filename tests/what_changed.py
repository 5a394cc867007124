"""Tests what a change may break: `make check`, and `make check NB=03` or `WHAT=softmax` by name.

Which tests belong to a file follows from what they import and name, nowhere from a list:

- a definition belongs to the test files that use it, or use what its own folder makes of it, and
  where there are none to those that it reaches anywhere; those that go through all that a package
  offers are asked for what has changed, by its name;
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

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {  # and where imports begin
    "helpers": ROOT,
    "benchmarks": ROOT,
    "site": ROOT / "site",
    "tests": ROOT / "tests",
}
OPTIONS = ["--nbval", "--nbval-current-env", "-x", "-q", "-m", "not slow", "-p", "no:cacheprovider"]
NOTEBOOKS = {("tests/rules/notebook.py", name) for name in ("NOTEBOOKS", "MAIN")}


class Module(NamedTuple):
    """A file of Python, as far as its names say what hangs on what.

    lines    : of each name that is defined at the top
    uses     : what each of them uses, and "" all of the file, as pairs of a place and a name
    packages : those that are imported as a whole, or whose modules are imported by a text
    texts    : the texts in it
    """

    lines: dict[str, range]
    uses: dict[str, set[tuple[str, str]]]
    packages: set[str]
    texts: set[str]


class Chosen(NamedTuple):
    """Test files to run, with the share of what they use that has changed, and files to be asked.

    words : one of them is in the name of each test of the latter that is run
    """

    whole: dict[str, float]
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
def read(place):
    """Read a file of Python."""
    tree = parsed(place)
    lines = {name: _lines(node) for node in tree.body for name in _defined(node)}
    own = next(name for name, home in places().items() if home == place)
    bound = _imported(tree) | {name: f"{own}.{name}" for name in lines}
    uses = {"": set()}
    for node in tree.body:
        found = _used(node, bound)
        uses |= dict.fromkeys(_defined(node), found)
        uses[""] |= found
    constants = {one.value for one in ast.walk(tree) if isinstance(one, ast.Constant)}
    texts = {one for one in constants if isinstance(one, str)}
    known = {name for name, home in places().items() if home.endswith("/__init__.py")}
    whole = known & {*bound.values(), *(text[:-1] for text in texts if text.endswith("."))}
    return Module(lines, uses, {places()[name] for name in whole}, texts)


@functools.cache
def parsed(place):
    """Return the syntax tree of a file."""
    return ast.parse((ROOT / place).read_text(encoding="utf-8"))


def _lines(node):
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    return range(first, node.end_lineno + 1)


def _defined(node):
    """Return the names that a statement at the top of a file defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    found = [one for target in targets if target is not None for one in ast.walk(target)]
    return [one.id for one in found if isinstance(one, ast.Name)]


def _imported(tree):
    """Return what each name that a file imports is called in full."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
        elif isinstance(node, ast.Import):
            found |= {one.asname: one.name for one in node.names if one.asname}
            heads = [one.name.partition(".")[0] for one in node.names if not one.asname]
            found |= dict(zip(heads, heads, strict=True))
    return found


def _used(tree, bound):
    """Return the definitions that code uses, as pairs of a place and a name."""
    found, inner = set(), set()
    for node in ast.walk(tree):  # a chain comes before its parts
        if node in inner:
            continue
        names = []
        while isinstance(node, ast.Attribute):
            names.insert(0, node.attr)
            node = node.value
            inner.add(node)
        if isinstance(node, ast.Name) and node.id in bound:
            found |= _homes(".".join([bound[node.id], *names]))
    return found


@functools.cache
def _homes(dotted):
    """Return where the longest known part of a name is defined; a package offers its files'.

    A module that is handed on is used as a whole, which has the name "".
    """
    module, name = dotted, ""
    while module and module not in places():
        module, _, name = module.rpartition(".")
    if not module:
        return frozenset()
    place = places()[module]
    if not name or not place.endswith("__init__.py"):
        return frozenset({(place, name)})
    folder = place.removesuffix("__init__.py")
    return frozenset(
        (home, name)
        for home in places().values()
        if home.startswith(folder) and name in _top_names(home)
    )


@functools.cache
def _top_names(place):
    return {name for node in parsed(place).body for name in _defined(node)}


def hanging_on(place, lines=None, *, anywhere=False):
    """Return the definitions that a change of these lines, or of all, reaches.

    anywhere : follow it out of its folder too
    """
    own = read(place)
    hit = {name for name, where in own.lines.items() if lines and lines & {*where}}
    elsewhere = not lines or lines - {one for where in own.lines.values() for one in where}
    reached = {(place, name) for name in (own.lines if elsewhere else hit)} | {(place, "")}
    folder = Path(place).parent
    near = [one for one in places().values() if anywhere or Path(one).parent == folder]
    while True:
        more = {
            (one, name)
            for one in near
            for name, uses in read(one).uses.items()
            if name and uses & reached
        }
        if more <= reached:
            return reached
        reached |= more


def chosen_for(place, lines=None):
    """Return the tests that belong to a file, of which these lines have changed, or all."""
    path, tests = Path(place), [one for one in places().values() if _is_test(one)]
    if path.suffix == ".ipynb":
        asked = {one for one in tests if read(one).uses[""] & NOTEBOOKS}
        return Chosen({place: 0.0} if (ROOT / place).exists() else {}, asked, {path.stem})
    if _is_test(place):
        return Chosen({place: 1.0} if place in tests else {}, set(), set())
    if place in places().values():
        near = _of_definitions(place, hanging_on(place, lines), tests)
        if has_tests(near):
            return near
        return _of_definitions(place, hanging_on(place, lines, anywhere=True), tests)
    # A view's script belongs to the Python beside it, data to the test of their folder.
    twin = path.with_suffix(".py").as_posix()
    own = {f"tests/test_{part}.py" for part in path.parts} & {*tests}
    by_name = {one for one in tests if path.name in read(one).texts}
    chosen = Chosen(dict.fromkeys(own | by_name, 1.0), set(), set())
    return joined([chosen, chosen_for(twin)]) if twin in places().values() else chosen


def has_tests(chosen):
    """Return whether anything is run for what was chosen."""
    return bool(chosen.whole or (chosen.asked and chosen.words))


def _of_definitions(place, reached, tests):
    parts = Path(place).with_suffix("").parts[1:]
    shares = {one: _share(one, parts, reached) for one in tests}
    folders = {one for one in places().values() if one.endswith("/__init__.py")}
    above = {one for one in folders if place.startswith(one.removesuffix("__init__.py"))}
    asked = {one for one in tests if read(one).packages & above}
    offered = set().union(*(read(one).texts for one in above))
    whole = {one: share for one, share in shares.items() if share}
    return Chosen(whole, asked, {name for _, name in reached} & offered)


def _share(test, parts, reached):
    """Return the share of what a test file uses that has changed, more if it is called so."""
    uses = read(test).uses[""]
    share = len(uses & reached) / max(len(uses), 1)
    return share and share + any(part in test for part in parts)


def _is_test(place):
    """Return whether a file holds tests; what opens a browser is left to `make test`."""
    return place.startswith("tests/test_") and place.endswith(".py")


def joined(chosen):
    """Return all that several files have chosen."""
    whole = {}
    for one in chosen:
        whole |= {place: max(share, whole.get(place, 0)) for place, share in one.whole.items()}
    asked, words = (set().union(*parts) for parts in list(zip(*chosen, strict=True))[1:])
    return Chosen(whole, asked - whole.keys(), words)


def changed():
    """Return the files that differ from the last commit, with their lines; None: all is new."""
    git = functools.partial(subprocess.run, cwd=ROOT, capture_output=True, text=True, check=True)
    found = {}
    for line in git(["git", "diff", "HEAD", "-U0", "--no-renames"]).stdout.splitlines():
        if place := re.match(r"diff --git a/(.+) b/\1$", line):
            lines = found.setdefault(place[1], set())
        elif spot := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            lines |= set(range(int(spot[1]), int(spot[1]) + max(int(spot[2] or 1), 1)))
    new = git(["git", "ls-files", "--others", "--exclude-standard"]).stdout.splitlines()
    return found | dict.fromkeys(new)


def named(notebook, what):
    """Return the files that somebody names: a notebook by its number, others by a word."""
    paths = [*(ROOT / "notebooks").glob("*.ipynb"), *(ROOT / place for place in places().values())]
    files = [path.relative_to(ROOT).as_posix() for path in paths]
    if notebook:
        return {one: None for one in files if Path(one).name.startswith(f"{notebook}_")}
    said = [one for one in files if what in (*Path(one).with_suffix("").parts, one)]
    return dict.fromkeys(said or (one for one in files if what in Path(one).stem))


class NearestFirst:
    """Runs the nearest tests first, and begins no further file when time is over."""

    def __init__(self, chosen, longest):
        self.shares, self.longest = chosen.whole, longest
        self.begin, self.entered = None, set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        """Put first what uses little else than what has changed, and a notebook's run last."""
        items.sort(key=lambda item: -self.shares.get(_place(item), 0.1))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item):
        """Pass over a file that would begin late, as counted from the first test."""
        self.begin = self.begin or time.monotonic()
        is_late = time.monotonic() - self.begin >= self.longest and item.path.suffix == ".py"
        if is_late and item.path not in self.entered:
            pytest.skip(f"after {self.longest:g} seconds; `make test` runs it")
        self.entered.add(item.path)


def _place(item):
    return item.path.relative_to(ROOT).as_posix()


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
    each = {place: chosen_for(place, lines) for place, lines in files.items()}
    blind = [place for place, one in each.items() if not has_tests(one)]
    code = _run(joined(each.values()), options.longest, more) if len(blind) < len(each) else 0
    if blind:
        print("check: no quick test speaks of", ", ".join(blind), "- `make test` proves the rest")
    sys.exit(code or int(bool(blind)))


def _run(chosen, longest, more):
    """Run the chosen tests, nearest first, and return pytest's exit code; 1: none has begun."""
    tests = [*chosen.whole, *sorted(chosen.asked)]
    words = sorted({Path(one).stem for one in chosen.whole} | chosen.words)
    print("check:", *(Path(one).stem for one in tests))
    os.chdir(ROOT)
    nearest = NearestFirst(chosen, longest)
    code = int(pytest.main([*OPTIONS, *more, "-k", " or ".join(words), *tests], [nearest]))
    return code or int(not nearest.entered)


if __name__ == "__main__":
    main()
