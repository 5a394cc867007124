"""Exercise 8.2: wide queries, keys and values, split into heads and put together again."""

import numpy as np

from helpers.checks.attend_with_many_heads.answers_to_both import ANSWERS, ASKS, SLIDE
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

PASSES_ON = np.array([[0, 0], [0, 0], [1, 0], [0, 1]])
HEADS = (SLIDE.W_Q, ASKS), (SLIDE.W_K, ANSWERS), (SLIDE.W_V, PASSES_ON)
WIDE = [SLIDE.embeddings @ np.hstack(pair) for pair in HEADS]

RIGHT, MISTAKES = edits.read(__file__)


def _fresh(generator):
    """Return inputs of random sizes, which many wrong splits fit too."""
    num_heads, d_k = int(generator.choice([3, 4])), int(generator.choice([4, 6]))
    widths = (d_k, d_k, d_k + 2)
    wide = [generator.normal(size=(3 * num_heads, num_heads * width)) for width in widths]
    return *wide, num_heads


attend_in_heads = Function(
    name="attend_in_heads",
    expected=RIGHT[0],
    shown=(*WIDE, 2),
    draw=_fresh,
    mistakes=MISTAKES,
    done=(
        "It works for any number of heads. With one head it’s `attention` itself: more heads don’t "
        "need more parameters, just a different split."
    ),
    also={"one head": (*WIDE, 1)},
)
