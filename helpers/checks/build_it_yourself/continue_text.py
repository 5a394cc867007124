"""Exercise 18.9: have the model write, greedily or with a temperature."""

import numpy as np
import torch

from helpers.checks.build_it_yourself.made import with_drawn
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import explaining
from helpers.language_model import LanguageModel
from helpers.learner.calls import TroubleError
from helpers.learner.compared import same

OTHER_NUMBERS = (
    "With the same generator, your function writes a different text the second time. Does your "
    "sampling use the generator that it's given?"
)

NO_BATCH = "The model takes a batch. `tokens[None]` is a batch of one text."
DIVIDES_BY_0 = (
    "At temperature 0 you're dividing by 0. In that case, take the most probable token and ignore "
    "the generator."
)
NO_SHARES = "You're sampling from numbers below 0. What turns logits into probabilities?"
NO_WORD = (
    "You're appending a token that isn't in the model's vocabulary. Are you choosing among all "
    "rows' logits? Only the last row predicts what follows."
)

NO_CROP = (
    "Your text has outgrown the model's positions. Let the model read only the last tokens, one "
    "per row of `model.places`."
)


def _seeded(given, *inputs):
    """Return what a function writes with a generator of this seed."""
    *how, seed = inputs
    return given(*how, torch.Generator().manual_seed(seed))


def _run(given, model, tokens, count, temperature, seed):
    """Return what a learner's function writes, or say that it draws by other random numbers."""

    def expect_batch(_, given):
        if given[0].ndim != 2:
            raise TroubleError(NO_BATCH)

    model.register_forward_pre_hook(expect_batch)
    with (
        explaining(ValueError, "tokens must be from", NO_WORD),
        explaining(ValueError, "8 tokens, got 9", NO_CROP),
        explaining(RuntimeError, "probability", NO_SHARES if temperature else DIVIDES_BY_0),
    ):
        inputs = model, tokens, count, temperature, seed
        first, again = (_seeded(given, *inputs) for _ in range(2))
    if isinstance(first, torch.Tensor) and not same(first, again):
        raise TroubleError(OTHER_NUMBERS)
    return first


RIGHT, MISTAKES = edits.read(__file__, _seeded)


def _inputs(rng, temperature):
    """Return a model with drawn numbers, a beginning, a count, the temperature and a seed."""
    model = LanguageModel(words=12, d_model=8, num_heads=2, blocks=1, longest=8)
    tokens = torch.from_numpy(rng.integers(0, 12, size=int(rng.integers(3, 6))))
    return with_drawn(model, rng), tokens, int(rng.integers(8, 12)), temperature, 3


_rng = np.random.default_rng(0)
continue_text = Part(
    name="continue_text",
    expected=RIGHT[0],
    shown=_inputs(_rng, 0),
    draw=lambda rng: _inputs(rng, float(rng.choice([0.3, 2.5]))),
    mistakes=MISTAKES,
    also={"temperature 2": _inputs(_rng, 2.0), "temperature 0.4": _inputs(_rng, 0.4)},
    done="It reads what fits, chooses a token, appends it, and reads again.",
    run=_run,
    library="torch",
)
