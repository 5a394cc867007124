"""Exercise 16.2: heads of queries that share sets of keys and values, neighbour with neighbour."""

import numpy as np

from helpers.attention import attention
from helpers.checks.kinds.function import Function, Mistake, explaining

OTHER_STACKS = (
    "Your {} heads of queries meet another number of sets, and NumPy cannot pair them. Which set "
    "does each head ask? Lay it out once for every head."
)


def _asking(queries, keys, values, of_key, of_value=None):
    """Return the contexts of heads of which each asks the set of this number."""
    of_value = of_key if of_value is None else of_value
    return attention(queries, keys[of_key], values[of_value]).context


def _right(queries, keys, values):
    return _asking(queries, keys, values, _own_set(queries, keys))


def _own_set(queries, keys):
    return np.arange(len(queries)) // (len(queries) // len(keys))


def _by_turns(queries, keys):
    return np.arange(len(queries)) % len(keys)


def _first(queries, keys):
    return np.zeros(len(queries), dtype=int)


def _mean_of_queries(queries, keys, values):
    """Let each set answer the mean of the queries that ask it."""
    return attention(_grouped(queries, keys).mean(axis=1), keys, values).context


def _grouped(heads, keys):
    return heads.reshape(len(keys), -1, *heads.shape[1:])


def _broadcast(queries, keys, values):
    """Turn g sets towards h heads as broadcasting does where one of the two is 1."""
    return attention(queries[:, None], keys[None], values[None]).context


def run_for_heads(given, queries, keys, values):
    """Return what a learner's function gives, or say that heads and sets were not laid out."""
    words = OTHER_STACKS.format(len(queries))
    by_helper, by_numpy = (explaining(ValueError, p, words) for p in ("batch axes", "broadcast"))
    with by_helper, by_numpy:
        return given(queries, keys, values)


MISTAKES = (
    Mistake(
        "Your heads ask the sets in turn: 0, 1, 0, 1. Here neighbours share: 0, 0, 1, 1.",
        lambda q, k, v: _asking(q, k, v, _by_turns(q, k)),
    ),
    Mistake(
        "All your heads ask the first set. That is multi-query attention; here there are several "
        "sets.",
        lambda q, k, v: _asking(q, k, v, _first(q, k)),
    ),
    Mistake(
        "All your heads ask one set, the mean of all. Each set keeps its own heads.",
        lambda q, k, v: attention(q, k.mean(axis=0), v.mean(axis=0)).context,
    ),
    Mistake(
        "The keys are shared rightly, the values are not: a head takes from the set that it asks.",
        lambda q, k, v: _asking(q, k, v, _own_set(q, k), _by_turns(q, k)),
        lambda q, k, v: _asking(q, k, v, _own_set(q, k), _first(q, k)),
    ),
    Mistake(
        "The values are shared rightly, the keys are not: which set does a head ask?",
        lambda q, k, v: _asking(q, k, v, _by_turns(q, k), _own_set(q, k)),
        lambda q, k, v: _asking(q, k, v, _first(q, k), _own_set(q, k)),
    ),
    Mistake(
        "Your sets stand in the opposite order: the first heads ask the last set.",
        lambda q, k, v: _asking(q, k, v, _own_set(q, k)[::-1]),
    ),
    Mistake(
        "You take the mean of the queries that share a set, so only g contexts come back. Each of "
        "the h heads asks for itself.",
        _mean_of_queries,
    ),
    Mistake(
        "Only as many heads come back as there are sets: the others never ask.",
        lambda q, k, v: attention(q[: len(k)], k, v).context,
        lambda q, k, v: attention(q[:: len(q) // len(k)], k, v).context,
    ),
    Mistake(
        "Every head asks every set in your function. Each asks one.",
        _broadcast,
        lambda q, k, v: _broadcast(q, k, v).mean(axis=1),
    ),
    Mistake(
        "Each head asks the right set, but then you take the mean over the heads that share it. "
        "What would the others be for?",
        lambda q, k, v: _grouped(_right(q, k, v), k).mean(axis=1),
    ),
    Mistake(
        "The heads stand side by side in one table. Here each keeps its own: (h, n, d_v).",
        lambda q, k, v: np.concatenate(list(_right(q, k, v)), axis=-1),
    ),
    Mistake(
        "The heads stand one below the other in one table. Here each keeps its own: (h, n, d_v).",
        lambda q, k, v: np.concatenate(list(_right(q, k, v))),
    ),
    Mistake(
        "Your heads come in groups of their own: (g, h/g, n, d_v). All right, but for the last "
        "step: one stack of h heads is asked for.",
        lambda q, k, v: _grouped(_right(q, k, v), k),
    ),
    Mistake(
        "The scores are not scaled: who computes them without `attention` has to divide by the "
        "root of d_k.",
        lambda q, k, v: attention(q, k[_own_set(q, k)], v[_own_set(q, k)], scale=1.0).context,
    ),
    Mistake(
        "You return the weights. What do they mix?",
        lambda q, k, v: attention(q, k[_own_set(q, k)], v[_own_set(q, k)]).weights,
    ),
)


def _drawn(rng, heads, sets):
    n, m = (int(number) for number in rng.integers(3, 6, size=2))
    shapes = (heads, n, 4), (sets, m, 4), (sets, m, 5)
    return tuple(rng.normal(size=shape) for shape in shapes)


grouped_attention = Function(
    name="grouped_attention",
    expected=_right,
    shown=_drawn(np.random.default_rng(0), 6, 2),
    draw=lambda rng: _drawn(rng, *((4, 2), (6, 3), (8, 2))[int(rng.integers(3))]),
    also={
        "one set for all": _drawn(np.random.default_rng(1), 3, 1),
        "a set for each": _drawn(np.random.default_rng(2), 3, 3),
    },
    mistakes=MISTAKES,
    done="With one set for all this is multi-query attention, with a set for each the attention of "
    "notebook 08; grouped-query attention lies between.",
    run=run_for_heads,
)
