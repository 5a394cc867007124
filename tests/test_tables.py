"""A labelled table says the same as text and as HTML, and refuses names that do not fit."""

import re
from html import unescape

import numpy as np
import pytest
import torch

from helpers.tables import table

WEIGHTS = np.array([[0.5, 0.25, 0.25], [0.1, 0.2, 0.7]])
WORDS = ["apple", "a<b", "phone"]


def cells_of_html(shown):
    rows = re.findall(r"<tr>(.*?)</tr>", shown._repr_html_())
    return [[unescape(text) for text in re.findall(r"<t[hd]>(.*?)</t[hd]>", row)] for row in rows]


def test_the_text_names_rows_and_columns():
    text = repr(table(WEIGHTS, rows=["first", "second"], columns=WORDS, corner="query"))
    assert text.splitlines() == [
        "query   apple   a<b  phone",
        "first    0.50  0.25   0.25",
        "second   0.10  0.20   0.70",
    ]


@pytest.mark.parametrize(
    "shown",
    [
        table(WEIGHTS, ["first", "second"], WORDS),
        table({"mean": [1, 2.5], "z": [True, "none"]}, columns=["fruit", "technology"]),
        table([0.1, 0.2], columns=["x", "y"], decimals=[1, 3]),
        table(WEIGHTS),
    ],
)
def test_html_holds_the_same_cells_as_the_text(shown):
    assert cells_of_html(shown) == shown.lines
    words = [text.split() for text in repr(shown).splitlines()]
    assert words == [" ".join(line).split() for line in shown.lines]


def test_an_empty_cell_is_no_header():
    assert "<th></th>" not in table(WEIGHTS)._repr_html_()
    assert "<th>query</th>" in table(WEIGHTS, ["a", "b"], WORDS, corner="query")._repr_html_()


def test_what_a_value_looks_like():
    shown = table([[3, 2.0, -0.001, True, "up"]], decimals=2)
    assert shown.lines[1] == ["", "3", "2.00", "0.00", "yes", "up"]
    assert table(torch.tensor([[0.126]])).lines[1] == ["", "0.13"]
    assert table([[0.126, 0.126]], decimals=[0, 3]).lines[1] == ["", "0", "0.126"]
    assert table([[float("-inf"), float("nan")]]).lines[1] == ["", "-inf", "nan"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((WEIGHTS, ["one"]), "expected 2 names of rows, got 1"),
        ((WEIGHTS, None, ["x"]), "expected 1 values in row 0, got 3"),
        (([],), "expected at least one row of values, got none"),
        (([[1, 2], [3]],), "expected 2 values in row 1, got 1"),
        ((WEIGHTS, None, None, [1, 2]), "expected decimals for 3 columns, got 2"),
        ((WEIGHTS, None, None, 2.5), "decimals must be a whole number, got 2.5"),
        (({"a": [1]}, ["a"]), "beside a dict"),
    ],
)
def test_names_that_do_not_fit_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        table(*arguments)
