"""What to reach with a mask."""

from helpers.attention import causal_mask, window_mask
from helpers.explorers.base.words import Goal

GOALS = (
    Goal(
        "close the leak: each word sees itself and all before it, and nothing later",
        lambda now, _: (now.allowed == causal_mask(len(now.tokens))).all(),
        "Hide every cell above the diagonal, and show every other. One drag along a row hides"
        " many cells.",
    ),
    Goal(
        "let every word see exactly itself and its neighbours",
        lambda now, _: (now.allowed == window_mask(len(now.tokens), 1)).all(),
        "Three cells in each row, two in the first and in the last: the diagonal and what touches"
        " it on its left and right.",
    ),
    Goal(
        "let a word see nothing at all",
        lambda now, _: not now.allowed.any(axis=1).all(),
        "It cannot be done. Weights are shares: each is e to its score, divided by the sum over"
        " what may be seen. With nothing to see that sum is 0, and 0 divided by 0 is no number."
        " A mask can make a weight 0, but never all of a row: the row must sum to 1.",
    ),
)
