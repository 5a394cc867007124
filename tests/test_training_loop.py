"""The training loop does what its lines say, seen with NumPy and with models that count."""

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from helpers.training.loop import train

INPUTS = np.array([[1.0, 2.0], [0.5, -1.0], [-2.0, 0.25]])
TARGETS = np.array([[1.0], [0.0], [-1.0]])
START = np.array([[0.3], [-0.7]])
RATE = {"learning_rate": 0.1}


class Line(nn.Module):
    """Weigh two inputs, from a known start, in float64."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor(START))

    def forward(self, inputs):
        return inputs @ self.weight


def batch():
    return torch.tensor(INPUTS), torch.tensor(TARGETS)


def error_and_slope(weight):
    """The mean squared error of the line and its gradient, by NumPy and the chain rule."""
    gap = INPUTS @ weight - TARGETS
    return (gap**2).mean(), 2 * INPUTS.T @ gap / len(INPUTS)


def test_a_step_goes_down_the_gradient_and_gradients_do_not_pile_up():
    weight, expected = START.copy(), []
    for _ in range(4):
        loss, slope = error_and_slope(weight)
        expected.append(loss)
        weight = weight - 0.1 * slope
    model = Line()
    options = {"steps": 4, "learning_rate": 0.1, "optimizer": torch.optim.SGD}
    losses = train(model, batch, functional.mse_loss, **options)
    np.testing.assert_allclose(losses, expected, rtol=1e-12)
    np.testing.assert_allclose(model.weight.detach().numpy(), weight, rtol=1e-12)


def test_adam_is_the_default_and_remembers_from_step_to_step():
    weight, first, second = START.copy(), 0.0, 0.0
    for step in range(1, 6):
        slope = error_and_slope(weight)[1]
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        size = np.sqrt(second / (1 - 0.999**step)) + 1e-8
        weight = weight - 0.05 * first / (1 - 0.9**step) / size
    model = Line()
    train(model, batch, functional.mse_loss, steps=5, learning_rate=0.05)
    np.testing.assert_allclose(model.weight.detach().numpy(), weight, rtol=1e-9)


def test_the_losses_are_plain_numbers_one_for_each_draw():
    draws = []

    def draw():
        draws.append(torch.full((1, 2), float(len(draws)), dtype=torch.float64))
        return draws[-1], torch.zeros(1, 1, dtype=torch.float64)

    losses = train(Line(), draw, functional.mse_loss, steps=3, learning_rate=0.0)
    assert all(type(loss) is float for loss in losses)
    np.testing.assert_allclose(losses, [(i * START.sum()) ** 2 for i in range(3)], atol=1e-15)
    assert len(draws) == 3


def test_a_frozen_parameter_stays_where_it_is():
    model = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1)).double()
    model[0].requires_grad_(False)
    before = [layer.weight.clone() for layer in model]
    train(model, batch, functional.mse_loss, steps=3, learning_rate=0.1)
    assert torch.equal(model[0].weight, before[0])
    assert not torch.equal(model[1].weight, before[1])


def test_dropout_acts_in_training_and_not_afterwards():
    class Mode(nn.Module):
        def __init__(self):
            super().__init__()
            self.size, self.seen = nn.Parameter(torch.ones(1)), []

        def forward(self, inputs):
            self.seen.append(self.training)
            return inputs * self.size

    model = Mode().eval()
    train(model, lambda: (torch.ones(1), torch.zeros(1)), functional.mse_loss, steps=2, **RATE)
    model(torch.ones(1))
    assert model.seen == [True, True, False]


@pytest.mark.parametrize("steps", [0, -3])
def test_no_step_is_refused_with_the_number(steps):
    with pytest.raises(ValueError, match=f"at least 1, got {steps}"):
        train(Line(), batch, functional.mse_loss, steps=steps, **RATE)
