"""Exercise 7.3: attention whose divisor is the root of the wrong width, in the wrong place."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.kinds.mistakes import (
    NOT_THE_ROOT,
    OTHER_ORDER,
    in_order,
    mixed,
    of_attention,
)


def _roles(x, w_q, w_k, w_v):
    return x @ w_q, x @ w_k, x @ w_v, x.shape[1]


def _attended(before=lambda x, k: 1, after=lambda x, k: 1):
    """Return attention with a divisor before softmax, and one after it, as one gets them wrong."""

    def compute(x, w_q, w_k, w_v):
        q, k, v, _ = _roles(x, w_q, w_k, w_v)
        return mixed(softmax(q @ k.T / before(x, k)) / after(x, k), v)

    return compute


def _of_words(x, _):
    return np.sqrt(x.shape[1])


def _of_keys(_, k):
    return np.sqrt(k.shape[1])


_right = _attended(_of_keys)


def _context_divided(*inputs):
    weights, context = _attended()(*inputs)
    return weights, context / np.sqrt(inputs[1].shape[1])


MISTAKES = (
    Mistake(
        "This computes what the colleague’s code computes. What does each row of weights add up "
        "to, and which line changes that?",
        _attended(after=_of_words),
    ),
    Mistake(
        "The width is the right one now, but you still divide after softmax: no row adds up to 1, "
        "and the scores are as large as before.",
        _attended(after=_of_keys),
        _attended(after=lambda x, k: k.shape[1]),
    ),
    Mistake(
        "You divide the scores and the weights. Once is enough: where does it keep a row from "
        "being saturated?",
        _attended(_of_keys, _of_keys),
        _attended(_of_keys, _of_words),
        _attended(_of_words, _of_words),
    ),
    Mistake(
        "You divide only the context, after the weights are made. Which large numbers saturate a "
        "row of weights?",
        _context_divided,
    ),
    Mistake(
        "You divide by the root of the number of words. How many products does one score add up?",
        _attended(lambda x, _: np.sqrt(len(x))),
    ),
    Mistake(
        "You divide by the root of the width of the values. How many products does one score add "
        "up?",
        lambda x, w_q, w_k, w_v: _attended(lambda *_: np.sqrt(w_v.shape[1]))(x, w_q, w_k, w_v),
    ),
    Mistake(
        "You multiply the scores by the root: wide queries get even larger scores.",
        _attended(lambda x, k: 1 / _of_keys(x, k)),
    ),
    Mistake(OTHER_ORDER, lambda *inputs: _right(*inputs)[::-1]),
    Mistake(NOT_THE_ROOT, _attended(lambda x, k: k.shape[1])),
    *of_attention(_roles, in_order, but=(NOT_THE_ROOT,)),
)


def _drawn(rng):
    """Return words and three matrices: no two sizes are alike."""
    words = rng.normal(size=(int(rng.integers(5, 9)), 10))
    return words, *(rng.normal(size=(10, width)) / 2 for width in (4, 4, 3))


repaired_attention = Function(
    name="repaired_attention",
    expected=_right,
    shown=_drawn(np.random.default_rng(7)),
    draw=_drawn,
    mistakes=MISTAKES,
    done="Each row adds up to 1, and its scores have the size that they would have at any width. "
    "With heads, the next notebook, d_k is smaller than d_model: there this slip costs most.",
)
