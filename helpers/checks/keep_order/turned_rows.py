"""Exercise 11.3: the pairs of every row, rotated by its position times their frequency."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

RIGHT, MISTAKES = edits.read(__file__)

WORDS = np.array([[1.6, 0.2], [1.0, 0.6], [0.4, 1.4]])  # the page's dog, bites, man

turned_rows = Function(
    name="turned_rows",
    expected=RIGHT[0],
    shown=(WORDS,),
    draw=lambda rng: (rng.normal(size=(int(rng.integers(4, 7)), 6)),),
    mistakes=MISTAKES,
    done="Every row keeps its length, and the score between two identical rows depends only on how "
    "many positions apart they are. The explorer below now uses your function.",
)
