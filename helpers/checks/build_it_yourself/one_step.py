"""Exercise 18.7: one step of learning."""

import copy
from functools import partial

import numpy as np
import torch

from helpers.checks.build_it_yourself.parts import Part, ways_of
from helpers.checks.build_it_yourself.texts import loss_of, numbers_of, texts_and_model
from helpers.checks.kinds.function import explaining
from helpers.checks.let_a_head_learn.training_step import NO_NOTES, STEP_FIRST, expect_one_step
from helpers.learner.calls import TroubleError

RATE = 0.1
OLD = 0.1  # each gradient that the model still holds from before the first call
NOT_PLAIN = (
    "It returns the loss as a tensor, and a training would keep one for each step. Return its "
    "number alone: which method of a tensor gives it?"
)
FLAT = (
    "The gradients that your loss brings back are all 0. Is the loss cut off at a number, or "
    "multiplied by 0?"
)
OTHER_ORDER = "`parts.next_token_loss` takes the model, then the tokens, then their lengths."
NOT_A_NUMBER = "It should return one number, the loss before the step."


def _two_steps(given, model, *batch):
    """Let a learner's function step twice; return the two losses, then the model's numbers.

    Raises TroubleError for a step that is not taken, or in an order in which nothing is learned.
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
    optimizer.register_step_post_hook(lambda *_: seen.append("step"))  # a closure goes back before
    for _ in range(2):
        before, seen[:] = model.unembed.weight.detach().clone(), []
        with (
            explaining(RuntimeError, "does not require grad", NO_NOTES),
            explaining(IndexError, "too many indices", OTHER_ORDER),
        ):
            try:
                loss = given(model, optimizer, *batch)
            except RuntimeError:
                if seen == ["step"]:  # the way back no longer finds what the loss was made of
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


def _length(gradients):
    return torch.sqrt(sum(one.square().sum() for one in gradients))


def _shortened(gradients, most=1):
    """Return gradients that are together at most so long."""
    return [one * most / max(_length(gradients), most) for one in gradients]


def _losses(
    model,
    *batch,
    ask=lambda model, *batch: loss_of(model, *batch),
    clip=_shortened,
    clears="before",
    returned=lambda loss, found, after: loss,
    direction=-1,
):
    """Return what two steps give, right by default.

    ask      : takes the model and the batch, and returns the loss
    clip     : takes the gradients, and returns those that the step follows
    clears   : when the gradients of earlier are cleared, "before" a step, "after" it or "never"
    returned : takes the loss, the gradients, and the loss after the step
    """
    model, losses = copy.deepcopy(model), []
    held = [torch.full_like(numbers, OLD) for numbers in model.parameters()]
    for _ in range(2):
        before = ask(model, *batch)
        found = torch.autograd.grad(before, list(model.parameters()))
        if clears != "before":
            found = [one + other for one, other in zip(found, held, strict=True)]
        held = clip(found)
        with torch.no_grad():
            for numbers, way in zip(model.parameters(), held, strict=True):
                numbers += direction * RATE * way
        if clears == "after":
            held = [0 * one for one in held]
        losses.append(returned(before, found, loss_of(model, *batch)).item())
    return np.array(losses), numbers_of(model)


_with = ways_of(_losses)
MISTAKES = (
    _with(
        "The second call follows the gradients of the first one as well: they add up. When are the "
        "old ones cleared?",
        {"clears": "never"},
    ),
    _with(
        "You clear the gradients after the step. So the first call follows those that the model "
        "still holds from somewhere else as well. Clear them before the loss goes back.",
        {"clears": "after"},
    ),
    _with(
        "The gradients are not shortened. All together, as one long vector, they should be at most "
        "1 long; this comes between the way back and the step.",
        {"clip": lambda found: found},
    ),
    _with(
        "The second call follows the gradients of the first one as well, and none are shortened.",
        {"clip": lambda found: found, "clears": "never"},
    ),
    _with(
        "Each matrix’s gradient is shortened by itself. All of them together should be at most 1 "
        "long.",
        {"clip": lambda found: [one / one.norm().clamp(min=1) for one in found]},
    ),
    _with(
        "Each number of the gradients is cut off at 1. Their length, all together, should be at "
        "most 1, and their direction stays.",
        {"clip": lambda found: [one.clamp(-1, 1) for one in found]},
    ),
    _with(
        "Every gradient is made exactly 1 long, the short ones, too. Only what is longer is to be "
        "shortened.",
        {"clip": lambda found: [one / _length(found) for one in found]},
    ),
    _with(
        "Your gradients are shortened to another length than 1.",
        *({"clip": partial(_shortened, most=most)} for most in (0.1, 0.5, 2)),
    ),
    _with(
        "The loss goes back twice in one step, so the gradients are twice as long.",
        {"clip": lambda found: _shortened([2 * one for one in found])},
    ),
    _with(
        "You return the loss after the step. The one before it is asked for, so the model need be "
        "asked once only.",
        {"returned": lambda loss, found, after: after},
    ),
    _with(
        "You return the length of the gradients, which shortening gives. The loss is asked for.",
        {"returned": lambda loss, found, after: _length(found)},
    ),
    _with(
        "Your own loss counts the padding. Take that of `parts`, which leaves it out.",
        {
            "ask": lambda model, tokens, lengths: loss_of(
                model, tokens, 0 * lengths + len(tokens[0])
            )
        },
    ),
    _with(
        "You divide the loss once more. It is a mean already.",
        {"ask": lambda model, tokens, lengths: loss_of(model, tokens, lengths) / len(tokens)},
    ),
    _with(
        "Your step climbs. Which way do gradients point, and which way should you go?",
        {"direction": 1},
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
    results=("the losses of the two calls", "the parameters after them"),
    done="Clear, ask, go back, shorten, step: this is the line that every training repeats.",
    run=_two_steps,
)
