"""`make` installs with one command on any machine, and says in a line where it cannot."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from made import CLEAN, needs_make
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from rules.notebook import ROOT
from test_environment import project

WHEELS = "--extra-index-url https://download.pytorch" + ".org/whl/cpu"
SOURCES = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS")
# Does what Python is asked for when an environment is made, and writes down what that was.
STAND_IN = """#!/bin/sh
echo "$@" >> asked
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-c "*) shift; exec {python} -c "import sys
sys.version, sys.version_info = '{version}', ({numbers})
exec(sys.argv[1])" "$@" ;;
esac
"""
RANGE = SpecifierSet(project()["requires-python"])
ALLOWED = [name for name in (f"3.{minor}" for minor in range(30)) if name in RANGE]


@pytest.fixture
def folder(tmp_path):
    """A folder with a space in its name, as a learner has it before the first run."""
    place = tmp_path / "a folder"
    place.mkdir()
    for name in ("Makefile", "pyproject.toml", "setup.py", "constraints.txt"):
        shutil.copy(ROOT / name, place)
    return place


def make(folder, *words, system="Linux", **variables):
    """Run make on a machine of this system, and return it with what it printed."""
    programs = folder.parent / "programs"
    programs.mkdir(exist_ok=True)
    (programs / "uname").write_text(f"#!/bin/sh\necho {system}\n")
    (programs / "uname").chmod(0o755)
    kept = {name: value for name, value in CLEAN.items() if name not in ("OS", *SOURCES)}
    env = kept | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"} | variables
    return subprocess.run(["make", *words], cwd=folder, env=env, capture_output=True, text=True)


def stand_in(folder, version="3.11.0"):
    """Return the path of a program that stands for a Python of some version."""
    path = folder.parent / "python"
    numbers = ", ".join(re.findall(r"\d+", version))
    path.write_text(STAND_IN.format(python=sys.executable, version=version, numbers=numbers))
    path.chmod(0o755)
    return str(path)


def asked(folder):
    """Return what the stand-in was asked for since the last time, its own programs aside."""
    lines = (folder / "asked").read_text().splitlines()
    (folder / "asked").unlink()
    return [line for line in lines if line.startswith("-m ")]


@needs_make
@pytest.mark.parametrize(
    ("system", "variables", "is_given"),
    [
        ("Linux", {}, True),
        ("Linux", {"PIP_FIND_LINKS": ""}, True),
        *[("Linux", {name: "elsewhere"}, False) for name in SOURCES],
        ("Darwin", {}, False),
        ("Linux", {"OS": "Windows_NT"}, False),
    ],
)
def test_on_linux_torch_comes_without_cuda_unless_pip_has_a_source(
    folder, system, variables, is_given
):
    run = make(folder, "--dry-run", "lab", system=system, **variables)
    (installing,) = [line for line in run.stdout.splitlines() if "-m pip install" in line]
    assert (WHEELS in installing) == is_given
    assert (f"PyTorch comes from {WHEELS.split()[1]}, without CUDA" in run.stdout) == is_given


@needs_make
def test_windows_has_its_own_paths(folder):
    run = make(folder, "--dry-run", "lab", OS="Windows_NT")
    assert run.stdout.splitlines()[-1].startswith(".venv/Scripts/python.exe -m helpers.jupyterlab")


@needs_make
def test_a_learner_gets_what_a_learner_needs_and_the_tests_add_theirs(folder):
    python = f"BASE_PYTHON={stand_in(folder)}"
    run = make(folder, "lab", python)
    assert run.returncode == 0, run.stderr
    pip = f"-m pip install --quiet {WHEELS} --constraint constraints.txt --editable"
    assert asked(folder) == ["-m venv .venv", f"{pip} .", "-m helpers.jupyterlab"]
    assert run.stdout.startswith("About ")
    again = make(folder, "lab", python)
    assert asked(folder) == ["-m helpers.jupyterlab"]
    assert "About " not in again.stdout
    assert make(folder, "lint", python).returncode == 0
    assert asked(folder) == [f"{pip} .[test]", "-m ruff check", "-m ruff format --check"]
    make(folder, "lint", python)
    assert asked(folder)[0] == "-m ruff check"


def moved(folder):
    return folder.rename(folder.with_name("moved"))


def copied(folder):
    return Path(shutil.copytree(folder, folder.with_name("copied"), symlinks=True))


def corrected(folder):
    """Unzip a corrected project over the old one: the dates in a zip lie in the past."""
    with open(folder / "pyproject.toml", "a") as project:
        project.write("# corrected\n")
    os.utime(folder / "pyproject.toml", (10**9, 10**9))
    return folder


def touched(folder):
    (folder / "pyproject.toml").touch()
    return folder


@needs_make
@pytest.mark.parametrize(
    ("happens", "is_installed"),
    [(moved, True), (copied, True), (corrected, True), (touched, False)],
)
def test_what_is_not_as_it_was_installed_is_installed_again_once(folder, happens, is_installed):
    python = f"BASE_PYTHON={stand_in(folder)}"
    assert make(folder, "lint", python).returncode == 0
    asked(folder)
    folder = happens(folder)
    for expected in (is_installed, False):
        run = make(folder, "lint", python)
        assert run.returncode == 0, run.stderr
        installed = [line.rpartition(" ")[2] for line in asked(folder) if "pip install" in line]
        assert installed == [".", ".[test]"] * expected


@needs_make
@pytest.mark.parametrize("version", ["3.10.13", ALLOWED[0], ALLOWED[-1], "3.15.0a1"])
def test_a_python_too_old_or_too_new_is_one_line(folder, version):
    run = make(folder, "lab", f"BASE_PYTHON={stand_in(folder, version)}")
    if version in ALLOWED:
        assert run.returncode == 0, run.stderr
        return
    said, of_make = run.stderr.splitlines()
    assert said == (
        f"Python {ALLOWED[0]} to {ALLOWED[-1]} is needed, found {version}: "
        "name another, as in make lab BASE_PYTHON=python3.13"
    )
    assert of_make.startswith("make: ***")
    assert run.stdout == ""
    assert asked(folder) == []


def test_the_pages_and_the_workflow_name_the_same_pythons():
    text = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("*.md"))
    assert {*re.findall(r"Python (3\.\d+ to\s3\.\d+)", text)} == {f"{ALLOWED[0]} to {ALLOWED[-1]}"}
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    for name in ("linux", "elsewhere"):
        assert workflow["jobs"][name]["strategy"]["matrix"]["python"] == ALLOWED


# The system, the processor and its release, and whether PyTorch has a build for it.
MACHINES = [
    ("linux", "x86_64", "6.1.0-37-amd64", True),
    ("linux", "aarch64", "6.8.0-1018-azure", True),
    ("win32", "AMD64", "11", True),
    ("win32", "ARM64", "11", False),
    ("darwin", "x86_64", "24.1.0", False),
    ("darwin", "arm64", "22.6.0", False),
    ("darwin", "arm64", "23.0.0", True),
]


@pytest.mark.parametrize(("system", "processor", "release", "is_there"), MACHINES)
def test_torch_is_asked_for_where_it_has_a_build(system, processor, release, is_there):
    (torch,) = (
        found for found in map(Requirement, project()["dependencies"]) if found.name == "torch"
    )
    # pip 24.2, of Python 3.13, ends with InvalidVersion where it is compared as a version on Linux.
    assert not re.search(r"platform_release\s*[<>=~!]", str(torch.marker))
    machine = {"sys_platform": system, "platform_machine": processor, "platform_release": release}
    assert torch.marker.evaluate({**default_environment(), **machine}) == is_there
