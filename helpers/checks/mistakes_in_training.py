"""Mistakes of somebody who writes a step of training, known by the losses that it tells."""

from functools import partial

import torch
from torch.nn import functional

from helpers.checks.kinds.function import Mistake
from helpers.checks.torch_runs import losses_of_two_steps

NOT_CLEARED = (
    "The second call follows the slopes of the first one as well: PyTorch adds the new ones to "
    "them. When are the old ones cleared?"
)
FIRST_TWICE = (
    "You return the loss before the step twice. A loss is a number of its moment: after the step, "
    "the model must be asked again."
)
LAST_TWICE = "You return the loss after the step twice. When must the first of the two be taken?"
EXCHANGED = "The two losses are exchanged: the one before the step comes first."
UPWARD = "Your step climbs. Which way does a slope point, and which way should you go?"
OF_WEIGHTS = "You give cross-entropy the weights. It takes scores, and makes their softmax itself."
SUMMED = (
    "You sum the losses of the rows. The mean is asked for: with a sum, more rows would make a "
    "longer step."
)
OTHER_LOSS = (
    "You lower 1 minus the weight of the right word. Cross-entropy is the other one of the two "
    "losses."
)
SQUARED = (
    "You square the distance between the scores and the places of the right words. A place is no "
    "score: which loss takes scores and places?"
)
DOWN = (
    "Your softmax runs down the columns. The word that asks, a row, divides its attention among "
    "the words. (The ring of this page looks the same both ways.)"
)


def _of_weights(scores, targets):
    return functional.cross_entropy(torch.softmax(scores, dim=1), targets)


def _summed(scores, targets):
    return functional.cross_entropy(scores, targets, reduction="sum")


def _one_minus(scores, targets):
    return 1 - torch.softmax(scores, dim=1)[torch.arange(len(targets)), targets].mean()


def _down(scores, targets):
    return functional.nll_loss(torch.log_softmax(scores, dim=0), targets)


def _squared(scores, targets):
    return functional.mse_loss(scores, targets.expand(scores.shape))


def _with(words, **how):
    return Mistake(partial(losses_of_two_steps, **how), words)


OF_STEPS = (
    _with(NOT_CLEARED, clears=False),
    Mistake(lambda *inputs: losses_of_two_steps(*inputs)[:, [0, 0]], FIRST_TWICE),
    Mistake(lambda *inputs: losses_of_two_steps(*inputs)[:, [1, 1]], LAST_TWICE),
    Mistake(lambda *inputs: losses_of_two_steps(*inputs)[:, ::-1], EXCHANGED),
    _with(UPWARD, way=1),
    Mistake(lambda *inputs: -losses_of_two_steps(*inputs, way=1), UPWARD),
    _with(OF_WEIGHTS, loss_of=_of_weights),
    _with(SUMMED, loss_of=_summed),
    _with(OTHER_LOSS, loss_of=_one_minus),
    _with(SQUARED, loss_of=_squared),
    _with(DOWN, loss_of=_down),
)
