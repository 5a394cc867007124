"""Exercise 18.6: the loss of guessing each next token."""

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
    "Your model also reads the last token of each row. Nothing follows it, so there is nothing to "
    "guess, and here the model has no place for it: leave it out."
)
PLACES_FIRST = "`cross_entropy` wants (places, words) and (places,). Pick the places first."
NOT_LEFT_OUT = "`cross_entropy` leaves no target out but -100, or what its `ignore_index` names."
ONE_NUMBER = "It should return one number, of shape (): the mean. Yours is shape {}."
CUT = "Your loss has no notes to walk back along, so nothing can be learned. Which line cuts it?"


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
    also={
        "texts that fill all places": texts_and_model(np.random.default_rng(1), [5, 5, 3], room=0)
    },
    done="One text gives a task at every place but its last, and the padding gives none.",
    run=_run,
    library="torch",
)
