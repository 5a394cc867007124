"""Exercise 8.2: wide queries, keys and values, cut into heads and joined again."""

import numpy as np

from helpers.checks.attend_with_many_heads.answers_to_both import ANSWERS, ASKS, BRINGS, SLIDE
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

HEADS = (SLIDE.W_Q, ASKS), (SLIDE.W_K, ANSWERS), (SLIDE.W_V, BRINGS)
WIDE = [SLIDE.embeddings @ np.hstack(pair) for pair in HEADS]

RIGHT, MISTAKES = edits.read(__file__)


def _fresh(generator):
    """Return inputs in which every size is another, and many wrong cuts have whole numbers too."""
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
        "It cuts and joins for any number of heads. With one head it is `attention` itself: more "
        "heads need no more numbers, only another cut."
    ),
    also={"one head": (*WIDE, 1)},
)
