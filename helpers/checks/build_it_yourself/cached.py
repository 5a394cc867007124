"""One more token beside a cache, right or wrong in any of its steps."""

import torch
from torch.nn import functional

from helpers import generation


def split_up(rows, h):
    """Return rows (m, d_model) as the heads see them, (h, m, d_k): each owns columns in a row."""
    return rows.unflatten(-1, (h, -1)).transpose(0, 1)


def attends(weigh=lambda scores: scores.softmax(-1), scale=lambda h, d_k: d_k**-0.5):
    """Return attention of queries (h, 1, d_k), by how scores are weighed and what scales them."""
    return lambda q, k, v: weigh(q @ k.mT * scale(len(q), k.shape[-1])) @ v


def _flat(heads):
    """Return keys or values (1, h, m, d_k) as rows (m, d_model)."""
    return heads[0].transpose(0, 1).flatten(1)


def right(model, token, cache):
    """Return what `helpers.generation.step` gives: the cache as rows, then the logits."""
    h = model.blocks[0].attention.num_heads
    heads = [tuple(split_up(one, h)[None] for one in pair) for pair in cache]
    kept = generation.Cache(*map(tuple, zip(*heads, strict=True))) if len(cache[0][0]) else None
    logits, longer = generation.step(model, token[None], kept)
    pairs = zip(longer.keys, longer.values, strict=True)
    return *(_flat(one) for pair in pairs for one in pair), logits[0]


@torch.no_grad()
def step(
    model,
    token,
    cache,
    *,
    place=lambda model, m: model.places.weight[m],
    join=lambda kept, new: torch.cat([kept, new]),
    looks_at=lambda kept, longer: longer,
    keep=lambda kept, longer: longer,
    norm=lambda block, row: block.attention_norm(row),
    project=lambda m, row, new: (m.q_proj(new), m.k_proj(new), m.v_proj(new)),
    split=split_up,
    attend=functional.scaled_dot_product_attention,
    path=lambda row, normed: row,
    mix=lambda layer, joined: layer.out_proj(joined),
    compute=lambda block, row: row + block.mlp(block.mlp_norm(row)),
    finish=lambda model, row: model.unembed(model.norm(row)),
):
    """Return the longer keys and values of each block, then the logits, right by default.

    place    : takes the model and the number of tokens before, and returns the place's row
    looks_at : which keys and values its query meets, of those kept and those with its own
    keep     : which are returned    project : takes a layer, the row, and the row normed
    path     : what the attention is added to    mix : what the heads bring, in a row
    compute  : the row behind the MLP
    """
    row, returned = model.embed(token) + place(model, len(cache[0][0])), []
    for block, kept in zip(model.blocks, cache, strict=True):
        layer, normed = block.attention, norm(block, row)
        query, *new = project(layer, row[None], normed[None])
        longer = [join(old, one) for old, one in zip(kept, new, strict=True)]
        returned += keep(kept, longer)
        met = [split(one, layer.num_heads) for one in looks_at(kept, longer)]
        context = attend(split(query, layer.num_heads), *met)
        heard = mix(layer, context.transpose(0, 1).flatten())
        row = compute(block, path(row, normed) + heard)
    return *returned, finish(model, row)
