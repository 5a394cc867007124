"""Exercise 18.3: the norm of rows, written by hand."""

import numpy as np
import torch
from torch import nn

from helpers.checks.build_it_yourself.made import run_with, with_drawn
from helpers.checks.build_it_yourself.parts import Part, ways_of
from helpers.checks.kinds.function import Mistake

OTHER_START = (
    "With the stored numbers it is right, but a new one begins with others: each weight should be "
    "1, and each bias 0."
)


def _mean(rows, axis):
    return rows.mean(axis, keepdim=True)


def _variance(rows, off, axis):
    return rows.var(axis, correction=0, keepdim=True)


def _norm(
    layer,
    rows,
    *,
    axis=-1,
    centre=_mean,
    spread=_variance,
    divisor=lambda variance: (variance + 1e-5).sqrt(),
    finish=lambda normed, weight, bias: normed * weight + bias,
):
    """Return the normed rows, right by default.

    spread : takes the rows, these off their mean, and the axis, and returns the variance
    divisor : of the variance     finish : takes the normed rows, weight and bias
    """
    weight, bias = (one.detach() for one in (layer.weight, layer.bias))
    off = rows - centre(rows, axis)
    return finish(off / divisor(spread(rows, off, axis)), weight, bias)


def _of_a_sample(rows, off, axis):
    return rows.var(axis, keepdim=True)


def _summed(rows, off, axis):
    return off.square().sum(axis, keepdim=True)


def _by_difference(rows, off, axis):
    return (rows * rows).mean(axis, keepdim=True) - rows.mean(axis, keepdim=True).square()


def _lost(of):
    """Return a mean or a variance that keeps no axis of length 1."""
    return lambda rows, *others: (
        of(rows, *others).squeeze(-1) if rows.ndim > 1 else of(rows, *others)
    )


def _squares(rows, off, axis):
    return off.square().mean(axis, keepdim=True)


def _distances(rows, off, axis):
    return off.abs().mean(axis, keepdim=True)


def _by_length(layer, rows):
    return rows / (rows.square().mean(-1, keepdim=True) + 1e-5).sqrt() * layer.weight + layer.bias


def _begins(norm, sizes):
    """Return what is wrong with the numbers of a new norm, or ""."""
    is_right = bool((norm.weight == 1).all() and (norm.bias == 0).all())
    return "" if is_right else OTHER_START


_with = ways_of(_norm)
MISTAKES = (
    _with(
        "You take mean and variance over the tokens. Each row is normed by its own numbers alone: "
        "a token must not hear of others here.",
        {"axis": -2},
        {"axis": -2, "spread": _of_a_sample},
    ),
    _with(
        "The mean or the variance has lost its axis, so it's lined up with the columns, where each "
        "row needs its own. What keeps an axis of length 1?",
        *({"centre": _lost(_mean), "spread": spread} for spread in (_variance, _squares)),
        {"spread": _lost(_variance)},
        *({"centre": _lost(_mean), "spread": _lost(spread)} for spread in (_variance, _squares)),
        {"spread": _lost(_of_a_sample)},
        {"centre": _lost(_mean), "spread": _lost(_of_a_sample)},
    ),
    _with(
        "One mean and one variance for the whole table: each row needs its own.",
        {"axis": (-2, -1)},
        {"axis": None},
    ),
    _with("One mean and one variance over all texts: each row needs its own.", {"axis": 0}),
    _with(
        "The 1e-5 is missing: a row whose numbers are nearly equal has almost no variance to "
        "divide by.",
        {"divisor": torch.sqrt},
    ),
    _with(
        "The 1e-5 stands outside of the root. It is added to the variance.",
        {"divisor": lambda variance: variance.sqrt() + 1e-5},
    ),
    _with(
        "Another number than 1e-5 is added to the variance.",
        {"divisor": lambda variance: (variance + 1e-6).sqrt()},
        {"divisor": lambda variance: (variance + 1e-8).sqrt()},
        {"divisor": lambda variance: (variance + 1e-3).sqrt()},
    ),
    _with(
        "Your variance divides by one less than the width, as for a sample. Here it is the mean of "
        "the squares: `correction=0`.",
        {"spread": _of_a_sample},
        {"spread": _of_a_sample, "divisor": torch.sqrt},
        {"spread": _of_a_sample, "divisor": lambda variance: variance.sqrt() + 1e-5},
    ),
    _with(
        "You sum the squared distances. The variance is their mean.",
        {"spread": _summed},
        {"spread": _summed, "divisor": torch.sqrt},
    ),
    _with(
        "Your variance is made of the numbers themselves. It is the mean of the squared distances "
        "from the mean.",
        {"spread": lambda rows, off, axis: rows.square().mean(axis, keepdim=True)},
    ),
    _with(
        "The difference of two nearly equal numbers loses digits. Take the mean of the squared "
        "distances from the mean.",
        {"spread": _by_difference},
    ),
    _with(
        "You take the mean of the distances, without their squares.",
        {"spread": _distances},
        {"spread": _distances, "divisor": lambda variance: variance + 1e-5},
    ),
    _with(
        "You multiply by the root. The rows are divided by it.",
        {"divisor": lambda variance: 1 / (variance + 1e-5).sqrt()},
    ),
    _with(
        "You divide by the variance itself. Its root is asked for.",
        {"divisor": lambda variance: variance + 1e-5},
        {"divisor": lambda variance: variance},
    ),
    _with(
        "The mean is not taken away: the rows are scaled where they stand.",
        {"centre": lambda rows, axis: 0},
    ),
    Mistake("That is RMS norm. Here the mean is taken away first.", _by_length),
    _with(
        "The mean is taken away, and nothing is divided.",
        {"divisor": torch.ones_like},
    ),
    _with(
        "Weight and bias are not used: the norm has learned numbers of its own.",
        {"finish": lambda normed, weight, bias: normed},
    ),
    _with("The bias is not added.", {"finish": lambda normed, weight, bias: normed * weight}),
    _with("The weight is not used.", {"finish": lambda normed, weight, bias: normed + bias}),
    _with(
        "The weight is added and the bias multiplied. It is the other way round.",
        {"finish": lambda normed, weight, bias: normed * bias + weight},
    ),
    _with(
        "The bias is added before the weight multiplies.",
        {"finish": lambda normed, weight, bias: (normed + bias) * weight},
    ),
)


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
        "rows whose numbers are nearly equal": _inputs(_rng, 2, 3, 5, size=0.004),
        "a single row": _single(_rng),
    },
    done="Whatever a row was, it leaves with mean 0 and variance 1, and then its weight and bias.",
    run=run_with(lambda layer: {"d_model": layer.weight.numel()}, _begins),
    library="torch",
)
