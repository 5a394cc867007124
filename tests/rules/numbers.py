"""Every number that a notebook's prose states must be seen in an output above it, close by."""

import re
from decimal import Decimal
from typing import NamedTuple

from helpers.jupyterlab.agreement import numbers_in

_DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)"
_STATED = re.compile(
    rf"(?<![\w.])(?P<number>[-−]?{_DIGITS}(?P<point>\.\d+(?:e[+-]?\d+)?)?)(?!\.?\d)\s?"
    r"(?P<sign>%|×(?!\s*[\d(\[$]))?"
)
OF_THE_WHOLE = ("", "The question", "Recap")  # headings; the opening part has none
_ITEM = re.compile(r"(?m)^[-*] +.+(?:\n +\S.*)*")  # of the references: a book's own numbers
_NOT_PROSE = {
    "fences": r"(?ms)^ *```.*?^ *```",
    "solutions": r"(?s)<details>\s*<summary>Solution</summary>.*?</details>",
    "headings": r"(?m)^#+ .*$",
    "formulas": r"(?s)\$\$.*?\$\$|\$[^$\n]+\$",
    "addresses": r"\]\([^)]*\)|https?://\S+",
    "heads": r"\b[Hh]eads? \d+\.\d+(?:(?:, | and )\d+\.\d+)*",  # by layer and place: head 26.0
    "sections": r"\b[Ss]ections? \d+\.\d+(?:(?:, | and | to )\d+\.\d+)*",
}


class Stated(NamedTuple):
    """A number as prose states it, such as -0.83 or 27.8%."""

    text: str
    value: Decimal
    half: Decimal  # half a unit of the last stated place
    percent: bool


def stated(markdown):
    """Return the numbers of prose that have a decimal point or are followed by % or ×."""
    prose, read_on, references = markdown.partition("**Read on**")
    markdown = prose + read_on + _ITEM.sub("", references)
    for pattern in _NOT_PROSE.values():
        markdown = re.sub(pattern, " [] ", markdown)  # a bracket: 3 × [] is no factor
    return [
        Stated(match[0].strip(), value, _half_a_unit(value), match["sign"] == "%")
        for match in _STATED.finditer(markdown)
        if match["point"] or match["sign"]
        for value in numbers_in(match["number"])
    ]


def printed(text):
    """Return every number that a text output shows."""
    return set(numbers_in(text))


def is_shown(number, outputs):
    """Say whether rounding one of the outputs to as many places gives the stated number.

    A stated minus must be there; without one the sign is in the words ("falls by 0.3").
    """
    candidates = set(outputs)
    if number.percent:
        candidates |= {100 * output for output in outputs}
    if number.value >= 0:
        candidates |= {abs(output) for output in candidates}
    return any(abs(output - number.value) <= number.half for output in candidates)


def states_only_what_is_shown(notebook):
    """Complain about each number in prose that no output above it, in its own section, shows.

    A section is what stands under one `##` heading. What stands before the first section, and the
    recap, speak of the whole notebook: their numbers may stand in any output.
    """
    complaints = []
    for part in notebook.parts:
        for cell in part.cells:
            if cell.is_markdown and "solution" not in cell.tags:
                near = [c for c in part.code if c.number < cell.number]
                heard = notebook.code if part.heading in OF_THE_WHOLE else near
                complaints += [
                    cell.says(f"{number.text} is in no output {_where(number, notebook, part)}")
                    for number in stated(cell.source)
                    if not is_shown(number, _shown(heard))
                ]
    return complaints


def _shown(cells):
    """Return every number in the outputs of these cells."""
    return {number for cell in cells for text in cell.texts for number in printed(text)}


def _where(number, notebook, part):
    """Return where a number was looked for, and where it stands instead."""
    if part.heading in OF_THE_WHOLE:
        return "of the notebook"
    found = [cell.number for cell in notebook.code if is_shown(number, _shown([cell]))]
    return "above it in its section" + (f"; cell {found[0]} shows it" if found else "")


def _half_a_unit(value):
    return Decimal(5).scaleb(value.as_tuple().exponent - 1)


RULES = [states_only_what_is_shown]
