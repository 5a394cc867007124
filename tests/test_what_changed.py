"""`make check` runs the tests that belong to a change, and no others."""

import shutil
import subprocess
import sys

import pytest
import what_changed
from made import make, needs_make
from rules.notebook import MAIN
from what_changed import changed, chosen_for, named

from helpers.checks.series import NOTEBOOKS


@pytest.mark.parametrize(
    ("place", "first", "other"),
    [
        ("helpers/tables.py", "test_tables", "test_copies"),
        ("helpers/attention.py", "test_attention", "test_copies"),
        ("helpers/numerals/arithmetic.py", "test_arithmetic_on_the_screen", "test_attention"),
        ("helpers/explorers/softmax/words.py", "test_softmax_explorer", "test_mask_explorer"),
        ("helpers/explorers/softmax/explorer.py", "test_softmax_explorer", "test_positions"),
        ("helpers/figures/bar_charts.py", "test_figures", "test_road"),
    ],
)
def test_a_module_belongs_to_the_tests_that_use_it_the_nearest_first(place, first, other):
    chosen = chosen_for(place).whole
    assert min(chosen, key=chosen.get) == f"tests/{first}.py"
    assert chosen[f"tests/{first}.py"] < what_changed.ASKED
    assert f"tests/{other}.py" not in chosen


def test_tests_of_all_explorers_and_exercises_are_asked_for_what_has_changed():
    chosen = chosen_for("helpers/explorers/softmax/words.py")
    assert "tests/test_explorer_contract.py" in chosen.asked
    assert chosen.words == {"SoftmaxExplorer"}
    name = NOTEBOOKS["03"].names[0]
    chosen = chosen_for(f"helpers/checks/{NOTEBOOKS['03'].module}/{name}.py")
    assert "tests/test_checks.py" in chosen.asked
    assert chosen.words == {name}


def test_a_notebook_belongs_to_nbval_and_to_the_rules():
    chosen = chosen_for(f"notebooks/{MAIN[3].name}")
    assert list(chosen.whole) == [f"notebooks/{MAIN[3].name}"]
    assert "tests/test_anatomy.py" in chosen.asked
    assert chosen.words == {MAIN[3].stem, "[03-"}  # as the tests of its checks are called


@pytest.mark.parametrize(
    ("place", "test"),
    [
        ("CONTRIBUTING.md", "tests/test_readme.py"),
        ("helpers/views/arcs.js", "tests/test_stage.py"),
        ("data/worked_examples/your_journey.toml", "tests/test_worked_examples.py"),
        ("tests/test_tables.py", "tests/test_tables.py"),
    ],
)
def test_any_other_file_belongs_to_the_tests_that_name_it(place, test):
    assert test in chosen_for(place).whole


def test_what_is_named_is_found_by_number_or_by_word():
    assert list(named("03", "")) == [f"notebooks/{MAIN[3].name}"]
    assert "helpers/explorers/softmax/words.py" in named("", "softmax")
    assert list(named("", "helpers/tables.py")) == ["helpers/tables.py"]


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git")
def test_what_has_changed_is_what_git_says(tmp_path, monkeypatch):
    def git(*words):
        own = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *own, *words], cwd=tmp_path, check=True, capture_output=True)

    monkeypatch.setattr(what_changed, "ROOT", tmp_path)
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("a = 1\n")
    git("init")
    git("add", ".")
    git("commit", "-m", "all")
    (tmp_path / "one.py").write_text("a = 2\n")
    (tmp_path / "three.py").write_text("d = 4\n")
    assert changed() == ["one.py", "three.py"]


def check(*words):
    command = [sys.executable, what_changed.__file__, *words]
    return subprocess.run(command, capture_output=True, text=True)


def test_what_no_test_speaks_of_or_what_is_late_is_not_green():
    blind = check("--what=benchmarks/limit.py")
    assert blind.returncode == 1
    assert "any for benchmarks/limit.py, of which no quick test speaks." in blind.stdout
    late = check("--what=test_tables", "--longest=0")
    assert late.returncode != 0
    assert " passed in" not in late.stdout
    assert "; test_tables, for lack of time." in late.stdout


@needs_make
@pytest.mark.slow
def test_make_check_runs_what_is_named_and_says_what_it_did_not_run():
    done = make("check", "WHAT=test_tables")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed in" in done.stdout
    assert "check: not run: tests in the browser; tests marked slow." in done.stdout
