"""Every number that two of the sources print stands in the output of a notebook."""

import numpy as np
import pytest
from rules.notebook import NOTEBOOKS, Notebook
from rules.numbers import in_order

from helpers import worked_examples

SHOWN = ("Self-attention, handwritten notes", "Self-Attention in Transformer")
PRINTED = [
    pytest.param(printed, id=f"{name}-{place}-{printed.where}")
    for name in worked_examples.names()
    if (example := worked_examples.load(name)).source in SHOWN
    for place, printed in enumerate(example.printed)
]
OUTPUTS = [
    in_order(text) for path in NOTEBOOKS for cell in Notebook.read(path).code for text in cell.texts
]


def stands_in(row, numbers):
    """Say whether a row of numbers stands in a longer one, next to each other and as printed."""
    row, numbers = np.asarray(row, float), np.asarray(numbers, float)
    return any(
        np.allclose(numbers[start : start + len(row)], row, rtol=0, atol=1e-4)
        for start in range(len(numbers) - len(row) + 1)
    )


@pytest.mark.parametrize("printed", PRINTED)
def test_a_printed_row_stands_in_a_notebook(printed):
    for row in np.atleast_2d(printed.value):
        # A fraction is printed by its letters; the notebooks show its first places.
        row = row.round(4) if printed.decimals > 4 else row
        assert any(stands_in(row, numbers) for numbers in OUTPUTS), row


def test_a_row_must_stand_there_whole_and_in_order():
    assert stands_in([0.5, 2], [1, 0.5, 2, 3])
    assert not stands_in([0.5, 2], [2, 0.5])
    assert not stands_in([0.5, 2], [0.5, 1, 2])
    assert not stands_in([0.278], [0.277])
