"""A6's exercise has no check of its own: its solution passes the cell that tries it."""

import re

import numpy as np
import pytest
from rules.notebook import ROOT, Notebook

CELLS = {c.node.id: c for c in Notebook.read(ROOT / "notebooks" / "A6_two_stacks.ipynb").cells}
TRIED = CELLS["A6-2-tried"].source
(SOLUTION,) = re.findall(r"```python\n(.*?)```", CELLS["A6-2-solution"].source, re.DOTALL)


def test_the_solution_passes():
    exec(SOLUTION + TRIED, found := {"np": np})
    assert np.array_equal(found["mine"].round(4), found["right"])


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("rows + attend(norm(rows))", "norm(rows + attend(rows))"),
        ("rows + ask(norm(rows), memory)", "rows + ask(rows, memory)"),
        ("rows + ask(norm(rows), memory)", "ask(norm(rows), memory)"),
        ("rows + ask(norm(rows), memory)", "rows + ask(norm(rows), norm(memory))"),
        ("rows = rows + attend(norm(rows))", "rows += attend(norm(rows))"),
        ("return rows + mlp(norm(rows))", "return norm(rows + mlp(norm(rows)))"),
    ],
)
def test_a_wrong_answer_does_not(line, instead):
    assert line in SOLUTION
    with pytest.raises(AssertionError):
        exec(SOLUTION.replace(line, instead) + TRIED, {"np": np})
