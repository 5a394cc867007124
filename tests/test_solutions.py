"""Every solution, put into its stub, is told that it is correct."""

import re

import pytest
from rules.notebook import MAIN, Notebook

from helpers.jupyterlab.exercises import exercises

SOLVED = [
    pytest.param(path, exercise.name, id=exercise.name)
    for path in MAIN
    for exercise in exercises(Notebook.read(path).node)
    if exercise.stub is not None
]


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


def test_every_notebook_of_the_main_line_has_solutions():
    assert {param.values[0] for param in SOLVED} == set(MAIN)
    assert all(re.fullmatch(r"[A-Za-z]\w+", param.values[1]) for param in SOLVED)
