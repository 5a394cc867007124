"""A number in a notebook's prose is seen, rounded alike, in an output above it in its section."""

import re

import nbformat
import pytest
from rules.notebook import NOTEBOOKS, Notebook
from rules.numbers import (
    is_shown,
    printed,
    stated,
    states_only_what_is_shown,
    tells_whose_numbers_it_gives,
)
from sample_notebook import NAME, cell, sample_notebook

from helpers.jupyterlab.agreement import NUMBER

# the cell's id, the number as it stands in the prose, why no output above it shows it
EXEMPT = []
GPT, GPT_2, GPT_3 = "Radford et al. (2018)", "Radford et al. (2019)", "Brown et al. (2020)"
# Papers' numbers: the cell's id, the number as it stands in the prose, the paper, the place in it
PAPERS = [
    (
        "n06-question-notice",
        "144",
        GPT,
        "section 4.1: 12 layers of 12 heads, as the smallest GPT-2",
    ),
    ("n06-question-notice", "768", GPT_2, "table 2, the width of the smallest"),
    ("n06-question-notice", "64", GPT, "section 4.1: the width 768, shared by 12 heads"),
    ("n06-question-notice", "21", GPT, "section 4.1: 144 heads × 3 matrices × 768 × 64"),
    ("n07-scale-next", "22", "Dehghani et al. (2023)", "page 1, its title"),
    ("n09-question", "96", GPT_3, "table 2.1, the layers of the largest"),
    ("A7-1-notice", "256", GPT_2, "section 2.2, the base vocabulary of bytes"),
    ("A7-1-notice", "50,000", GPT_2, "section 2.3: 50,257 less the bytes and the mark"),
    ("A7-1-notice", "50,257", GPT_2, "section 2.3, the vocabulary"),
]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_prose_states_only_what_an_output_above_it_in_its_section_shows(path):
    exempt = {(name, number) for name, number, _ in EXEMPT}
    assert states_only_what_is_shown(Notebook.read(path), exempt) == []


def test_every_exemption_is_needed_and_says_why():
    notebooks = [Notebook.read(path) for path in NOTEBOOKS] if EXEMPT else []
    for name, number, reason in EXEMPT:
        exempt = {(other, text) for other, text, _ in EXEMPT} - {(name, number)}
        assert any(states_only_what_is_shown(notebook, exempt) for notebook in notebooks), number
        assert len(reason.split()) >= 4, number


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_papers_number_stands_in_the_one_list_of_them(path):
    listed = {(name, number) for name, number, _, _ in PAPERS}
    assert tells_whose_numbers_it_gives(Notebook.read(path), listed) == []


def test_every_number_of_the_list_stands_in_the_prose_and_has_its_place():
    prose = {c.node.id: c.source for path in NOTEBOOKS for c in Notebook.read(path).markdown}
    for name, number, paper, place in PAPERS:
        assert number in printed_as(prose.get(name, "")), (name, number)
        assert re.fullmatch(r".+ \(\d{4}\)", paper), paper
        assert re.match(r"(?:section|table|figure|page|appendix) \w", place), place


def printed_as(prose):
    """Return the numbers of some prose as they are written there."""
    return [match[0] for match in NUMBER.finditer(prose)]


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
        "## 4.9 A heading\n\nWords, see sections 4.1 and 4.3.",
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
        ("Notice the 0.7501.", "0.7501"),
        ("Notice the -0.75.", "-0.75"),
        ("Notice the −0.75 with a real minus.", "−0.75"),
        ("That is 76%.", "76%"),
        ("That is 7 × as much.", "7 ×"),
        ("It is in `0.74`, too.", "0.74"),
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
        ("second-words", "## 4.2 Draw\n\nBefore it was 0.75.", f"cell 7: {FAR}"),
        ("explore-words", "Before it was 75%.", f"cell 9: {FAR.replace('0.75', '75%')}"),
        ("explore-words", "### Now\n\nBefore it was 0.75.", f"cell 9: {FAR}"),
        ("third-asks", "Before you run it: 4.0?", "cell 12: 4.0 is in no output above it in its"),
        ("source", "## Check the source\n\nIt is 0.75.", f"cell 14: {FAR}"),
        ("recap", "## Recap\n\nIt was 0.74.", "cell 15: 0.74 is in no output of the notebook"),
        ("recap", "## Recap\n\n**Read on**\n\n- A: 9.9\n\nIt was 0.74.", "cell 15: 0.74 is in"),
        ("explore-words", "**Read on** from 0.75.", f"cell 9: {FAR}"),
        ("explore-words", "<details>\nIt was 0.75.\n</details>", f"cell 9: {FAR}"),
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


@pytest.mark.parametrize(
    ("prose", "named"),
    [
        ("GPT-2 has 144 heads, and 0.75 of them are 12,288 wide.", ["144", "12,288"]),
        ("In 2017 there were 6 layers, in notebook 12 there are 3.", []),
        ("GPT-3 has 96 layers. Here are 64.", ["96"]),
        ("Vaswani et al. (2017) come to 28.4 points, in section 3.2.", ["28.4"]),
        ("**Read on**\n\n- *A paper*, Somebody (2017): it has 28.4 points.", ["28.4"]),
        ("Here are 5,000 sentences of 1,024 numbers.", []),
    ],
)
def test_a_number_of_somebodys_work_is_sought_in_the_list(tmp_path, prose, named):
    notebook = planted(tmp_path, "first-notice", prose)
    complaints = tells_whose_numbers_it_gives(notebook)
    assert [c.split(": ")[1].partition(" is on no list")[0] for c in complaints] == named
    listed = {("first-notice", number) for number in named}
    assert tells_whose_numbers_it_gives(notebook, listed) == []


def test_an_exemption_holds_for_one_number_in_one_cell(tmp_path):
    notebook = planted(tmp_path, "second-words", "## 4.2 Draw\n\nIt was 0.75, not 0.76.")
    assert len(states_only_what_is_shown(notebook)) == 2
    assert len(states_only_what_is_shown(notebook, {("second-words", "0.75")})) == 1
    assert len(states_only_what_is_shown(notebook, {("first-words", "0.75")})) == 2


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
