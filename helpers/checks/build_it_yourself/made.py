"""A module of a learner's class that holds the reference's numbers, or what is wrong with it."""

import contextlib
import inspect

import torch
from torch import nn

from helpers.checks.build_it_yourself.gradients import is_right, with_gradients
from helpers.checks.kinds.function import explaining
from helpers.checks.let_a_head_learn.HeadWithTwoWidths import (
    AN_OBJECT,
    NO_FORWARD,
    NO_MODULE,
    NO_REGISTER,
)
from helpers.learner.calls import TroubleError

OTHER_SIZES = (
    "Your class can't be instantiated as the task says: after `self`, its `__init__` should "
    "take {}."
)
PLAIN_LIST = (
    "`{}` is a plain list, so PyTorch doesn't register anything in it. Which PyTorch class is a "
    "list of modules?"
)
SHARED = (
    "Two of its parts are the same object, so they'd share their parameters. Create each one "
    "separately."
)
NO_RELU = (
    "Your `mlp` has two parts, but it needs three: a Linear, a ReLU, and a Linear. Is the "
    "ReLU missing, or is it somewhere else?"
)
A_CLASS = "`{}` is a class, not an instance. Did you forget the brackets?"
PLAIN_TENSOR = "`{}` is a plain tensor, so it isn't registered. `nn.Parameter` registers it."
BUFFER = "`{}` is a buffer: it's stored, but never trained. Use an `nn.Parameter`."


def run_with(sizes_of, begins=lambda module, sizes: ""):
    """Return what calls a learner's class: (given, reference, rows) -> its output.

    sizes_of : takes the reference, and returns {name: number}, what the class is made with
    begins   : takes a new module and its sizes, and returns what is wrong with its beginning, or ""

    A class whose `forward` returns `...` is not written yet: `...` comes back. Raises TroubleError
    for a class whose modules cannot hold the reference's numbers, or whose output is right but its
    gradients or its beginning are not.
    """

    def run(given, reference, rows):
        sizes = sizes_of(reference)
        model = made(given, sizes, reference, (rows,))
        if model is ...:
            return ...
        numbers = (dict(one.named_parameters()) for one in (model, reference))
        result = with_gradients(model, reference, {"rows": rows}, *numbers)
        with torch.random.fork_rng(devices=[]):
            if is_right(result, reference(rows)) and (words := begins(_begun(given, sizes), sizes)):
                raise TroubleError(words)
        return result

    return run


def like(given, reference):
    """Return a module of a class that is known, with the parts and numbers of a reference."""
    module = given.__new__(given)
    vars(module).update(vars(reference))
    return module


def forward(given, reference, rows):
    """Return what a module of a class that is known gives, `like` a reference."""
    return like(given, reference)(rows)


@torch.no_grad()
def with_drawn(module, rng, size=0.6):
    """Return a module with numbers drawn for all that it learns, so that no two parts are alike."""
    for numbers in module.parameters():
        numbers.copy_(torch.from_numpy(rng.normal(size=tuple(numbers.shape)) * size))
    return module


def made(given, sizes, reference, inputs):
    """Return a module of the class with the reference's numbers, `...` if it is not written yet.

    inputs : what its `forward` takes
    """
    if isinstance(given, nn.Module):
        raise TroubleError(AN_OBJECT)
    with torch.random.fork_rng(devices=[]):  # the reader's random numbers go on as they were
        model = _begun(given, sizes)
        with contextlib.suppress(Exception):  # forward may need what is not there yet
            if model(*(one.clone() for one in inputs)) is ...:
                return ...
    if type(model).forward is nn.Module.forward:
        raise TroubleError(NO_FORWARD)
    _fill(model, reference.state_dict())
    return model


def _begun(given, sizes):
    """Return a module of these sizes, or say why there is none."""
    other_sizes = OTHER_SIZES.format(", ".join(sizes))
    try:
        inspect.signature(given).bind(*sizes.values())
    except (TypeError, ValueError):
        raise TroubleError(other_sizes) from None
    with (
        explaining(AttributeError, "__init__() call", NO_REGISTER),
        explaining(TypeError, "positional argument", other_sizes),
    ):
        model = given(*sizes.values())
    if not isinstance(model, nn.Module):
        raise TroubleError(NO_MODULE)
    if "_modules" not in vars(model):
        raise TroubleError(NO_REGISTER)
    return model.float()


def _fill(model, wanted):
    """Put the reference's numbers into a module, or say which part is not as it is there."""
    own = model.state_dict()
    for name, part in vars(model).items():
        if isinstance(part, list | tuple) and any(isinstance(one, nn.Module) for one in part):
            raise TroubleError(PLAIN_LIST.format(name))
        if isinstance(part, type) and issubclass(part, nn.Module):
            raise TroubleError(A_CLASS.format(name))
        if isinstance(part, torch.Tensor) and name in wanted:
            raise TroubleError(PLAIN_TENSOR.format(name))
    missing = [name for name in wanted if name not in own]
    more = [name for name in own if name not in wanted]
    if any(name.endswith("mlp.2.weight") for name in missing) and _has(more, "mlp.1.weight"):
        raise TroubleError(NO_RELU)
    if missing or more:
        found = _listed("missing", missing), _listed("not asked for", more)
        raise TroubleError(
            f"Its parts aren't the ones that the task asks for: {'; '.join(filter(None, found))}."
        )
    for name, numbers in own.items():
        if numbers.shape != wanted[name].shape:
            raise TroubleError(
                f"`{name}` should be shape {tuple(wanted[name].shape)}, but is shape "
                f"{tuple(numbers.shape)}. How wide are its input and its output?"
            )
    for name, _ in model.named_buffers():
        raise TroubleError(BUFFER.format(name))
    if len(list(model.parameters())) < len(wanted):
        raise TroubleError(SHARED)
    model.load_state_dict(wanted)


def _has(names, end):
    return any(name.endswith(end) for name in names)


def _listed(what, names):
    """Return "missing: `a`, `b` and 3 more", "" for no names."""
    shown = ", ".join(f"`{name}`" for name in names[:3])
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{what}: {shown}{more}" if names else ""
