"""Every rule about exercises sees a fault that is planted, and the sample keeps them all."""

import nbformat
import pytest
from rules import exercises
from rules.notebook import Notebook
from sample_exercises import EXERCISE_FILE, FUNCTION_STUB, sample_exercises
from sample_notebook import cell, code

from helpers.jupyterlab.exercises import exercises as exercises_of
from helpers.jupyterlab.exercises import putting_in, taking_out


@pytest.fixture
def read(tmp_path):
    """Store a notebook and read it as the rules do."""

    def store(node):
        path = tmp_path / EXERCISE_FILE
        nbformat.write(node, path)
        return Notebook.read(path)

    return store


def rewrite(name, old, new):
    """Return a fault: in the cell called `name`, `old` becomes `new`."""

    def plant(node):
        found = cell(node, name)
        assert old in found.source
        found.source = found.source.replace(old, new)

    return plant


def drop(*names):
    """Return a fault: these cells are gone."""

    def plant(node):
        assert all(cell(node, name) for name in names)
        node.cells = [found for found in node.cells if found.id not in names]

    return plant


def tag(name, *tags):
    """Return a fault: the cell called `name` has these tags."""
    return lambda node: cell(node, name).metadata.update(tags=list(tags))


def put(after, source, *tags):
    """Return a fault: a code cell stands after the cell called `after`."""

    def plant(node):
        place = node.cells.index(cell(node, after)) + 1
        node.cells.insert(place, code(source, "planted", None, tags=tags))

    return plant


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

FAULTS = [
    (exercises.has_three_or_four, drop(*WHICH, *OPEN), "2 exercises, not 3 to 4"),
    (
        exercises.has_three_or_four,
        rewrite("third-task", "3.2", "3.3"),
        "cell 10: begin with `### Exercise 3.2 · …`",
    ),
    (
        exercises.says_how_long_and_how_hard,
        rewrite("shares-task", "●●○", "●○●"),
        "cell 3: put a line such as *5 minutes, ●●○* between heading and task",
    ),
    (
        exercises.says_how_long_and_how_hard,
        rewrite("shares-task", "*5 minutes, ●●○*\n\n", ""),
        "cell 3: put a line such as",
    ),
    (
        exercises.says_how_long_and_how_hard,
        rewrite("shares-task", "\n\nMake counts into shares that add up to 1.", "\n"),
        "cell 3: put a line such as",
    ),
    (
        exercises.says_how_long_and_how_hard,
        rewrite("shares-task", "*5 ", "*12 "),
        "cell 1: exercises of 21 minutes, not 10 to 20",
    ),
    (
        exercises.says_how_long_and_how_hard,
        rewrite("shares-task", "*5 ", "*4 "),
        "cell 1: **Time** must say `… minutes, and 13 for the exercises.`",
    ),
    (
        exercises.says_how_long_and_how_hard,
        rewrite("title", ", and 14 for the exercises", ""),
        "cell 1: **Time** must say",
    ),
    *(
        (exercises.keeps_its_cells_in_order, drop(name), complaint)
        for name, complaint in [
            ("shares-task", "cell 3: belongs to no exercise, and is tagged exercise"),
            ("shares-stub", "Exercise 3.1 · Write it: shares: expected heading, stub, check"),
            ("shares-check", "found heading, code, words, code, solution"),
            ("shares-solution", "found heading, code, check, words, code"),
            ("which-question", "found heading, code, solution"),
            ("open-solution", "found heading"),
        ]
    ),
    (
        exercises.keeps_its_cells_in_order,
        swap("shares-stub", "shares-check"),
        "found heading, check, code",
    ),
    (
        exercises.keeps_its_cells_in_order,
        swap("third-check", "third-solution"),
        "found heading, code, solution, check",
    ),
    (
        exercises.keeps_its_cells_in_order,
        put("third-stub", "1 + 1"),
        "cell 13: belongs to no exercise, and is tagged check",
    ),
    (
        exercises.keeps_its_cells_in_order,
        put("open-task", "1 + 1", "exercise"),
        "found heading, code, solution",
    ),
    (
        exercises.keeps_its_cells_in_order,
        tag("third-check", "check", "solution"),
        "found heading, code, a cell with other tags, solution",
    ),
    (
        exercises.keeps_its_cells_in_order,
        put("last", "1 + 1", "exercise"),
        "cell 22: belongs to no exercise, and is tagged exercise",
    ),
    (
        exercises.checks_what_it_asks_for,
        rewrite("shares-check", "(shares)", "(np.sum)"),
        "cell 5: the check must be `checks.shares(shares)` and nothing else",
    ),
    (
        exercises.checks_what_it_asks_for,
        rewrite("shares-stub", "def shares", "def parts"),
        "cell 5: the check must be `checks.parts(parts)`",
    ),
    (
        exercises.checks_what_it_asks_for,
        rewrite("which-question", "()", "(1)"),
        "cell 17: the check must be `checks.which_is_more()`",
    ),
    (
        exercises.leaves_stubs_untouched,
        rewrite("shares-stub", "return ...", "return counts"),
        "cell 4: a stub ends in `return ...`, or is `NAME = ...`",
    ),
    (
        exercises.leaves_stubs_untouched,
        rewrite("third-stub", "...", "0.25"),
        "cell 11: a stub ends in `return ...`, or is `NAME = ...`",
    ),
    (exercises.leaves_stubs_untouched, rewrite("third-stub", "...", ""), "cell 11: a stub ends"),
    (
        exercises.leaves_stubs_untouched,
        rewrite("shares-stub", ": (n,) -> (n,)", ""),
        "cell 4: the stub's docstring must say shapes, such as (n, d_k)",
    ),
    (
        exercises.leaves_stubs_untouched,
        rewrite("shares-stub", FUNCTION_STUB, CLASS.replace("return ...", "return counts")),
        "cell 4: a stub ends in `return ...`",
    ),
    (
        exercises.folds_its_solution,
        rewrite("shares-solution", "<details><summary>Hint", "<b>Hint"),
        "cell 8: fold it: <details><summary>Solution</summary>, a blank line",
    ),
    (
        exercises.folds_its_solution,
        rewrite("third-solution", "Solution</summary>\n", "Solution</summary>"),
        "cell 13: fold it",
    ),
    (
        exercises.folds_its_solution,
        rewrite("open-solution", "Model answer", "Solution"),
        "cell 20: fold it: <details><summary>Model answer</summary>",
    ),
    (
        exercises.folds_its_solution,
        tag("open-solution"),
        "cell 20: folds a solution, so it needs the tag `solution`",
    ),
    (
        exercises.solves_each_stub,
        rewrite("shares-solution", "np.sum(counts)", "np.sum(counts"),
        "cell 8: the solution is not Python: ",
    ),
    (
        exercises.solves_each_stub,
        rewrite("shares-solution", "def shares", "def parts"),
        "cell 8: one Python fence must bind 'shares'",
    ),
    (
        exercises.solves_each_stub,
        rewrite("shares-solution", "```python", "```"),
        "cell 8: one Python fence must bind 'shares'",
    ),
    (
        exercises.solves_each_stub,
        rewrite("shares-solution", "np.sum(counts)", "total(counts)"),
        "cell 8: the solution uses total, which no import brings",
    ),
    (
        exercises.asks_for_more_than_functions,
        drop(*THIRD, *WHICH, *OPEN),
        f"{EXERCISE_FILE}: every exercise is a function",
    ),
    (
        exercises.leaves_stubs_to_their_exercises,
        rewrite("last", "1 / 4", "shares([1])"),
        "cell 21: uses 'shares', a learner's stub",
    ),
    (
        exercises.leaves_stubs_to_their_exercises,
        rewrite("last", "1 / 4", "def third():\n    return 1"),
        "cell 21: uses 'third', a learner's stub",
    ),
]


def test_the_sample_keeps_every_rule(read):
    notebook = read(sample_exercises())
    assert [complaint for rule in exercises.RULES for complaint in rule(notebook)] == []


@pytest.mark.parametrize(("rule", "fault", "complaint"), FAULTS)
def test_a_planted_fault_is_named(read, rule, fault, complaint):
    node = sample_exercises()
    fault(node)
    complaints = rule(read(node))
    assert any(complaint in line for line in complaints), complaints
    assert all(line.startswith(EXERCISE_FILE) and "\n" not in line for line in complaints)


def test_every_rule_has_seen_a_fault():
    assert set(exercises.RULES) == {rule for rule, *_ in FAULTS}


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


def test_code_in_a_hint_is_not_the_solution(read):
    node = sample_exercises()
    hint = "</details>\n\n<"
    rewrite("shares-solution", hint, f"```python\n1 / 2\n```\n\n{hint}")(node)
    notebook = read(node)
    assert exercises.solves_each_stub(notebook) + exercises.folds_its_solution(notebook) == []


def test_what_torch_brings_where_words_introduce_it_is_known(read):
    node = sample_exercises()
    rewrite("shares-solution", "np.sum(counts)", "torch.sum(counts)")(node)
    assert exercises.solves_each_stub(read(node)) != []
    node.cells.insert(2, code("import torch", "late", None))
    assert exercises.solves_each_stub(read(node)) == []


def test_solutions_take_the_places_of_their_stubs_and_nothing_else_changes():
    node = sample_exercises()
    solved = putting_in(node)
    assert node == sample_exercises()
    assert cell(solved, "shares-stub").source == SOLVED
    assert cell(solved, "third-stub").source.startswith("third = float(")
    changed = [c.id for c, was in zip(solved.cells, node.cells, strict=True) if c != was]
    assert changed == ["shares-stub", "third-stub"]


def test_a_stub_without_its_solution_is_named():
    node = sample_exercises()
    drop("third-solution")(node)
    with pytest.raises(ValueError, match=r"Exercise 3\.2 .* solution for the stub of third"):
        putting_in(node)


def test_solutions_are_taken_out_and_a_hint_stays():
    node = sample_exercises()
    bare = taking_out(node)
    assert node == sample_exercises()
    gone = {"third-solution", "which-solution", "open-solution"}
    assert [cell.id for cell in bare.cells] == [c.id for c in node.cells if c.id not in gone]
    (hint,) = (cell for cell in bare.cells if cell.id == "shares-solution")
    assert hint.source.startswith("<details><summary>Hint</summary>")
    assert hint.source.endswith("What do all counts come to?\n\n</details>")
    assert hint.metadata.tags == ["exercise"]
    others = [cell for cell in bare.cells if cell is not hint]
    assert all(cell in node.cells for cell in others)


def test_a_solution_without_its_tag_is_not_overlooked():
    node = sample_exercises()
    tag("open-solution", "exercise")(node)
    with pytest.raises(ValueError, match="the cell open-solution folds a solution"):
        taking_out(node)


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
