"""Exercise 18.4: a block, pre-norm."""

import numpy as np
import torch

from helpers import language_model
from helpers.checks.build_it_yourself.made import forward, run_with, with_drawn
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds import edits

RIGHT, MISTAKES = edits.read(__file__, forward)


def _inputs(rng, b, n, h, d_k):
    """Return a block with drawn numbers, and rows (b, n, h · d_k)."""
    block = with_drawn(language_model.Block(h * d_k, h), rng)
    return block, torch.from_numpy(rng.normal(size=(b, n, h * d_k))).float()


Block = Part(
    name="Block",
    expected=lambda block, rows: block(rows),
    shown=_inputs(np.random.default_rng(0), 2, 5, 3, 4),
    draw=lambda rng: _inputs(rng, *map(int, rng.permutation([2, 3, 4, 5]))),
    mistakes=MISTAKES,
    done="Every row has attended to the rows before it, and then gone through the MLP by itself.",
    run=run_with(
        lambda block: {
            "d_model": block.attention.q_proj.in_features,
            "num_heads": block.attention.num_heads,
        }
    ),
    library="torch",
)
