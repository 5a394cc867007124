"""Exercise 18.2: many masked heads side by side, with their four layers."""

import numpy as np
import torch
from torch.nn import functional

from helpers.checks.build_it_yourself.made import run_with, with_drawn
from helpers.checks.build_it_yourself.parts import Part, ways_of
from helpers.checks.kinds.function import Mistake
from helpers.layers import MultiHeadAttention

NOT_KEPT = (
    "What it gives is right. Keep `num_heads` as an attribute, too, under this name: the last "
    "exercise asks for it."
)


def _split(rows, h):
    return rows.unflatten(-1, (h, -1)).transpose(1, 2)


def _interleaved(rows, h):
    return rows.unflatten(-1, (-1, h)).permute(0, 3, 1, 2)


def _joined(heads):
    return heads.transpose(1, 2).flatten(2)


def _attended(queries, keys, values, **how):
    how = {"is_causal": True, **how}
    return functional.scaled_dot_product_attention(queries, keys, values, **how)


def _scaled_by(queries, keys, values, width):
    return _attended(queries, keys, values, scale=width**-0.5)


def _heads(
    layer,
    rows,
    *,
    project=lambda layer, rows: (layer.q_proj(rows), layer.k_proj(rows), layer.v_proj(rows)),
    split=_split,
    attend=_attended,
    join=_joined,
    finish=lambda layer, joined: layer.out_proj(joined),
):
    """Return the output of many heads, right by default.

    split : takes rows (b, n, d_model) and h, and returns (b, h, n, d_k); `join` goes back
    """
    heads = (split(one, layer.num_heads) for one in project(layer, rows))
    return finish(layer, join(attend(*heads)))


def _projected(*names):
    return lambda layer, rows: tuple(getattr(layer, f"{name}_proj")(rows) for name in names)


def _broken_up(rows, h):
    return _split(rows, h).reshape(rows.shape)


def _broken(rows, h):
    b, n, d = rows.shape
    return rows.reshape(b, h, n, d // h)


_with = ways_of(_heads)
MISTAKES = (
    _with(
        "Your heads take every h-th column: they are interleaved. Head 0 owns the first d_k "
        "columns, head 1 the next d_k, and so on.",
        {"split": _interleaved},
        {"split": _interleaved, "join": lambda heads: heads.permute(0, 2, 3, 1).flatten(2)},
    ),
    _with(
        "You break the rows into heads without exchanging two axes: tokens and heads are mixed "
        "up. First each row becomes h pieces, then the axis of the heads goes in front of that of "
        "the tokens.",
        {
            "split": lambda rows, h: rows.unflatten(-1, (h, -1)),
            "join": lambda heads: heads.flatten(2),
        },
        {"split": _broken},
        {"split": _broken, "join": lambda heads: heads.reshape(heads.shape[0], heads.shape[2], -1)},
    ),
    _with(
        "The heads are not joined as they were split: first all columns of head 0, then those of "
        "head 1, and so on. Exchange the axes of heads and tokens back before you flatten.",
        {"join": lambda heads: heads.reshape(heads.shape[0], heads.shape[2], -1)},
        {"join": lambda heads: heads.permute(0, 2, 3, 1).flatten(2)},
        {"join": lambda heads: _joined(heads.flip(1))},
    ),
    _with(
        "Your heads are added up, or averaged. Side by side, each keeps what it has brought.",
        {"join": lambda heads: _joined(heads.sum(1, keepdim=True).expand_as(heads))},
        {"join": lambda heads: _joined(heads.mean(1, keepdim=True).expand_as(heads))},
    ),
    _with(
        "The number of heads is fixed in your code. Take the one that the class is made with.",
        *({"split": lambda rows, h, count=count: _split(rows, count)} for count in (2, 4, 8)),
    ),
    _with(
        "Every head takes the first d_k columns. Each owns columns of its own.",
        {"split": lambda rows, h: _split(rows, h)[:, :1].expand(-1, h, -1, -1)},
    ),
    _with(
        "Each of your heads is as wide as there are heads. How wide is one, when h of them share "
        "the columns?",
        {"split": lambda rows, h: rows.unflatten(-1, (-1, h)).transpose(1, 2)},
    ),
    _with(
        "That is one wide head: the columns are not split among heads.",
        {"split": lambda rows, h: rows[:, None]},
        {
            "split": lambda rows, h: rows[:, None],
            "finish": lambda layer, joined: layer.out_proj(_broken_up(joined, layer.num_heads)),
        },
    ),
    _with(
        "`out_proj` is forgotten. It mixes what the heads have brought.",
        {"finish": lambda layer, joined: joined},
    ),
    _with(
        "A Linear multiplies by its weight transposed. Call `out_proj` itself.",
        {"finish": lambda layer, joined: joined @ layer.out_proj.weight + layer.out_proj.bias},
    ),
    _with(
        "Keys and values have changed places: the keys are compared, the values mixed.",
        {"project": _projected("q", "v", "k")},
    ),
    _with(
        "The mask is forgotten: your tokens look at those that follow them.",
        {"attend": lambda *roles: _attended(*roles, is_causal=False)},
    ),
    _with(
        "Your scores are divided by the root of d_model. Each head is d_k wide.",
        {"attend": lambda *roles: _scaled_by(*roles, roles[0].shape[1] * roles[0].shape[-1])},
    ),
    _with(
        "Your scores go into softmax undivided. Your masked head of exercise 18.1 divides them.",
        {"attend": lambda *roles: _scaled_by(*roles, 1)},
    ),
    _with(
        "Queries and keys have changed places: what asks, and what is asked?",
        {"project": _projected("k", "q", "v")},
    ),
    _with(
        "Your heads mix their keys. What do `v_proj` and its values do?",
        {"project": _projected("q", "k", "k")},
    ),
    _with(
        "Two of the three come from one and the same projection. Each has its own.",
        {"project": _projected("q", "q", "v")},
        {"project": _projected("k", "k", "v")},
        {"project": _projected("q", "k", "q")},
        {"project": _projected("v", "k", "v")},
        {"project": _projected("q", "v", "v")},
    ),
    _with(
        "Your heads attend to the rows as they are. The three projections come first.",
        {"project": lambda layer, rows: (rows, rows, rows)},
    ),
    _with(
        "Your values are the rows as they are. What is `v_proj` for?",
        {"project": lambda layer, rows: (*_projected("q", "k")(layer, rows), rows)},
    ),
    Mistake(
        "Only the first text comes back. Your heads should attend in all of them.",
        lambda layer, rows: _heads(layer, rows[:1]),
        lambda layer, rows: _heads(layer, rows[:1])[0],
    ),
    Mistake(
        "A residual path goes round your heads. That is for the block to add.",
        lambda layer, rows: rows + _heads(layer, rows),
    ),
)


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
    done="Only the columns that they own tell the heads apart.",
    run=run_with(
        lambda layer: {"d_model": layer.q_proj.in_features, "num_heads": layer.num_heads},
        begins=lambda layer, sizes: (
            "" if getattr(layer, "num_heads", None) == sizes["num_heads"] else NOT_KEPT
        ),
    ),
    library="torch",
)
