"""`make check` runs the tests that belong to a change, and no others."""

import ast
import shutil
import subprocess
import sys

import pytest
import what_changed
from made import make, needs_make
from rules.notebook import MAIN, ROOT
from what_changed import changed, chosen_for, named

from helpers.checks.series import NOTEBOOKS


def line_of(place, name):
    """Return the first line of a definition."""
    tree = ast.parse((ROOT / place).read_text(encoding="utf-8"))
    return next(node.lineno for node in tree.body if getattr(node, "name", None) == name)


def nearest(chosen):
    return max(chosen.whole, key=chosen.whole.get)


def test_a_module_belongs_to_the_tests_that_use_it():
    chosen = chosen_for("helpers/tables.py")
    assert nearest(chosen) == "tests/test_tables.py"
    assert "tests/test_copies.py" not in chosen.whole


def test_a_changed_line_belongs_to_the_tests_of_its_definition():
    place = "helpers/attention.py"
    everywhere = chosen_for(place, {line_of(place, "softmax")}).whole
    rare = chosen_for(place, {line_of(place, "streaming_attention")}).whole
    assert nearest(chosen_for(place)) == "tests/test_attention.py"
    assert "tests/test_attention.py" in rare
    assert rare.keys() < everywhere.keys() <= chosen_for(place).whole.keys()


@pytest.mark.parametrize(
    ("place", "name", "test"),
    [
        ("helpers/expect.py", "finite", "tests/test_expect.py"),
        ("helpers/learner/compared.py", "first_difference", "tests/test_check_kinds.py"),
        ("helpers/numerals/arithmetic.py", "product", "tests/test_arithmetic_on_the_screen.py"),
    ],
)
def test_what_no_test_uses_by_name_belongs_to_those_that_it_reaches(place, name, test):
    assert test in chosen_for(place, {line_of(place, name)}).whole


def test_an_explorers_words_belong_to_its_own_tests_and_the_contract_is_asked_for_it():
    chosen = chosen_for("helpers/explorers/softmax/words.py")
    assert nearest(chosen) == "tests/test_softmax_explorer.py"
    assert "tests/test_mask_explorer.py" not in chosen.whole
    assert "tests/test_explorer_contract.py" in chosen.asked
    assert chosen.words == {"SoftmaxExplorer"}
    asked = line_of("helpers/explorers/softmax/words.py", "asked")  # of words handed on
    chosen = chosen_for("helpers/explorers/softmax/words.py", {asked})
    assert nearest(chosen) == "tests/test_softmax_explorer.py"


def test_a_figure_and_an_exercise_are_asked_for_by_name():
    assert "bars" in chosen_for("helpers/figures/bar_charts.py").words
    chapter = next(chapter for chapter in NOTEBOOKS.values() if chapter.names)
    folder = ROOT / "helpers/checks" / chapter.module
    chosen = [chosen_for(path.relative_to(ROOT).as_posix()) for path in folder.glob("*.py")]
    assert set(chapter.names) <= set().union(*(one.words for one in chosen))
    assert all("tests/test_checks.py" in one.asked | one.whole.keys() for one in chosen)


def test_a_notebook_belongs_to_nbval_and_to_the_rules():
    chosen = chosen_for(f"notebooks/{MAIN[3].name}")
    assert list(chosen.whole) == [f"notebooks/{MAIN[3].name}"]
    assert "tests/test_anatomy.py" in chosen.asked
    assert chosen.words == {MAIN[3].stem}


@pytest.mark.parametrize(
    ("place", "test"),
    [
        ("CONTRIBUTING.md", "tests/test_readme.py"),
        ("helpers/views/arcs.js", "tests/test_view_answers.py"),
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
def test_what_has_changed_is_told_by_its_lines(tmp_path, monkeypatch):
    def git(*words):
        own = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *own, *words], cwd=tmp_path, check=True, capture_output=True)

    monkeypatch.setattr(what_changed, "ROOT", tmp_path)
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("a = 1\nb = 2\nc = 3\n")
    git("init")
    git("add", ".")
    git("commit", "-m", "all")
    (tmp_path / "one.py").write_text("a = 1\nb = 3\nc = 3\n")
    (tmp_path / "three.py").write_text("d = 4\n")
    assert changed() == {"one.py": {2}, "three.py": None}


def test_what_no_test_speaks_of_is_not_green():
    run = subprocess.run(
        [sys.executable, what_changed.__file__, "--what=benchmarks/limit.py"],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert run.stdout.startswith("check: no quick test speaks of benchmarks/limit.py")


@needs_make
@pytest.mark.slow
def test_make_check_runs_what_is_named_and_passes_over_what_would_be_late():
    done = make("check", "WHAT=test_tables")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "check: test_tables" in done.stdout
    assert " passed in" in done.stdout
    late = make("check", "WHAT=test_tables", "ARGS=--longest=0")
    assert late.returncode != 0
    assert " passed in" not in late.stdout
    assert "after 0 seconds; `make test` runs it" in late.stdout
