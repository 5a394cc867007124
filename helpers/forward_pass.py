"""A stored language model in NumPy, by the steps of `helpers.attention`: how all its parts fit.

Shapes: n tokens, h heads in each block; `...` stands for a leading axis of texts of one length.
`helpers.language_model` is the same in torch, where it can be trained.
"""

import string
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helpers import expect
from helpers.attention import causal_mask, multi_head_attention

TINY = 1e-5  # added to a variance, so that a row of equal numbers can be divided by its root


class ForwardPass(NamedTuple):
    """What a text becomes on its way through a model."""

    rows: tuple[np.ndarray, ...]  # each (..., n, d_model), before the first block and after each
    weights: np.ndarray  # (blocks, ..., h, n, n)
    logits: np.ndarray  # (..., n, words), for each token a score of every word as the next


def forward_pass(model, tokens: ArrayLike, *, without: Sequence[str] = ()) -> ForwardPass:
    """Return what a text becomes in a stored model, and how it scores the next words.

    model   : a `StoredArrays`
    tokens  : (..., n) whole numbers, from 1 to `longest` in a text
    without : heads that add nothing, by block and letter: "1a" is the first of the first block
    returns : a `ForwardPass`

    Raises ValueError for a text longer than `longest` or empty, a token that is no word, or a
    head that the model has not.
    Source: Language Models are Unsupervised Multitask Learners (2019), section 2.3, for the norms.
    """
    tokens, off = _expect_tokens(model, tokens), _expect_heads(model, without)
    parts = model.tensors
    rows = [parts["embed.weight"][tokens] + parts["places.weight"][: tokens.shape[-1]]]
    weights = []
    for number, prefix in enumerate(_blocks(model)):
        attended = _attend(
            _norm(rows[-1], parts, f"{prefix}attention_norm"), model, prefix, off[number]
        )
        between = rows[-1] + attended.context + parts[f"{prefix}attention.out_proj.bias"]
        normed = _norm(between, parts, f"{prefix}mlp_norm")
        rows.append(between + _mlp(normed, parts, f"{prefix}mlp"))
        weights.append(np.stack([head.weights for head in attended.heads], axis=-3))
    logits = _norm(rows[-1], parts, "norm") @ parts["unembed.weight"].T
    return ForwardPass(tuple(rows), np.stack(weights), logits)


def head_names(model) -> tuple[tuple[str, ...], ...]:
    """Return the names of a model's heads, a tuple for each block: 1a and so on, then 2a."""
    letters = string.ascii_lowercase[: model.sizes["num_heads"]]
    return tuple(
        tuple(f"{number}{letter}" for letter in letters)
        for number in range(1, model.sizes["blocks"] + 1)
    )


def _attend(rows, model, prefix, off):
    """Let all heads of a block look, each at what came before; those in `off` add nothing."""
    h = model.sizes["num_heads"]
    # In torch the heads' matrices stand one below the other, transposed.
    projections = (model.tensors[f"{prefix}attention.{letter}_proj.weight"] for letter in "qkv")
    heads = zip(*(np.split(matrix.T, h, axis=1) for matrix in projections), strict=True)
    W_O = model.tensors[f"{prefix}attention.out_proj.weight"].T
    kept = [0 * part if head in off else part for head, part in enumerate(np.split(W_O, h))]
    allowed = causal_mask(rows.shape[-2])
    return multi_head_attention(rows, list(heads), np.concatenate(kept), allowed=allowed)


def _norm(rows, parts, name):
    """Bring each row to mean 0 and variance 1, then stretch and shift it as was learned."""
    centred = rows - rows.mean(axis=-1, keepdims=True)
    normed = centred / np.sqrt(rows.var(axis=-1, keepdims=True) + TINY)
    return normed * parts[f"{name}.weight"] + parts[f"{name}.bias"]


def _mlp(rows, parts, name):
    """Change each row by itself: one layer, what is below 0 cut off, and another layer."""
    inside = rows @ parts[f"{name}.0.weight"].T + parts[f"{name}.0.bias"]
    return np.maximum(inside, 0) @ parts[f"{name}.2.weight"].T + parts[f"{name}.2.bias"]


def _blocks(model):
    """Return what the names of each block's parts begin with."""
    return [f"blocks.{number}." for number in range(model.sizes["blocks"])]


def _expect_tokens(model, tokens):
    """Return the tokens as an array, or say for which the tables have no row."""
    tokens = expect.rectangular(tokens, "tokens")
    longest, words = model.sizes["longest"], model.sizes["words"]
    if tokens.ndim:
        expect.text_length(tokens.shape[-1], longest)
    if tokens.ndim < 1 or not np.issubdtype(tokens.dtype, np.integer):
        raise ValueError(
            f"tokens must be whole numbers, (..., n), got {tokens.dtype} of shape {tokens.shape}"
        )
    return expect.known(tokens, (tokens < 0) | (tokens >= words), words)


def _expect_heads(model, without):
    """Return for each block the numbers of the heads that are switched off, or name a wrong one."""
    names = head_names(model)
    without = expect.sequence("without", without, "heads")
    for name in without:
        if not any(name in block for block in names):
            raise ValueError(f"heads must be from {names[0][0]} to {names[-1][-1]}, got {name!r}")
    return [{head for head, name in enumerate(block) if name in without} for block in names]
