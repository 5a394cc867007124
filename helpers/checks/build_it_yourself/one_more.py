"""Exercise 18.10: one more token, beside the keys and values of those before."""

import numpy as np
import torch
from torch.nn import functional

from helpers import generation
from helpers.checks.build_it_yourself.made import with_drawn
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds.function import Mistake
from helpers.language_model import LanguageModel
from helpers.learner.calls import TroubleError

NOT_A_PAIR = "It should return two things: the logits, and a list with keys and values per block."


def _split(rows, h):
    """Return rows (m, d_model) as the heads see them, (h, m, d_k): each owns columns in a row."""
    return rows.unflatten(-1, (h, -1)).transpose(0, 1)


def _flat(heads):
    """Return keys or values (1, h, m, d_k) as rows (m, d_model)."""
    return heads[0].transpose(0, 1).flatten(1)


def _right(model, token, cache):
    """Return what `helpers.generation.step` gives: the cache as rows, then the logits."""
    h = model.blocks[0].attention.num_heads
    heads = [tuple(_split(one, h)[None] for one in pair) for pair in cache]
    kept = generation.Cache(*map(tuple, zip(*heads, strict=True))) if len(cache[0][0]) else None
    logits, longer = generation.step(model, token[None], kept)
    pairs = zip(longer.keys, longer.values, strict=True)
    return *(_flat(one) for pair in pairs for one in pair), logits[0]


@torch.no_grad()
def _step(
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
    split=_split,
    attend=functional.scaled_dot_product_attention,
    add=lambda layer, row, joined: row + layer.out_proj(joined),
    compute=lambda block, row: row + block.mlp(block.mlp_norm(row)),
    finish=lambda model, row: model.unembed(model.norm(row)),
):
    """Return the longer keys and values of each block, then the logits, right by default.

    place    : takes the model and the number of tokens before, and returns the place's row
    looks_at : which keys and values its query meets, of those kept and those with its own
    keep     : which are returned    project : takes a layer, the row, and the row normed
    add      : the attention to the row    compute : the row behind the MLP
    """
    row, returned = model.embed(token) + place(model, len(cache[0][0])), []
    for block, kept in zip(model.blocks, cache, strict=True):
        layer = block.attention
        query, *new = project(layer, row[None], norm(block, row)[None])
        longer = [join(old, one) for old, one in zip(kept, new, strict=True)]
        returned += keep(kept, longer)
        met = [split(one, layer.num_heads) for one in looks_at(kept, longer)]
        context = attend(split(query, layer.num_heads), *met)
        row = compute(block, add(layer, row, context.transpose(0, 1).flatten()))
    return *returned, finish(model, row)


def _run(given, model, token, cache):
    """Return the longer cache and the logits of a learner's function, as a tuple of tensors."""
    result = given(model, token, [tuple(pair) for pair in cache])
    if result is None or result is ...:
        return result
    try:
        logits, longer = result
        return *(one for keys, values in longer for one in (keys, values)), logits
    except (TypeError, ValueError):
        raise TroubleError(NOT_A_PAIR) from None


def _with(words, *ways):
    """Return the mistake of somebody who goes one of these ways instead: {step: function}."""
    return Mistake(words, *(lambda *given, way=way: _step(*given, **way) for way in ways))


def _scaled(scale):
    """Return attention whose scores are multiplied by scale(h, d_k)."""
    attend = functional.scaled_dot_product_attention
    return lambda q, k, v: attend(q, k, v, scale=scale(len(q), k.shape[-1]))


def _alone(layer, row, joined):
    return layer.out_proj(joined)


MISTAKES = (
    _with(
        "The new token gets the place 0. How many stand before it?",
        {"place": lambda model, m: model.places.weight[0]},
    ),
    _with("The place is forgotten.", {"place": lambda model, m: 0}),
    _with(
        "You count the blocks for the place. How many tokens stand before the new one?",
        {"place": lambda model, m: model.places.weight[len(model.blocks)]},
    ),
    _with(
        "Your cache is one place off: the new token stands one place too far. Places are counted "
        "from 0.",
        {"place": lambda model, m: model.places.weight[m + 1]},
    ),
    _with(
        "Your cache is one place off: the new token gets the place of the one before it.",
        {"place": lambda model, m: model.places.weight[m - 1]},
        {"place": lambda model, m: model.places.weight[max(0, m - 1)]},
    ),
    _with(
        "The cache is not appended to: it comes back as it was, and the next token will not find "
        "this one.",
        {"keep": lambda kept, longer: kept},
    ),
    _with(
        "Your token looks before its own key and value are in the cache. It may look at itself, "
        "too.",
        {"looks_at": lambda kept, longer: kept},
    ),
    _with(
        "Your token looks at itself alone. What is the cache for?",
        {"looks_at": lambda kept, longer: [one[-1:] for one in longer]},
    ),
    _with(
        "Your token looks at the first of all alone: a mask for a table of one row hides all other "
        "keys. The last token may look everywhere.",
        {"looks_at": lambda kept, longer: [one[:1] for one in longer]},
    ),
    _with(
        "The new row stands above the others. It goes below.",
        {"join": lambda kept, new: torch.cat([new, kept])},
    ),
    _with("Only the keys are appended.", {"keep": lambda old, new: [new[0], old[1]]}),
    _with(
        "You keep the new token’s key and value alone. The next step needs those of all.",
        {"keep": lambda kept, longer: [one[-1:] for one in longer]},
    ),
    _with("The norm before the attention is missing.", {"norm": lambda block, row: row}),
    _with(
        "The last norm is forgotten. It stands between the last block and the unembedding.",
        {"finish": lambda model, row: model.unembed(row)},
    ),
    _with(
        "You return shares. Logits are asked for.",
        {"finish": lambda model, row: model.unembed(model.norm(row)).softmax(-1)},
    ),
    _with(
        "Your scores go into softmax undivided. What does a head divide them by?",
        {"attend": _scaled(lambda h, d_k: 1)},
    ),
    _with(
        "Your scores are divided by the root of d_model. Each head is d_k wide.",
        {"attend": _scaled(lambda h, d_k: (h * d_k) ** -0.5)},
    ),
    _with(
        "Your heads are interleaved. Head 0 owns the first d_k columns, head 1 the next d_k.",
        {"split": lambda rows, h: rows.unflatten(-1, (-1, h)).permute(2, 0, 1)},
    ),
    _with(
        "All heads are one: the columns are not split among them.",
        {"split": lambda rows, h: rows[None]},
    ),
    _with(
        "The residual path is missing round the attention: what it gives takes the place of the "
        "row.",
        {"add": _alone},
        {"add": _alone, "compute": lambda block, row: block.mlp(block.mlp_norm(row))},
    ),
    _with(
        "The residual path is missing round the MLP: what it gives takes the place of the row.",
        {"compute": lambda block, row: block.mlp(block.mlp_norm(row))},
    ),
    _with("The norm before the MLP is missing.", {"compute": lambda b, row: row + b.mlp(row)}),
    _with(
        "`out_proj` is forgotten. It mixes what the heads have brought.",
        {"add": lambda layer, row, joined: row + joined},
    ),
    _with(
        "Your query comes from the row before its norm.",
        {"project": lambda m, row, new: (m.q_proj(row), m.k_proj(new), m.v_proj(new))},
    ),
    _with(
        "Your value comes from `k_proj`. What is `v_proj` for?",
        {"project": lambda m, row, new: (m.q_proj(new), m.k_proj(new), m.k_proj(new))},
    ),
    _with(
        "You append the normed row itself. The cache holds what `k_proj` and `v_proj` make of it.",
        {"project": lambda m, row, new: (m.q_proj(new), new, new)},
    ),
    _with(
        "Keys and values have changed places in the cache that you return.",
        {"keep": lambda kept, longer: longer[::-1]},
    ),
    Mistake(
        "Each of your blocks appends to the pair of the first. Every block has a pair of its own.",
        lambda model, token, cache: _step(model, token, len(cache) * (cache[0],)),
    ),
)


def _inputs(rng, before):
    """Return a model with drawn numbers, a token, and a cache of `before` drawn tokens."""
    model = with_drawn(LanguageModel(9, d_model=12, num_heads=3, blocks=2, longest=10), rng)
    cache = tuple((torch.zeros(0, 12), torch.zeros(0, 12)) for _ in model.blocks)
    for token in torch.from_numpy(rng.integers(0, 9, size=before)):
        *rows, _ = _right(model, token, cache)
        cache = tuple(zip(rows[::2], rows[1::2], strict=True))
    return model, torch.tensor(int(rng.integers(9))), cache


def _name(k, n):
    """Return what result k of n is called."""
    kind = "keys" if k % 2 else "values"
    return "the logits" if k == n else f"the {kind} of block {(k + 1) // 2}"


one_more = Part(
    name="one_more",
    expected=_right,
    shown=_inputs(np.random.default_rng(0), 4),
    draw=lambda rng: _inputs(rng, int(rng.integers(3, 7))),
    mistakes=MISTAKES,
    also={"an empty cache": _inputs(np.random.default_rng(1), 0)},
    done="Each block has one row to compute and one row of scores. The rest was there.",
    run=_run,
    library="torch",
    part=_name,
)
