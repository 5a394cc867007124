"""Exercise 6.2: a step of training to repair, judged by what it does and by its losses."""

import numpy as np
import torch
from torch import nn

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, explaining
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


RIGHT, MISTAKES = edits.read(__file__, _two_steps)


def _draw_ring(generator):
    """Return W_K, words, right words and a learning rate; as many words as none is wide."""
    n, d = generator.permutation([2, 3, 4, 5])[:2]
    start, inputs = generator.normal(size=(d, d)), generator.normal(size=(n, d))
    return start, inputs, generator.integers(n, size=n), generator.uniform(0.2, 0.7)


training_step = Function(
    name="training_step",
    expected=RIGHT[0],
    shown=(np.eye(2), WORDS, np.array([1, 2, 0]), 1.0),
    draw=_draw_ring,
    mistakes=MISTAKES,
    done="The second call begins at the loss where the first one ended. Your function takes a step "
    "with any module that makes scores.",
    run=_two_steps,
)
