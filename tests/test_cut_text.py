"""A7's exercise has no check of its own: its solution passes the cell that tries it."""

import re

import pytest
from rules.notebook import ROOT, Notebook

CELLS = {c.node.id: c for c in Notebook.read(ROOT / "notebooks" / "A7_cut_text.ipynb").cells}
TRIED = CELLS["A7-2-tried"].source
(SOLUTION,) = re.findall(r"```python\n(.*?)```", CELLS["A7-2-solution"].source, re.DOTALL)


def test_the_solution_passes():
    exec(SOLUTION + TRIED, found := {})
    assert found["mine"] == found["tried"]


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("enumerate(merges)", "enumerate(merges[::-1])"),
        ("256 + i", "257 + i"),
        ("        numbers = result\n", ""),
        ("(result[-1], number) == (first, second)", "result[-1] == first"),
    ],
)
def test_a_wrong_answer_does_not(line, instead):
    assert line in SOLUTION
    with pytest.raises((AssertionError, UnboundLocalError)):
        exec(SOLUTION.replace(line, instead) + TRIED, {})
