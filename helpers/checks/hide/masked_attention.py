"""Exercise 10.1: scaled attention in which hidden words get no weight."""

from functools import partial

import numpy as np

from helpers.attention import attention, causal_mask
from helpers.checks.kinds import mistakes
from helpers.checks.kinds.function import Function, Mistake
from helpers.learner import page
from helpers.learner.calls import TroubleError
from helpers.learner.compared import agree
from helpers.readers import vocabularies

WRITE_IT = (
    "The contexts are right, but `attention` has made them. The task is to do without: score, "
    "divide, hide, share, mix."
)


def _right(queries, keys, values, allowed):
    return attention(queries, keys, values, allowed=allowed).context


def _run(given, *inputs):
    """Return what a learner's function gives; raise TroubleError where the helper is right."""
    result = given(*inputs)
    uses_it = isinstance(result, np.ndarray) and "attention" in page.names(given)
    if uses_it and agree((result,), (_right(*inputs),)):
        raise TroubleError(WRITE_IT)
    return result


def _root(scores, keys):
    return scores / np.sqrt(keys.shape[1])


def _hidden(scores, allowed, fill=-np.inf):
    return np.where(allowed, scores, fill)


def _shared(scores, *_, axis=1):
    """Return each row shared out; NaN, as by hand, where all of it is hidden."""
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def _seen(scores, _):
    return scores


def _late(scores, allowed):
    return _shared(scores) * allowed


def _late_by_infinity(scores, allowed):
    return np.where(allowed, _shared(scores), -np.inf)


def _attended(
    queries,
    keys,
    values,
    allowed,
    *,
    scale=_root,
    hide=_hidden,
    weigh=_shared,
    mix=lambda weights, keys, values: weights @ values,
):
    """Return contexts, right by default.

    scale : takes scores and keys    hide : takes scaled scores and the mask
    weigh : takes hidden scores and the mask    mix : takes weights, keys and values
    """
    weights = weigh(hide(scale(queries @ keys.T, keys), allowed), allowed)
    return mix(weights, keys, values)


def _with(words, *ways):
    """Return the mistake of somebody who goes one of these ways instead: {step: function}."""
    return Mistake(words, *(partial(_attended, **way) for way in ways))


MISTAKES = (
    _with(
        "The mask is never used: all words are seen.",
        {"hide": _seen},
    ),
    _with(
        "A hidden score is 0 in your function, and e to the 0 is 1: the word still gets weight. "
        "Which score leaves none?",
        {"hide": lambda scores, allowed: _hidden(scores, allowed, 0)},
    ),
    _with(
        "The mask comes after softmax: the hidden words have taken their share already, so the "
        "weights that are left add up to less than 1. Hide the scores.",
        *({"hide": _seen, "weigh": way} for way in (_late, _late_by_infinity)),
    ),
    _with(
        "You hide the weights and share them out again. Where a hidden word has taken all the "
        "weight, nothing is left: 0 divided by 0. Hide the scores.",
        {"hide": _seen, "weigh": lambda *both: _late(*both) / _late(*both).sum(1, keepdims=True)},
    ),
    _with(
        "You raise e to the scores as they are, and hide the powers. Far from 0 a power is too "
        "large to be held, or becomes 0. The `softmax` of this page is safe from that.",
        {
            "hide": _seen,
            "weigh": lambda scores, allowed: mistakes.shared_out(np.exp(scores) * allowed),
        },
    ),
    _with(
        "You find what to hide by looking for zeros among the scores. A word that may be seen can "
        "have a score of 0 too: take the places from the mask itself.",
        {"hide": lambda scores, allowed: _hidden(scores, scores * allowed != 0)},
    ),
    _with(
        "True and False have changed places: you hide what may be seen.",
        *(
            {"hide": lambda scores, allowed, fill=fill: _hidden(scores, ~allowed, fill)}
            for fill in (-np.inf, -1e9)
        ),
    ),
    _with(
        "Rows and columns of the mask have changed places. A row belongs to the word that asks.",
        {"hide": lambda scores, allowed: _hidden(scores, allowed.T)},
    ),
    _with(
        "Your mask is the causal one, whatever is given. Another one may come in `allowed`.",
        {"hide": lambda scores, _: _hidden(scores, causal_mask(*scores.shape))},
        {"hide": lambda scores, _: _hidden(scores, np.tri(*scores.shape, dtype=bool))},
    ),
    _with(
        "You add the mask as it is: seen words get 1 more, hidden ones 0 more, and nothing is "
        "hidden.",
        {"hide": lambda scores, allowed: scores + allowed},
    ),
    Mistake(
        "Everything is NaN. Is something multiplied by infinity? 0 times infinity is no number: "
        "choose between two scores instead.",
        lambda *given: np.full((len(given[0]), given[2].shape[1]), np.nan),
    ),
    _with(
        "A hidden score is a number in your function. Where the visible scores are lower still, "
        "hidden words win: what lies below every number?",
        *(
            {"hide": lambda scores, allowed, fill=fill: _hidden(scores, allowed, fill)}
            for fill in (-1, -5, -9, -10, -20, -50, -99, -100, -1000)
        ),
    ),
    _with(mistakes.UNSCALED, {"scale": _seen}),
    _with(
        "You divide after softmax, so the weights no longer add up to 1. What is to be scaled?",
        {"scale": _seen, "mix": lambda weights, keys, values: _root(weights, keys) @ values},
    ),
    _with(mistakes.NOT_THE_ROOT, {"scale": lambda scores, keys: scores / keys.shape[1]}),
    _with(
        "You multiply by the root of d_k. Should the scores become larger, or smaller?",
        {"scale": lambda scores, keys: scores * np.sqrt(keys.shape[1])},
    ),
    _with(
        "You divide by the root of the number of words. Which width do the scores grow with?",
        {"scale": lambda scores, keys: scores / np.sqrt(len(keys))},
        {"scale": lambda scores, _: scores / np.sqrt(len(scores))},
    ),
    Mistake(
        "You divide by the root of the width of the values. Which width do the scores grow with?",
        lambda *given: _attended(*given, scale=lambda s, _: s / np.sqrt(given[2].shape[1])),
    ),
    _with(mistakes.WRONG_AXIS, {"weigh": lambda scores, _: _shared(scores, axis=0)}),
    _with(mistakes.NOT_SHARED_OUT, {"weigh": lambda scores, _: np.exp(scores)}),
    _with(mistakes.KEYS_AS_VALUES, {"mix": lambda weights, keys, values: weights @ keys}),
    _with(
        "You return the weights. What is mixed with them?",
        {"mix": lambda weights, keys, values: weights},
    ),
)

PAGE = vocabularies.load("bat").rows(["the", "pitcher", "saw", "a", "bat"])
FAR = np.array([[60.0, 0.0], [80.0, 1.0], [70.0, 2.0]])  # whose scores lie hundreds apart


def _drawn(rng):
    """Return roles of three widths and a mask in which each word sees itself and some others."""
    n, d_k, d_v = rng.permutation([3, 4, 5, 6])[:3]
    mask = (rng.random((n, n)) < 0.5) | np.eye(n, dtype=bool)
    mask[0, -1], mask[-1, 0] = True, False
    return *(rng.normal(size=(n, width)) for width in (d_k, d_k, d_v)), mask


masked_attention = Function(
    name="masked_attention",
    expected=_right,
    shown=(PAGE, PAGE, PAGE, causal_mask(5)),
    draw=_drawn,
    also={
        "two queries and five keys": (PAGE[3:] + 1, PAGE, PAGE, causal_mask(2, 5)),
        "scores far below 0": (FAR, -FAR, FAR, causal_mask(3)),
        "scores of 0": (np.eye(5), np.eye(5), PAGE, causal_mask(5)),
        "hidden scores far above the others": (FAR, FAR, FAR, causal_mask(3)),
    },
    mistakes=MISTAKES,
    done="Score, divide, hide, share, mix: that is a whole head, for any mask.",
    run=_run,
)
