"""Exercise 7.3: attention whose divisor is the root of the wrong width, in the wrong place."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

RIGHT, MISTAKES = edits.read(__file__)


def _drawn(rng):
    """Return embeddings and three matrices, with no two sizes alike."""
    words = rng.normal(size=(int(rng.integers(5, 9)), 10))
    return words, *(rng.normal(size=(10, width)) / 2 for width in (4, 4, 3))


repaired_attention = Function(
    name="repaired_attention",
    expected=RIGHT[0],
    shown=_drawn(np.random.default_rng(7)),
    draw=_drawn,
    mistakes=MISTAKES,
    done="Each row adds up to 1, and the scores have the same size at every width. With several "
    "heads, in the next notebook, d_k is smaller than d_model, so using the wrong width does even "
    "more harm.",
)
