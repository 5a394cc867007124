"""Exercise 18.10: one more token, beside the keys and values of those before."""

import numpy as np
import torch

from helpers.checks.build_it_yourself import cached
from helpers.checks.build_it_yourself.made import with_drawn
from helpers.checks.build_it_yourself.parts import Part, ways_of
from helpers.checks.kinds import mistakes
from helpers.checks.kinds.function import Mistake, explaining
from helpers.language_model import LanguageModel
from helpers.learner.calls import TroubleError

PAIRS = "The cache that you return has {} of the {} pairs. Every block has one."
ONE_NUMBER = "`token` is one number already, a tensor of shape ()."
NOT_A_PAIR = "It should return two things: the logits, and a list with keys and values per block."


def _run(given, model, token, cache):
    """Return the longer cache and the logits of a learner's function, as a tuple of tensors."""
    blocks = len(cache)
    with explaining(IndexError, "0-dim", ONE_NUMBER):
        result = given(model, token, cache)
    if result is None or result is ...:
        return result
    try:
        logits, longer = result
        pairs = [(keys, values) for keys, values in longer]
    except (TypeError, ValueError):
        raise TroubleError(NOT_A_PAIR) from None
    if len(pairs) != blocks:
        raise TroubleError(PAIRS.format(len(pairs), blocks))
    return *(one for pair in pairs for one in pair), logits


_with = ways_of(cached.step)
MISTAKES = (
    _with(
        "The new token gets the place 0. How many stand before it?",
        {"place": lambda model, m: model.places.weight[0]},
    ),
    _with("The place is forgotten.", {"place": lambda model, m: 0}),
    _with("The place is added twice.", {"place": lambda model, m: 2 * model.places.weight[m]}),
    Mistake(
        "Your place is that of the token’s own number, or counts the blocks. How many tokens stand "
        "before the new one?",
        lambda m, token, cache: cached.step(m, token, cache, place=lambda *_: m.places(token)),
        lambda m, *rest: cached.step(m, *rest, place=lambda *_: m.places.weight[len(m.blocks)]),
    ),
    _with(
        "The new token stands one place too far. Places are counted from 0.",
        {"place": lambda model, m: model.places.weight[m + 1]},
    ),
    _with(
        "The new token gets the place of the one before it.",
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
    _with(mistakes.UNSCALED, {"attend": cached.attends(scale=lambda h, d_k: 1)}),
    _with(
        "Your softmax runs over the heads: for each key they share out one whole among them. In "
        "each head the query has a whole of its own to share out among the keys.",
        {"attend": cached.attends(lambda scores: scores.softmax(0))},
    ),
    _with(
        "Your softmax runs over an axis of length 1, so every weight is 1. Which axis belongs to "
        "the keys?",
        {"attend": cached.attends(lambda scores: scores.softmax(1))},
    ),
    _with(mistakes.NOT_SHARED_OUT, {"attend": cached.attends(torch.exp)}),
    _with(
        "Your scores are divided by the root of d_model. Each head is d_k wide.",
        {"attend": cached.attends(scale=lambda h, d_k: (h * d_k) ** -0.5)},
    ),
    _with(
        "Your heads are interleaved, where you split them or where you join them. Head 0 owns the "
        "first d_k columns, head 1 the next d_k.",
        {"split": lambda rows, h: rows.unflatten(-1, (-1, h)).permute(2, 0, 1)},
        {"mix": lambda m, joined: m.out_proj(joined.view(m.num_heads, -1).T.flatten())},
    ),
    _with(
        "You break keys and values into heads without exchanging two axes: tokens and heads are "
        "mixed up.",
        {"split": lambda rows, h: rows.reshape(h, len(rows), -1)},
    ),
    _with(
        "All heads are one: the columns are not split among them.",
        {"split": lambda rows, h: rows[None]},
    ),
    _with(
        "The residual path is missing round the attention: what it gives takes the place of the "
        "row.",
        {"path": lambda row, normed: 0},
        {"path": lambda row, normed: 0, "compute": lambda b, row: b.mlp(b.mlp_norm(row))},
    ),
    _with(
        "The normed row goes round the attention. The row itself should.",
        {"path": lambda row, normed: normed},
    ),
    _with(
        "What the MLP adds is left out, or does not reach the next block.",
        {"compute": lambda block, row: row},
    ),
    _with(
        "The residual path is missing round the MLP: what it gives takes the place of the row.",
        {"compute": lambda block, row: block.mlp(block.mlp_norm(row))},
    ),
    _with(
        "Before the MLP, its own norm is missing.",
        {"compute": lambda b, row: row + b.mlp(row)},
        {"compute": lambda b, row: row + b.mlp(b.attention_norm(row))},
    ),
    _with(
        "`out_proj` is forgotten. It mixes what the heads have brought.",
        {"mix": lambda layer, joined: joined},
    ),
    _with(
        "Your query should be what `q_proj` makes of the normed row.",
        {"project": lambda m, row, new: (m.q_proj(row), m.k_proj(new), m.v_proj(new))},
        {"project": lambda m, row, new: (m.k_proj(new), m.k_proj(new), m.v_proj(new))},
    ),
    _with(
        "Your weights mix the keys. What are the values for?",
        {"attend": lambda q, k, v: cached.attends()(q, k, k)},
    ),
    _with(
        "Your value comes from `k_proj`. What is `v_proj` for?",
        {"project": lambda m, row, new: (m.q_proj(new), m.k_proj(new), m.k_proj(new))},
    ),
    _with(
        "You append the normed row itself. The cache holds what `k_proj` and `v_proj` make of it.",
        {"project": lambda m, row, new: (m.q_proj(new), new, new)},
    ),
    Mistake(
        "Keys and values have changed places: where you take them from the cache, append to them, "
        "or return them?",
        lambda *given: cached.step(*given, keep=lambda kept, longer: longer[::-1]),
        lambda *given: cached.step(
            *given, project=lambda m, _, x: (m.q_proj(x), m.v_proj(x), m.k_proj(x))
        ),
        lambda model, token, cache: cached.step(model, token, [pair[::-1] for pair in cache]),
    ),
    Mistake(
        "Each of your blocks appends to the pair of the first. Every block has a pair of its own.",
        lambda model, token, cache: cached.step(model, token, len(cache) * (cache[0],)),
    ),
)


def _inputs(rng, before):
    """Return a model with drawn numbers, a token, and a cache of `before` drawn tokens."""
    model = with_drawn(LanguageModel(9, d_model=12, num_heads=3, blocks=2, longest=10), rng)
    cache = [(torch.zeros(0, 12), torch.zeros(0, 12)) for _ in model.blocks]
    for token in torch.from_numpy(rng.integers(0, 9, size=before)):
        *rows, _ = cached.right(model, token, cache)
        cache = list(zip(rows[::2], rows[1::2], strict=True))
    return model, torch.tensor(int(rng.integers(9))), cache


def _name(k, n):
    """Return what result k of n is called."""
    kind = "keys" if k % 2 else "values"
    return "the logits" if k == n else f"the {kind} of block {(k + 1) // 2}"


one_more = Part(
    name="one_more",
    expected=cached.right,
    shown=_inputs(np.random.default_rng(0), 4),
    draw=lambda rng: _inputs(rng, int(rng.integers(3, 7))),
    mistakes=MISTAKES,
    also={"an empty cache": _inputs(np.random.default_rng(1), 0)},
    done="Each block has one row to compute and one row of scores. The rest was there.",
    run=_run,
    library="torch",
    part=_name,
)
