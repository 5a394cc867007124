"""The exercises of A6 and A7 have no checks of their own: a cell tries what's been written."""

import re

import pytest
from rules.notebook import ROOT, Notebook

GIVEN = {"A6_two_stacks": ["imports"], "A7_cut_text": ["imports", "1-pairs", "1-merges"]}
WRONG = {
    "A6_two_stacks": [
        ("rows + attend(norm(rows))", "norm(rows + attend(rows))"),
        ("rows + ask(norm(rows), memory)", "rows + ask(rows, memory)"),
        ("rows + ask(norm(rows), memory)", "ask(norm(rows), memory)"),
        ("rows + ask(norm(rows), memory)", "rows + ask(norm(rows), norm(memory))"),
        ("rows = rows + attend(norm(rows))", "rows += attend(norm(rows))"),
        ("return rows + mlp(norm(rows))", "return norm(rows + mlp(norm(rows)))"),
    ],
    "A7_cut_text": [
        ("most_common(1)[0][0]", "most_common()[-1][0]"),
        ("        words = [merged(word, learned[-1]) for word in words]\n", ""),
        ("words = [merged", "words[:] = [merged"),
        ("for piece in word:", "for piece in word[::-1]:"),
        ("(result[-1], piece) == pair", "result[-1] == pair[0]"),
    ],
}


def tried(name, line="", instead=""):
    """Hand the solution in, with one line changed, and return what the notebook calls `mine`."""
    cells = Notebook.read(ROOT / "notebooks" / f"{name}.ipynb").cells
    sources = {cell.node.id[3:]: cell.source for cell in cells}
    (solution,) = re.findall(r"```python\n(.*?)```", sources["2-solution"], re.DOTALL)
    assert line in solution
    given = [sources[one] for one in GIVEN[name]]
    exec("\n".join([*given, solution.replace(line, instead), sources["2-tried"]]), found := {})
    return found["mine"]


@pytest.mark.parametrize("name", GIVEN)
def test_the_solution_passes(name):
    assert tried(name) is not ...


@pytest.mark.parametrize(("name", "mistake"), [(n, one) for n in WRONG for one in WRONG[n]])
def test_a_wrong_answer_does_not(name, mistake):
    with pytest.raises(AssertionError, match=r"expected|first two|modify"):
        tried(name, *mistake)
