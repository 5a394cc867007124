"""Exercise 13.1: the forward pass of a language model, with every stage along the way."""

import torch

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.language_model import LanguageModel
from helpers.readers import stored_models
from helpers.training import stories

RIGHT, MISTAKES = edits.read(__file__, lambda given, *inputs: tuple(given(*inputs)))


@torch.no_grad()
def _drawn(rng):
    """Return a small model of two or three blocks, its parameters random, and 4 to 6 tokens."""
    blocks = int(rng.integers(2, 4))
    model = LanguageModel(words=9, d_model=8, num_heads=2, blocks=blocks, longest=10)
    for numbers in model.parameters():  # untrained norms are all the same
        numbers.copy_(torch.from_numpy(rng.normal(size=tuple(numbers.shape)) * 0.6))
    return model, torch.from_numpy(rng.integers(0, 9, size=int(rng.integers(4, 7))))


def _name(k, n):
    """Return what result k of n is called."""
    if k in (1, n):
        return "the embedding plus positions" if k == 1 else "the logits"
    part = "MLP" if k % 2 else "attention"
    return f"the rows after block {k // 2}’s {part}"


forward_in_stages = Function(
    name="forward_in_stages",
    expected=RIGHT[0],
    shown=(
        stored_models.load("stories")[0],
        stories.numbers(["<story>", "the", "keys", "in", "the", "tower", "are"]),
    ),
    draw=_drawn,
    mistakes=MISTAKES,
    done="Stage by stage, your results match the stored model's: two lookups, four sums, a norm "
    "and a matrix product. There’s nothing else in the model.",
    library="torch",
    part=_name,
)
