"""`make test` and `make prove` together run every test there is, and CI calls both."""

import ast
import functools
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest
import yaml
from browser.explorer_cases import CASES
from browser.explorer_page import THEMES
from made import make, needs_make
from rules.notebook import NOTEBOOKS, ROOT
from rules.trained_claims import CLAIMS
from test_readme import WORKFLOWS, of_the_workflows
from test_trained_results import RUNS, TRAINING
from units_of_work import unit

from helpers.jupyterlab.launch import FIRST

BY_HAND = "tests/browser/test_explorers_by_hand.py"
ON_THE_PAGE = "tests/browser/test_explorers_on_the_page.py"
INSIDE = "test_axe_finds_nothing_wrong_inside_and_a_toggle_says_whether_it_is_pressed"
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


COLLECT = """
import json, sys
import pytest

for words in json.loads(sys.argv[1]):
    print("of", flush=True)
    if code := pytest.main([*words, "--collect-only", "-q", "-p", "no:cacheprovider"]):
        sys.exit(code)
"""


@functools.cache
def collected():
    """Return what pytest would run of every test, in `make test` and in `make prove`, by name.

    One process collects all three, so that what they import is imported once. In names that pytest
    has escaped before, it escapes each backslash again.
    """
    every = ["--nbval", "--nbval-current-env"]
    targets = [pytest_words(target)[1:] for target in ("test", "prove")]
    command = [sys.executable, "-c", COLLECT, json.dumps([every, *targets])]
    run = subprocess.run(command, cwd=ROOT, env=CLEAN, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    _, *found = re.split(r"(?m)^of$", re.sub(r"\\+", r"\\", run.stdout))
    return [{line for line in one.splitlines() if "::" in line} for one in found]


def marks(words):
    """Return what a command line says after -m, the pytest module aside."""
    return words[words.index("-m") + 1]


FAKE = """#!/bin/sh
echo "$(basename "$0") $*" >> {told}
test "$*" != "$FAILS"
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it installs what a Debian lacks")
@pytest.mark.parametrize(
    ("fails", "runs"),
    [
        ("", ["test", "prove"]),
        ("test", ["test"]),
        ("prove", ["test", "prove"]),
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
    assert bool(run.returncode) == bool(fails)
    said = [line.removeprefix("make ") for line in told.read_text("utf-8").splitlines()]
    assert [one for one in said if one in ("test", "prove")] == runs


@needs_make
@pytest.mark.parametrize("target", ["check", "test", "prove", "versions"])
def test_make_fails_where_one_of_its_programs_does(target):
    done = make(target, "PYTHON=false")
    assert done.returncode != 0


def test_no_job_or_step_of_a_workflow_is_passed_over_or_may_fail():
    for name in WORKFLOWS:
        for job, what in WORKFLOWS[name]["jobs"].items():
            assert ("if" in what) == ((name, job) == ("site", "build")), (name, job)
            for part in (what, *what.get("steps", [])):
                assert "continue-on-error" not in part, (name, job)
            for step in what.get("steps", []):
                assert "if" not in step, (name, job)
                assert not re.search(r"\|\||; *true|set \+e", step.get("run", "")), (name, job)


SCRIPT = (ROOT / ".ci/run").read_text(encoding="utf-8")
# What tells the browser tests to fail where they would be skipped, and so the check of JavaScript.
REQUIRED = re.findall(r"(?m)\b([A-Z]+)=(required)\b", SCRIPT.partition("\nmake ")[0])


def test_ci_and_the_workflow_ask_for_what_is_skipped_elsewhere_in_the_words_that_tests_read():
    assert len(REQUIRED) == 2
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    jobs = [
        job
        for job in workflow["jobs"].values()
        if any(re.match("make (test|prove)", step.get("run", "")) for step in job["steps"])
    ]
    assert jobs
    assert [set(REQUIRED) - set(job.get("env", {}).items()) for job in jobs] == [set()] * len(jobs)
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")]
    pattern = r'environ(?:\.get\(|\[)"(\w+)"[\])] [!=]= "(required)"'
    assert {read for source in sources for read in re.findall(pattern, source)} == set(REQUIRED)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system always has a browser")
def test_a_browser_test_fails_in_ci_where_no_browser_is_found(tmp_path):
    nowhere = {"PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "CHROME": ""}
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", BY_HAND]
    env = CLEAN | nowhere | dict(REQUIRED)
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "Failed: no Chromium or Chrome found" in run.stdout


MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def targets(makefile):
    """Return what a reader may ask make for, each with the targets that it asks for itself."""
    (phony,) = re.findall(r"(?m)^\.PHONY: (.*)$", makefile)
    asked = dict(re.findall(r"(?m)^([a-z]+):(?!.*export)([^:\n]*)$", makefile))
    return {name: set(asked[name].split()) & set(phony.split()) for name in phony.split()}


def made_in(source):
    """Return the targets that the tests and fixtures of this code have make run, dry runs apart."""
    found = set()
    for node in ast.parse(source).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        is_fixture = any("fixture" in ast.unparse(one) for one in node.decorator_list)
        if node.name.startswith("test_") or is_fixture:
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "make":
                    words = [word.value for word in call.args if isinstance(word, ast.Constant)]
                    found |= set(words[:1]) if "--dry-run" not in words else set()
    return found


def never_made(makefile, script, sources):
    """Return the targets of the Makefile that neither CI's script or workflow nor any test runs."""
    asked, made = targets(makefile), set(re.findall(r"(?m)^make (\w+)", script))
    for name in list(made):
        made |= asked[name]
    for source in sources:
        made |= made_in(source)
    return sorted(set(asked) - made)


def test_every_target_is_run_by_ci_or_by_a_test():
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    script = "\n".join([SCRIPT, *of_the_workflows()])
    assert never_made(MAKEFILE, script, (text for text in sources if "make(" in text)) == []


def test_a_target_that_nothing_runs_is_seen():
    makefile = MAKEFILE.replace(".PHONY: ", ".PHONY: show ") + "\nshow: lint\n\tshown\n"
    dry = 'def test_it():\n    make("show", "--dry-run")\n'
    idle = 'def it():\n    make("show")\n'
    others = ["lab", "check", "refresh", "bench", "class", "picture", "site", "slides"]
    made = [f'def test_it(tmp_path):\n    assert make("{name}")\n' for name in others]
    script = "make test\nmake prove\nmake versions RESOLUTION=highest\n"
    assert never_made(makefile, script, [*made, dry, idle]) == ["show"]
    assert never_made(makefile, script, made[1:]) == ["lab", "show"]
    assert never_made(makefile, "make test\n", made) == ["prove", "show", "versions"]


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
    every, quick, proof = collected()
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
        if path.name != FIRST
    }
    wanted |= {
        f"{RUN_ALL}::test_axe_finds_nothing_wrong_in_any_theme[{path.stem}]" for path in NOTEBOOKS
    }
    wanted |= {
        f"{ON_THE_PAGE}::{INSIDE}[{case.name}-{theme}]" for case in CASES for theme in THEMES
    }
    assert {0} | {seed for seed, _ in RUNS} == set(range(5))  # seed 0 is what `make test` runs
    assert {threads for _, threads in RUNS} == {1, 2}
    _, quick, proof = collected()
    assert wanted <= proof
    claims = [claim for cells in CLAIMS.values() for claim in itertools.chain(*cells.values())]
    assert sum(" claim " in name for name in quick) == len(claims)


def test_the_quick_notebook_is_the_first():
    assert NOTEBOOKS[0].name == FIRST


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
