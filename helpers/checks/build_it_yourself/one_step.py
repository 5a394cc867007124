"""Exercise 18.7: one step of learning."""

import copy

import numpy as np
import torch
from torch import nn

from helpers.checks.build_it_yourself.next_token_loss import texts_and_model
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds.function import Mistake, explaining
from helpers.checks.let_a_head_learn.training_step import NO_NOTES, expect_one_step
from helpers.learner.calls import TroubleError

RATE = 0.1
NOT_PLAIN = (
    "It returns the loss as a tensor, which keeps all the notes of its step in memory. Return its "
    "number: which method of a tensor gives it?"
)
NOT_A_NUMBER = "It should return one number, the loss before the step."


def _two_steps(given, model, *batch):
    """Let a learner's function step twice; return the two losses, then the model's numbers.

    Raises TroubleError for a step that is not taken, or in an order in which nothing is learned.
    """
    asked, seen, losses = [], [], []
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE)
    model.unembed.weight.register_post_accumulate_grad_hook(lambda _: seen.append("back"))
    model.register_forward_hook(lambda *_: asked.append(True))
    optimizer.register_step_pre_hook(lambda *_: seen.append("step"))
    for _ in range(2):
        before, seen[:] = model.unembed.weight.detach().clone(), []
        with explaining(RuntimeError, "does not require grad", NO_NOTES):
            loss = given(model, optimizer, *batch)
        if loss is None or loss is ...:
            return loss
        expect_one_step(seen, asked, not torch.equal(before, model.unembed.weight))
        losses.append(_plain(loss))
    return np.array(losses), numbers_of(model)


def numbers_of(model):
    """Return all that a model has learned as one array."""
    return nn.utils.parameters_to_vector(model.parameters()).detach().numpy().astype(float)


def _plain(loss):
    if isinstance(loss, torch.Tensor) and loss.requires_grad:
        raise TroubleError(NOT_PLAIN)
    try:
        return float(loss)
    except (TypeError, ValueError, RuntimeError):
        raise TroubleError(NOT_A_NUMBER) from None


def _shortened(gradients):
    """Return gradients that are together at most 1 long."""
    length = torch.sqrt(sum(one.square().sum() for one in gradients))
    return [one / max(length, 1) for one in gradients]


def _losses(model, *batch, clip=_shortened, clears=True, after=False, direction=-1):
    """Return what two steps give, right by default.

    clip   : takes the gradients, and returns those that the step follows
    clears : whether the gradients of the first step are gone    after : the loss behind the step
    """
    model, held, losses = copy.deepcopy(model), None, []
    for _ in range(2):
        before = loss_of(model, *batch)
        found = torch.autograd.grad(before, list(model.parameters()))
        if held and not clears:
            found = [one + other for one, other in zip(found, held, strict=True)]
        held = clip(found)
        with torch.no_grad():
            for numbers, way in zip(model.parameters(), held, strict=True):
                numbers += direction * RATE * way
        losses.append(loss_of(model, *batch).item() if after else before.item())
    return np.array(losses), numbers_of(model)


def loss_of(model, tokens, lengths):
    """Return the mean of -log of the share of each next token, with its notes."""
    logits, targets = model(tokens[:, :-1]), tokens[:, 1:]
    losses = -logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    return losses[torch.arange(1, tokens.shape[1]) < lengths[:, None]].mean()


def _with(words, **how):
    return Mistake(words, lambda *given: _losses(*given, **how))


MISTAKES = (
    _with(
        "The second call follows the gradients of the first one as well: they add up. When are the "
        "old ones cleared?",
        clears=False,
    ),
    _with(
        "The gradients are not shortened. All together, as one long vector, they should be at most "
        "1 long; this comes between the way back and the step.",
        clip=lambda found: found,
    ),
    _with(
        "The second call follows the gradients of the first one as well, and none are shortened.",
        clip=lambda found: found,
        clears=False,
    ),
    _with(
        "Each matrix’s gradient is shortened by itself. All of them together should be at most 1 "
        "long.",
        clip=lambda found: [one / one.norm().clamp(min=1) for one in found],
    ),
    _with(
        "Each number of the gradients is cut off at 1. Their length, all together, should be at "
        "most 1, and their direction stays.",
        clip=lambda found: [one.clamp(-1, 1) for one in found],
    ),
    _with(
        "Every gradient is made exactly 1 long, the short ones, too. Only what is longer is to be "
        "shortened.",
        clip=lambda found: [
            one / torch.sqrt(sum(other.square().sum() for other in found)) for one in found
        ],
    ),
    _with(
        "You return the loss behind the step. The one before it is asked for, so the model need be "
        "asked once only.",
        after=True,
    ),
    _with(
        "Your step climbs. Which way do gradients point, and which way should you go?", direction=1
    ),
)


def _inputs(rng, lengths, **size):
    """Return a model that counts in float64, with long gradients unless it is small, and texts."""
    model, *batch = texts_and_model(rng, lengths, **size)
    return model.double(), *batch


one_step = Part(
    name="one_step",
    expected=_losses,
    shown=_inputs(np.random.default_rng(0), [6, 4, 3]),
    draw=lambda rng: _inputs(rng, rng.permutation([3, 4, 5, 7])[:3]),
    mistakes=MISTAKES,
    also={"gradients that are short": _inputs(np.random.default_rng(1), [4, 4, 3], size=0.02)},
    done="Clear, ask, go back, shorten, step: this is the line that every training repeats.",
    run=_two_steps,
)
