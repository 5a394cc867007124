"""Every line of the sources that doesn't agree is in A1, computed twice; the others are counted."""

import re
from html import unescape

import numpy as np
import pytest
from rules.notebook import NOTEBOOKS, Notebook

from helpers.jupyterlab.agreement import numbers_in
from helpers.readers import worked_examples
from helpers.readers.recomputed import recompute

A1 = Notebook.read(next(path for path in NOTEBOOKS if path.name.startswith("A1")))
HEADINGS = ["printed", "from the inputs", "from the line above", "verdict"]
EXAMPLES = {name: worked_examples.load(name) for name in worked_examples.names()}


def html_tables(notebook):
    """Return every labelled table of the outputs as its rows of texts, the header first."""
    pages = [bundle.get("text/html", "") for cell in notebook.code for bundle in cell.bundles]
    found = [text for page in pages for text in re.findall(r"(?s)<table>(.*?)</table>", page)]
    rows = [re.findall(r"(?s)<tr>(.*?)</tr>", text) for text in found]
    return [[[*map(unescape, re.findall(r"<t[hd]>(.*?)</t[hd]>", r))] for r in t] for t in rows]


def shown(notebook):
    """Return the rows of all tables that check a source: where, then one text per column."""
    return [row for head, *body in html_tables(notebook) if head[1:] == HEADINGS for row in body]


def rows_of(example):
    """Return what A1 must show of an example: where, three rows of numbers or None, verdict."""
    rows = []
    for line, found in zip(example.printed, recompute(example), strict=True):
        if line.verdict in ("agrees", "given"):
            continue
        three = (line.value, found.from_inputs, found.from_previous)
        apart = line.value.ndim == 2 and (line.value != line.value.round()).any()
        for i, token in enumerate(example.tokens if apart else [""]):
            suffix = (line.key if line.quantity == "terms" else "") or token
            parts = [x if x is None or not apart else x[i] for x in three]
            where = f"{line.where}, {suffix}" if suffix else line.where
            follows = apart and parts[2] is not None and np.allclose(parts[0], parts[2])
            rows.append((where, *parts, line.decimals, "follows" if follows else line.verdict))
    return rows


def says(text, numbers, places=None):
    """Whether a text shows these numbers, each rounded to the place at which it ends.

    places: at least as many, where given
    """
    if numbers is None:
        return text == "–"
    digits, numbers = numbers_in(text), np.ravel(numbers)
    if len(digits) != len(numbers):
        return False
    ends = [digit.as_tuple().exponent for digit in digits]
    right = np.abs(np.array(digits, float) - numbers) <= 10.0 ** np.array(ends) / 2 + 1e-9
    return bool(right.all()) and (places is None or max(ends) <= -places)


def missing(example, rows):
    """Return the lines of an example that no row of A1 shows whole, with both computations."""
    return [
        where
        for where, printed, from_inputs, from_previous, decimals, verdict in rows_of(example)
        if not any(
            row[0] == where
            and says(row[1], printed, min(decimals, 4))
            and says(row[2], from_inputs)
            and says(row[3], from_previous)
            and row[4] == verdict
            for row in rows
        )
    ]


@pytest.mark.parametrize("name", EXAMPLES)
def test_everything_that_does_not_agree_is_in_a1_computed_twice_with_its_verdict(name):
    assert missing(EXAMPLES[name], shown(A1)) == []


def test_a1_shows_no_other_line():
    printed = {row[0] for example in EXAMPLES.values() for row in rows_of(example)}
    assert {row[0] for row in shown(A1)} == printed


def test_a1_counts_every_line():
    (counts,) = [body for head, *body in html_tables(A1) if head[-1] == "lines"]
    assert [name for name, *_ in counts] == [*EXAMPLES, "all"]
    for name, *row in counts[:-1]:
        verdicts = [line.verdict for line in EXAMPLES[name].printed]
        assert [*map(int, row)] == [*map(verdicts.count, worked_examples.VERDICTS), len(verdicts)]


@pytest.mark.parametrize("name", [name for name, it in EXAMPLES.items() if len(it.tokens) > 1])
@pytest.mark.parametrize("matrix", ["embeddings", "W_Q", "W_K", "W_V"])
def test_the_inputs_stand_in_a1(name, matrix):
    numbers = getattr(EXAMPLES[name], matrix)
    if numbers is None or np.array_equal(numbers, np.eye(len(numbers))):
        return  # there is none, or the words say that it is the identity
    tables = ["\n".join(" ".join(row[1:]) for row in body) for _, *body in html_tables(A1)]
    shown_rows = [[numbers_in(line) for line in table.splitlines()] for table in tables]
    assert any(stands_in(numbers, rows) for rows in shown_rows)


def stands_in(matrix, rows):
    """Whether a table contains the whole matrix, its columns next to each other."""
    if len(rows) != len(matrix) or len({len(row) for row in rows}) != 1:
        return False
    table, width = np.array(rows, float), matrix.shape[1]
    starts = range(table.shape[1] - width + 1)
    return any(np.allclose(table[:, i : i + width], matrix, rtol=0, atol=1e-9) for i in starts)


def claims(notebook):
    """Return the rows of the tables of claims, each as its three texts."""
    (cell,) = [cell for cell in notebook.markdown if "| claim |" in cell.source]
    rows = [line.strip("|").split("|") for line in cell.source.splitlines() if "| " in line]
    return [[text.strip() for text in row] for row in rows if row[0] != " claim "]


def test_each_claim_names_its_source_and_where_it_was_measured():
    assert len(claims(A1)) > 40
    for claim, source, why in claims(A1):
        assert source, claim
        assert re.search(r"\]\(\d\d_|\]\(A\d_|\bhere\b|\bA1\.\d", why), claim
