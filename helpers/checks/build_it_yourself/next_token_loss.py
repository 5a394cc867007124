"""Exercise 18.6: the loss of next-token prediction."""

from functools import partial

import numpy as np
import torch

from helpers.checks.build_it_yourself.gradients import with_gradients
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.build_it_yourself.texts import texts_and_model
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import explaining
from helpers.learner.calls import TroubleError

LAST_ASKED = (
    "Your model also reads the last token of each row. Nothing follows it, so there's nothing to "
    "predict, and here the model doesn't have a position for it: leave it out."
)
PLACES_FIRST = (
    "`cross_entropy` takes shapes (positions, words) and (positions,): pick the positions first."
)
NOT_LEFT_OUT = "`cross_entropy` only skips targets equal to its `ignore_index`, -100 by default."
ONE_NUMBER = "It should return one number, of shape (): the mean. Yours is shape {}."
CUT = "Your loss is cut off from the graph, so nothing is learned. Which line does that?"


def _asked(given, *inputs):
    """Return a loss as (1,)."""
    return given(*inputs).reshape(1)


RIGHT, MISTAKES = edits.read(__file__, _asked)


def _run(given, model, tokens, lengths):
    """Return a learner's loss as (1,), or say what is no loss to learn from."""

    def asked(tokens, lengths):
        with (
            explaining(ValueError, "a text must have", LAST_ASKED),
            explaining(RuntimeError, "Expected target size", PLACES_FIRST),
            explaining(IndexError, "Target -", NOT_LEFT_OUT),
        ):
            loss = given(model, tokens, lengths)
        if isinstance(loss, torch.Tensor) and loss.ndim:
            raise TroubleError(ONE_NUMBER.format(tuple(loss.shape)))
        if isinstance(loss, torch.Tensor) and not loss.requires_grad:
            raise TroubleError(CUT)
        return loss.reshape(1) if isinstance(loss, torch.Tensor) else loss

    texts, numbers = {"tokens": tokens, "lengths": lengths}, dict(model.named_parameters())
    return with_gradients(asked, partial(_asked, RIGHT[0].edited(), model), texts, numbers, numbers)


next_token_loss = Part(
    name="next_token_loss",
    expected=RIGHT[0],
    shown=texts_and_model(np.random.default_rng(0), [6, 4, 3]),
    draw=lambda rng: texts_and_model(rng, rng.permutation([3, 4, 5, 7])[: rng.integers(3, 5)]),
    mistakes=MISTAKES,
    also={"texts of full length": texts_and_model(np.random.default_rng(1), [5, 5, 3], room=0)},
    done="A text gives a prediction at every position but its last, and padding gives none.",
    run=_run,
    library="torch",
)
