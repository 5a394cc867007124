"""`make test` and `make prove` together run every test there is, and CI calls both."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from made import CLEAN, make, needs_make
from rules.notebook import ROOT
from test_readme import MAKEFILE, WORKFLOWS
from test_trained_results import RUNS
from units_of_work import unit

BY_HAND = "tests/browser/test_explorers_by_hand.py"
ON_THE_PAGE = "tests/browser/test_explorers_on_the_page.py"
RUN_ALL = "tests/browser/test_run_all.py"
TRAINED = "tests/test_trained_results.py"
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


def test_ci_and_the_workflow_ask_for_what_is_skipped_elsewhere_in_the_words_that_tests_read():
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")]
    pattern = r'environ(?:\.get\(|\[)"(\w+)"[\])] [!=]= "(required)"'
    assert {read for source in sources for read in re.findall(pattern, source)} == set(REQUIRED)
    assert dict(REQUIRED).items() <= WORKFLOWS["ci"]["jobs"]["linux"]["env"].items()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system always has a browser")
def test_a_browser_test_fails_in_ci_where_no_browser_is_found(tmp_path):
    nowhere = {"PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "CHROME": ""}
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", BY_HAND]
    env = CLEAN | nowhere | dict(REQUIRED)
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "Failed: no Chromium or Chrome found" in run.stdout


def test_the_two_commands_divide_all_tests_by_the_mark_and_keep_to_the_same_threads():
    test, prove = (
        re.search(rf"(?m)^{target}:.*\n\t.* -m pytest .*-m \"(.*?)\"", MAKEFILE)[1]
        for target in ("test", "prove")
    )
    assert (test, prove) == ("not slow", "slow or hypothesis")
    exported = re.findall(r"(?m)^([\w ]+): export (\w+) =", MAKEFILE)
    threads = [targets.split() for targets, name in exported if name.endswith("_NUM_THREADS")]
    assert len(threads) == 3
    assert all({"test", "prove"} <= {*targets} for targets in threads)


def test_the_long_proof_holds_all_seeds_and_threads():
    assert {0} | {seed for seed, _ in RUNS} == set(range(5))  # seed 0 is what `make test` runs
    assert {threads for _, threads in RUNS} == {1, 2}


@pytest.mark.parametrize(
    ("nodeid", "name"),
    [
        ("notebooks/07_scale_the_scores.ipynb::Cell 3", "notebooks/07_scale_the_scores.ipynb"),
        ("tests/test_figures.py::test_a[attention]", "tests/test_figures.py"),
        (f"{BY_HAND}::test_the_mouse_drags_it[heads]", "tests/browser heads"),
        (f"{ON_THE_PAGE}::test_axe[dot_product-JupyterLab Dark]", "tests/browser dot_product"),
        (f"{ON_THE_PAGE}::test_a_saved_notebook", ON_THE_PAGE),
        (f"{RUN_ALL}::test_a_learner[00_start_here]", "tests/browser 00_start_here"),
        (f"{TRAINED}::test_a_trained[3-2-x]", f"{TRAINED}::test_a_trained[3-2-x]"),
        (f"{TRAINED}::test_what_is_not_tagged", TRAINED),
    ],
)
def test_a_worker_keeps_to_a_file_or_to_the_page_that_it_has_opened(nodeid, name):
    assert unit(nodeid) == name
