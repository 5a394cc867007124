"""Exercise 18.7: one training step."""

import copy

import numpy as np
import torch

from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.build_it_yourself.texts import numbers_of, texts_and_model
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import explaining
from helpers.checks.let_a_head_learn.training_step import NO_NOTES, STEP_FIRST, expect_one_step
from helpers.learner.calls import TroubleError

RATE = 0.1
OLD = 0.1  # each gradient that the model still holds from before the first call
NOT_PLAIN = (
    "You're returning the loss as a tensor, and a training loop would keep such a tensor for each "
    "step. Return a plain number: which tensor method gives it?"
)
FLAT = "The gradients of your loss are all 0. Is the loss clamped at a number, or multiplied by 0?"
OTHER_ORDER = "`parts.next_token_loss` takes the model, then the tokens, then their lengths."
NOT_A_NUMBER = "It should return one number, the loss before the step."


def _two_steps(given, model, *batch):
    """Take two training steps with a learner's function; return the losses, then the parameters.

    Raises TroubleError if the optimizer takes no step, or if the order means nothing is learned.
    """
    model, asked, seen, losses = copy.deepcopy(model), [], [], []
    for numbers in model.parameters():
        numbers.grad = torch.full_like(numbers, OLD)
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE)

    def came_back(numbers):
        seen.append("back")
        if not numbers.grad.any():
            raise TroubleError(FLAT)

    model.unembed.weight.register_post_accumulate_grad_hook(came_back)
    model.register_forward_hook(lambda *_: asked.append(True))
    optimizer.register_step_post_hook(lambda *_: seen.append("step"))  # after a closure's backward
    for _ in range(2):
        before, seen[:] = model.unembed.weight.detach().clone(), []
        with (
            explaining(RuntimeError, "does not require grad", NO_NOTES),
            explaining(IndexError, "too many indices", OTHER_ORDER),
        ):
            try:
                loss = given(model, optimizer, *batch)
            except RuntimeError:
                if seen == ["step"]:  # the backward pass no longer finds its graph
                    raise TroubleError(STEP_FIRST) from None
                raise
        if loss is None or loss is ...:
            return loss
        expect_one_step(seen, asked, not torch.equal(before, model.unembed.weight))
        losses.append(_plain(loss))
    return np.array(losses), numbers_of(model)


def _plain(loss):
    if isinstance(loss, torch.Tensor):
        raise TroubleError(NOT_PLAIN)
    try:
        return float(loss)
    except (TypeError, ValueError, RuntimeError):
        raise TroubleError(NOT_A_NUMBER) from None


RIGHT, MISTAKES = edits.read(__file__, _two_steps)


def _inputs(rng, lengths, **size):
    """Return a model that counts in float64, with long gradients unless it is small, and texts."""
    model, *batch = texts_and_model(rng, lengths, **size)
    return model.double(), *batch


one_step = Part(
    name="one_step",
    expected=RIGHT[0],
    shown=_inputs(np.random.default_rng(0), [6, 4, 3]),
    draw=lambda rng: _inputs(rng, rng.permutation([3, 4, 5, 7])[:3]),
    mistakes=MISTAKES,
    also={"short gradients": _inputs(np.random.default_rng(1), [4, 4, 3], size=0.02)},
    results=("the losses of the two calls", "the parameters after them"),
    done="Loss, clear, backward, clip, step: every training loop repeats these five operations.",
    run=_two_steps,
)
