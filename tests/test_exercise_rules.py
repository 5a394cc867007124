"""Every rule about exercises sees a fault that is planted, and the sample keeps them all."""

import functools

import pytest
from rules import exercises
from rules.notebook import CAPSTONE
from sample_exercises import EXERCISE_FILE, FUNCTION_STUB, sample_exercises
from sample_notebook import cell, code, drop, put, rewrite, stored_in

from helpers.jupyterlab.exercises import exercises as exercises_of
from helpers.jupyterlab.exercises import with_solutions, without_solutions


@pytest.fixture
def read(tmp_path):
    """Store a notebook in a folder of its own, and read it as the rules do."""
    return functools.partial(stored_in, tmp_path, name=EXERCISE_FILE)


def tag(name, *tags):
    """Return a fault: the cell called `name` has these tags."""
    return lambda node: cell(node, name).metadata.update(tags=list(tags))


def insert(after, *tags):
    """Return a fault: a code cell with these tags stands after the cell called `after`."""
    return put(after, code("1 + 1", "planted", None, tags=tags))


def swap(first, second):
    """Return a fault: two cells have changed places."""

    def plant(node):
        one, two = (node.cells.index(cell(node, name)) for name in (first, second))
        node.cells[one], node.cells[two] = node.cells[two], node.cells[one]

    return plant


THIRD = ("third-task", "third-stub", "third-check", "third-solution")
WHICH = ("which-task", "which-picture", "which-question", "which-solution")
OPEN = ("open-task", "open-solution")
CLASS = '''class Shares:
    """Makes counts (n,) into shares."""

    def __init__(self):
        self.runs = 0

    def forward(self, counts):
        """Return the shares, (n,)."""
        return ...'''
SOLVED = "def shares(counts):\n    return counts / np.sum(counts)"

FAULTS = {
    exercises.has_three_or_four: {
        "2 exercises, not 3 to 4": drop(*WHICH, *OPEN),
        "cell 10: begin with `### Exercise 3.2 · …`": rewrite("third-task", "3.2", "3.3"),
    },
    exercises.says_how_long_and_how_hard: {
        "cell 3: put a line such as *5 minutes, ●●○*": rewrite("shares-task", "●●○", "●○●"),
        "cell 1: exercises of 21 minutes, not 10 to 20": rewrite("shares-task", "*5 ", "*12 "),
    },
    exercises.keeps_its_cells_in_order: {
        "cell 3: belongs to no exercise, and is tagged exercise": drop("shares-task"),
        "found heading, code, words, code, solution": drop("shares-check"),
        "found heading, check, code": swap("shares-stub", "shares-check"),
        "code, a cell with other tags, solution": tag("third-check", "check", "solution"),
        "cell 22: belongs to no exercise, and is tagged exercise": insert("last", "exercise"),
    },
    exercises.leaves_stubs_untouched: {
        "4: a stub ends in `return ...`, or": rewrite("shares-stub", "return ...", "return counts"),
        "11: a stub ends in `return ...`, or is `NAME = ...`": rewrite("third-stub", "...", "0.25"),
    },
    exercises.folds_its_solution: {
        "cell 13: fold it": rewrite("third-solution", "Solution</summary>\n", "Solution</summary>"),
        "cell 20: folds a solution, so it needs the tag `solution`": tag("open-solution"),
    },
    exercises.leaves_stubs_to_their_exercises: {
        "cell 21: uses 'shares', a learner's stub": rewrite("last", "1 / 4", "shares([1])"),
    },
}


def test_the_sample_keeps_every_rule(read):
    notebook = read(sample_exercises())
    assert [complaint for rule in exercises.RULES for complaint in rule(notebook)] == []


@pytest.mark.parametrize(
    ("rule", "complaint"),
    [(rule, complaint) for rule, faults in FAULTS.items() for complaint in faults],
    ids=lambda part: getattr(part, "__name__", part),
)
def test_a_planted_fault_is_named(read, rule, complaint):
    node = sample_exercises()
    FAULTS[rule][complaint](node)
    complaints = rule(read(node))
    assert any(complaint in line for line in complaints), complaints
    assert all(line.startswith(EXERCISE_FILE) and "\n" not in line for line in complaints)


def test_every_rule_has_seen_a_fault():
    assert set(exercises.RULES) == FAULTS.keys()


def test_the_capstone_may_have_any_number_of_functions_and_minutes(read):
    node = sample_exercises()
    drop(*THIRD, *WHICH, *OPEN)(node)
    rewrite("shares-task", "*5 ", "*55 ")(node)
    rules = (
        exercises.has_three_or_four,
        exercises.says_how_long_and_how_hard,
    )
    assert all(rule(read(node)) for rule in rules)
    rewrite("shares-task", "3.1", "18.1")(node)
    assert [rule(read(node, name=f"{CAPSTONE}.ipynb")) for rule in rules] == [[], []]


def test_a_class_is_a_stub_too(read):
    node = sample_exercises()
    rewrite("shares-stub", FUNCTION_STUB, CLASS)(node)
    rewrite("shares-check", "shares(shares)", "Shares(Shares)")(node)
    rewrite(
        "shares-solution", "def shares(counts):\n    ", "class Shares:\n    sum = np.sum\n    #"
    )(node)
    rewrite("third-solution", "shares(np.array([1.0, 3.0]))[0]", "1 / 4")(node)
    rewrite("shares-seen", "shares", "Shares")(node)
    notebook = read(node)
    assert [complaint for rule in exercises.RULES for complaint in rule(notebook)] == []


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
