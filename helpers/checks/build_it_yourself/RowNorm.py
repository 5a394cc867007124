"""Exercise 18.3: the norm of rows, written by hand."""

import numpy as np
import torch
from torch import nn

from helpers.checks.build_it_yourself.made import forward, run_with, with_drawn
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds import edits

OTHER_START = (
    "It's right with the stored parameters, but a new norm is initialized wrongly: each weight "
    "should be 1, and each bias 0."
)
RIGHT, MISTAKES = edits.read(__file__, forward)


def _begins(norm, sizes):
    """Return what is wrong with the numbers of a new norm, or ""."""
    is_right = bool((norm.weight == 1).all() and (norm.bias == 0).all())
    return "" if is_right else OTHER_START


def _inputs(rng, b, n, d, size=1.0):
    """Return a norm with drawn numbers, and rows (b, n, d) of this size."""
    rows = torch.from_numpy(rng.normal(1, size, size=(b, n, d))).float()
    return with_drawn(nn.LayerNorm(d), rng), rows


def _single(rng):
    """Return a norm with drawn numbers, and one row (d,)."""
    norm, rows = _inputs(rng, 1, 1, 4)
    return norm, rows[0, 0]


_rng = np.random.default_rng(0)
RowNorm = Part(
    name="RowNorm",
    expected=lambda layer, rows: layer(rows),
    shown=_inputs(_rng, 4, 4, 4),  # alike, so that a lost axis raises no error here
    draw=lambda rng: _inputs(rng, *map(int, rng.permutation([3, 4, 5]))),
    mistakes=MISTAKES,
    also={
        "rows whose entries are nearly equal": _inputs(_rng, 2, 3, 5, size=0.004),
        "a single row": _single(_rng),
    },
    done="Every row comes out with mean 0 and variance 1, before the weight and bias are applied.",
    run=run_with(lambda layer: {"d_model": layer.weight.numel()}, _begins),
    library="torch",
)
