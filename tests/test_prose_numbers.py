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
        "Notice the 0.75: three quarters, or 75%.",
        "Notice the 0.8, which is 0.75 rounded.",
        "It falls by 0.75, and by 0.750 to three places.",
        "That is 0.75× as much, in 2 × 3 steps.",
        "## 4.9 A heading\n\nWords, see sections 4.1 and 4.3, and heads 26.0, 4.1 and 0.2.",
        "```python\n0.99\n```\nThe formula $x = 0.99$ and $$y = 0.98$$ say so.",
        "Read [the paper](https://example.org/abs/1706.0376) of 2017, version 1.2.3.",
        "<details><summary>Solution</summary>\n\n0.99\n\n</details>",
        "**Read on**\n\n- A paper with 28.4 points.",
    ],
)
def test_true_numbers_and_what_is_not_prose_pass(tmp_path, prose):
    assert states_only_what_is_shown(planted(tmp_path, "first-notice", prose)) == []


@pytest.mark.parametrize(
    ("prose", "number"),
    [
        ("Notice the 0.74.", "0.74"),
        ("Notice the -0.75.", "-0.75"),
        ("Notice the −0.75 with a real minus.", "−0.75"),
        ("That is 76%.", "76%"),
        ("That is 7 × as much.", "7 ×"),
        ("From 0.75-0.85 it grows.", "0.85"),
        ("There are 1,234.5 of them.", "1,234.5"),
        ("| a | b |\n|---|---|\n| 0.75 | 0.74 |", "0.74"),
    ],
)
def test_a_planted_wrong_number_is_named(tmp_path, prose, number):
    complaints = states_only_what_is_shown(planted(tmp_path, "first-notice", prose))
    assert complaints == [f"{NAME} cell 6: {number} is in no output above it in its section"]


FAR = "0.75 is in no output above it in its section; cell 5 shows it"


@pytest.mark.parametrize(
    ("name", "source", "complaint"),
    [
        ("first-words", "## 4.1 Add\n\nIt will be 0.75.", f"cell 4: {FAR}"),
        ("explore-words", "### Now\n\nBefore it was 0.75.", f"cell 9: {FAR}"),
        ("third-asks", "Before you run it: 4.0?", "cell 12: 4.0 is in no output above it in its"),
        ("recap", "## Recap\n\nIt was 0.74.", "cell 15: 0.74 is in no output of the notebook"),
        ("recap", "## Recap\n\n**Read on**\n\n- A: 9.9\n\nIt was 0.74.", "cell 15: 0.74 is in"),
        ("title", "# 4. Sample\n\nIt will be 0.74.", "cell 1: 0.74 is in no output of the noteb"),
    ],
)
def test_a_number_far_from_its_output_is_named(tmp_path, name, source, complaint):
    (found,) = states_only_what_is_shown(planted(tmp_path, name, source))
    assert found.startswith(f"{NAME} {complaint}")


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("title", "# 4. Sample\n\n**You will** find 0.75."),
        ("question", "## The question\n\nWhy 0.75?"),
        ("recap", "## Recap\n\nIt was 0.75."),
        ("explore-words", "### Now\n\nThe bars show 0.25 and 0.50."),
    ],
)
def test_the_whole_is_spoken_of_before_the_first_section_and_in_the_recap(tmp_path, name, source):
    assert states_only_what_is_shown(planted(tmp_path, name, source)) == []


def test_numbers_are_read_in_every_form_in_which_python_prints_them():
    shown = printed("[[-0.25  1.   ] [1e-07 16,384]] context: a 0.50, b 3")
    assert {str(float(number)) for number in shown} == {
        "-0.25", "1.0", "1e-07", "16384.0", "0.5", "3.0",
    }  # fmt: skip


def test_a_half_may_be_rounded_either_way():
    up, down, beyond = (stated(text)[0] for text in ("0.13", "0.12", "0.14"))
    assert is_shown(up, printed("0.125"))
    assert is_shown(down, printed("0.125"))
    assert not is_shown(beyond, printed("0.125"))
