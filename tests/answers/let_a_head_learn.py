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
            "Two things at once. You're dividing by the number of rows",
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


wrong(NAME, "an object", "an instance of the class")(ByTorch(2, 2, 4))
