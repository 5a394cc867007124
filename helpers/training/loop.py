"""The one training loop: draw, predict, compare, find the gradients, take a step."""

from collections.abc import Callable

import torch
from torch import nn


def train(
    model: nn.Module,
    draw: Callable[[], tuple[torch.Tensor, torch.Tensor]],
    loss_of: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    *,
    steps: int,
    learning_rate: float,
    optimizer: type[torch.optim.Optimizer] = torch.optim.Adam,
) -> list[float]:
    """Train a model in place and return its losses, one per step, each taken before the step.

    draw      : gives a batch (inputs, targets), called once per step; return the same batch
                every time to train on fixed data
    loss_of   : compares model(inputs) with targets and gives a single number, as
                `functional.mse_loss` does
    optimizer : a class of `torch.optim`, made once, with every parameter and the learning rate

    The model trains in training mode and is left in evaluation mode, with dropout off.

    Raises ValueError for fewer than 1 step.
    """
    if steps < 1:
        raise ValueError(f"steps must be at least 1, got {steps}")
    stepper = optimizer(model.parameters(), lr=learning_rate)
    losses = []
    model.train()
    for _ in range(steps):
        inputs, targets = draw()
        loss = loss_of(model(inputs), targets)
        stepper.zero_grad()
        loss.backward()
        stepper.step()
        losses.append(loss.item())
    model.eval()
    return losses
