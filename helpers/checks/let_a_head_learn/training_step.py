"""Exercise 6.2: a step of training to repair, judged by what it does and by its losses."""

from functools import partial

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from helpers.checks.kinds.function import Function, Mistake, explaining
from helpers.learner.calls import TroubleError

WORDS = np.array([[1, 0], [-0.5, 0.75**0.5], [-0.5, -(0.75**0.5)]])  # A, B and C on the page

NEVER_STEPS = (
    "The parameters stay as they are: the optimiser that you are given never steps. Is its step "
    "called, with brackets?"
)
NEVER_BACK = (
    "Nothing goes back from the loss to the parameters, so it brings them no slopes. Is the way "
    "back called, with brackets?"
)
OTHER_MODEL = (
    "The `model` that you are given is never asked. Which model makes the scores of your loss?"
)
STEP_FIRST = (
    "The optimiser steps before the loss goes back. Which slopes can it follow at that moment?"
)
CLEARED = (
    "The slopes are cleared after the loss has gone back and before the step, so the step finds "
    "none and nothing moves."
)
NOT_THIS_ONE = (
    "The parameters move, but the optimiser that you are given never steps. Which one moves them?"
)
MANY_STEPS = "One call takes {count} steps; one is asked for."
NO_NOTES = (
    "Your loss has no notes to walk back along. Where is the way from the parameters of `model` to "
    "the loss cut, or left out?"
)
PLACES_FIRST = (
    "Cross-entropy is given the places of the right words where it takes scores. Which of its two "
    "arguments comes first?"
)
NOT_PLAIN = (
    "It returns a tensor with its notes. Return Python numbers: which method of a tensor gives one?"
)
NOT_A_PAIR = "It should return two numbers, the loss before the step and the loss after it."


OLD = 0.1  # each slope that the model still holds from before the first call


class Ring(nn.Module):
    """The `Ring` of notebook 06, of any size."""

    def __init__(self, start):
        super().__init__()
        self.W_K = nn.Parameter(torch.tensor(start))
        self.is_asked = False

    def forward(self, x):
        """Return the scaled scores of the words x (n, d) with their keys: (n, n)."""
        self.is_asked = True
        return x @ (x @ self.W_K).T / x.shape[-1] ** 0.5


def _two_steps(training_step, start, inputs, targets, rate):
    """Let a learner's function step twice with one `Ring`; return its losses, (2, 2).

    start   : (d, d), the ring's W_K at first     inputs : (n, d) words
    targets : (n,) the place of each right word   rate   : the learning rate

    What is not written yet (`...`, None) is returned as it is. Raises TroubleError for a step that
    is not taken, or taken in an order in which nothing is learned.
    """
    model, seen, said = Ring(start), [], []
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    model.W_K.grad = torch.full_like(model.W_K, OLD)
    model.W_K.register_post_accumulate_grad_hook(lambda _: seen.append("back"))
    optimizer.register_step_post_hook(lambda *_: seen.append("step"))  # a closure goes back before
    for _ in range(2):
        before = model.W_K.detach().clone()
        seen.clear()
        batch = torch.from_numpy(inputs), torch.from_numpy(targets)
        with (
            explaining(RuntimeError, "does not require grad", NO_NOTES),
            explaining(RuntimeError, "log_softmax", PLACES_FIRST),
        ):
            answer = training_step(model, optimizer, *batch)
        if answer is None or answer is ...:
            return answer
        expect_one_step(seen, model.is_asked, not torch.equal(before, model.W_K))
        said.append(_pair(answer))
    return np.array(said)


def _losses(
    start, inputs, targets, rate, *, loss_of=functional.cross_entropy, direction=-1, clears="before"
):
    """Return the losses before and after each of two steps, (2, 2), right or with a mistake.

    loss_of   : what is lowered and returned
    direction : -1 goes down the gradient, 1 up
    clears    : when the gradient of earlier is cleared, "before" a step, "after" it or "never"

    The rest as in `_two_steps`; here no optimiser steps and no `backward` goes back.
    """
    model, said = Ring(start), []
    gradient = torch.full_like(model.W_K, OLD)
    inputs, targets = torch.from_numpy(inputs), torch.from_numpy(targets)
    for _ in range(2):
        before = loss_of(model(inputs), targets)
        (found,) = torch.autograd.grad(before, model.W_K)
        gradient = found if clears == "before" else found + gradient
        with torch.no_grad():
            model.W_K += direction * rate * gradient
        if clears == "after":
            gradient = 0 * gradient
        said.append([before.item(), loss_of(model(inputs), targets).item()])
    return np.array(said)


def expect_one_step(seen, is_asked, is_moved):
    """Raise TroubleError where what was seen, "back" and "step", is not one step of learning."""
    if "back" in seen and seen[0] == "step":
        words = STEP_FIRST
    elif is_moved and "back" in seen:
        count = seen.count("step")
        words = MANY_STEPS.format(count=count) if count > 1 else "" if count else NOT_THIS_ONE
    elif "back" not in seen:
        words = NEVER_BACK if is_asked else OTHER_MODEL
    elif "step" not in seen:
        words = NEVER_STEPS
    else:
        words = CLEARED
    if words:
        raise TroubleError(words)


def _pair(answer):
    """Return the two losses as floats, or say what was returned instead."""
    if isinstance(answer, torch.Tensor) or not isinstance(answer, tuple | list | np.ndarray):
        raise TroubleError(NOT_A_PAIR)
    if any(isinstance(loss, torch.Tensor) and loss.requires_grad for loss in answer):
        raise TroubleError(NOT_PLAIN)
    try:
        before, after = map(float, answer)
    except (TypeError, ValueError, RuntimeError):
        raise TroubleError(NOT_A_PAIR) from None
    return [before, after]


def _with(words, **how):
    return Mistake(words, partial(_losses, **how))


def _of_weights(scores, right):
    return functional.cross_entropy(torch.softmax(scores, dim=1), right)


UPWARD = "Your step climbs. Which way does a slope point, and which way should you go?"
MISTAKES = (
    _with(
        "Both mistakes of the task are still there. What does cross-entropy take, and what is left "
        "of the round before?",
        loss_of=_of_weights,
        clears="never",
    ),
    _with(
        "The second call follows the slopes of the first one as well: PyTorch adds the new ones "
        "to them. When are the old ones cleared?",
        clears="never",
    ),
    _with(
        "You clear the slopes after the step. So the first call follows those that the model still "
        "holds from somewhere else as well. Clear them before the loss goes back.",
        clears="after",
    ),
    Mistake(
        "You return the loss before the step twice. A loss is a number of its moment: after the "
        "step, the model must be asked again.",
        lambda *inputs: _losses(*inputs)[:, [0, 0]],
    ),
    Mistake(
        "You return the loss after the step twice. When must the first of the two be taken?",
        lambda *inputs: _losses(*inputs)[:, [1, 1]],
    ),
    Mistake(
        "The two losses are exchanged: the one before the step comes first.",
        lambda *inputs: _losses(*inputs)[:, ::-1],
    ),
    _with(UPWARD, direction=1),
    Mistake(UPWARD, lambda *inputs: -_losses(*inputs, direction=1)),
    _with(
        "You give cross-entropy the weights. It takes scores, and makes their softmax itself.",
        loss_of=_of_weights,
    ),
    _with(
        "You sum the losses of the rows. The mean is asked for: with a sum, more rows would make "
        "a longer step.",
        loss_of=partial(functional.cross_entropy, reduction="sum"),
    ),
    _with(
        "You lower 1 minus the weight of the right word. Cross-entropy is the other one of the "
        "two losses.",
        loss_of=lambda s, right: 1 - torch.softmax(s, dim=1)[range(len(right)), right].mean(),
    ),
    _with(
        "You square the distance between the scores and the places of the right words. A place "
        "is no score: which loss takes scores and places?",
        loss_of=lambda s, right: functional.mse_loss(s, right.expand(s.shape)),
    ),
    _with(
        "Your softmax runs down the columns. The word that asks, a row, divides its attention "
        "among the words. (The ring of this page looks the same both ways.)",
        loss_of=lambda s, right: functional.nll_loss(torch.log_softmax(s, dim=0), right),
    ),
)


def _draw_ring(generator):
    """Return W_K, words, right words and a learning rate; as many words as none is wide."""
    n, d = generator.permutation([2, 3, 4, 5])[:2]
    start, inputs = generator.normal(size=(d, d)), generator.normal(size=(n, d))
    return start, inputs, generator.integers(n, size=n), generator.uniform(0.2, 0.7)


training_step = Function(
    name="training_step",
    expected=_losses,
    shown=(np.eye(2), WORDS, np.array([1, 2, 0]), 1.0),
    draw=_draw_ring,
    mistakes=MISTAKES,
    done="The second call begins at the loss where the first one ended. Your function takes a step "
    "with any module that makes scores.",
    run=_two_steps,
)
