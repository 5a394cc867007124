"""Exercise 18.8: the loop."""

import copy

import numpy as np
import torch

from helpers.checks.build_it_yourself.next_token_loss import texts_and_model
from helpers.checks.build_it_yourself.one_step import loss_of, numbers_of
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds.function import Mistake
from helpers.learner.calls import TroubleError

UNWATCHED = "`watch` should be called once in each step, as watch(step, loss, model), from step 0."
NOT_NUMBERS = "It should return a list with the loss of each step, as numbers."
ENDS_EARLY = "Your loop ends with its first step. Does its `return` stand inside the loop?"
WITH_NOTES = "Your losses are tensors, and each keeps all the notes of its step in memory."


def _trained(given, model, batches, *how):
    """Return the losses of a learner's loop, then what the model has learned.

    batches : (tokens, lengths), of which each draw gives the next
    """
    seen, coming = [], iter(batches)
    losses = given(model, lambda: next(coming), *how, lambda *one: seen.append(one[:2]))
    if losses is None or losses is ...:
        return losses
    try:
        if any(isinstance(one, torch.Tensor) and one.requires_grad for one in losses):
            raise TroubleError(WITH_NOTES)
        if any(isinstance(one, torch.Tensor) for one in losses):
            raise TroubleError(NOT_NUMBERS)
        losses = np.array(list(map(float, losses)))
    except (TypeError, ValueError):
        raise TroubleError(NOT_NUMBERS) from None
    steps = [step for step, _ in seen]
    if steps == [0] and len(losses) == 1:
        raise TroubleError(ENDS_EARLY)
    if steps != list(range(how[0])):
        raise TroubleError(UNWATCHED)
    return losses, numbers_of(model)


def _losses(
    model,
    batches,
    steps,
    learning_rate,
    warm_up,
    *,
    optimizer=torch.optim.AdamW,
    rate=lambda step, warm_up: min(1, (step + 1) / warm_up),
    anew=False,
    batch=lambda step: step,
    count=0,
):
    """Return the losses and what was learned, right by default.

    rate : of the learning rate, which share a step takes    anew  : an optimizer for each step
    batch : which batch a step takes                         count : how many steps more
    """
    model, losses = copy.deepcopy(model), []
    stepper = optimizer(model.parameters(), lr=learning_rate)
    for step in range(steps + count):
        if anew:
            stepper = optimizer(model.parameters(), lr=learning_rate)
        stepper.param_groups[0]["lr"] = learning_rate * rate(step, warm_up)
        loss = loss_of(model, *batches[batch(step)])
        stepper.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        stepper.step()
        losses.append(loss.item())
    return np.array(losses), numbers_of(model)


def _with(words, *ways):
    """Return the mistake of somebody who goes one of these ways instead: {step: function}."""
    return Mistake(words, *(lambda *given, way=way: _losses(*given, **way) for way in ways))


MISTAKES = (
    _with(
        "There is no warm-up: the learning rate is full from the first step on.",
        {"rate": lambda step, warm_up: 1},
    ),
    _with(
        "Your warm-up begins at 0, so the first step moves nothing. Step 0 takes one part of "
        "`warm_up`.",
        {"rate": lambda step, warm_up: min(1, step / warm_up)},
    ),
    _with(
        "Your warm-up never ends: the learning rate goes on growing past its full size.",
        {"rate": lambda step, warm_up: (step + 1) / warm_up},
    ),
    _with(
        "Your warm-up rises in one part too many: step `warm_up - 1` should have the full rate.",
        {"rate": lambda step, warm_up: min(1, (step + 1) / (warm_up + 1))},
    ),
    _with(
        "You set the learning rate behind the step, so the first one goes at full size, and each "
        "other with the rate of the one before.",
        {"rate": lambda step, warm_up: min(1, step / warm_up) if step else 1},
    ),
    _with(
        "You make the optimizer anew in each step, so it forgets the gradients it has seen.",
        {"anew": True},
    ),
    _with(
        "You draw once, before the loop, so the model meets the same texts again and again.",
        {"batch": lambda step: 0},
    ),
    _with(
        "Adam alone does not draw the numbers towards 0. AdamW is asked for.",
        {"optimizer": torch.optim.Adam},
    ),
    _with(
        "That is plain gradient descent. AdamW is asked for.",
        {"optimizer": torch.optim.SGD},
    ),
    _with("One step too few.", {"count": -1}),
)


def _inputs(rng, steps, warm_up):
    """Return a model, batches, a number of steps, a learning rate and a warm-up."""
    model, *first = texts_and_model(rng, [6, 4, 3])
    others = [texts_and_model(rng, [6, 5, 2])[1:] for _ in range(steps)]
    return model.double(), (tuple(first), *others), steps, 0.05, warm_up


train = Part(
    name="train",
    expected=_losses,
    shown=_inputs(np.random.default_rng(0), 4, 2),
    draw=lambda rng: _inputs(rng, int(rng.integers(3, 6)), int(rng.integers(2, 4))),
    mistakes=MISTAKES,
    done="Draw, step, write down the loss: a training does nothing else, for hours or months.",
    run=_trained,
)
