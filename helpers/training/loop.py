"""The one training loop: draw, predict, compare, find the gradients, take a step."""

import math
import random
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from helpers import expect


def train(
    model: nn.Module,
    draw: Callable[[], tuple[torch.Tensor, torch.Tensor]],
    loss_of: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    *,
    steps: int,
    learning_rate: float,
    optimizer: type[torch.optim.Optimizer] = torch.optim.Adam,
    warm_up: int = 0,
    clip: float | None = None,
    watch: Sequence[Callable[[int, float, nn.Module], object]] = (),
) -> list[float]:
    """Train a model in place and return its losses, one per step, each taken before the step.

    draw      : gives a batch (inputs, targets), called once per step; return the same batch
                every time to train on fixed data
    loss_of   : compares model(inputs) with targets and gives a single number, as
                `functional.mse_loss` does
    optimizer : a class of `torch.optim`, made once, with every parameter and the learning rate
    warm_up   : over so many steps the learning rate rises in a straight line to its full size
    clip      : the largest norm that all gradients together may have; longer ones are shortened
    watch     : each is called as watcher(step, loss, model), with steps from 0, when the loss of
                a step is known and before the step is taken; if it has a method `end`, that is
                called as end(losses, model) after the training, also after one that is stopped

    The model trains in training mode and is left in evaluation mode, with dropout off. The stop
    button ends the training with a printed sentence, and the losses until then are returned: they
    are fewer than `steps`.

    Raises ValueError for fewer than 1 step, a negative warm_up or learning_rate, or a clip that is
    not above 0, TypeError for a watcher that cannot be called, FloatingPointError for a loss that
    is nan or infinite.
    """
    steps, warm_up = expect.count("steps", steps), expect.count("warm_up", warm_up, least=0)
    learning_rate = expect.number("learning_rate", learning_rate, least=0)
    clip = None if clip is None else expect.number("clip", clip, above=0)
    if not isinstance(watch, Sequence) or not all(callable(watcher) for watcher in watch):
        raise TypeError(f"watch must be a list of watchers, as in watch=[record], got {watch!r}")
    stepper = optimizer(model.parameters(), lr=learning_rate)
    losses = []
    model.train()
    try:
        for step in range(steps):
            inputs, targets = draw()
            loss = loss_of(model(inputs), targets)
            losses.append(loss.item())
            for watcher in watch:
                watcher(step, losses[-1], model)
            _refuse_broken(step, losses[-1], learning_rate)
            for group in stepper.param_groups:
                group["lr"] = learning_rate * min(1, (step + 1) / max(warm_up, 1))
            stepper.zero_grad()
            loss.backward()
            if clip is not None:
                nn.utils.clip_grad_norm_(model.parameters(), clip)
            stepper.step()
    except KeyboardInterrupt:
        print(_stopped(len(losses), steps))
    finally:
        model.eval()
    _end(watch, losses, model)
    return losses


def next_token_loss(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Return the mean cross-entropy of all next tokens: of −log of the probability of each.

    logits : (b, n, words)    targets : (b, n), where −100 isn't counted
    """
    return functional.cross_entropy(logits.flatten(0, -2), targets.flatten())


class Record:
    """A watcher for `train` that looks at the model every so many steps, and once at the end.

    look   : look(model) gives the numbers to keep, as a tensor, an array or lists; it sees the
             model in evaluation mode and without gradients, and what it draws at random, by torch,
             NumPy or Python, does not change the training
    every  : the looks are taken at step 0, every, 2 · every …

    steps  : the steps at which looks were taken, (k,); the last one is the number of losses and
             stands for the model as it is after the training
    looks  : what was seen, k arrays
    losses : the loss of every step, not only of those looked at

    recent : the mean loss of the `every` steps before each look, or of those there were, (k,)

    A new training begins a new record. Raises ValueError for an `every` below 1.
    """

    def __init__(self, look: Callable[[nn.Module], object], every: int = 20):
        self.look, self.every = look, expect.count("every", every)
        self._begin()

    def __call__(self, step: int, loss: float, model: nn.Module) -> None:
        """Keep the loss of this step, and look at the model where it is its turn."""
        if step == 0:
            self._begin()
        self.losses.append(loss)
        if step % self.every == 0 and math.isfinite(loss):
            self._take(step, model)

    def end(self, losses: list[float], model: nn.Module) -> None:
        """Take the last look, at the model as the training leaves it."""
        if not losses:  # stopped before its first step
            self._begin()
        self._take(len(losses), model)

    @property
    def recent(self) -> np.ndarray:
        """Return the mean loss before each look."""
        before = [self.losses[max(0, step - self.every) : max(1, step)] for step in self.steps]
        return np.array([np.mean(losses) for losses in before])

    def _begin(self):
        self.steps, self.looks, self.losses = [], [], []

    def _take(self, step, model):
        training, drawn = model.training, (random.getstate(), np.random.get_state())
        model.eval()
        try:
            with torch.no_grad(), torch.random.fork_rng(devices=[]):
                seen = self.look(model)
                seen = seen.detach().cpu().numpy() if torch.is_tensor(seen) else seen
        finally:
            model.train(training)
            random.setstate(drawn[0])
            np.random.set_state(drawn[1])
        self.steps.append(step)
        self.looks.append(np.array(seen))  # a copy: a parameter goes on changing


def _refuse_broken(step, loss, learning_rate):
    """Stop before a loss that is no number spoils the model, and say what to try."""
    if math.isfinite(loss):
        return
    if step == 0:
        raise FloatingPointError(
            f"the loss is {loss} at step 0, before the model has learned anything: look for nan "
            "or inf in the inputs and the targets, and for a log or a division that meets a 0"
        )
    raise FloatingPointError(
        f"the loss is {loss} at step {step}: make the model anew and train it with a learning_rate "
        f"below {learning_rate:g}, or with clip=1.0, which shortens gradients that are too long"
    )


def _stopped(taken, steps):
    return (
        f"Stopped by hand after {taken} of {steps} steps. The model keeps what it has learned so "
        "far. To train it whole, run again from the cell that makes the model."
    )


def _end(watch, losses, model):
    """Tell those watchers that want to know that no step follows."""
    for watcher in watch:
        if hasattr(watcher, "end"):
            watcher.end(losses, model)
