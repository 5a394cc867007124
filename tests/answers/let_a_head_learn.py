"""Answers to the exercises of notebook 06."""

import numpy as np
import torch
from torch import nn
from torch.nn.functional import cross_entropy, scaled_dot_product_attention

from answers.case import right, right_each, wrong, wrong_each

NAME = "slopes_of_scores"


def weights_of(scores):
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def less(wanted, divisor=1):
    """Return an answer that takes what is wanted from the weights."""
    return lambda scores, right: (weights_of(scores) - wanted(scores, right)) / divisor


@right(NAME, "1 taken away in place")
def in_place(scores, right):
    slopes = weights_of(scores)
    slopes[np.arange(len(scores)), right] -= 1
    return slopes


@right(NAME, "a loop, as lists")
def by_a_loop(scores, right):
    rows = []
    for row, place in zip(weights_of(scores), right, strict=True):
        rows.append([have - (word == place) for word, have in enumerate(row)])
    return rows


@right(NAME, "by autograd")
def by_autograd(scores, right):
    numbers = torch.tensor(scores, dtype=torch.float64, requires_grad=True)
    cross_entropy(numbers, torch.as_tensor(right), reduction="sum").backward()
    return numbers.grad.numpy()


right_each(NAME, {"a table of the wanted": less(lambda s, right: np.eye(s.shape[1])[right])})
wrong_each(
    NAME,
    {
        "the mean, down the columns": (
            lambda s, right: (weights_of(s.T).T - np.eye(s.shape[1])[right]) / len(s),
            "Two things at once. You divide by the number of rows",
        ),
        "one right word": (lambda s, _: in_place(s, 1), "at [1, 1]"),
        "the ring written in": (lambda s, _: in_place(s, [1, 2, 0]), "but not for others"),
        "losses": (lambda s, right: -np.log(weights_of(s)[range(len(s)), right]), "is shape (3,)"),
        "no return": (lambda s, right: None, "returned None"),
    },
)

NAME = "training_step"


@right(NAME, "logarithms written out")
def written_out(model, optimizer, inputs, targets):
    optimizer.zero_grad()

    def loss():
        weights = torch.softmax(model(inputs), dim=1)
        return -torch.log(weights[torch.arange(len(targets)), targets]).mean()

    before = loss()
    before.backward()
    optimizer.step()
    with torch.no_grad():
        return [float(before), float(loss())]


@right(NAME, "a loop over the rows, the module clears")
def by_rows(model, optimizer, inputs, targets):
    losses = []
    for is_first in (True, False):
        scores = model.forward(inputs)
        rows = [row.logsumexp(0) - row[t] for row, t in zip(scores, targets, strict=True)]
        loss = sum(rows) / len(rows)
        losses.append(loss.detach().numpy())
        if is_first:
            model.zero_grad()
            loss.backward()
            optimizer.step()
    return np.array(losses)


@right(NAME, "a closure")
def by_closure(model, optimizer, inputs, targets):
    def closure():
        optimizer.zero_grad()
        loss = cross_entropy(model(inputs), targets)
        loss.backward()
        return loss

    before = optimizer.step(closure).item()
    return before, cross_entropy(model(inputs), targets).item()


def step(order="clear back step", loss_of=cross_entropy, returned=tuple):
    """Return a training step that does what is named, in this order."""

    def training_step(model, optimizer, inputs, targets):
        loss = loss_of(model(inputs), targets)
        does = {"clear": optimizer.zero_grad, "back": loss.backward, "step": optimizer.step}
        for name in order.split():
            does[name]()
        return returned([loss.item(), loss_of(model(inputs), targets).item()])

    return training_step


# What no losses show: how the step was taken, and what kind of thing came back.
wrong_each(
    NAME,
    {
        "cleared between": (step("back clear step"), "cleared after the loss has gone back"),
        "no way back": (step("clear step"), "Nothing goes back"),
        "no step": (step("clear back"), "never steps"),
        "step first": (step("clear step back"), "steps before the loss goes back"),
        "step first, never cleared": (step("step back"), "steps before the loss goes back"),
        "two steps": (step("clear back step step"), "takes 2 steps"),
        "arguments exchanged": (
            step(loss_of=lambda scores, targets: cross_entropy(targets, scores)),
            "Which of its two arguments comes first",
        ),
        "the page's right words": (
            step(loss_of=lambda scores, _: cross_entropy(scores, torch.tensor([1, 2, 0]))),
            "but with fresh numbers",
        ),
        "notes cut off": (
            step(loss_of=lambda scores, targets: cross_entropy(scores.detach(), targets)),
            "no notes",
        ),
        "one loss": (step(returned=lambda losses: losses[0]), "two numbers"),
        "texts": (step(returned=lambda losses: ("low", "lower")), "two numbers"),
        "no return": (step(returned=lambda losses: None), "returned None"),
    },
)


@wrong(NAME, "tensors", "a tensor with its notes")
def returns_tensors(model, optimizer, inputs, targets):
    before = cross_entropy(model(inputs), targets)
    optimizer.zero_grad()
    before.backward()
    optimizer.step()
    return before, cross_entropy(model(inputs), targets)


@wrong(NAME, "an optimiser of its own", "Which one moves them?")
def makes_its_own(model, optimizer, inputs, targets):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    return step()(model, optimizer, inputs, targets)


@wrong(NAME, "a number goes back", "raised AttributeError")
def number_goes_back(model, optimizer, inputs, targets):
    loss = cross_entropy(model(inputs), targets).item()
    optimizer.zero_grad()
    loss.backward()
    return loss, loss


@wrong(NAME, "a model of its own", "Which model makes the scores of your loss")
def trains_another(model, optimizer, inputs, targets):
    other = nn.Linear(inputs.shape[1], len(inputs)).double()
    return step()(other, optimizer, inputs, targets)


@wrong(NAME, "inputs changed", "changes the array")
def changes_the_inputs(model, optimizer, inputs, targets):
    losses = step()(model, optimizer, inputs, targets)
    inputs *= 2
    return losses


NAME = "HeadWithTwoWidths"


@right(NAME, "as on the page")
class ThreeLinears(nn.Module):
    def __init__(self, d_in, d_k, d_v):
        super().__init__()
        self.q_proj = nn.Linear(d_in, d_k, bias=False)
        self.k_proj = nn.Linear(d_in, d_k, bias=False)
        self.v_proj = nn.Linear(d_in, d_v, bias=False)

    def roles(self, x):
        return self.q_proj(x), self.k_proj(x), self.v_proj(x)

    def forward(self, x):
        queries, keys, values = self.roles(x)
        return torch.softmax(queries @ keys.T / keys.shape[-1] ** 0.5, dim=-1) @ values


@right(NAME, "a loop over the words")
class ByWords(ThreeLinears):
    def __init__(self, d_in, d_k, d_v):
        super().__init__(d_in, d_k, d_v)
        self.scale = d_k**-0.5

    def forward(self, x):
        keys, values = self.k_proj(x), self.v_proj(x)
        rows = []
        for word in x:
            powers = torch.exp(keys @ self.q_proj(word) * self.scale)
            rows.append((powers / powers.sum()) @ values)
        return torch.stack(rows)


@right(NAME, "torch's own attention")
class ByTorch(ThreeLinears):
    def forward(self, x):
        return scaled_dot_product_attention(*self.roles(x))


@wrong(NAME, "two arguments", "three widths")
class TwoArguments(ThreeLinears):
    def __init__(self, d_in, d_out):
        super().__init__(d_in, d_out, d_out)


@wrong(NAME, "no module", "not built on")
class NoModule:
    def __init__(self, d_in, d_k, d_v):
        self.q_proj = nn.Linear(d_in, d_k, bias=False)


@wrong(NAME, "no super().__init__", "must come first")
class NoRegister(nn.Module):
    __init__ = NoModule.__init__


@wrong(NAME, "no forward", "no method called")
class NoForward(nn.Module):
    def __init__(self, d_in, d_k, d_v):
        super().__init__()
        self.q_proj = nn.Linear(d_in, d_k, bias=False)


def forward(compute):
    """Return a class with this `forward`."""
    return type(NAME, (ThreeLinears,), {"forward": compute})


def start(change):
    """Return a class whose `__init__` makes the three Linear layers and then changes something."""

    def begin(self, d_in, d_k, d_v):
        ThreeLinears.__init__(self, d_in, d_k, d_v)
        change(self, d_in, d_k, d_v)

    return type(NAME, (ThreeLinears,), {"__init__": begin})


def with_layer(name, make):
    """Return a class whose `__init__` makes one layer otherwise."""
    return start(lambda self, *widths: setattr(self, name, make(*widths)))


wrong_each(
    NAME,
    {
        "an object": (ThreeLinears(2, 2, 4), "an object made of the class"),
        "no register": (type(NAME, (nn.Module,), {"__init__": lambda *_: None}), "must come first"),
        "matrices not turned": (
            forward(lambda self, x: [x @ part.weight for part in self.children()]),
            "raised RuntimeError",
        ),
        "x changed": (forward(lambda self, x: (self.q_proj(x), x.mul_(2))[0]), "changes the array"),
        "detached": (forward(lambda self, x: ByTorch.forward(self, x).detach()), "lost its notes"),
        "NumPy": (
            forward(lambda self, x: ByTorch.forward(self, x).detach().numpy()),
            "torch tensor",
        ),
        "no return": (forward(lambda self, x: None), "returned None"),
        "numbers of the page": (
            forward(lambda self, x: 0 * self.q_proj.weight.sum() + torch.ones(3, 4)),
            "whatever it is given",
        ),
        "a bias": (with_layer("k_proj", lambda i, k, v: nn.Linear(i, k)), "adds a bias"),
        "values as wide as keys": (
            with_layer("v_proj", lambda i, k, v: nn.Linear(i, k, bias=False)),
            "`v_proj` takes 2 numbers and gives 2",
        ),
        "in and out exchanged": (
            with_layer("q_proj", lambda i, k, v: nn.Linear(k, i, bias=False)),
            "Which widths belong to this role?",
        ),
        "keys and queries share": (
            start(lambda self, *_: setattr(self, "k_proj", self.q_proj)),
            "share one",
        ),
        "no Linear": (
            start(lambda self, *_: setattr(self, "q_proj", nn.Identity())),
            "no Linear called `q_proj`",
        ),
    },
)
