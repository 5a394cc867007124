"""Exercise 18.1: one head under the causal mask."""

import numpy as np
import torch

from helpers.attention import attention, causal_mask
from helpers.checks.build_it_yourself.gradients import with_gradients
from helpers.checks.build_it_yourself.parts import Part, ways_of
from helpers.checks.kinds import mistakes
from helpers.checks.kinds.function import Mistake, explaining

ROLES = ("queries", "keys", "values")
AXES = (
    "A text may have its heads on axes in front, as here. Transpose, count and mask the last two "
    "axes, whatever stands before them."
)


def _right(queries, keys, values):
    """Return the context by NumPy: no line of it is torch's."""
    given = (one.double().numpy() for one in (queries, keys, values))
    return attention(*given, allowed=causal_mask(queries.shape[-2])).context


def _run(given, *roles):
    """Return a learner's context, or say that nothing can be learned through it."""
    says = "The size of tensor a" if roles[0].ndim > 2 else "several axes"
    with explaining(RuntimeError, says, AXES):
        return with_gradients(given, _head, dict(zip(ROLES, roles, strict=True)))


def _root(scores, d_k):
    return scores / d_k**0.5


def _hidden(scores, hide=1, fill=-torch.inf):
    """Return scores with `fill` from the diagonal number `hide` on."""
    return scores.masked_fill(torch.ones_like(scores).triu(hide).bool(), fill)


def _renewed(scores):
    """Return the weights of all tokens, the hidden ones set to 0 and the rest shared out again."""
    weights = scores.softmax(-1).tril()
    return weights / weights.sum(-1, keepdim=True)


def _by_powers(scores):
    """Return the shares of what may be seen by the powers of e as they are."""
    powers = scores.exp().tril()
    return powers / powers.sum(-1, keepdim=True)


def _head(
    queries,
    keys,
    values,
    *,
    scale=_root,
    hide=_hidden,
    weigh=lambda scores: scores.softmax(-1),
    mix=lambda weights, keys, values: weights @ values,
):
    """Return the context of a head, right by default.

    scale : takes scores and d_k    hide : takes the scaled scores    weigh : takes the hidden ones
    mix   : takes weights, keys and values, and returns the context
    """
    scores = scale(queries @ keys.transpose(-2, -1), keys.shape[-1])
    return mix(weigh(hide(scores)), keys, values)


_with = ways_of(_head)
MISTAKES = (
    _with(
        "The mask is forgotten: your tokens look at those that follow them.",
        {"hide": lambda scores: scores},
    ),
    _with(
        "Your mask hides the wrong triangle: a token sees what follows it, and not what stood "
        "before. Queries are rows, keys columns.",
        {"hide": lambda scores: scores.masked_fill(torch.ones_like(scores).tril(-1) > 0, -1e30)},
        {"hide": lambda scores: scores.masked_fill(torch.ones_like(scores).tril() > 0, -torch.inf)},
        {"hide": lambda scores: scores.masked_fill(torch.ones_like(scores).tril() > 0, -1e9)},
        {  # torch's fused call gives 0 where all is hidden
            "hide": lambda s: s.masked_fill(torch.ones_like(s).tril() > 0, -torch.inf),
            "weigh": lambda scores: scores.softmax(-1).nan_to_num(0),
        },
    ),
    _with(
        "Your mask hides the diagonal, too, so the first token may look nowhere. A token may look "
        "at itself.",
        {"hide": lambda scores: _hidden(scores, 0)},
        {"hide": lambda scores: _hidden(scores, 0, -1e9)},
    ),
    _with(
        "Your mask begins one place too late: each token still sees the one that follows it.",
        {"hide": lambda scores: _hidden(scores, 2)},
    ),
    _with(
        "The mask comes after softmax: what is hidden has taken its share already, so the weights "
        "that are left come to less than 1. Hide the scores.",
        {"hide": lambda scores: scores, "weigh": lambda scores: scores.softmax(-1).tril()},
        {"hide": lambda scores: scores, "weigh": lambda scores: _hidden(scores.softmax(-1))},
    ),
    _with(
        "You hide the weights and share out what's left. Where a hidden token has taken all the "
        "weight, nothing is left: 0 divided by 0. Hide the scores.",
        {"hide": lambda scores: scores, "weigh": _renewed},
    ),
    _with(
        "You find what to hide by looking for zeros among the scores. A token that may be seen can "
        "have a score of 0 too: take the places from the mask itself.",
        {"hide": lambda scores: scores.masked_fill(scores.tril() == 0, -torch.inf)},
    ),
    _with(
        "What is hidden has the score 0, and e to the 0 is 1: it still gets a share. Which score "
        "leaves none?",
        {"hide": lambda scores: scores.tril()},
    ),
    _with(
        "What is hidden gets a score that others may come near, or fall below. Only minus infinity "
        "lies below all.",
        *({"hide": lambda scores, fill=fill: _hidden(scores, 1, fill)} for fill in (-10, -100)),
    ),
    _with(
        "A mask of 1 and 0 is added to your scores. That moves them by 1, and hides nothing.",
        {"hide": lambda scores: scores + torch.ones_like(scores).tril()},
        {"hide": lambda scores: scores + torch.ones_like(scores).triu(1)},
    ),
    _with(
        "Every number is nan. Is something multiplied by infinity? 0 times infinity is no number: "
        "fill the hidden places, and leave the others as they are.",
        {"hide": lambda scores: scores + torch.ones_like(scores).triu(1) * -torch.inf},
    ),
    _with(
        "Far from 0, e to the score is too large to be held, or becomes 0. Softmax takes away the "
        "largest score first.",
        {"hide": lambda scores: scores, "weigh": _by_powers},
    ),
    _with(mistakes.TWICE, {"weigh": lambda scores: scores.softmax(-1).softmax(-1)}),
    _with(mistakes.UNSCALED, {"scale": lambda scores, d_k: scores}),
    _with(mistakes.NOT_THE_ROOT, {"scale": lambda scores, d_k: scores / d_k}),
    _with(
        "You multiply by the root of d_k. What is to become smaller?",
        {"scale": lambda scores, d_k: scores * d_k**0.5},
    ),
    _with(
        "You divide by the root of how many tokens, or texts, there are. Which width do the scores "
        "grow with?",
        {"scale": lambda scores, d_k: scores / scores.shape[-1] ** 0.5},
        {"scale": lambda scores, d_k: scores / len(scores) ** 0.5},
    ),
    _with(
        "You divide after softmax, so the weights no longer come to 1. What is to be scaled?",
        {
            "scale": lambda scores, d_k: scores,
            "mix": lambda weights, keys, values: weights @ values / keys.shape[-1] ** 0.5,
        },
    ),
    _with(
        "Your softmax runs down the columns. Each query, a row, divides its attention among the "
        "keys.",
        {"weigh": lambda scores: scores.softmax(-2)},
        {"weigh": lambda scores: scores.softmax(0)},
    ),
    _with(
        "With more axes in front, axis 1 is no longer that of the keys. Count it from the end.",
        {"weigh": lambda scores: scores.softmax(1)},
    ),
    _with(mistakes.NOT_SHARED_OUT, {"weigh": torch.exp}),
    _with(mistakes.KEYS_AS_VALUES, {"mix": lambda weights, keys, values: weights @ keys}),
    Mistake(
        "You divide by the root of the width of the values. Which width do the scores grow with?",
        lambda *roles: _head(*roles, scale=lambda scores, _: scores / roles[2].shape[-1] ** 0.5),
    ),
    Mistake(
        "Queries and keys have changed places: a query is a row of the scores, a key a column.",
        lambda queries, keys, values: _head(keys, queries, values),
    ),
    _with(
        "You return the weights. What is mixed with them?",
        {"mix": lambda weights, keys, values: weights},
    ),
)


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
        "two texts of three heads each": tuple(
            torch.randn(2, 3, 4, 5, generator=_rng) for _ in range(3)
        ),
        "scores near 200": _far(_far_rng, 200),
        "scores near -200": _far(_far_rng, -200),
        "hidden scores far above the others": _steep(_far_rng),
        "scores of 0": _upright(_far_rng),
    },
    done="Compare, scale, hide, share, mix: that is all of a head, for one text or for a batch.",
    run=_run,
    library="torch",
)
