"""Exercise 13.1: the forward pass of a language model, with every stage on the way."""

from functools import partial

import torch

from helpers.checks.kinds.function import Function, Mistake
from helpers.language_model import LanguageModel
from helpers.readers import stored_models
from helpers.training import stories


def _attended(rows, block):
    return rows + block.attention(block.attention_norm(rows))


def _computed(rows, block):
    return rows + block.mlp(block.mlp_norm(rows))


@torch.no_grad()
def _stages(
    model,
    tokens,
    *,
    embed=lambda model, tokens: model.embed(tokens) + model.places.weight[: len(tokens)],
    attend=_attended,
    compute=_computed,
    say=lambda model, rows: model.unembed(model.norm(rows)),
    blocks=lambda model: model.blocks,
):
    """Return the rows at every stage, then the logits, right by default.

    embed   : takes the model and the tokens (n,), and returns the rows (n, d_model) of the start
    attend  : takes rows and a block, and returns the rows after its attention
    compute : the same for its MLP
    say     : takes the model and the last rows, and returns the logits (n, words)
    blocks  : takes the model and returns the blocks in the order in which they are used
    """
    stages = [embed(model, tokens)]
    for block in blocks(model):
        stages.append(attend(stages[-1], block))
        stages.append(compute(stages[-1], block))
    return (*stages, say(model, stages[-1]))


def _with(**ways):
    """Return the mistake of somebody who goes these ways instead."""
    return partial(_stages, **ways)


def _all_the_last(model, tokens):
    """Return what a list holds whose one tensor was changed by += on the way."""
    *stages, logits = _stages(model, tokens)
    return (*len(stages) * [stages[-1]], logits)


def _bare_attention(rows, block):
    """Return what one attention gives that hides nothing."""
    layer, normed = block.attention, block.attention_norm(rows)
    parts = [one(normed) for one in (layer.q_proj, layer.k_proj, layer.v_proj)]
    heads = [one.unflatten(-1, (layer.num_heads, -1)).transpose(0, 1) for one in parts]
    mixed = torch.nn.functional.scaled_dot_product_attention(*heads)
    return rows + layer.out_proj(mixed.transpose(0, 1).flatten(1))


def _mlp_beside(compute):
    """Return the mistake of an MLP's compute(rows before the attention, rows after it, block)."""

    @torch.no_grad()
    def passed(model, tokens):
        stages = [_stages(model, tokens)[0]]
        for block in model.blocks:
            after = _attended(stages[-1], block)
            stages += [after, compute(stages[-1], after, block)]
        return (*stages, model.unembed(model.norm(stages[-1])))

    return passed


MISTAKES = (
    Mistake(
        "The places are forgotten: your first rows are those of the embedding alone. What tells "
        "the model which word came first?",
        _with(embed=lambda model, tokens: model.embed(tokens)),
    ),
    Mistake(
        "Every token gets the row of the first place. Each stands in a place of its own.",
        _with(embed=lambda model, tokens: model.embed(tokens) + model.places.weight[0]),
    ),
    Mistake(
        "Your places are counted from 1. The first token stands in place 0.",
        _with(
            embed=lambda model, tokens: (
                model.embed(tokens) + model.places.weight[1 : len(tokens) + 1]
            )
        ),
    ),
    Mistake(
        "You look the places up by the tokens. A place depends on where a token stands, not on "
        "which word it is.",
        _with(embed=lambda model, tokens: model.embed(tokens) + model.places.weight[tokens]),
    ),
    Mistake(
        "All your stages hold the same rows. `+=` changes the tensor that is in your list already: "
        "make a new one.",
        _all_the_last,
    ),
    Mistake(
        "That is post-norm: your norm stands on the path, after the attention is added. Where "
        "does pre-norm put it?",
        _with(attend=lambda rows, block: block.attention_norm(rows + block.attention(rows))),
    ),
    Mistake(
        "The attention gets the rows as they are. A norm stands before it.",
        _with(attend=lambda rows, block: rows + block.attention(rows)),
    ),
    Mistake(
        "After the attention you keep what it brings alone. A stage is the sum: the rows that went "
        "round it, and what it brings.",
        _with(attend=lambda rows, block: block.attention(block.attention_norm(rows))),
    ),
    Mistake(
        "The normed rows go round the attention. The rows themselves should, as they are.",
        _with(
            attend=lambda rows, block: (
                block.attention_norm(rows) + block.attention(block.attention_norm(rows))
            )
        ),
    ),
    Mistake(
        "You norm what the attention gives. Pre-norm norms what it gets.",
        _with(attend=lambda rows, block: rows + block.attention_norm(block.attention(rows))),
    ),
    Mistake(
        "The mask is forgotten: your words look at those that follow them.",
        _with(attend=_bare_attention),
    ),
    Mistake(
        "Before the attention stands the norm of the MLP. Each block has two, and each its own "
        "learned numbers.",
        _with(attend=lambda rows, block: rows + block.attention(block.mlp_norm(rows))),
    ),
    Mistake(
        "The MLP comes first in your block. Read the drawing from below.",
        _with(attend=_computed, compute=_attended),
    ),
    Mistake(
        "After the MLP you norm the path itself: that is post-norm. Where does pre-norm put it?",
        _with(compute=lambda rows, block: block.mlp_norm(rows + block.mlp(rows))),
    ),
    Mistake(
        "The MLP gets the rows as they are. A norm stands before it, too.",
        _with(compute=lambda rows, block: rows + block.mlp(rows)),
    ),
    Mistake(
        "After the MLP you keep what it brings alone. A stage is the sum: the rows that went round "
        "it, and what it brings.",
        _with(compute=lambda rows, block: block.mlp(block.mlp_norm(rows))),
    ),
    Mistake(
        "The normed rows go round the MLP. The rows themselves should, as they are.",
        _with(compute=lambda rows, block: block.mlp_norm(rows) + block.mlp(block.mlp_norm(rows))),
    ),
    Mistake(
        "Before the MLP stands the norm of the attention. The block has another for the MLP.",
        _with(compute=lambda rows, block: rows + block.mlp(block.attention_norm(rows))),
    ),
    Mistake(
        "Your MLP gets the rows from before the attention. It comes after it, on the same path.",
        _mlp_beside(lambda before, after, block: after + block.mlp(block.mlp_norm(before))),
    ),
    Mistake(
        "The rows from before the attention go round the MLP. They have changed since.",
        _mlp_beside(lambda before, after, block: before + block.mlp(block.mlp_norm(after))),
    ),
    Mistake(
        "Each of your blocks is the first one. Every block has learned numbers of its own.",
        _with(blocks=lambda model: len(model.blocks) * [model.blocks[0]]),
    ),
    Mistake(
        "You take the blocks in reverse. The first one is at the bottom of the drawing.",
        _with(blocks=lambda model: list(model.blocks)[::-1]),
    ),
    Mistake(
        "The last norm is forgotten. It stands between the last block and the unembedding.",
        _with(say=lambda model, rows: model.unembed(rows)),
    ),
    Mistake(
        "Your last result is shares. Logits are asked for, and softmax comes later.",
        _with(say=lambda model, rows: model.unembed(model.norm(rows)).softmax(-1)),
    ),
    Mistake(
        "Your logits are those of the rows before the first block.",
        lambda model, tokens: (
            *(right := _stages(model, tokens))[:-1],
            model.unembed(model.norm(right[0])).detach(),
        ),
    ),
)


@torch.no_grad()
def _drawn(rng):
    """Return a small model of two or three blocks, all its numbers drawn, and 4 to 6 tokens."""
    blocks = int(rng.integers(2, 4))
    model = LanguageModel(words=9, d_model=8, num_heads=2, blocks=blocks, longest=10)
    for numbers in model.parameters():  # the norms begin alike: nobody could tell them apart
        numbers.copy_(torch.from_numpy(rng.normal(size=tuple(numbers.shape)) * 0.6))
    return model, torch.from_numpy(rng.integers(0, 9, size=int(rng.integers(4, 7))))


def _name(k, n):
    """Return what result k of n is called."""
    if k in (1, n):
        return "the embedding with its places" if k == 1 else "the logits"
    part = "MLP" if k % 2 else "attention"
    return f"the rows after block {k // 2}’s {part}"


forward_in_stages = Function(
    name="forward_in_stages",
    expected=_stages,
    shown=(
        stored_models.load("stories")[0],
        stories.numbers(["<story>", "the", "keys", "in", "the", "tower", "are"]),
    ),
    draw=_drawn,
    mistakes=MISTAKES,
    done="Part by part, your pass is the stored model’s: two tables looked up and added, four sums "
    "on the way, a norm and a product. There is nothing else in it.",
    library="torch",
    part=_name,
)
