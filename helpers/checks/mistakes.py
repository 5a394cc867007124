"""Mistakes that any exercise on attention invites, each known by what it gives."""

import numpy as np

from helpers.attention import attention, softmax
from helpers.checks.function import Mistake

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
    "You take the one best key alone. A weight says how much of each value, the smaller ones too."
)
NO_EXPONENT = "You divide the scores by their sum. What happens to them before the division?"
EVEN = "Every key gets the same weight, whatever it scored."


def of_attention(roles, pick=lambda result: result.context, scaled=True):
    """Return the mistakes of somebody who writes attention, as fingerprints.

    roles  : takes the inputs of the exercise, returns queries (n, d_k), keys (m, d_k), values
             (m, d_v) and, where embeddings have a width of their own, d_model
    pick   : takes an `Attention` and returns what the exercise asks for
    scaled : whether the exercise divides by √d_k
    """

    def mistake(words, weigh, mixed=lambda keys, values: values):
        def compute(*inputs):
            queries, keys, values, *widths = (np.asarray(part) for part in roles(*inputs))
            right = attention(queries, keys, values, scale=None if scaled else 1.0)
            d_model = widths[0] if widths else keys.shape[-1]
            weights = weigh(right.scores, keys.shape[-1], d_model)
            given = right._replace(weights=weights, context=weights @ mixed(keys, values))
            return pick(given)

        return Mistake(compute, words)

    def usual(scores, d_k, _):
        return softmax(scores / np.sqrt(d_k) if scaled else scores)

    found = [
        mistake(WRONG_AXIS, lambda s, d_k, _: softmax(s / (np.sqrt(d_k) if scaled else 1), axis=0)),
        mistake(TURNED_SCORES, lambda s, d_k, d: usual(s.T, d_k, d)),
        mistake(KEYS_AS_VALUES, usual, lambda keys, values: keys),
        mistake(ONLY_THE_BEST, lambda s, d_k, _: np.eye(s.shape[-1])[s.argmax(axis=-1)]),
        mistake(NO_EXPONENT, lambda s, d_k, _: s / s.sum(axis=-1, keepdims=True)),
        mistake(EVEN, lambda s, d_k, _: np.full(s.shape, 1 / s.shape[-1])),
    ]
    if scaled:
        found[:0] = [
            mistake(UNSCALED, lambda s, d_k, _: softmax(s)),
            mistake(NOT_THE_ROOT, lambda s, d_k, _: softmax(s / d_k)),
            mistake(ROOT_OF_ANOTHER_WIDTH, lambda s, d_k, d_model: softmax(s / np.sqrt(d_model))),
        ]
    return tuple(found)
