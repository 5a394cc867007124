"""Runs what a learner wrote with torch, a training step or a class, and says what hinders it."""

import contextlib
import inspect

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from helpers.learner.calls import TroubleError

NEVER_STEPS = (
    "The parameters stay as they are: the optimiser that you are given never steps. Is its step "
    "called, with brackets?"
)
NEVER_BACK = (
    "The parameters stay as they are: nothing goes back to them from the loss, so they have no "
    "slopes. Is the way back called, with brackets?"
)
OTHER_MODEL = (
    "The parameters stay as they are: the `model` that you are given is never asked. Which model "
    "makes the scores of your loss?"
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
RAISED = {"does not require grad": NO_NOTES, "log_softmax": PLACES_FIRST}  # by PyTorch's own words
NOT_PLAIN = (
    "It returns a tensor with its notes. Return Python numbers: which method of a tensor gives one?"
)
NOT_A_PAIR = "It should return two numbers, the loss before the step and the loss after it."

AN_OBJECT = "You pass an object made of the class. Pass the class itself: its name alone."
NO_MODULE = (
    "Your class is not built on `nn.Module`, so nothing that it keeps is registered as something "
    "to learn."
)
OTHER_WIDTHS = (
    "Your class cannot be made with three widths: after `self`, its `__init__` takes d_in, d_k and "
    "d_v, in this order."
)
NO_REGISTER = "The register is not set up: in `__init__`, `super().__init__()` must come first."
NO_FORWARD = "Your class has no method called `forward`: it is what a module does with an input."
SHARED = "Two roles share one Linear. Each of the three needs a matrix of its own to learn."
CUT = "The result has lost its notes, so nothing could be learned from it. Which line cuts it off?"
ROLES = ("q_proj", "k_proj", "v_proj")


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


def two_steps(training_step, start, inputs, targets, rate):
    """Let a learner's function step twice with one `Ring`; return the losses it says, (2, 2).

    start   : (d, d), the ring's W_K at first     inputs : (n, d) words
    targets : (n,) the place of each right word   rate   : the learning rate

    What is not written yet (`...`, None) is returned as it is. Raises TroubleError for a step that
    is not taken, or taken in an order in which nothing is learned.
    """
    model, seen, said = Ring(start), [], []
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    model.W_K.register_post_accumulate_grad_hook(lambda _: seen.append("back"))
    optimizer.register_step_pre_hook(lambda *_: seen.append("step"))
    for _ in range(2):
        before = model.W_K.detach().clone()
        seen.clear()
        try:
            batch = torch.from_numpy(inputs), torch.from_numpy(targets)
            answer = training_step(model, optimizer, *batch)
        except RuntimeError as error:
            words = next((words for part, words in RAISED.items() if part in str(error)), None)
            if words is None:
                raise
            raise TroubleError(words) from None
        if answer is None or answer is ...:
            return answer
        _expect_one_step(seen, model.is_asked, not torch.equal(before, model.W_K))
        said.append(_pair(answer))
    return np.array(said)


def losses_of_two_steps(
    start, inputs, targets, rate, *, loss_of=functional.cross_entropy, way=-1, clears=True
):
    """Return the losses before and after each of two steps, (2, 2), right or with a mistake.

    loss_of : what is lowered and told     way : -1 goes down the slopes, 1 up
    clears  : whether the slopes of the first step are cleared before the second

    The rest as in `two_steps`; here no optimiser steps and no `backward` goes back.
    """
    model, slopes, said = Ring(start), 0.0, []
    inputs, targets = torch.from_numpy(inputs), torch.from_numpy(targets)
    for _ in range(2):
        before = loss_of(model(inputs), targets)
        (found,) = torch.autograd.grad(before, model.W_K)
        slopes = found if clears else found + slopes
        with torch.no_grad():
            model.W_K += way * rate * slopes
        said.append([before.item(), loss_of(model(inputs), targets).item()])
    return np.array(said)


def _expect_one_step(seen, is_asked, is_moved):
    """Raise TroubleError where what was seen, "back" and "step", is not one step of learning."""
    if is_moved:
        count = seen.count("step")
        words = MANY_STEPS.format(count=count) if count > 1 else "" if count else NOT_THIS_ONE
    elif "back" not in seen:
        words = NEVER_BACK if is_asked else OTHER_MODEL
    elif "step" not in seen:
        words = NEVER_STEPS
    else:
        words = STEP_FIRST if seen[0] == "step" else CLEARED
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


def attended(given, W_Q, W_K, W_V, x):
    """Make a module of a learner's class, give it known matrices, and return its context.

    W_Q, W_K : (d_in, d_k)     W_V : (d_in, d_v)     x : (n, d_in), a tensor

    A class whose `forward` returns `...` is not written yet: returns `...`. Raises TroubleError for
    a class that cannot take the matrices, or whose context cannot be learned from.
    """
    if isinstance(given, nn.Module):
        raise TroubleError(AN_OBJECT)
    with torch.random.fork_rng(devices=[]):  # the reader's random numbers go on as they were
        model = _made(given, *W_Q.shape, W_V.shape[-1])
        with contextlib.suppress(Exception):  # forward may need what is not there yet
            if model(x.clone()) is ...:
                return ...
    if type(model).forward is nn.Module.forward:
        raise TroubleError(NO_FORWARD)
    _fill(model, (W_Q, W_K, W_V))
    context = model(x)
    if isinstance(context, torch.Tensor) and not context.requires_grad:
        raise TroubleError(CUT)
    return context


def _made(given, *widths):
    """Return a module of these widths, or say why there is none."""
    try:
        inspect.signature(given).bind(*widths)
    except TypeError:
        raise TroubleError(OTHER_WIDTHS) from None
    try:
        model = given(*widths)
    except AttributeError as error:
        if "__init__() call" not in str(error):
            raise
        raise TroubleError(NO_REGISTER) from None
    if not isinstance(model, nn.Module):
        raise TroubleError(NO_MODULE)
    if "_modules" not in vars(model):
        raise TroubleError(NO_REGISTER)
    return model.float()


def _fill(model, matrices):
    """Put known matrices into the three Linear layers, or say what is wrong with them."""
    layers = [getattr(model, name, None) for name in ROLES]
    for name, layer, matrix in zip(ROLES, layers, matrices, strict=True):
        if not isinstance(layer, nn.Linear):
            raise TroubleError(f"`__init__` makes no Linear called `{name}`.")
        if layer.bias is not None:
            raise TroubleError(f"`{name}` also adds a bias. The task wants the matrices alone.")
        sizes, wanted = (layer.in_features, layer.out_features), matrix.shape
        if sizes != wanted:
            raise TroubleError(
                f"`{name}` takes {sizes[0]} numbers and gives {sizes[1]}, but here each word has "
                f"{wanted[0]} and should get {wanted[1]}. Which widths belong to this role?"
            )
    if len({id(layer) for layer in layers}) < len(layers):
        raise TroubleError(SHARED)
    with torch.no_grad():
        for layer, matrix in zip(layers, matrices, strict=True):
            layer.weight.copy_(torch.from_numpy(matrix).T)
