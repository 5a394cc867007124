"""Exercise 5.3: attention with three matrices, a role each."""

import numpy as np

from helpers.checks.ask_match_answer.asks_for_itself import EMBEDDINGS, W_K, W_Q
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

RIGHT, MISTAKES = edits.read(__file__)

attend_in_roles = Function(
    name="attend_in_roles",
    expected=RIGHT[0],
    shown=(EMBEDDINGS, W_Q, W_K, np.eye(4)),
    draw=lambda rng: (
        rng.normal(size=(int(rng.integers(6, 9)), 5)),
        *(rng.normal(size=(5, width)) / 2 for width in (3, 3, 2)),
    ),
    mistakes=MISTAKES,
    done="Two matrices decide who looks at whom, the third what a look brings. Now drag B.",
)
