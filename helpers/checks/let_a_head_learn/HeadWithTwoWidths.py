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

AN_OBJECT = "You're passing an instance of the class. Pass the class itself, just its name."
NO_MODULE = (
    "Your class isn't built on `nn.Module`, so nothing that it keeps is registered as something "
    "to learn."
)
OTHER_WIDTHS = (
    "Your class can't be created with three widths: after `self`, its `__init__` should take "
    "d_in, d_k and d_v, in this order."
)
NO_REGISTER = "The registry isn't set up: in `__init__`, `super().__init__()` has to come first."
NO_FORWARD = "Your class doesn't have a `forward`, which says what a module does with an input."
SHARED = "Two of the three roles share a Linear. Each role needs its own matrix."
CUT = (
    "The result is cut off from the graph, so the backward pass can't start. Which line does that?"
)
ROLES = ("q_proj", "k_proj", "v_proj")


def _attended(given, W_Q, W_K, W_V, x):
    """Make a module of a learner's class, give it known matrices, and return its context.

    W_Q, W_K : (d_in, d_k)     W_V : (d_in, d_v)     x : (n, d_in), a tensor

    A class whose `forward` returns `...` isn't written yet: returns `...`. Raises TroubleError for
    a class that can't take the matrices, or whose context can't be learned from.
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
            raise TroubleError(f"`__init__` doesn't make a Linear called `{name}`.")
        if layer.bias is not None:
            raise TroubleError(f"`{name}` also adds a bias. The task asks for the matrices only.")
        sizes, wanted = (layer.in_features, layer.out_features), matrix.shape
        if sizes != wanted:
            raise TroubleError(
                f"`{name}` turns {sizes[0]} entries into {sizes[1]}, but here it should turn "
                f"{wanted[0]} into {wanted[1]}. Which widths belong to this role?"
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
    done="From the outside, you only see d_v, the width of the context. d_k matters only between "
    "queries and keys, and the divisor is its square root, whatever d_in and d_v are.",
    run=_attended,
    library="torch",
)
