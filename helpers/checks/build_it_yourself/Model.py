"""Exercise 18.5: the whole model, which loads the stored weights."""

from contextlib import ExitStack

import numpy as np
import torch

from helpers.checks.build_it_yourself.gradients import with_gradients
from helpers.checks.build_it_yourself.made import like, made, with_drawn
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import explaining
from helpers.language_model import LanguageModel
from helpers.learner.calls import TroubleError

OTHER_COUNT = "It should have one block, but it has {}. What's `blocks` for?"
CALLS = "It has {count} blocks, but calls {called}. Does your loop go through all of them?"
OTHER_PLACES = (
    "You're looking up too many positions, or too few. A text needs one per token: which entry of "
    "`tokens.shape` counts the tokens?"
)


def _sizes(reference):
    """Return what a model like the reference is made with."""
    return {
        "words": reference.embed.num_embeddings,
        "d_model": reference.embed.embedding_dim,
        "num_heads": reference.blocks[0].attention.num_heads,
        "blocks": len(reference.blocks),
        "longest": reference.places.num_embeddings,
    }


def _stages(model, tokens):
    """Return the rows at the start and behind each block, then the logits."""
    passed = []
    with ExitStack() as hooks, explaining(RuntimeError, "The size of tensor a", OTHER_PLACES):
        for block in model.blocks:
            hook = block.register_forward_hook(lambda _, got, rows: passed.append((got[0], rows)))
            hooks.callback(hook.remove)
        logits = model(tokens)
    if len(passed) != len(model.blocks):
        called = {0: "none", 1: "only one"}.get(len(passed), len(passed))
        raise TroubleError(CALLS.format(count=len(model.blocks), called=called))
    return passed[0][0], *(rows for _, rows in passed), logits


def _forward(given, reference, tokens):
    """Return the stages of a class that is known, with the parts of a reference."""
    return _stages(like(given, reference), tokens)


def _run(given, reference, tokens):
    """Return the stages of a learner's model."""
    model = made(given, _sizes(reference), reference, (tokens,))
    if model is ...:
        return ...
    sizes = _sizes(reference) | {"blocks": 1}
    with torch.random.fork_rng(devices=[]):
        if (count := len(given(*sizes.values()).blocks)) != 1:
            raise TroubleError(OTHER_COUNT.format(count))
    stages = _stages(model, tokens)
    numbers = (dict(one.named_parameters()) for one in (model, reference))
    with_gradients(model, reference, {"tokens": tokens}, *numbers)
    return stages


RIGHT, MISTAKES = edits.read(__file__, _forward)


def _name(k, n):
    """Return what result k of n is called."""
    if k in (1, n):
        return "the rows before the first block" if k == 1 else "the logits"
    return f"the rows after block {k - 1}"


def _inputs(rng, b, n):
    """Return a model with drawn numbers, and tokens (b, n)."""
    model = with_drawn(LanguageModel(9, d_model=8, num_heads=2, blocks=2, longest=11), rng)
    return model, torch.from_numpy(rng.integers(0, 9, size=(b, n)))


Model = Part(
    name="Model",
    expected=_stages,
    shown=_inputs(np.random.default_rng(0), 3, 5),
    draw=lambda rng: _inputs(rng, *map(int, rng.permutation([2, 3, 4])[:2])),
    mistakes=MISTAKES,
    done="Your model's parts have the names and shapes of the stored model's, and its output is "
    "the same.",
    run=_run,
    library="torch",
    part=_name,
)
