"""Exercise 18.4: a block, pre-norm."""

import copy

import numpy as np
import torch
from torch.nn import functional

from helpers import language_model
from helpers.checks.build_it_yourself.made import run_with, with_drawn
from helpers.checks.build_it_yourself.parts import Part, ways_of
from helpers.checks.kinds.function import Mistake

BENDS = (
    *(functional.gelu, functional.leaky_relu, functional.silu, functional.elu),
    *(torch.tanh, torch.sigmoid),
)


def _attended(rows, block):
    return rows + block.attention(block.attention_norm(rows))


def _computed(rows, block):
    return rows + block.mlp(block.mlp_norm(rows))


def _block(block, rows, *, attend=_attended, compute=_computed):
    """Return the rows behind a block, right by default; each step takes rows and the block."""
    return compute(attend(rows, block), block)


def _each(words, step):
    """Return the mistake of doing so with the attention, and with the MLP alone, and with both.

    words : with the part's name in place of {}
    step  : takes rows, the norm and the part
    """
    parts = {
        "attention": ("attend", lambda rows, b: step(rows, b.attention_norm, b.attention)),
        "MLP": ("compute", lambda rows, b: step(rows, b.mlp_norm, b.mlp)),
    }
    both = _with(words.format("both parts"), dict(parts.values()))
    return both, *(_with(words.format(f"the {name}"), dict([one])) for name, one in parts.items())


def _bent(bend):
    def compute(rows, block):
        first, _, last = block.mlp
        return rows + last(bend(first(block.mlp_norm(rows))))

    return compute


def _with_one_head(rows, block):
    attention = copy.copy(block.attention)
    attention.num_heads = 1
    return rows + attention(block.attention_norm(rows))


_with = ways_of(_block)
MISTAKES = (
    *_each(
        "Post-norm round {}: your norm stands on the path, after the addition. Pre-norm norms "
        "what a part gets.",
        lambda rows, norm, part: norm(rows + part(rows)),
    ),
    *_each(
        "The residual path is missing round {}: what the part gives takes the place of the rows.",
        lambda rows, norm, part: part(norm(rows)),
    ),
    *_each("The norm is missing before {}.", lambda rows, norm, part: rows + part(rows)),
    *_each(
        "The normed rows go round {}. The rows themselves should, as they are.",
        lambda rows, norm, part: norm(rows) + part(norm(rows)),
    ),
    *_each(
        "You norm what comes out of {}. Pre-norm norms what goes in.",
        lambda rows, norm, part: rows + norm(part(rows)),
    ),
    _with(
        "The MLP has no ReLU between its two layers, so they come to no more than one.",
        {"compute": _bent(lambda rows: rows)},
    ),
    _with(
        "A ReLU follows the second Linear, too, so the MLP can add and never take away.",
        {"compute": lambda rows, b: rows + b.mlp(b.mlp_norm(rows)).relu()},
    ),
    _with(
        "Another function stands where the ReLU should be, with which the stored model learned.",
        *({"compute": _bent(bend)} for bend in BENDS),
    ),
    _with(
        "The MLP comes first in your block. Attention does.",
        {"attend": _computed, "compute": _attended},
    ),
    Mistake(
        "Attention and MLP get the same rows. The MLP should get those to which attention has "
        "added.",
        lambda block, rows: _attended(rows, block) + _computed(rows, block) - rows,
    ),
    Mistake(
        "Your second sum begins with the rows of the start: what attention has added is lost.",
        lambda block, rows: rows + block.mlp(block.mlp_norm(_attended(rows, block))),
    ),
    Mistake(
        "The rows are added twice. Each part is added to the rows once.",
        lambda block, rows: rows + _block(block, rows),
        lambda block, rows: _computed(rows + _attended(rows, block), block),
    ),
    Mistake(
        "Your MLP gets what the attention gives. It should get the rows to which that is added.",
        lambda block, rows: (h := _attended(rows, block)) + _computed(h - rows, block) - (h - rows),
    ),
    _with(
        "Attention comes twice in your block.",
        {"attend": lambda rows, block: _attended(_attended(rows, block), block)},
    ),
    _with(
        "A norm stands at the end of your block, too. What follows it has one of its own.",
        {"compute": lambda rows, block: block.mlp_norm(_computed(rows, block))},
        {"compute": lambda rows, block: block.attention_norm(_computed(rows, block))},
    ),
    _with("Your attention has one head. Pass `num_heads` on.", {"attend": _with_one_head}),
    _with("The MLP is not in your sum.", {"compute": lambda rows, block: rows}),
    _with("The attention is not in your sum.", {"attend": lambda rows, block: rows}),
    _with(
        "The two norms have changed places: each part has its own.",
        {
            "attend": lambda rows, b: rows + b.attention(b.mlp_norm(rows)),
            "compute": lambda rows, b: rows + b.mlp(b.attention_norm(rows)),
        },
    ),
    _with(
        "Both parts share one norm. Each has its own.",
        {"attend": lambda rows, b: rows + b.attention(b.mlp_norm(rows))},
        {"compute": lambda rows, b: rows + b.mlp(b.attention_norm(rows))},
    ),
)


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
    done="Every row has heard the rows before it, and then has thought by itself.",
    run=run_with(
        lambda block: {
            "d_model": block.attention.q_proj.in_features,
            "num_heads": block.attention.num_heads,
        }
    ),
    library="torch",
)
