"""Mistakes that any exercise on attention invites, each known by what it gives."""

from functools import partial

import numpy as np

from helpers.attention import attention, softmax
from helpers.checks.kinds.function import Mistake

UNSCALED = "The scores go into softmax undivided. What does the step “scale” divide them by?"
NOT_THE_ROOT = "You divide by d_k itself, not by its root, so the weights come out too even."
ROOT_OF_ANOTHER_WIDTH = (
    "You divide by the root of the width of the embeddings. Whose width do the scores grow with: "
    "that of the embeddings, or that of queries and keys?"
)
WRONG_AXIS = (
    "Your softmax runs down the columns. Who divides their attention, the word that asks (a row) "
    "or the word that is asked (a column)?"
)
TURNED_SCORES = "Your scores are transposed: entry i, j should be query i with key j."
KEYS_AS_VALUES = "You mix the keys. The keys are what is compared; what is mixed is something else."
ONLY_THE_BEST = (
    "You take only the best key. Softmax gives every key a share, and a low score a small one."
)
NO_EXPONENT = "You divide the scores by their sum. What happens to them before the division?"
ROUNDED_E = "Your e is rounded. Which function raises e itself to a power?"
FLAT_SUMS = (
    "Your sums lie flat, one over each column, so column j is divided by the sum of row j. How do "
    "they come to stand upright, each beside its row?"
)
RESHAPED_KEYS = (
    "You reshape the keys: that breaks them into other rows, and no column is a key any more. To "
    "exchange rows and columns is another step."
)
ROUNDED_BETWEEN = "You round the weights before you mix with them: keep all digits to the end."
# Softmax of somebody who types this for e.
WITH_ROUNDED_E = tuple(
    lambda scores, e=e: softmax(scores * np.log(e)) for e in (2.7, 2.71, 2.72, 2.718, 2.7183)
)
TWICE = "Softmax runs twice. What is shared out already needs no other sharing."
NOT_SHARED_OUT = "You raise e to the scores, but your rows do not add up to 1. What is left to do?"
OTHER_ORDER = "Right, but in the other order: the weights come first, then the context."
EVEN = "Every key gets the same weight, whatever it scored."


def flat_sums(scores):
    """Return what comes of dividing the powers of e by their sums without `keepdims`."""
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1)


def in_order(result):
    """Return weights and context of an `Attention`, as several exercises return them."""
    return result.weights, result.context


def mixed(weights, values):
    """Return the weights and the context that they mix."""
    return weights, weights @ values


def without_own(scores, own=-np.inf):
    """Return scores (n, n) in which nobody looks at themselves, or each at this score."""
    return np.where(np.eye(len(scores), dtype=bool), own, scores)


def shared_out(numbers):
    """Return each row divided by its sum."""
    return numbers / numbers.sum(axis=-1, keepdims=True)


def reshaped(table):
    """Return a table with its numbers broken into as many rows as it has columns."""
    return table.reshape(table.shape[::-1])


def _compared(queries, keys):
    return queries @ keys.T


# What becomes of scores that are scaled where they should be.
_WEIGHED = (
    (FLAT_SUMS, flat_sums),  # first: of symmetric scores it is as if down the columns
    (WRONG_AXIS, lambda s: softmax(s, axis=0)),
    (TURNED_SCORES, lambda s: softmax(s.T)),
    (ONLY_THE_BEST, lambda s: np.eye(s.shape[-1])[s.argmax(axis=-1)]),
    (NO_EXPONENT, shared_out),
    (NOT_SHARED_OUT, np.exp),
    (TWICE, lambda s: softmax(softmax(s))),
    (EVEN, lambda s: np.full(s.shape, 1 / s.shape[-1])),
    *((ROUNDED_E, weigh) for weigh in WITH_ROUNDED_E),
)


def of_attention(roles, pick=lambda result: result.context, scaled=True, but=()):
    """Return the mistakes of somebody who writes attention, as fingerprints.

    roles  : takes the inputs of the exercise, returns queries (n, d_k), keys (m, d_k), values
             (m, d_v) and, where embeddings have a width of their own, d_model
    pick   : takes an `Attention` and returns what the exercise asks for
    scaled : whether the exercise divides by √d_k
    but    : words of mistakes that the exercise cannot have, or names in words of its own
    """

    def attended(
        *inputs,
        compared=_compared,
        divided=lambda scores, d_k, d_model: scores / np.sqrt(d_k) if scaled else scores,
        weigh=softmax,
        mixed_with=lambda keys, values: values,
    ):
        queries, keys, values, *widths = (np.asarray(part) for part in roles(*inputs))
        right = attention(queries, keys, values, scale=None if scaled else 1.0)
        d_model = widths[0] if widths else keys.shape[-1]
        weights = weigh(divided(compared(queries, keys), keys.shape[-1], d_model))
        return pick(right._replace(weights=weights, context=weights @ mixed_with(keys, values)))

    def mistake(words, **how):
        return Mistake(words, partial(attended, **how))

    found = [
        *(mistake(words, weigh=weigh) for words, weigh in _WEIGHED),
        mistake(KEYS_AS_VALUES, mixed_with=lambda keys, values: keys),
        mistake(RESHAPED_KEYS, compared=lambda queries, keys: queries @ reshaped(keys)),
    ]
    if scaled:
        found[:0] = [
            mistake(UNSCALED, divided=lambda scores, d_k, d_model: scores),
            mistake(NOT_THE_ROOT, divided=lambda scores, d_k, d_model: scores / d_k),
            mistake(ROOT_OF_ANOTHER_WIDTH, divided=lambda s, d_k, d_model: s / np.sqrt(d_model)),
        ]
    return tuple(one for one in found if one.words not in but)
