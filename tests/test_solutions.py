"""Every solution, put into its stub, is told that it is correct; no hint calls anything else."""

import ast
import re

import pytest
from rules.names import SPAN
from rules.notebook import MAIN, ROOT, Notebook
from rules.trained import needed_by

from helpers.jupyterlab.exercises import exercises

EXERCISES = [(path, one) for path in MAIN for one in exercises(Notebook.read(path).node)]
SOLVED = [pytest.param(path, one.name, id=one.name) for path, one in EXERCISES if one.stub]
HINTED = [  # what a hint calls or slices
    pytest.param(one.solution, span, id=f"{one.name}: {span}")
    for _, one in EXERCISES
    for span in SPAN.findall(one.answer.source.partition("<summary>Solution")[0])
    if one.solution and re.search(r"\w\(|:", span)
]
TRIED = {  # what the cell shows that tries the solution of a side trip
    "A2_forgetting_over_distance": "[row[2:] for row in tried.values()]"
    " == [[True, 12], [True, 42], [True, 100]]",
    "A3_softmax_in_floats": "all(row[-1] for row in tested.values())",
    "A4_more_about_projections": "all(said == is_so for said, is_so in verdicts.values())",
}


@pytest.mark.parametrize(("path", "name"), SOLVED)
def test_a_solution_is_correct_by_its_check(path, name):
    notebook, bound = Notebook.read(path), {}
    exec(notebook.code[0].source, bound)
    for exercise in exercises(notebook.node):
        exec(exercise.solution or "", bound)  # one may use what an earlier one has bound
        if exercise.name == name:
            verdict = eval(exercise.check.source, bound)
            assert verdict.correct, verdict
            return
    raise AssertionError


@pytest.mark.parametrize("stem", TRIED)
def test_a_solution_in_a_side_trip_is_right_by_the_cell_that_tries_it(stem):
    notebook, bound = Notebook.read(ROOT / f"notebooks/{stem}.ipynb"), {}
    (solution,) = (one.solution for one in exercises(notebook.node))
    call = re.search(r"def (\w+\()", solution)[1]
    (tries,) = (c.number for c in notebook.code if call in c.source.replace(f"def {call}", ""))
    *needed, last = (cell.source for cell in needed_by(notebook, {tries: ()}))
    for source in (*needed, solution, last):
        exec(source, bound)
    assert eval(TRIED[stem], bound)


@pytest.mark.parametrize(("solution", "span"), HINTED)
def test_what_a_hint_calls_is_in_the_solution(solution, span):
    """A name may stand for any expression without a minus in front, a letter for any at all."""
    code = re.escape(ast.unparse(ast.parse(span.replace("…", "_"))).removesuffix(")"))
    code = re.sub(r"\b[a-z]\w+\b(?!\\\(|=)", "[^-].*", code)
    code = re.sub(r"\b[a-z_]\b", ".+", code)
    assert re.search(code, ast.unparse(ast.parse(solution)))


def test_every_notebook_of_the_main_line_has_solutions():
    assert {param.values[0] for param in SOLVED} == set(MAIN)
    assert all(re.fullmatch(r"[A-Za-z]\w+", param.values[1]) for param in SOLVED)
