"""`make test` and `make prove` together run every test there is, and CI calls both."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from made import CLEAN, make, needs_make
from rules.notebook import ROOT

BY_HAND = "tests/browser/test_explorers_by_hand.py"
SCRIPT = (ROOT / ".ci/run").read_text(encoding="utf-8")
# What tells the browser tests to fail where they would be skipped, and so the check of JavaScript.
REQUIRED = re.findall(r"(?m)\b([A-Z]+)=(required)\b", SCRIPT.partition("\nmake ")[0])
FAKE = """#!/bin/sh
echo "$(basename "$0") $*" >> {told}
test "$*" != "$FAILS"
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it installs what a Debian lacks")
@pytest.mark.parametrize(
    ("fails", "runs"),
    [
        ("", ["real", "test", "prove"]),
        ("test", ["real", "test"]),
        ("prove", ["real", "test", "prove"]),
        ("real", ["real", "test", "prove"]),
    ],
)
def test_ci_runs_the_tests_and_then_the_long_proof_and_fails_where_one_does(tmp_path, fails, runs):
    told = tmp_path / "told"
    for name in ("make", "apt-get", "chromium"):
        (tmp_path / name).write_text(FAKE.format(told=told), encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    python = tmp_path / "folder/.venv/bin/python"
    python.parent.mkdir(parents=True)
    python.symlink_to("/bin/true")
    (tmp_path / "folder/.ci").mkdir()
    shutil.copy(ROOT / ".ci/run", tmp_path / "folder/.ci/run")
    env = CLEAN | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "FAILS": fails}
    run = subprocess.run(["bash", tmp_path / "folder/.ci/run"], env=env, capture_output=True)
    assert bool(run.returncode) == (fails in ("test", "prove"))
    assert (b"WARNING: no SmolLM2" in run.stderr) == (fails == "real")
    said = [line.removeprefix("make ") for line in told.read_text("utf-8").splitlines()]
    assert [one for one in said if one in ("real", "test", "prove")] == runs


@needs_make
@pytest.mark.parametrize("target", ["check", "test", "prove", "versions"])
def test_make_fails_where_one_of_its_programs_does(target):
    done = make(target, "PYTHON=false")
    assert done.returncode != 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system always has a browser")
def test_a_browser_test_fails_in_ci_where_no_browser_is_found(tmp_path):
    nowhere = {"PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "CHROME": ""}
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", BY_HAND]
    env = CLEAN | nowhere | dict(REQUIRED)
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "Failed: no Chromium or Chrome found" in run.stdout
