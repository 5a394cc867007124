"""Exercise 14.3: how much each head looks at the place before."""

import numpy as np

from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.trust_a_map.lengths_of_terms import weights_drawn

# Maps of two heads: the first looks one back, the second all around.
BACK = np.array(
    [
        [[1, 0, 0, 0], [0.9, 0.1, 0, 0], [0.1, 0.8, 0.1, 0], [0.1, 0.1, 0.7, 0.1]],
        [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.4, 0.3, 0.3, 0], [0.4, 0.2, 0.2, 0.2]],
    ]
)


def _drawn(rng):
    """Return maps of heads that see what comes later, too: the wrong side has other numbers."""
    return (weights_drawn(rng, int(rng.integers(2, 5)), *2 * [int(rng.integers(5, 8))]),)


def _cells(maps, offset=-1):
    return np.diagonal(maps, offset, 1, 2)


def _mean(offset):
    return lambda maps: _cells(maps, offset).mean(axis=-1)


MISTAKES = (
    Mistake(
        "You take the place right *after*. Rows ask, columns are asked: which column is the place "
        "before row 1?",
        _mean(1),
    ),
    Mistake("You take the weight that each row gives to itself.", _mean(0)),
    Mistake(
        "You divide by all rows. The first has none before it and does not count.",
        lambda maps: _cells(maps).sum(axis=-1) / maps.shape[-1],
    ),
    Mistake(
        "Row 0 is counted with the last column, which an index of −1 means. It has no place "
        "before it.",
        lambda maps: maps[:, np.arange(maps.shape[-1]), np.arange(maps.shape[-1]) - 1].mean(-1),
    ),
    Mistake(
        "You give one number for all heads together. Each head has its own.",
        lambda maps: _cells(maps).mean(),
        lambda maps: _cells(maps).mean(axis=0),
    ),
    Mistake(
        "These are sums. Divide each by the number of rows that count.",
        lambda maps: _cells(maps).sum(axis=-1),
    ),
    Mistake("These are the weights themselves, row by row. Take their mean for each head.", _cells),
    Mistake(
        "You count the rows that look most at the place before. Asked for is the weight that it "
        "gets.",
        lambda maps: (maps.argmax(-1)[:, 1:] == np.arange(maps.shape[-1] - 1)).mean(axis=-1),
    ),
    Mistake(
        "These are the largest or the middle weights on the place before. Take their mean.",
        lambda maps: _cells(maps).max(axis=-1),
        lambda maps: np.median(_cells(maps), axis=-1),
    ),
    Mistake(
        "Only the first head is there. Each head has a number of its own.",
        lambda maps: _cells(maps)[0].mean(),
    ),
    Mistake(
        "You take all that is given to earlier places. Only the one right before counts.",
        lambda maps: np.tril(maps, -1).sum(axis=-1)[:, 1:].mean(axis=-1),
    ),
    Mistake(
        "A diagonal is taken along the first two axes unless you name others: heads and rows. "
        "Which two axes hold rows and columns?",
        lambda maps: maps.diagonal(-1).mean(axis=-1),
    ),
    Mistake("You go two places back.", _mean(-2)),
    Mistake(
        "You take the mean of all cells below the main diagonal. Only those right below it count.",
        lambda maps: maps[:, *np.tril_indices(maps.shape[-1], -1)].mean(axis=-1),
    ),
)

looks_one_back = Function(
    name="looks_one_back",
    expected=_mean(-1),
    shown=(BACK,),
    draw=_drawn,
    mistakes=MISTAKES,
    done="One number says how far a head deserves the name that a map suggests. Whether the head "
    "is needed it does not say.",
)
