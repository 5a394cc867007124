"""The commands that a text tells its reader to type: every name in them is known to somebody."""

import importlib.util
import re
import shlex
import subprocess
import sys
import tomllib
from functools import cache

import yaml
from jupyterlab.labapp import LabApp

from helpers.jupyterlab.launch import THREADS
from rules.notebook import ROOT

PYTHONS = ("python", "python3", "py", ".venv/bin/python", ".venv/Scripts/python")
PROGRAMS = ("make", "conda", "uv", "apt-get", *PYTHONS)
# Of programs that need not be installed here.
UV = {
    ("venv",): {"--seed", "--python"},
    ("pip", "install"): {"--constraints", "--editable", "--resolution"},
}
READ_BY_OTHERS = {
    *THREADS,
    "ATEN_CPU_CAPABILITY",
    "GH_TOKEN",
    "OMP_WAIT_POLICY",
    "UV_TORCH_BACKEND",
}
# What PowerShell writes before a command, or on a line of its own.
POWERSHELL = re.compile(r"\$env:(\w+) = (\S+?)(?:; |$)")
ASSIGNED = re.compile(r"([A-Z_]{2,})=(.*)", re.DOTALL)
PATH = re.compile(r"\.?[\w-]+(?:/[\w.-]*)+|[\w.-]+\.(?:py|md|txt|yml|toml|cff)")
MADE_LATER = re.compile(r"work/|dist/|\.venv/|.*NN_")


def commands(markdown):
    """Return the commands of a page: the lines of its fences, and its spans that are commands."""
    fences = re.findall(r"(?ms)^```(\w*)\n(.*?)^```", markdown)
    lines = [line for name, fence in fences if not name for line in fence.splitlines() if line]
    return lines + [span for span in spans(markdown) if span.split()[0] in PROGRAMS]


def spans(markdown):
    """Return what stands between single backticks."""
    prose = re.sub(r"(?ms)^```.*?^```", "", markdown)
    return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose) if span.strip()]


def unknown_names(markdown):
    """Complain about variables, files and helpers between backticks that are not there."""
    found = []
    for span in spans(markdown):
        span = POWERSHELL.sub(r"\1=\2 ", span).strip()
        if assigned := ASSIGNED.fullmatch(span):
            found += _variable(assigned[1])
        elif re.fullmatch(r"[A-Z_]{4,}", span):
            found += [] if span in _constants() else _variable(span)
        elif re.fullmatch(r"helpers(\.\w+)+", span):
            found += _module(span)
        elif PATH.fullmatch(span):
            found += _path(span)
    return found


def misspelt(command):
    """Complain about every name of a command that nobody knows."""
    command = POWERSHELL.sub(r"\1=\2 ", command)
    words = shlex.split(command.replace("\\", "/"), comments=True)
    found = []
    while words and (assigned := ASSIGNED.fullmatch(words[0])):
        found += _variable(assigned[1])
        words = words[1:]
    if not words:
        return found
    program, *rest = words
    if program not in PROGRAMS:
        return [*found, f"{program}: no program of the project"]
    if program in PYTHONS:
        return found + _python(rest)
    return found + {"make": _make, "conda": _conda, "uv": _uv, "apt-get": _apt}[program](rest)


def _make(words):
    targets = [word for word in words if not ASSIGNED.fullmatch(word)]
    found = [f"make {name}: no such target" for name in targets if name not in _targets()]
    for word in words:
        if assigned := ASSIGNED.fullmatch(word):
            found += _variable(assigned[1])
            if assigned[1] == "ARGS":
                known = {"lab": _lab_options, "bench": _bench_options}
                options = known.get(targets[0] if targets else "lab", lambda: _help("pytest"))
                found += _options(shlex.split(assigned[2]), options())
    return found


def _python(words):
    if words == ["--list"]:
        return []
    if words and re.fullmatch(r"-3(\.\d+)?", words[0]):
        words = words[1:]
    if words and words[0].endswith(".py"):
        return _path(words[0])
    if words[:1] != ["-m"]:
        return [f"{word}: python is asked for more than a module" for word in words[:1]]
    module, *rest = words[1:]
    if module == "pip":
        return _pip(rest)
    if module == "sphinx":  # need not be installed; test_readme holds the line to make's recipe
        return []
    known = _lab_options() if module == "helpers.jupyterlab" else set()
    if module in ("pytest", "http.server", "zipfile"):
        known = _help(module)
    return (_module(module) or _program(module)) + _options(rest, known)


def _pip(words):
    if words[:1] == ["list"]:
        return []
    if words[:1] not in (["install"], ["wheel"]):
        return [f"pip {word}: unknown" for word in words[:1]]
    return _options(words[1:], _help("pip", words[0]))


def _uv(words):
    for names, known in UV.items():
        if tuple(words[: len(names)]) == names:
            return _options(words[len(names) :], known)
    return [f"uv {' '.join(words)}: unknown"]


def _conda(words):
    name = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["name"]
    if words[:1] == ["activate"]:
        return [f"{word}: the environment is called {name}" for word in words[1:] if word != name]
    if words[:2] == ["env", "create"]:
        return _options(words[2:], {"--file"})
    return [f"conda {' '.join(words)}: unknown"]


def _apt(words):
    installed = (ROOT / ".ci/run").read_text(encoding="utf-8")
    return [f"{word}: .ci/run does not install it" for word in words[1:] if word not in installed]


def _options(words, known):
    """Complain about unknown options, and about what should be a file or an extra and is not."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = extras["project"]["optional-dependencies"]
    found = []
    for option, word in zip(["", *words], words, strict=False):
        if word.startswith("-") and word.partition("=")[0] not in known:
            found.append(f"{word}: unknown option")
        named = re.fullmatch(r"\.\[([\w,]+)\]", word)
        if named and not {*named[1].split(",")} <= {*extras}:
            found.append(f"{word}: no such extra in pyproject.toml")
        if option in ("--constraint", "--constraints", "--file", "--ignore"):
            found += _path(word)
    return found


def _module(name):
    try:
        is_there = importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        is_there = False
    return [] if is_there else [f"{name}: no such module"]


def _program(module):
    """Complain about a package that `python -m` cannot run."""
    is_package = importlib.util.find_spec(module).submodule_search_locations is not None
    return _module(f"{module}.__main__") if is_package else []


def _path(name):
    is_there = MADE_LATER.match(name) or any(ROOT.glob(name.rstrip("/")))
    return [] if is_there else [f"{name}: no such file"]


def _variable(name):
    option = "--" + name.removeprefix("PIP_").lower().replace("_", "-")
    is_pips = name.startswith("PIP_") and option in _help("pip", "install")
    is_read = is_pips or name in READ_BY_OTHERS or name in _variables()
    return [] if is_read else [f"{name}: nothing reads this variable"]


@cache
def _variables():
    """Return the variables that the Makefile or a program of the project reads."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return {
        *re.findall(r"\$\(([A-Z_]+)\)", makefile),
        *_in_code(r"environ(?:\.get\(|\[)\s*[\"'](\w+)"),
    }


@cache
def _constants():
    """Return the names in capitals that a file of the project binds."""
    return _in_code(r"(?m)^([A-Z_]{4,}) = ")


def _in_code(pattern):
    """Return what a pattern finds in the Python of the project."""
    folders = ("helpers", "tests", "benchmarks")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return {name for path in files for name in re.findall(pattern, path.read_text("utf-8"))}


@cache
def _targets():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    constants = dict(re.findall(r"(?m)^(\w+) :?= *(.*)$", makefile))
    names = re.findall(r"(?m)^([^\s:#=]+):(?!=)", makefile)
    return {re.sub(r"\$\((\w+)\)", lambda name: constants[name[1]], found) for found in names}


@cache
def _help(*module):
    """Return every option that a program's help names."""
    command = [sys.executable, "-m", *module, "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    return set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", shown))


def _bench_options():
    program = (ROOT / "benchmarks/__main__.py").read_text(encoding="utf-8")
    return set(re.findall(r'add_argument\("(--\w+)"', program))


@cache
def _lab_options():
    names = [*LabApp.flags, *LabApp.aliases]
    return {f"--{name}" if len(name) > 1 else f"-{name}" for name in names} | {"--version"}
