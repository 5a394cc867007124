"""Exercise 18.8: the loop."""

import copy

import numpy as np
import torch

from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.build_it_yourself.texts import numbers_of, texts_and_model
from helpers.checks.kinds import edits
from helpers.learner.calls import TroubleError

UNWATCHED = "Call `watch` once per step, as watch(step, loss, model), starting at step 0."
COUNT = "It takes {} steps instead of {}."
OTHER_LOSS = "The loss that `watch` gets should be the one that you return for that step."
DRAWS_ON = (
    "`draw` is called more than once per step. One call gives both the tokens and their lengths."
)
NOT_NUMBERS = "It should return a list of numbers, one loss per step."
ENDS_EARLY = "Your loop ends after its first step. Is the `return` inside the loop?"
WITH_NOTES = "Your losses are tensors, and each keeps the whole graph of its step in memory."


def _trained(given, model, batches, *how):
    """Return the losses of a learner's loop, then what the model has learned.

    batches : (tokens, lengths), of which each draw gives the next
    """
    model, seen, coming = copy.deepcopy(model), [], iter(batches)

    def draw():
        batch = next(coming, None)
        if batch is None:
            raise TroubleError(DRAWS_ON)
        return batch

    losses = given(model, draw, *how, lambda *one: seen.append(one[:2]))
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
    if not steps or steps != list(range(len(steps))):
        raise TroubleError(UNWATCHED)
    if len(steps) != how[0]:
        raise TroubleError(COUNT.format(len(steps), how[0]))
    if len(losses) == len(seen) and [told for _, told in seen] != losses.tolist():
        raise TroubleError(OTHER_LOSS)
    return losses, numbers_of(model)


RIGHT, MISTAKES = edits.read(__file__, _trained)


def _inputs(rng, steps, warm_up):
    """Return a model, batches, a number of steps, a learning rate and a warm-up."""
    model, *first = texts_and_model(rng, [6, 4, 3])
    others = [texts_and_model(rng, [6, 5, 2])[1:] for _ in range(steps)]
    return model.double(), (tuple(first), *others), steps, 0.05, warm_up


train = Part(
    name="train",
    expected=RIGHT[0],
    shown=_inputs(np.random.default_rng(0), 4, 2),
    draw=lambda rng: _inputs(rng, int(rng.integers(3, 6)), int(rng.integers(2, 4))),
    mistakes=MISTAKES,
    results=("the losses", "the parameters after training"),
    done="Draw, step, record the loss: that's all there is to training, even when it takes months.",
    run=_trained,
)
