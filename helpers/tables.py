"""A small table whose rows and columns have names: the same one as text and as HTML."""

from html import escape

import numpy as np

from helpers import expect
from helpers.numerals.wording import SURE


class Table:
    """A table ready to be shown: `lines` holds its rows of texts, the header first."""

    def __init__(self, lines):
        self.lines = lines

    def __repr__(self):
        widths = [max(map(len, column)) for column in zip(*self.lines, strict=True)]
        return "\n".join(_line(line, widths) for line in self.lines)

    def _repr_html_(self):
        head, *body = self.lines
        rows = [_row("th", head), *(_row("td", line) for line in body)]
        return f"<table>{''.join(rows)}</table>"


def table(values, rows=None, columns=None, decimals=2, corner=""):
    """Return a labelled `Table` of numbers and short texts.

    values : array (n, m) or (m,), or a dict {row's name: its m values}, or rows of mixed values
    rows : n names, one per row; a dict brings its own; None leaves the rows without names
    columns : m names, one per column
    decimals : places of a float, one number for all columns or one per column
    corner : what the names of the rows are

    Whole numbers (int), texts and True or False (yes or no) stand as they are.
    Raises ValueError where names and values do not match.
    """
    if isinstance(values, dict):
        if rows is not None:
            raise ValueError("expected no `rows` beside a dict, whose keys name the rows")
        rows, values = list(values), list(values.values())
    if not len(values):
        raise ValueError("expected at least one row of values, got none")
    values = [values] if np.ndim(values[0]) == 0 else [list(row) for row in values]
    width = len(values[0]) if columns is None else len(columns)
    for place, row in enumerate(values):
        if len(row) != width:
            raise ValueError(f"expected {width} values in row {place}, got {len(row)}")
    if rows is not None and len(rows) != len(values):
        raise ValueError(f"expected {len(values)} names of rows, got {len(rows)}")
    places = [decimals] * width if np.ndim(decimals) == 0 else decimals
    places = [expect.count("decimals", number, least=0) for number in places]
    if len(places) != width:
        raise ValueError(f"expected decimals for {width} columns, got {len(places)}")
    lines = [[_text(value, n) for value, n in zip(row, places, strict=True)] for row in values]
    head = [""] * width if columns is None else [str(name) for name in columns]
    names = [""] * len(lines) if rows is None else [str(name) for name in rows]
    return Table(
        [[corner, *head], *([name, *line] for name, line in zip(names, lines, strict=True))]
    )


def _text(value, decimals):
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, str | int | np.integer):
        return str(value)
    text = f"{round(float(value), SURE):.{decimals}f}"  # a torch scalar, too
    return text.removeprefix("-") if float(text) == 0 else text


def _line(texts, widths):
    name, *others = (
        text.rjust(width) if place else text.ljust(width)
        for place, (text, width) in enumerate(zip(texts, widths, strict=True))
    )
    return "  ".join([name, *others]).rstrip()


def _row(tag, texts):
    """Return a row of HTML; an empty cell is no header, which a screen reader would announce."""
    cells = zip(["th", *[tag] * (len(texts) - 1)], map(escape, texts), strict=True)
    return "".join(["<tr>", *(_cell(tag if text else "td", text) for tag, text in cells), "</tr>"])


def _cell(tag, text):
    return f"<{tag}>{text}</{tag}>"
