"""Exercise 18.1: one head under the causal mask."""

import torch

from helpers.attention import attention, causal_mask
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds import mistakes
from helpers.checks.kinds.function import Mistake


def _right(queries, keys, values):
    """Return the context by NumPy: no line of it is torch's."""
    given = (one.double().numpy() for one in (queries, keys, values))
    return attention(*given, allowed=causal_mask(queries.shape[-2])).context


def _root(scores, d_k):
    return scores / d_k**0.5


def _hidden(scores, hide=1, fill=-torch.inf):
    """Return scores with `fill` from the diagonal number `hide` on."""
    return scores.masked_fill(torch.ones_like(scores).triu(hide).bool(), fill)


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


def _with(words, *ways):
    """Return the mistake of somebody who goes one of these ways instead: {step: function}."""
    return Mistake(words, *(lambda *given, way=way: _head(*given, **way) for way in ways))


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
        "What is hidden has the score 0, and e to the 0 is 1: it still gets a share. Which score "
        "leaves none?",
        {"hide": lambda scores: scores.tril()},
    ),
    _with(mistakes.UNSCALED, {"scale": lambda scores, d_k: scores}),
    _with(mistakes.NOT_THE_ROOT, {"scale": lambda scores, d_k: scores / d_k}),
    _with(
        "You multiply by the root of d_k. What is to become smaller?",
        {"scale": lambda scores, d_k: scores * d_k**0.5},
    ),
    _with(
        "You divide by the root of the number of tokens. Which width do the scores grow with?",
        {"scale": lambda scores, d_k: scores / scores.shape[-1] ** 0.5},
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


def _drawn(rng):
    n, d_k, d_v = rng.permutation([3, 4, 5, 6])[:3]
    return _inputs(rng, n=n, d_k=d_k, d_v=d_v)


_rng = torch.Generator().manual_seed(0)
masked_head = Part(
    name="masked_head",
    expected=_right,
    shown=tuple(torch.randn(4, width, generator=_rng) for width in (3, 3, 2)),
    draw=_drawn,
    mistakes=MISTAKES,
    also={
        "two texts of three heads each": tuple(
            torch.randn(2, 3, 4, 5, generator=_rng) for _ in range(3)
        )
    },
    done="Compare, scale, hide, share, mix: that is all of a head, for one text or for a batch.",
    library="torch",
)
