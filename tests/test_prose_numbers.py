"""A number in a notebook's prose is seen, rounded alike, in an output above it in its section.

Of the series itself test_anatomy asks it.
"""

import nbformat
import pytest
from rules.notebook import Notebook
from rules.numbers import is_shown, printed, stated, states_only_what_is_shown
from sample_notebook import NAME, cell, sample_notebook


def planted(tmp_path, name, source):
    """Return the sample notebook with this prose in the cell called `name`."""
    node = sample_notebook()
    cell(node, name).source = source
    nbformat.write(node, tmp_path / NAME)
    return Notebook.read(tmp_path / NAME)


@pytest.mark.parametrize(
    "prose",
    [
        "Notice the 0.75: three quarters, or 75%; it falls by 0.8, rounded.",
        "## 4.9 A heading\n\nWords, see sections 4.1 and 4.3, and heads 26.0, 4.1 and 0.2.",
        "```python\n0.99\n```\nThe formula $x = 0.99$ and $$y = 0.98$$ say so.",
        "<details><summary>Solution</summary>\n\n0.99\n\n</details>",
    ],
)
def test_true_numbers_and_what_is_not_prose_pass(tmp_path, prose):
    assert states_only_what_is_shown(planted(tmp_path, "first-notice", prose)) == []


@pytest.mark.parametrize(
    ("prose", "number"),
    [
        ("Notice the −0.75 with a real minus.", "−0.75"),
        ("That is 76%.", "76%"),
        ("That is 7 × as much.", "7 ×"),
        ("There are 1,234.5 of them.", "1,234.5"),
    ],
)
def test_a_planted_wrong_number_is_named(tmp_path, prose, number):
    complaints = states_only_what_is_shown(planted(tmp_path, "first-notice", prose))
    assert complaints == [f"{NAME} cell 6: {number} is in no output above it in its section"]


@pytest.mark.parametrize(
    ("name", "number", "complaint"),
    [
        ("explore-words", "0.75", "0.75 is in no output above it in its section; cell 5 shows it"),
        ("recap", "0.74", "0.74 is in no output of the notebook"),
        ("recap", "0.75", None),
    ],
)
def test_a_number_is_looked_for_in_its_section_or_in_the_whole(tmp_path, name, number, complaint):
    heading = "## Recap" if name == "recap" else "### Now"
    found = states_only_what_is_shown(planted(tmp_path, name, f"{heading}\n\nIt was {number}."))
    assert [complaint in line for line in found] == ([True] if complaint else [])


def test_a_half_may_be_rounded_either_way():
    up, down, beyond = (stated(text)[0] for text in ("0.13", "0.12", "0.14"))
    assert is_shown(up, printed("0.125"))
    assert is_shown(down, printed("0.125"))
    assert not is_shown(beyond, printed("0.125"))
