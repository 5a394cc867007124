"""A7's exercise has no check of its own: its solution passes the cell that tries it."""

import re

import pytest
from rules.notebook import ROOT, Notebook

CELLS = {c.node.id: c for c in Notebook.read(ROOT / "notebooks" / "A7_cut_text.ipynb").cells}
GIVEN = "\n".join(CELLS[f"A7-{name}"].source for name in ("imports", "1-pairs", "1-merges"))
TRIED = CELLS["A7-2-tried"].source
(SOLUTION,) = re.findall(r"```python\n(.*?)```", CELLS["A7-2-solution"].source, re.DOTALL)


def test_the_solution_passes():
    exec("\n".join([GIVEN, SOLUTION, TRIED]), found := {})
    assert found["mine"] == found["wanted"]


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("most_common(1)[0][0]", "most_common()[-1][0]"),
        ("        words = [merged(word, learned[-1]) for word in words]\n", ""),
        ("words = [merged", "words[:] = [merged"),
        ("for piece in word:", "for piece in word[::-1]:"),
        ("(result[-1], piece) == pair", "result[-1] == pair[0]"),
    ],
)
def test_a_wrong_answer_does_not(line, instead):
    assert line in SOLUTION
    with pytest.raises(AssertionError):
        exec("\n".join([GIVEN, SOLUTION.replace(line, instead), TRIED]), {})
