"""Exercise 5.3: attention with three matrices, a role each."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.ask_match_answer.asks_for_itself import EMBEDDINGS, W_K, W_Q
from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.kinds.mistakes import (
    OTHER_ORDER,
    ROUNDED_BETWEEN,
    TURNED_SCORES,
    in_order,
    mixed,
    of_attention,
    without_own,
)


def _roles(embeddings, for_queries, for_keys, for_values):
    return embeddings @ for_queries, embeddings @ for_keys, embeddings @ for_values


def _attended(queries, keys, values, divisor=1.0):
    return mixed(softmax(queries @ keys.T / divisor), values)


def _from_right_roles(words, *computes):
    """Return a mistake whose queries, keys and values are right: each way computes from them."""
    return Mistake(words, *(lambda *inputs, of=of: of(*_roles(*inputs)) for of in computes))


MISTAKES = (
    _from_right_roles(
        "Your scores are divided before softmax, by you or by the helper. Here they go in as they "
        "are; notebook 07 comes back to the root.",
        lambda q, k, v: _attended(q, k, v, np.sqrt(k.shape[1])),
        lambda q, k, v: _attended(q, k, v, k.shape[1]),
    ),
    _from_right_roles(
        "Queries and keys have changed places. Row i belongs to the word that asks: its query "
        "meets every key.",
        lambda q, k, v: _attended(k, q, v),
    ),
    _from_right_roles(
        "You mix the queries. The query asks; what is mixed are the answers.",
        lambda q, k, v: _attended(q, k, q),
    ),
    _from_right_roles(
        "Queries stand in place of the keys, so the scores mirror each other. What does a word "
        "show?",
        lambda q, k, v: _attended(q, q, v),
    ),
    _from_right_roles(
        "Keys stand in place of the queries, so the scores mirror each other. What does a word "
        "ask?",
        lambda q, k, v: _attended(k, k, v),
    ),
    _from_right_roles(OTHER_ORDER, lambda q, k, v: _attended(q, k, v)[::-1]),
    _from_right_roles(
        "The context is right, but your first table holds the scores, not the weights.",
        lambda q, k, v: (q @ k.T, _attended(q, k, v)[1]),
    ),
    _from_right_roles(
        "You mix with the scores. Which step makes shares of them, above 0 and with the sum 1?",
        lambda q, k, v: mixed(q @ k.T, v),
    ),
    _from_right_roles(
        "Your weights are right, but you mix with the scores.",
        lambda q, k, v: (softmax(q @ k.T), q @ k.T @ v),
    ),
    _from_right_roles(
        "Your weights are right, but you mix by their columns. A word mixes by its own row.",
        lambda q, k, v: (softmax(q @ k.T), softmax(q @ k.T).T @ v),
    ),
    _from_right_roles(
        "All your weights together add up to 1. Each word has a whole attention of its own to "
        "share out: which numbers should add up to 1?",
        lambda q, k, v: mixed(np.exp(q @ k.T) / np.exp(q @ k.T).sum(), v),
    ),
    _from_right_roles(
        "Your weights are right, but the second table holds the values as they were. Who mixes "
        "them?",
        lambda q, k, v: (softmax(q @ k.T), v),
    ),
    _from_right_roles(
        "No word looks at itself in your table. That was asked in notebook 04; here each query "
        "meets the key of its own word, too.",
        lambda q, k, v: mixed(softmax(without_own(q @ k.T)), v),
    ),
    _from_right_roles(
        "You add each word's own value to its context. Who decides how much of it comes in?",
        lambda q, k, v: (softmax(q @ k.T), softmax(q @ k.T) @ v + v),
    ),
    _from_right_roles(
        "Each query meets only the key of its own word. How many keys should it be compared with?",
        lambda q, k, v: mixed(softmax((q * k).sum(axis=1)), v),
    ),
    _from_right_roles(
        "You return the weights and the context of one word alone. Who else asks?",
        *(lambda q, k, v, j=j: tuple(part[j] for part in _attended(q, k, v)) for j in (0, 1, -1)),
    ),
    _from_right_roles(
        ROUNDED_BETWEEN,
        *(lambda q, k, v, j=j: mixed(softmax(q @ k.T).round(j), v) for j in (1, 2, 3, 4)),
    ),
    Mistake(
        "You divide the scores by a root. Here they go in as they are; notebook 07 comes back "
        "to it.",
        lambda x, w_q, w_k, w_v: _attended(x @ w_q, x @ w_k, x @ w_v, np.sqrt(x.shape[1])),
    ),
    Mistake(
        "One matrix makes all three roles. Which belongs to the keys, and which to the values?",
        lambda x, w_q, w_k, w_v: _attended(x @ w_q, x @ w_q, x @ w_q),
    ),
    Mistake(
        "You mix the embeddings. What a look brings is made by a matrix, too: which of the "
        "three is left?",
        lambda x, w_q, w_k, w_v: _attended(x @ w_q, x @ w_k, x),
    ),
    Mistake(
        "You compare the embeddings themselves, so every word asks for what it is. What makes "
        "its query, and what its key?",
        lambda x, w_q, w_k, w_v: _attended(x, x, x @ w_v),
    ),
    *of_attention(
        _roles,
        in_order,
        scaled=False,
        but=(TURNED_SCORES,),  # here they are those of queries and keys that have changed places
    ),
)

attend_in_roles = Function(
    name="attend_in_roles",
    expected=lambda *inputs: _attended(*_roles(*inputs)),
    shown=(EMBEDDINGS, W_Q, W_K, np.eye(4)),
    draw=lambda rng: (
        rng.normal(size=(int(rng.integers(6, 9)), 5)),
        *(rng.normal(size=(5, width)) / 2 for width in (3, 3, 2)),
    ),
    mistakes=MISTAKES,
    done="Two matrices decide who looks at whom, the third what a look brings. Now drag B.",
)
