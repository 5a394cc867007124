"""Exercise 18.1: one head under the causal mask."""

import numpy as np
import torch

from helpers.attention import attention, causal_mask
from helpers.checks.build_it_yourself.gradients import with_gradients
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import explaining

ROLES = ("queries", "keys", "values")
AXES = (
    "There may be more axes in front, as there are here. Transpose only the last two axes, take "
    "your sizes from them, and apply the mask to them, whatever comes before."
)
RIGHT, MISTAKES = edits.read(__file__)


def _right(queries, keys, values):
    """Return the context by NumPy: no line of it is torch's."""
    given = (one.double().numpy() for one in (queries, keys, values))
    return attention(*given, allowed=causal_mask(queries.shape[-2])).context


def _run(given, *roles):
    """Return a learner's context, or say that nothing can be learned through it."""
    says = "The size of tensor a" if roles[0].ndim > 2 else "several axes"
    with explaining(RuntimeError, says, AXES):
        return with_gradients(given, RIGHT[0], dict(zip(ROLES, roles, strict=True)))


def _inputs(rng, *sizes, n, d_k, d_v):
    """Return queries, keys and values with the axes `sizes` in front."""
    shapes = (*sizes, n, d_k), (*sizes, n, d_k), (*sizes, n, d_v)
    return tuple(torch.from_numpy(rng.normal(size=shape)).float() for shape in shapes)


def _far(rng, far):
    """Return queries, keys and values whose scores all lie near a number, once scaled."""
    queries, keys, values = _inputs(rng, n=5, d_k=4, d_v=3)
    queries[:, 0], keys[:, 0] = far / 10, 20.0
    return queries, keys, values


def _steep(rng):
    """Return queries, keys and values in which each key scores 500 more than the one before."""
    queries, keys, values = _inputs(rng, n=5, d_k=4, d_v=3)
    queries[:, 0], keys[:, 0] = 10.0, torch.arange(5) * 100.0
    return queries, keys, values


def _upright(rng):
    """Return queries and keys at right angles to all but their own, whose scores are 0."""
    return torch.eye(4), torch.eye(4), torch.from_numpy(rng.normal(size=(4, 3))).float()


def _drawn(rng):
    n, d_k, d_v = rng.permutation([3, 4, 5, 6])[:3]
    return _inputs(rng, n=n, d_k=d_k, d_v=d_v)


_rng = torch.Generator().manual_seed(0)
_far_rng = np.random.default_rng(0)
masked_head = Part(
    name="masked_head",
    expected=_right,
    shown=tuple(torch.randn(4, width, generator=_rng) for width in (3, 3, 2)),
    draw=_drawn,
    mistakes=MISTAKES,
    also={
        "two texts, three heads each": tuple(
            torch.randn(2, 3, 4, 5, generator=_rng) for _ in range(3)
        ),
        "scores near 200": _far(_far_rng, 200),
        "scores near -200": _far(_far_rng, -200),
        "hidden scores far above the others": _steep(_far_rng),
        "scores of 0": _upright(_far_rng),
    },
    done="Score, scale, hide, softmax, mix: that's a whole head, for one text or for a batch.",
    run=_run,
    library="torch",
)
