"""Whether a part that gives the right numbers also passes the right gradients on."""

import numpy as np
import torch

from helpers.checks.kinds.function import explaining
from helpers.checks.let_a_head_learn.HeadWithTwoWidths import CUT
from helpers.learner.calls import TroubleError
from helpers.learner.compared import agree, arrays

OTHER = (
    "The numbers are right, but the gradient of `{}` isn't: somewhere on the way to the result, "
    "autograd loses track of it, so training would go wrong. Which line cuts it off?"
)
CLOSE = 1e-3  # relative to the largest number of a gradient


def with_gradients(call, right, inputs, own=None, theirs=None):
    """Return call(*inputs); TroubleError where that is right and its gradients are not.

    call, right : the learner's and the reference's, which take the inputs
    inputs      : {name: tensor}; floats among them must pass gradients on
    own, theirs : {name: parameter} of both, where they have any
    """
    kept = {name: one.clone() for name, one in inputs.items()}  # a call may write into its own
    result = call(*inputs.values())
    is_untouched = all(torch.equal(one, inputs[name]) for name, one in kept.items())
    if is_untouched and is_right(result, right(*kept.values())):
        with explaining(RuntimeError, "requires grad", CUT):
            found = _gradients(call, kept, own or {})
        for name, wanted in _gradients(right, kept, theirs or {}).items():
            largest = wanted.abs().max().item()
            if not np.allclose(found[name], wanted, rtol=CLOSE, atol=CLOSE * largest):
                raise TroubleError(OTHER.format(name))
    return result


def is_right(result, expected):
    """Return whether a result is a tensor that holds what is expected."""
    is_tensor = isinstance(result, torch.Tensor)
    return is_tensor and agree(arrays(result), arrays(expected), "torch")


def _gradients(call, inputs, numbers):
    """Return {name: gradient} of what a call gives, as seen from one fixed direction."""
    leaves = {
        name: one.clone().requires_grad_(one.is_floating_point()) for name, one in inputs.items()
    }
    result = call(*(one.clone() for one in leaves.values()))  # a leaf may not be written into
    learned = {name: one for name, one in (leaves | numbers).items() if one.is_floating_point()}
    if not result.requires_grad or not all(one.requires_grad for one in learned.values()):
        raise TroubleError(CUT)
    direction = torch.randn(result.shape, generator=torch.Generator().manual_seed(0))
    found = torch.autograd.grad(
        result, list(learned.values()), direction, materialize_grads=True, allow_unused=True
    )
    return dict(zip(learned, found, strict=True))
