"""Exercise 18.10: one more token, with the cached keys and values of those before."""

import numpy as np
import torch

from helpers.checks.build_it_yourself.made import with_drawn
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import explaining
from helpers.language_model import LanguageModel
from helpers.learner.calls import TroubleError

PAIRS = "The cache that you return has {} of the {} pairs. Every block needs one."
ONE_NUMBER = "`token` is already one number, a tensor of shape ()."
NOT_A_PAIR = "It should return two things: the logits, and a list of each block's keys and values."


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


RIGHT, MISTAKES = edits.read(__file__, _run)


def _inputs(rng, before):
    """Return a model with drawn numbers, a token, and a cache of `before` drawn tokens."""
    model = with_drawn(LanguageModel(9, d_model=12, num_heads=3, blocks=2, longest=10), rng)
    cache = [(torch.zeros(0, 12), torch.zeros(0, 12)) for _ in model.blocks]
    for token in torch.from_numpy(rng.integers(0, 9, size=before)):
        *rows, _ = RIGHT[0](model, token, cache)
        cache = list(zip(rows[::2], rows[1::2], strict=True))
    return model, torch.tensor(int(rng.integers(9))), cache


def _name(k, n):
    """Return what result k of n is called."""
    kind = "keys" if k % 2 else "values"
    return "the logits" if k == n else f"the {kind} of block {(k + 1) // 2}"


one_more = Part(
    name="one_more",
    expected=RIGHT[0],
    shown=_inputs(np.random.default_rng(0), 4),
    draw=lambda rng: _inputs(rng, int(rng.integers(3, 7))),
    mistakes=MISTAKES,
    also={"an empty cache": _inputs(np.random.default_rng(1), 0)},
    done="Each block computes one row, with one row of scores. The rest was in the cache.",
    run=_run,
    library="torch",
    part=_name,
)
