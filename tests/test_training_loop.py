"""The training loop does what its lines say, seen with NumPy and with models that count."""

import importlib
import inspect
import pkgutil
import random
import typing

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from helpers import training
from helpers.training import own_text, read_stories
from helpers.training.loop import Record, train

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


def error_and_gradient(weight):
    """The mean squared error of the line and its gradient, by NumPy and the chain rule."""
    gap = INPUTS @ weight - TARGETS
    return (gap**2).mean(), 2 * INPUTS.T @ gap / len(INPUTS)


def test_a_frozen_parameter_stays_where_it_is():
    model = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1)).double()
    model[0].requires_grad_(False)
    before = [layer.weight.clone() for layer in model]
    train(model, batch, functional.mse_loss, steps=3, learning_rate=0.1)
    assert torch.equal(model[0].weight, before[0])
    assert not torch.equal(model[1].weight, before[1])


class Watcher(list):
    """A watcher that keeps its arguments, and the weight of a `Line` at that moment."""

    def __call__(self, step, loss, model):
        self.append((step, loss, model.weight.detach().numpy().copy(), model.training))

    def end(self, losses, model):
        self.append(("end", list(losses), model.training))


def noisy(seed=0):
    """Return a model with dropout and draws that take random numbers from torch's own."""
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(2, 8), nn.Dropout(0.5), nn.Linear(8, 1))
    return model, lambda: (torch.randn(4, 2), torch.randn(4, 1))


def stopping(after, error=KeyboardInterrupt):
    """Return a draw that is stopped when so many batches are drawn."""
    left = iter(range(after))

    def draw():
        if next(left, None) is None:
            raise error
        return batch()

    return draw


def test_without_new_arguments_not_a_bit_changes():
    model, draw = noisy()
    optimizer, expected = torch.optim.Adam(model.parameters(), lr=0.1), []
    model.train()
    for _ in range(20):
        inputs, targets = draw()
        loss = functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        expected.append(loss.item())
    again, draw = noisy()
    losses = train(again, draw, functional.mse_loss, steps=20, **RATE)
    assert losses == expected
    assert {*map(type, losses)} == {float}
    for ours, theirs in zip(again.parameters(), model.parameters(), strict=True):
        assert torch.equal(ours, theirs)


def test_looking_does_not_change_the_training():
    def look(model):
        return model(torch.randn(3, 2)) * np.random.rand() * random.random()

    def draw():
        factors = np.random.rand() * random.random()
        return torch.randn(4, 2) * factors, torch.randn(4, 1)

    seen = []
    for watch in ([], [Record(look, every=3)]):
        model, _ = noisy()
        np.random.seed(0)
        random.seed(0)
        losses = train(model, draw, functional.mse_loss, steps=20, watch=watch, **RATE)
        seen.append((losses, *(one.tolist() for one in model.parameters()), torch.rand(2).tolist()))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("warm_up", [0, 3, 9])
def test_steps_go_down_the_gradient_at_a_rate_that_rises_in_a_straight_line(warm_up):
    weight, expected = START.copy(), []
    for rise in [min(1, i / warm_up) if warm_up else 1 for i in range(1, 7)]:
        loss, gradient = error_and_gradient(weight)
        expected.append(loss)
        weight = weight - 0.1 * rise * gradient
    model = Line()
    how = {"steps": 6, "optimizer": torch.optim.SGD, "warm_up": warm_up, **RATE}
    losses = train(model, batch, functional.mse_loss, **how)
    np.testing.assert_allclose(losses, expected, rtol=1e-12)
    np.testing.assert_allclose(model.weight.detach().numpy(), weight, rtol=1e-12)


@pytest.mark.parametrize("clip", [0.01, 0.5, 100.0])
def test_all_gradients_together_are_no_longer_than_clip(clip):
    model = nn.ModuleList([Line(), Line()])
    model.forward = lambda inputs: model[0](inputs) - 2 * model[1](inputs)
    weights = np.concatenate([START, START])
    for _ in range(3):
        gap = INPUTS @ (weights[:2] - 2 * weights[2:]) - TARGETS
        gradient = 2 * np.concatenate([INPUTS.T @ gap, -2 * INPUTS.T @ gap]) / len(INPUTS)
        weights = weights - 0.1 * gradient * min(1, clip / np.linalg.norm(gradient))
    how = {"steps": 3, "optimizer": torch.optim.SGD, "clip": clip, **RATE}
    train(model, batch, functional.mse_loss, **how)
    found = np.concatenate([line.weight.detach().numpy() for line in model])
    np.testing.assert_allclose(found, weights, rtol=1e-3 * clip)  # torch adds 1e-6 to the norm


def test_a_watcher_is_told_each_loss_in_training_mode_before_the_step_and_then_the_end():
    watcher, second = Watcher(), []
    watch = [watcher, lambda step, loss, model: second.append(step)]
    model = Line().eval()
    losses = train(model, batch, functional.mse_loss, steps=3, watch=watch, **RATE)
    assert [one[:2] for one in watcher] == [*enumerate(losses), ("end", losses)]
    np.testing.assert_array_equal(watcher[0][2], START)
    assert not np.array_equal(watcher[1][2], START)
    assert not np.array_equal(watcher[2][2], model.weight.detach().numpy())
    assert [one[-1] for one in watcher] == [True, True, True, False]
    assert second == [0, 1, 2]


def test_a_record_looks_every_so_many_steps_and_at_the_end():
    def look(model):
        seen.append((model.training, torch.is_grad_enabled()))
        return model.weight

    seen, watcher = [], Watcher()
    record = Record(look, every=2)
    losses = train(
        model := Line(), batch, functional.mse_loss, steps=5, watch=[record, watcher], **RATE
    )
    assert record.steps == [0, 2, 4, 5]
    assert record.losses == losses
    assert all(type(look) is np.ndarray for look in record.looks)
    expected = [watcher[0][2], watcher[2][2], watcher[4][2], model.weight.detach().numpy()]
    np.testing.assert_array_equal(record.looks, expected)  # copies: the weight went on changing
    assert seen == [(False, False)] * 4
    assert all(one[-1] for one in watcher[:5])


@pytest.mark.parametrize("first", [5, 1, 0])
def test_a_new_training_begins_a_new_record(first):
    record = Record(lambda model: [1, 2], every=2)
    for steps in (7, first, 3):
        how = {"steps": 7, "watch": [record], **RATE}
        train(Line(), stopping(steps), functional.mse_loss, **how)
        assert record.steps == [*range(0, steps, 2), *([steps] if steps else [0])]
        assert len(record.losses) == steps
        assert len(record.looks) == len(record.steps)


def test_a_look_that_fails_is_told_and_leaves_the_model_to_use():
    def look(model):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        train(model := Line(), batch, functional.mse_loss, steps=5, watch=[Record(look)], **RATE)
    assert not model.training
    model.train()
    with pytest.raises(ZeroDivisionError):
        Record(look)(0, 1.0, model)
    assert model.training


@pytest.mark.parametrize("after", [0, 3])
def test_the_stop_button_leaves_the_losses_a_usable_model_and_a_sentence(after, capsys):
    model, watcher, record = Line(), Watcher(), Record(lambda model: model.weight)
    how = {"steps": 600, "watch": [watcher, record], **RATE}
    losses = train(model, stopping(after), functional.mse_loss, **how)
    whole = Line()
    if after:
        assert losses == train(whole, batch, functional.mse_loss, steps=after, **RATE)
    assert torch.equal(model.weight, whole.weight)
    assert not model.training
    assert watcher[-1] == ("end", losses, False)
    np.testing.assert_array_equal(record.looks[-1], model.weight.detach().numpy())
    printed = capsys.readouterr().out
    assert printed.startswith(f"Stopped by hand after {after} of 600 steps. The model keeps")
    assert printed.count("\n") == 1


def test_any_other_error_is_not_hidden_and_nothing_is_printed(capsys):
    model, watcher = Line(), Watcher()
    how = {"steps": 9, "watch": [watcher], **RATE}
    with pytest.raises(SystemExit):
        train(model, stopping(2, SystemExit), functional.mse_loss, **how)
    assert not model.training
    assert [one[0] for one in watcher] == [0, 1]
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("broken", "step"), [(float("nan"), 0), (float("-inf"), 2)])
def test_a_loss_that_is_no_number_stops_before_it_spoils_the_model(broken, step):
    model, watcher, record = Line(), Watcher(), Record(lambda model: model.weight, every=1)
    factors = iter([1.0] * step + [broken])
    remedy = "look for nan" if step == 0 else r"learning_rate below 0\.1, or with clip=1\.0"
    with pytest.raises(FloatingPointError, match=f"is {broken} at step {step}.*{remedy}"):
        train(
            model,
            batch,
            lambda outputs, targets: functional.mse_loss(outputs, targets) * next(factors),
            steps=5,
            watch=[watcher, record],
            **RATE,
        )
    assert not model.training
    assert torch.isfinite(model.weight).all()
    np.testing.assert_array_equal(model.weight.detach().numpy(), watcher[-1][2])
    assert record.steps == list(range(step))
    assert len(record.losses) == step + 1


@pytest.mark.parametrize(
    ("option", "error", "said"),
    [
        ({"warm_up": -1}, ValueError, "at least 0, got -1"),
        ({"learning_rate": float("nan")}, ValueError, "at least 0, got nan"),
        ({"clip": 0}, ValueError, "above 0, got 0"),
        ({"clip": float("nan")}, ValueError, "above 0, got nan"),
        ({"watch": Record(len)}, TypeError, r"as in watch=\[record\], got <"),
        ({"watch": [3]}, TypeError, r"list of watchers.*got \[3\]"),
    ],
)
def test_what_no_training_can_begin_with_is_refused(option, error, said):
    model = Line()
    with pytest.raises(error, match=said):
        train(model, batch, functional.mse_loss, **{"steps": 3, **RATE, **option})
    assert torch.equal(model.weight, Line().weight)


STAND_INS = {  # of arguments that are right
    "model": Line(),
    "draw": batch,
    "loss_of": functional.mse_loss,
    "look": len,
    "way": lambda rows, part: rows,
    "generator": torch.Generator(),
    "tokens": torch.zeros(300, dtype=torch.long),
    own_text.Text: own_text.split("ab" * 2000),
    str: "anna",
    "positions": "none",
    "empty": False,
    **dict.fromkeys(("steps", "learning_rate", "layers", "depth", "d_k"), 1),
    **dict.fromkeys(("seed", "count", "phrases"), 1),
}


MAY_BE_0 = {"seed", "warm_up", "learning_rate", "phrases", "count"}


def numbers_asked_for():
    """Find whatever a reader may call for a task, with each of its arguments that is a number."""
    for file in pkgutil.iter_modules(training.__path__):
        module = importlib.import_module(f"{training.__name__}.{file.name}")
        for name, what in vars(module).items():
            own = getattr(what, "__module__", "") == module.__name__ and name[0] != "_"
            if own and callable(what) and what is not read_stories.Answer:
                for asked in inspect.signature(what).parameters.values():
                    kinds = [asked.annotation, *typing.get_args(asked.annotation)]
                    if (int in kinds or float in kinds) and asked.kind != asked.VAR_KEYWORD:
                        at = f"{file.name}.{name}-{asked.name}"
                        yield pytest.param(what, asked.name, kinds, id=at)


@pytest.mark.parametrize(("call", "name", "kinds"), [*numbers_asked_for()])
def test_a_number_that_is_none_is_refused_in_one_line_by_its_name(call, name, kinds):
    others = {
        other.name: STAND_INS.get(other.name, STAND_INS.get(other.annotation))
        for other in inspect.signature(call).parameters.values()
        if other.default is other.empty and other.name not in (name, "sizes")
    }
    halves = [2.5] if float not in kinds else []
    nothing = [] if name in MAY_BE_0 else [0]
    for wrong in ["a", float("nan"), -(10**30), *halves, *nothing]:
        with pytest.raises(ValueError, match=rf"^{name} must be .*, got .*{wrong}'?$"):
            call(**others, **{name: wrong})
