"""Exercise 18.8: the loop."""

import copy
import math

import numpy as np
import torch

from helpers.checks.build_it_yourself.parts import Part, ways_of
from helpers.checks.build_it_yourself.texts import loss_of, numbers_of, texts_and_model
from helpers.checks.kinds.function import Mistake
from helpers.learner.calls import TroubleError

UNWATCHED = "`watch` should be called once in each step, as watch(step, loss, model), from step 0."
COUNT = "It takes {} steps; {} are asked for."
OTHER_LOSS = "The loss that `watch` gets should be the one that you return for its step."
DRAWS_ON = (
    "`draw` is called more than once in a step. One call gives both, the tokens and their lengths."
)
NOT_NUMBERS = "It should return a list with the loss of each step, as numbers."
ENDS_EARLY = "Your loop ends with its first step. Does its `return` stand inside the loop?"
WITH_NOTES = "Your losses are tensors, and each keeps all the notes of its step in memory."


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
    most=1.0,
    clears=True,
    times=1,
    after=False,
):
    """Return the losses and what was learned, right by default.

    rate : of the learning rate, which share a step takes    anew  : an optimizer for each step
    batch : which batch a step takes     most : how long the gradients may be, all together
    clears : whether each step begins without the gradients of the one before
    times : how often each steps         after : whether the loss is that after the step
    """
    model, losses = copy.deepcopy(model), []
    stepper = optimizer(model.parameters(), lr=learning_rate)
    for step in range(steps):
        if anew:
            stepper = optimizer(model.parameters(), lr=learning_rate)
        stepper.param_groups[0]["lr"] = learning_rate * rate(step, warm_up)
        loss = loss_of(model, *batches[batch(step)])
        if clears:
            stepper.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), most)
        for _ in range(times):
            stepper.step()
        if after:
            loss = loss_of(model, *batches[batch(step)])
        losses.append(loss.item())
    return np.array(losses), numbers_of(model)


_with = ways_of(_losses)
MISTAKES = (
    _with(
        "There is no warm-up: the learning rate is full from the first step on.",
        {"rate": lambda step, warm_up: 1},
        {"rate": lambda step, warm_up: max(1, (step + 1) / warm_up)},
        {"rate": lambda step, warm_up: min(1, warm_up / (step + 1))},
    ),
    _with(
        "Your warm-up begins at 0, so the first step moves nothing. Step 0 takes the first of "
        "`warm_up` equal parts.",
        {"rate": lambda step, warm_up: min(1, step / warm_up)},
        {"rate": lambda step, warm_up: min(1, step / (warm_up - 1))},
        {"rate": lambda step, warm_up: min(1, (step + 1) // warm_up)},
    ),
    _with(
        "From step `warm_up - 1` on, the learning rate should stay at its full size. Yours does "
        "not.",
        {"rate": lambda step, warm_up: (step + 1) / warm_up},
        {"rate": lambda step, warm_up: (step + 1) / warm_up * (step < warm_up)},
        {"rate": lambda step, warm_up: 1 / warm_up},
        {"rate": lambda step, w: math.factorial(min(step + 1, w)) / w ** min(step + 1, w)},
        {"rate": lambda step, warm_up: min(1, (step + 1) / (warm_up + 1))},
    ),
    Mistake(
        "Your learning rate rises over all steps. After `warm_up` steps it should stay.",
        lambda *given: _losses(*given, rate=lambda step, _: (step + 1) / given[2]),
    ),
    _with(
        "Your warm-up is one part ahead: step 0 takes the first of `warm_up` equal parts.",
        {"rate": lambda step, warm_up: min(1, (step + 2) / warm_up)},
    ),
    _with(
        "You set the learning rate after the step, so the first one goes at full size, and each "
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
        "Nothing draws the numbers towards 0, as AdamW does unless it is told otherwise.",
        {"optimizer": torch.optim.Adam},
    ),
    _with(
        "That is plain gradient descent. AdamW is asked for.",
        {"optimizer": torch.optim.SGD},
    ),
    _with(
        "Your own step does not shorten the gradients. Take that of `parts`.", {"most": math.inf}
    ),
    _with(
        "Your own step doesn't clear the gradients of the one before. Take that of `parts`.",
        {"clears": False},
    ),
    _with("The optimizer steps twice in each of your steps.", {"times": 2}),
    _with(
        "You keep the loss after each step. The one before it is asked for, and a step returns it.",
        {"after": True},
    ),
    Mistake(
        "The model that you are given stays as it was. Which one do you train?",
        lambda model, *rest: (_losses(model, *rest)[0], numbers_of(model)),
    ),
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
    results=("the losses", "the parameters after the training"),
    done="Draw, step, write down the loss: a training does nothing else, for hours or months.",
    run=_trained,
)
