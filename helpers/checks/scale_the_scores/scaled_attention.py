"""Exercise 7.4: attention whose scores are divided by d_k to any power."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.kinds.mistakes import (
    NOT_SHARED_OUT,
    OTHER_ORDER,
    ROUNDED_BETWEEN,
    TURNED_SCORES,
    UNSCALED,
    in_order,
    mixed,
    of_attention,
)

CORNERS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
COPIED = np.tile(CORNERS, 4)


def _divided(divisor):
    """Return attention with a divisor that takes the four inputs, as one gets it wrong."""

    def compute(q, k, v, power):
        return mixed(softmax(q @ k.T / divisor(q, k, v, power)), v)

    return compute


# What is right: takes queries, keys, values and the power, returns weights and context.
_attended = _divided(lambda q, k, v, power: k.shape[1] ** power)


def _scaled(q, k, power):
    return q @ k.T / k.shape[1] ** power


def _three_powers(otherwise):
    """Return attention that knows 0, 0.5 and 1, and takes another divisor for any other power."""
    return _divided(
        lambda q, k, v, p: k.shape[1] ** p if p in (0, 0.5, 1) else otherwise(k.shape[1])
    )


WRONG_WIDTH = "Whose numbers are multiplied and added up in one score? As many as these there are."
BY_WORDS = {
    UNSCALED: _divided(lambda *_: 1),
    "You divide by the root of d_k, whatever `power` says. The root is one power of d_k of many.": (
        _divided(lambda q, k, v, p: np.sqrt(k.shape[1]))
    ),
    "Between 0 and 1 you take the root, whatever `power` says. Any number there must do.": (
        _three_powers(np.sqrt)
    ),
    "Right for 0, 0.5 and 1, but with any other power nothing is divided.": (
        _three_powers(lambda d_k: 1)
    ),
    "Right for 0, 0.5 and 1, but with any other power you divide by d_k itself.": (
        _three_powers(lambda d_k: d_k)
    ),
    "You multiply the scores by `power`. It says to which power d_k is raised before it divides.": (
        lambda q, k, v, p: mixed(softmax(q @ k.T * p), v)
    ),
    "Your weights are right, but you mix only as many values as there are queries. Each value has "
    "its weight.": lambda q, k, v, p: (
        _attended(q, k, v, p)[0],
        _attended(q, k, v, p)[0][:, : len(q)] @ v[: len(q)],
    ),
    "You divide only where `power` is 0.5. Any number from 0 to 1 must do.": (
        _divided(lambda q, k, v, p: k.shape[1] ** p if p == 0.5 else 1)
    ),
    "You divide by d_k itself, whatever `power` says.": _divided(lambda q, k, v, p: k.shape[1]),
    "You multiply d_k by `power`. It is the exponent: at 0 it should leave the divisor 1.": (
        _divided(lambda q, k, v, p: k.shape[1] * p)
    ),
    "You take the root of d_k first, and raise that. The root is in `power` already, at 0.5.": (
        _divided(lambda q, k, v, p: k.shape[1] ** (p / 2))
    ),
    "The divisor is applied twice: once is enough, to queries, to keys or to their scores.": (
        _divided(lambda q, k, v, p: k.shape[1] ** (2 * p))
    ),
    "You multiply the scores by what should divide them: wide queries get even larger scores.": (
        _divided(lambda q, k, v, p: k.shape[1] ** -p)
    ),
    "You divide by `power` itself. It says to which power d_k is raised before it divides.": (
        _divided(lambda q, k, v, p: p)
    ),
    "You divide by the root of d_k, and by `power` once more. The root is the power 0.5.": (
        _divided(lambda q, k, v, p: np.sqrt(k.shape[1]) * p)
    ),
    f"You raise the width of the values. {WRONG_WIDTH}": (
        _divided(lambda q, k, v, p: v.shape[1] ** p)
    ),
    f"You raise the number of keys. {WRONG_WIDTH}": _divided(lambda q, k, v, p: len(k) ** p),
    f"You raise the number of queries. {WRONG_WIDTH}": _divided(lambda q, k, v, p: len(q) ** p),
    "You divide after softmax, so a row of weights no longer adds up to 1. What can be saturated "
    "by large numbers, and must get smaller ones?": (
        lambda q, k, v, p: mixed(softmax(q @ k.T) / k.shape[1] ** p, v)
    ),
    "All weights together add up to 1. Each query has a whole attention of its own to share out.": (
        lambda q, k, v, p: mixed(softmax(_scaled(q, k, p).ravel()).reshape(len(q), -1), v)
    ),
    NOT_SHARED_OUT: lambda q, k, v, p: mixed(np.exp(_scaled(q, k, p)), v),
    "You mix with the scaled scores. Which step makes shares of them, with the sum 1?": (
        lambda q, k, v, p: mixed(_scaled(q, k, p), v)
    ),
    "Your weights are right, but the context is mixed with the scaled scores.": (
        lambda q, k, v, p: (_attended(q, k, v, p)[0], _scaled(q, k, p) @ v)
    ),
    "Your weights are right, but the context is divided once more. It needs no divisor of its own, "
    "for the weights that mix it add up to 1.": (
        lambda q, k, v, p: (_attended(q, k, v, p)[0], _attended(q, k, v, p)[1] / k.shape[1] ** p)
    ),
    "You divide the context, after softmax. What can be saturated by large numbers, and must get "
    "smaller ones?": (
        lambda q, k, v, p: (softmax(q @ k.T), softmax(q @ k.T) @ v / k.shape[1] ** p)
    ),
    "The context is right, but the first of the two holds scaled scores, not weights.": (
        lambda q, k, v, p: (_scaled(q, k, p), _attended(q, k, v, p)[1])
    ),
    "Your weights are right, but the second of the two holds the values as they were.": (
        lambda q, k, v, p: (_attended(q, k, v, p)[0], v)
    ),
}


def _swapped(compute):
    return lambda *inputs: compute(*inputs)[::-1]


def _rounded_between(places):
    return lambda *inputs: mixed(_attended(*inputs)[0].round(places), inputs[2])


SWAPPED = "The weights come first, then the context. Once they stand so, a second mistake is named."
MISTAKES = (
    Mistake(ROUNDED_BETWEEN, *(_rounded_between(places) for places in (1, 2, 3, 4))),
    *(Mistake(words, compute) for words, compute in BY_WORDS.items()),
    Mistake(OTHER_ORDER, _swapped(_attended)),
    Mistake(SWAPPED, *map(_swapped, BY_WORDS.values())),
    *of_attention(
        lambda q, k, v, power: (q / k.shape[1] ** power, k, v),
        in_order,
        scaled=False,
        but=(TURNED_SCORES,),  # of more keys than queries they cannot be mixed with
    ),
)


def _drawn(rng):
    """Return queries, keys, values and a power: no two sizes are alike."""
    n, m = int(rng.integers(2, 4)), int(rng.integers(4, 6))
    sizes = (n, 9), (m, 9), (m, 7)
    return (*(rng.normal(size=size) for size in sizes), float(rng.uniform(0.2, 0.45)))


scaled_attention = Function(
    name="scaled_attention",
    expected=_attended,
    shown=(COPIED, COPIED, CORNERS, 0.5),
    draw=_drawn,
    also={"power 1": (COPIED, COPIED, CORNERS, 1)},
    mistakes=MISTAKES,
    done="One function is now all three models of this notebook: `power` 0, 0.5 and 1. The "
    "explorer below lets it meet queries and keys that agree.",
)
