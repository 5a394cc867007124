"""Answers to the exercises of notebook 06."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from answers.case import right, wrong

right("scores_with_steep_slope", "found by hand", [0, 0, 0.7])
right("scores_with_steep_slope", "half of two", np.array([-20.0, 3.0, 3.0]))
right("scores_with_steep_slope", "logarithms", np.log([0.3, 0.25, 0.45]))
right("scores_with_steep_slope", "as a tensor", torch.tensor([1, 1, 1.6931]).tolist())
right("scores_with_steep_slope", "shares of 1 that do as scores", [0.2, 0.2, 0.6])
right("scores_with_steep_slope", "whole numbers", np.array([0, 0, 1]))
wrong(
    "scores_with_steep_slope", "weights for scores", "As weights these would do", [0.25, 0.25, 0.5]
)
wrong("scores_with_steep_slope", "even", "weight 0.333, and the slope there is −0.222", [0, 0, 0])
wrong("scores_with_steep_slope", "too much", "the slope there is −0.168", [0, 0, 2])
wrong("scores_with_steep_slope", "sure and right", "sure of the right word", [0, 0, 20])
wrong("scores_with_steep_slope", "the page's row", "hardly any weight", [20.0, 10.0, -10.0])
wrong("scores_with_steep_slope", "another place", "if it were the right one", [0, np.log(2), 0])
wrong(
    "scores_with_steep_slope", "the row of A", "if it were the right one", [0.707, -0.354, -0.354]
)
wrong("scores_with_steep_slope", "the first word half", "if it were the right one", [0.7, 0, 0])
wrong("scores_with_steep_slope", "one number", "3 numbers", 0.7)
wrong("scores_with_steep_slope", "four words", "3 numbers", [0, 0, 0, 1])

right("loss_of_no_idea", "a logarithm", np.log(3))
right("loss_of_no_idea", "to two places", 1.1)
right("loss_of_no_idea", "a tensor's number", torch.tensor(3.0).log().item())
wrong("loss_of_no_idea", "scores for losses", "three equal scores", 0)
wrong("loss_of_no_idea", "a weight", "weight of the right word", 1 / 3)
wrong("loss_of_no_idea", "the other loss", "the first of the two", 0.67)
wrong("loss_of_no_idea", "no minus", "mind its minus", np.log(1 / 3))
wrong("loss_of_no_idea", "not the mean", "the sum over the rows", 3.3)
wrong("loss_of_no_idea", "base 10", "to base 10", np.log10(3))
wrong("loss_of_no_idea", "base 2", "to base 2", np.log2(3))
wrong("loss_of_no_idea", "read off", "loss of the identity", 1.587)
wrong("loss_of_no_idea", "the second line", "Too high", 1.225)
wrong("loss_of_no_idea", "a guess above", "Too high", 2)
wrong("loss_of_no_idea", "a guess below", "Too low", 0.9)
wrong("loss_of_no_idea", "one per row", "one number", [1.1, 1.1, 1.1])


@right("training_step", "as in the loop")
def as_in_the_loop(model, optimizer, inputs, targets):
    loss = nn.functional.cross_entropy(model(inputs), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item(), nn.functional.cross_entropy(model(inputs), targets).item()


@right("training_step", "logarithms written out, cleared at the end")
def written_out(model, optimizer, inputs, targets):
    def loss():
        weights = torch.softmax(model(inputs), dim=1)
        return -torch.log(weights[torch.arange(len(targets)), targets]).mean()

    before = loss()
    before.backward()
    optimizer.step()
    optimizer.zero_grad()
    with torch.no_grad():
        return [float(before), float(loss())]


@right("training_step", "a loop over the rows, the module clears")
def by_rows(model, optimizer, inputs, targets):
    told = []
    for is_first in (True, False):
        scores = model.forward(inputs)
        rows = [row.logsumexp(0) - row[t] for row, t in zip(scores, targets, strict=True)]
        loss = sum(rows) / len(rows)
        told.append(loss.detach().numpy())
        if is_first:
            model.zero_grad()
            loss.backward()
            optimizer.step()
    return np.array(told)


@right("training_step", "a closure")
def by_closure(model, optimizer, inputs, targets):
    def closure():
        optimizer.zero_grad()
        loss = functional.cross_entropy(model(inputs), targets)
        loss.backward()
        return loss

    before = optimizer.step(closure).item()
    return before, functional.cross_entropy(model(inputs), targets).item()


def step_in_order(*order, loss_of=functional.cross_entropy, told=lambda losses: tuple(losses)):
    """Return a training step that does what is named, in this order."""

    def training_step(model, optimizer, inputs, targets):
        loss = loss_of(model(inputs), targets)
        does = {"clear": optimizer.zero_grad, "back": loss.backward, "step": optimizer.step}
        for name in order:
            does[name]()
        return told([loss.item(), loss_of(model(inputs), targets).item()])

    return training_step


ORDER = "clear", "back", "step"
ORDERS = {
    "never cleared": ("back step", "slopes of the first one as well"),
    "cleared between": ("back clear step", "cleared after the loss has gone back"),
    "no way back": ("clear step", "nothing goes back"),
    "no step": ("clear back", "never steps"),
    "step first": ("clear step back", "steps before the loss goes back"),
    "step first, never cleared": ("step back", "steps before the loss goes back"),
    "step first, cleared last": ("step back clear", "steps before the loss goes back"),
    "two steps": ("clear back step step", "takes 2 steps"),
}
for style, (order, says) in ORDERS.items():
    wrong("training_step", style, says, step_in_order(*order.split()))


def of_weights(scores, targets):
    return functional.cross_entropy(scores.softmax(dim=1), targets)


def summed(scores, targets):
    return functional.cross_entropy(scores, targets, reduction="sum")


def climbing(scores, targets):
    return -functional.cross_entropy(scores, targets)


def other_loss(scores, targets):
    return (1 - scores.softmax(dim=1)[torch.arange(len(targets)), targets]).mean()


def down(scores, targets):
    return -scores.softmax(dim=0)[torch.arange(len(targets)), targets].log().mean()


LOSSES = {
    "1 minus the weight": (other_loss, "other one of the two losses"),
    "softmax down the columns": (down, "runs down the columns"),
    "arguments exchanged": (
        lambda scores, targets: functional.cross_entropy(targets, scores),
        "Which of its two arguments comes first",
    ),
    "the page's right words": (
        lambda scores, targets: functional.cross_entropy(scores, torch.tensor([1, 2, 0])),
        "but with fresh numbers",
    ),
    "loss of the weights": (of_weights, "cross-entropy the weights"),
    "a sum": (summed, "The mean is asked for"),
    "the minus too much": (climbing, "climbs"),
    "notes cut off": (
        lambda scores, targets: functional.cross_entropy(scores.detach(), targets),
        "no notes",
    ),
}
for style, (loss_of, says) in LOSSES.items():
    wrong("training_step", style, says, step_in_order(*ORDER, loss_of=loss_of))

TOLD = {
    "the same loss twice": (lambda losses: (losses[0], losses[0]), "before the step twice"),
    "the last loss twice": (lambda losses: (losses[1], losses[1]), "after the step twice"),
    "exchanged": (lambda losses: (losses[1], losses[0]), "exchanged"),
    "one loss": (lambda losses: losses[0], "two numbers"),
    "no return": (lambda losses: None, "returned None"),
    "rounded": (lambda losses: [round(loss, 3) for loss in losses], "but rounded"),
    "numbers of the page": (lambda losses: (1.587, 1.225), "whatever it is given"),
}
for style, (told, says) in TOLD.items():
    wrong("training_step", style, says, step_in_order(*ORDER, told=told))


@wrong("training_step", "tensors", "a tensor with its notes")
def returns_tensors(model, optimizer, inputs, targets):
    before = functional.cross_entropy(model(inputs), targets)
    optimizer.zero_grad()
    before.backward()
    optimizer.step()
    return before, functional.cross_entropy(model(inputs), targets)


@wrong("training_step", "up the slopes by hand", "climbs")
def goes_up(model, optimizer, inputs, targets):
    optimizer.param_groups[0]["lr"] = -abs(optimizer.param_groups[0]["lr"])
    return step_in_order(*ORDER)(model, optimizer, inputs, targets)


@wrong("training_step", "an optimiser of its own", "Which one moves them?")
def makes_its_own(model, optimizer, inputs, targets):
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    return step_in_order(*ORDER)(model, optimizer, inputs, targets)


@wrong("training_step", "steps by its name only", "never steps")
def without_brackets(model, optimizer, inputs, targets):
    loss = functional.cross_entropy(model(inputs), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step  # noqa: B018
    return loss.item(), loss.item()


@wrong("training_step", "a number goes back", "raised AttributeError")
def number_goes_back(model, optimizer, inputs, targets):
    loss = functional.cross_entropy(model(inputs), targets).item()
    optimizer.zero_grad()
    loss.backward()
    return loss, loss


@wrong("training_step", "all without notes", "no notes")
def without_notes(model, optimizer, inputs, targets):
    with torch.no_grad():
        return step_in_order(*ORDER)(model, optimizer, inputs, targets)


@wrong("training_step", "a model of its own", "Which model makes the scores of your loss")
def trains_another(model, optimizer, inputs, targets):
    other = nn.Linear(inputs.shape[1], len(inputs)).double()
    return step_in_order(*ORDER)(other, optimizer, inputs, targets)


@wrong("training_step", "inputs changed", "changes the array")
def changes_the_inputs(model, optimizer, inputs, targets):
    told = step_in_order(*ORDER)(model, optimizer, inputs, targets)
    inputs *= 2
    return told


class ThreeLinears(nn.Module):
    """A right `__init__`, for answers whose `forward` is what counts."""

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


@right("HeadWithTwoWidths", "as on the page")
class AsOnThePage(ThreeLinears):
    pass


@right("HeadWithTwoWidths", "a loop over the words")
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


@right("HeadWithTwoWidths", "einsum")
class ByEinsum(ThreeLinears):
    def forward(self, x):
        queries, keys, values = self.roles(x)
        scores = torch.einsum("nd,md->nm", queries, keys)
        return torch.einsum("nm,md->nd", (scores / np.sqrt(keys.size(1))).softmax(1), values)


@right("HeadWithTwoWidths", "torch's own attention")
class ByTorch(ThreeLinears):
    def forward(self, x):
        return functional.scaled_dot_product_attention(*self.roles(x))


def head(**methods):
    """Return a class with these methods in the place of the right ones."""
    return type("HeadWithTwoWidths", (ThreeLinears,), methods)


def forward(divide=lambda scores, queries, values, x: queries.shape[-1] ** 0.5, **other):
    """Return a `forward` in which one thing is different."""
    turn = other.get("turn", lambda scores: scores)
    pick = other.get("pick", lambda q, k, v, x: v)

    def compute(self, x):
        queries, keys, values = other.get("roles", ThreeLinears.roles)(self, x)
        scores = turn(queries @ keys.T)
        weights = torch.softmax(scores / divide(scores, queries, values, x), other.get("dim", -1))
        return weights @ pick(queries, keys, values, x)

    return head(forward=compute)


FORWARDS = {
    "not scaled": ("undivided", forward(lambda s, q, v, x: 1.0)),
    "the root of d_in": ("width of the embeddings", forward(lambda s, q, v, x: x.shape[-1] ** 0.5)),
    "the root of d_v": ("the root of d_v", forward(lambda s, q, v, x: v.shape[-1] ** 0.5)),
    "the root of n": ("the number of words", forward(lambda s, q, v, x: len(x) ** 0.5)),
    "the root of 2": ("the root of 2 whatever comes", forward(lambda s, q, v, x: 2**0.5)),
    "d_k, not its root": ("d_k itself", forward(lambda s, q, v, x: q.shape[-1])),
    "softmax down the columns": ("down the columns", forward(dim=0)),
    "scores transposed": ("transposed", forward(turn=lambda scores: scores.T)),
    "keys mixed": ("You mix the keys", forward(pick=lambda q, k, v, x: k)),
    "words mixed": ("You mix the words", forward(pick=lambda q, k, v, x: x)),
    "weights": ("You return the weights", forward(pick=lambda q, k, v, x: torch.eye(len(x)))),
    "keys of the queries' Linear": (
        "same Linear as your queries",
        forward(roles=lambda self, x: (self.q_proj(x), self.q_proj(x), self.v_proj(x))),
    ),
    "queries of the keys' Linear": (
        "same Linear as your keys",
        forward(roles=lambda self, x: (self.k_proj(x), self.k_proj(x), self.v_proj(x))),
    ),
    "matrices not turned": (
        "raised RuntimeError",
        forward(roles=lambda self, x: [x @ part.weight for part in self.children()]),
    ),
    "detached": (
        "lost its notes",
        forward(roles=lambda self, x: [part.detach() for part in self.roles(x)]),
    ),
    "NumPy": (
        "torch tensor",
        head(forward=lambda self, x: ByTorch.forward(self, x).detach().numpy()),
    ),
    "no return": ("returned None", head(forward=lambda self, x: None)),
    "numbers of the page": (
        "whatever it is given",
        head(forward=lambda self, x: 0 * self.q_proj.weight.sum() + torch.ones(3, 4)),
    ),
}
for style, (says, given) in FORWARDS.items():
    wrong("HeadWithTwoWidths", style, says, given)


@wrong("HeadWithTwoWidths", "divided after softmax", "divide after softmax")
class DividesLate(ThreeLinears):
    def forward(self, x):
        queries, keys, values = self.roles(x)
        return torch.softmax(queries @ keys.T, dim=-1) / keys.shape[-1] ** 0.5 @ values


@wrong("HeadWithTwoWidths", "no softmax", "You mix with the scores")
class NoSoftmax(ThreeLinears):
    def forward(self, x):
        queries, keys, values = self.roles(x)
        return queries @ keys.T / keys.shape[-1] ** 0.5 @ values


@wrong("HeadWithTwoWidths", "x changed", "changes the array")
class ChangesX(ThreeLinears):
    def forward(self, x):
        context = super().forward(x)
        x *= 2
        return context


def start(change, first=True):
    """Return a class whose `__init__` makes the three Linear layers and changes something."""

    def begin(self, d_in, d_k, d_v):
        if first:
            ThreeLinears.__init__(self, d_in, d_k, d_v)
        change(self, d_in, d_k, d_v)

    return head(__init__=begin)


def set_one(name, make):
    return lambda self, *sizes: setattr(self, name, make(self, *sizes))


STARTS = {
    "no super().__init__": (
        "must come first",
        start(set_one("q_proj", lambda self, d_in, d_k, d_v: nn.Linear(d_in, d_k)), first=False),
    ),
    "a bias": ("adds a bias", start(set_one("k_proj", lambda self, i, k, v: nn.Linear(i, k)))),
    "values as wide as keys": (
        "`v_proj` takes 2 numbers and gives 2",
        start(set_one("v_proj", lambda self, i, k, v: nn.Linear(i, k, bias=False))),
    ),
    "in and out exchanged": (
        "Which widths belong to this role?",
        start(set_one("q_proj", lambda self, i, k, v: nn.Linear(k, i, bias=False))),
    ),
    "keys and queries share": ("share one", start(set_one("k_proj", lambda self, *_: self.q_proj))),
    "another name": ("no Linear called `v_proj`", start(lambda self, *_: delattr(self, "v_proj"))),
    "matrices kept bare": (
        "no Linear called `q_proj`",
        start(lambda self, *_: (delattr(self, "q_proj"), setattr(self, "q_proj", lambda x: x))),
    ),
}
for style, (says, given) in STARTS.items():
    wrong("HeadWithTwoWidths", style, says, given)


@wrong("HeadWithTwoWidths", "two arguments", "three widths")
class TwoArguments(ThreeLinears):
    def __init__(self, d_in, d_out):
        super().__init__(d_in, d_out, d_out)


@wrong("HeadWithTwoWidths", "no module", "not built on")
class NoModule:
    def __init__(self, d_in, d_k, d_v):
        self.q_proj = nn.Linear(d_in, d_k, bias=False)


@wrong("HeadWithTwoWidths", "no forward", "no method called")
class NoForward(nn.Module):
    def __init__(self, d_in, d_k, d_v):
        super().__init__()
        self.q_proj = nn.Linear(d_in, d_k, bias=False)


wrong("HeadWithTwoWidths", "an object", "an object made of the class", AsOnThePage(2, 2, 4))


@wrong("HeadWithTwoWidths", "keys reshaped", "You reshape the keys")
class ReshapesKeys(ThreeLinears):
    def forward(self, x):
        queries, keys, values = self.roles(x)
        scores = queries @ keys.reshape(-1, len(keys)) / keys.shape[-1] ** 0.5
        return torch.softmax(scores, dim=-1) @ values


@wrong("training_step", "Adam of its own", "Which one moves them?")
def makes_adam(model, optimizer, inputs, targets):
    return step_in_order(*ORDER)(
        model, torch.optim.Adam(model.parameters(), lr=0.1), inputs, targets
    )


@wrong("training_step", "squared distances to the places", "A place is no score")
def squares(model, optimizer, inputs, targets):
    def loss_of(scores, places):
        return functional.mse_loss(scores, places.double().expand(scores.shape))

    return step_in_order(*ORDER, loss_of=loss_of)(model, optimizer, inputs, targets)
