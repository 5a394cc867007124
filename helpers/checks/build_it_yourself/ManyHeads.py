"""Exercise 18.2: many masked heads side by side, with their four layers."""

import numpy as np
import torch

from helpers.checks.build_it_yourself.made import forward, run_with, with_drawn
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds import edits
from helpers.layers import MultiHeadAttention

NOT_KEPT = "The output is right. Also keep `num_heads` as an attribute: the last exercise needs it."

RIGHT, MISTAKES = edits.read(__file__, forward)


def _inputs(rng, b, n, h, d_k):
    """Return a layer with drawn numbers, and rows (b, n, h · d_k)."""
    layer = with_drawn(MultiHeadAttention(h * d_k, h * d_k, h, causal=True), rng)
    return layer, torch.from_numpy(rng.normal(size=(b, n, h * d_k))).float()


def _drawn(rng):
    return _inputs(rng, *map(int, rng.permutation([2, 3, 4, 5])))


ManyHeads = Part(
    name="ManyHeads",
    expected=lambda layer, rows: layer(rows),
    shown=_inputs(np.random.default_rng(0), 2, 5, 3, 8),
    draw=_drawn,
    mistakes=MISTAKES,
    done="All that tells the heads apart is which columns they own.",
    run=run_with(
        lambda layer: {"d_model": layer.q_proj.in_features, "num_heads": layer.num_heads},
        begins=lambda layer, sizes: (
            "" if getattr(layer, "num_heads", None) == sizes["num_heads"] else NOT_KEPT
        ),
    ),
    library="torch",
)
