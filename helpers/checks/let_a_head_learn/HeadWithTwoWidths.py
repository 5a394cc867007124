"""Exercise 6.3: a head whose values have a width of their own, judged with known matrices."""

import contextlib
import inspect

import numpy as np
import torch
from torch import nn

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, explaining
from helpers.checks.let_a_head_learn.training_step import WORDS
from helpers.learner.calls import TroubleError

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


def _attended(given, W_Q, W_K, W_V, x):
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
    with explaining(AttributeError, "__init__() call", NO_REGISTER):
        model = given(*widths)
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


RIGHT, MISTAKES = edits.read(__file__, _attended)


def _draw_widths(generator):
    """Return three matrices and the words as a tensor; no two of the four sizes are equal."""
    n, d_in, d_k, d_v = generator.permutation([3, 4, 5, 6])
    matrices = [generator.normal(size=(d_in, width)) for width in (d_k, d_k, d_v)]
    return *matrices, torch.tensor(generator.normal(size=(n, d_in)), dtype=torch.float32)


HeadWithTwoWidths = Function(
    name="HeadWithTwoWidths",
    expected=RIGHT[0],
    shown=(
        np.eye(2),
        np.array([[-1.68, -3.30], [3.30, -1.68]]),  # what the ring has learned
        np.array([[1.0, 0.0, 0.5, -1.0], [0.0, 2.0, 0.5, 1.0]]),
        torch.tensor(WORDS, dtype=torch.float32),
    ),
    draw=_draw_widths,
    mistakes=MISTAKES,
    done="From outside only d_v is seen, as the width of the context. d_k is between queries and "
    "keys, and the divisor is its root, whatever d_in and d_v are.",
    run=_attended,
    library="torch",
)
