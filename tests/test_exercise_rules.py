"""Every rule about exercises sees a fault that is planted, and the sample keeps them all."""

import functools

import pytest
from rules import exercises
from sample_exercises import EXERCISE_FILE, sample_exercises
from sample_notebook import cell, drop, rewrite, stored_in

from helpers.jupyterlab.exercises import exercises as exercises_of
from helpers.jupyterlab.exercises import with_solutions, without_solutions


@pytest.fixture
def read(tmp_path):
    """Store a notebook in a folder of its own, and read it as the rules do."""
    return functools.partial(stored_in, tmp_path, name=EXERCISE_FILE)


SOLVED = "def shares(counts):\n    return counts / np.sum(counts)"
FAULTS = [
    (
        exercises.has_three_or_four,
        "cell 10: begin with `### Exercise 3.2 · …`",
        rewrite("third-task", "3.2", "3.3"),
    ),
    (
        exercises.says_how_long_and_how_hard,
        "cell 3: put a line such as *5 minutes, ●●○*",
        rewrite("shares-task", "●●○", "●○●"),
    ),
    (
        exercises.keeps_its_cells_in_order,
        "found heading, code, words, code, solution",
        drop("shares-check"),
    ),
    (
        exercises.leaves_stubs_untouched,
        "cell 4: a stub ends in `return ...`, or",
        rewrite("shares-stub", "return ...", "return counts"),
    ),
    (
        exercises.folds_its_solution,
        "cell 13: fold it",
        rewrite("third-solution", "Solution</summary>\n", "Solution</summary>"),
    ),
    (
        exercises.leaves_stubs_to_their_exercises,
        "cell 21: uses 'shares', a learner's stub",
        rewrite("last", "1 / 4", "shares([1])"),
    ),
]


def test_the_sample_keeps_every_rule(read):
    notebook = read(sample_exercises())
    assert [complaint for rule in exercises.RULES for complaint in rule(notebook)] == []


@pytest.mark.parametrize(
    ("rule", "complaint", "fault"), FAULTS, ids=lambda part: getattr(part, "__name__", "")
)
def test_a_planted_fault_is_named(read, rule, complaint, fault):
    node = sample_exercises()
    fault(node)
    complaints = rule(read(node))
    assert any(complaint in line for line in complaints), complaints
    assert all(line.startswith(EXERCISE_FILE) and "\n" not in line for line in complaints)


def test_solutions_take_the_places_of_their_stubs_and_nothing_else_changes():
    node = sample_exercises()
    solved = with_solutions(node)
    assert node == sample_exercises()
    assert cell(solved, "shares-stub").source == SOLVED
    assert cell(solved, "third-stub").source.startswith("third = float(")
    changed = [c.id for c, was in zip(solved.cells, node.cells, strict=True) if c != was]
    assert changed == ["shares-stub", "third-stub"]


def test_solutions_are_taken_out_and_a_hint_stays():
    node = sample_exercises()
    bare = without_solutions(node)
    assert node == sample_exercises()
    gone = {"third-solution", "which-solution", "open-solution"}
    assert [cell.id for cell in bare.cells] == [c.id for c in node.cells if c.id not in gone]
    (hint,) = (cell for cell in bare.cells if cell.id == "shares-solution")
    assert hint.source.startswith("<details><summary>Hint</summary>")
    assert hint.source.endswith("What do all counts come to?\n\n</details>")
    assert hint.metadata.tags == ["exercise"]
    others = [cell for cell in bare.cells if cell is not hint]
    assert all(cell in node.cells for cell in others)


def test_an_exercise_knows_its_parts():
    shares, third, which, told = exercises_of(sample_exercises())
    assert [one.minutes for one in (shares, third, which, told)] == [5, 2, 1, 6]
    assert [one.form for one in (shares, third, which, told)] == ["HSCWSA", "HSCA", "HSQA", "HA"]
    assert [one.name for one in (shares, third, which, told)] == [
        "shares",
        "third",
        "which_is_more",
        None,
    ]
    assert shares.solution == SOLVED
    assert (which.stub, which.solution, told.check) == (None, None, None)
