"""`make test` and `make prove` together run every test there is, and CI calls both."""

import functools
import os
import re
import shlex
import subprocess
import sys

import pytest
from browser.explorer_cases import CASES
from browser.explorer_page import THEMES
from browser.test_run_all import QUICK
from rules.notebook import NOTEBOOKS, ROOT
from test_trained_results import RUNS, TRAINING
from units_of_work import unit

BY_HAND = "tests/browser/test_explorers_by_hand.py"
ON_THE_PAGE = "tests/browser/test_explorers_on_the_page.py"
RUN_ALL = "tests/browser/test_run_all.py"
TRAINED = "tests/test_trained_results.py"
# What this run told its own pytest must not reach the one that only collects.
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}


def commands(makefile, target):
    """Return the recipe of a target, one list of words a line."""
    (recipe,) = re.findall(rf"(?m)^{target}:[^\n]*\n((?:\t.+\n)+)", makefile)
    return [shlex.split(line) for line in recipe.splitlines()]


def pytest_words(target):
    """Return the words behind `python -m` in the one command of a target that calls pytest."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (words,) = (line for line in commands(makefile, target) if "pytest" in line)
    assert words[:2] == ["$(PYTHON)", "-m"]
    assert words[-1] == "$(ARGS)"
    return words[2:-1]


@functools.cache
def collected(*words):
    """Return what pytest would run, by name."""
    command = [sys.executable, "-m", *words, "--collect-only", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(command, cwd=ROOT, env=CLEAN, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return {line for line in run.stdout.splitlines() if "::" in line}


def marks(words):
    """Return what a command line says after -m, the pytest module aside."""
    return words[words.index("-m") + 1]


def test_ci_calls_the_tests_and_then_the_long_proof():
    script = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert "set -euo pipefail" in script
    assert [line for line in script if line.startswith("make ")] == ["make test", "make prove"]
    assert script[-1] == "make prove"


def test_the_two_commands_divide_by_the_mark():
    assert marks(pytest_words("test")) == "not slow"
    assert marks(pytest_words("prove")) == "slow or hypothesis"


def test_the_two_commands_keep_to_the_same_threads():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    exported = re.findall(r"(?m)^([\w ]+): export (\w+) =", makefile)
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_WAIT_POLICY"):
        (targets,) = (targets.split() for targets, exports in exported if exports == name)
        assert {"test", "prove"} <= set(targets)


@pytest.mark.slow
def test_no_test_is_lost_between_the_two():
    every = collected("pytest", "--nbval", "--nbval-current-env")
    quick, proof = (collected(*pytest_words(target)) for target in ("test", "prove"))
    assert quick | proof == every
    assert every - quick
    assert every - proof
    assert quick & proof  # properties: they are run with other examples there


@pytest.mark.slow
def test_the_long_proof_holds_all_seeds_threads_notebooks_and_themes():
    wanted = {
        f"{TRAINED}::test_a_trained_result_does_not_hang_on_the_seed_or_the_threads[{path.stem}]"
        for path in TRAINING
    }
    wanted |= {
        f"{RUN_ALL}::test_a_learner_can_run_all_cells[{path.stem}]"
        for path in NOTEBOOKS
        if path.name[:2] not in QUICK
    }
    wanted |= {
        f"{RUN_ALL}::test_axe_finds_nothing_wrong_in_any_theme[{path.stem}]" for path in NOTEBOOKS
    }
    wanted |= {
        f"{ON_THE_PAGE}::test_axe_finds_nothing_wrong_inside[{case.name}-{theme}]"
        for case in CASES
        for theme in THEMES
    }
    assert {seed for seed, _ in RUNS} == set(range(5))
    assert RUNS[0] == (0, 2)  # seed 0 on one thread is what `make test` runs
    assert {threads for _, threads in RUNS[1:]} == {1, 2}
    assert wanted <= collected(*pytest_words("prove"))


def test_the_quick_notebooks_are_the_first_one_without_torch_and_one_that_trains():
    assert NOTEBOOKS[0].name[:2] in QUICK
    assert any(path.name[:2] in QUICK for path in TRAINING)
    assert len(QUICK) == 3


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
