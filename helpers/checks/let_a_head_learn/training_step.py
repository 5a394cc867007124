"""Exercise 6.2: a training step to repair, judged by what it does and by its losses."""

import numpy as np
import torch
from torch import nn

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, explaining
from helpers.learner.calls import TroubleError

WORDS = np.array([[1, 0], [-0.5, 0.75**0.5], [-0.5, -(0.75**0.5)]])  # A, B and C on the page

NEVER_STEPS = (
    "The parameters stay as they are, because the optimizer you're given never takes a step. Do "
    "you call its `step`, with parentheses?"
)
NEVER_BACK = (
    "There's no backward pass from the loss to the parameters, so they don't get a gradient. Do "
    "you call `backward`, with parentheses?"
)
OTHER_MODEL = (
    "You never use the `model` that you're given. Which model computes the scores for your loss?"
)
STEP_FIRST = (
    "The optimizer takes its step before the backward pass. What gradient could it follow at that "
    "point?"
)
CLEARED = (
    "You're clearing the gradient between the backward pass and the step, so the step has nothing "
    "to follow and nothing moves."
)
NOT_THIS_ONE = (
    "The parameters move, but not because of the optimizer that you're given. What moves them?"
)
MANY_STEPS = "One call takes {count} steps, and it should take one."
NO_NOTES = (
    "Your loss has no graph for the backward pass to follow. Where are you losing the connection "
    "between the parameters of `model` and the loss?"
)
PLACES_FIRST = (
    "You're giving cross-entropy the indices of the right tokens where it expects scores. Which "
    "of its two arguments comes first?"
)
NOT_PLAIN = (
    "Your function returns a tensor that's still attached to its graph. Which tensor method gives "
    "you a Python number?"
)
NOT_A_PAIR = (
    "Your function should return two numbers, the loss before the step and the loss after it."
)


OLD = 0.1  # each derivative that the model still has from before the first call


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

    start   : (d, d), the ring's W_K at first     inputs : (n, d) tokens
    targets : (n,) the index of each right token  rate   : the learning rate

    What isn't written yet (`...`, None) is returned as it is. Raises TroubleError for a step that
    isn't taken, or taken in an order in which nothing is learned.
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
    done="The second call starts from the loss that the first one ended with. Your function works "
    "with any module that returns scores.",
    run=_two_steps,
)
