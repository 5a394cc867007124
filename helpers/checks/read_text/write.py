"""Exercise 13.3: have a model write, one token at a time."""

import torch

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.language_model import LanguageModel
from helpers.learner.calls import TroubleError
from helpers.learner.compared import same
from helpers.readers import stored_models
from helpers.training import stories


def _generator(seed):
    """Return a generator that begins with this seed, None for None."""
    return None if seed is None else torch.Generator().manual_seed(seed)


def _seeded(given, model, tokens, count, seed):
    """Return what a function writes with a generator of this seed."""
    return given(model, tokens, count, _generator(seed))


RIGHT, MISTAKES = edits.read(__file__, _seeded)


def _run(given, model, tokens, count, seed):
    """Return what a learner's function writes, or say that it draws with other random numbers."""
    result, again = (_seeded(given, model, tokens, count, seed) for _ in range(2))
    if isinstance(result, torch.Tensor) and not same(result, again):
        raise TroubleError(
            "You're sampling even when no generator is given. Without one, take the most probable "
            "token."
            if seed is None
            else "The same generator gives a different text the second time. Are you drawing with "
            "the generator you're given?"
        )
    return result


@torch.no_grad()
def _drawn(rng):
    """Return a small model with random parameters, a prompt, a count, and a seed."""
    model = LanguageModel(words=12, d_model=8, num_heads=2, blocks=1, longest=16)
    for numbers in model.parameters():
        numbers.copy_(torch.from_numpy(rng.normal(size=tuple(numbers.shape)) * 0.8))
    tokens = torch.from_numpy(rng.integers(0, 12, size=int(rng.integers(3, 6))))
    return model, tokens, int(rng.integers(6, 9)), int(rng.integers(100))


_READER = stored_models.load("stories")[0]
_PROMPT = stories.numbers(["<story>", "the", "keys", "in", "the", "tower"])

write = Function(
    name="write",
    expected=RIGHT[0],
    shown=(_READER, _PROMPT, 8, None),
    draw=_drawn,
    mistakes=MISTAKES,
    run=_run,
    also={"a generator": (_READER, _PROMPT, 12, 0)},
    done="Read everything, choose one token, add it, read everything again: that’s how every "
    "chatbot writes.",
    library="torch",
)
