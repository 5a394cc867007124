"""Exercise 17.1: one step of one head, beside the keys and values of the words before."""

from functools import partial

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds import mistakes
from helpers.checks.kinds.function import Function, Mistake


def _step(
    vector,
    keys,
    values,
    table,
    *matrices,
    places=lambda table, m: 3 * [table[m]],
    join=lambda kept, new: np.vstack([kept, new]),
    looks_at=lambda kept, longer: longer,
    weigh=lambda scores, d_k, d: softmax(scores / np.sqrt(d_k)),
    mix=lambda weights, keys, values: weights @ values,
    pick=lambda context, longer, kept: (context, *longer),
):
    """Return the context of a new word, and keys and values with its own, right by default.

    places   : what is added for query, key and value, from the table and the words before
    join     : how a new row comes to those that are kept
    looks_at : which (keys, values) its query meets, of those kept and those with its own
    weigh    : takes scores, d_k and d, and returns weights
    mix      : takes weights, keys and values, and returns the context
    pick     : takes context, the longer and the kept (keys, values), and returns the answer
    """
    added = places(table, len(keys))
    query, key, value = ((vector + one) @ W for one, W in zip(added, matrices, strict=True))
    kept, longer = (keys, values), (join(keys, key), join(values, value))
    met, brought = looks_at(kept, longer)
    weights = weigh(met @ query, len(key), len(vector)) if len(met) else np.zeros(0)
    return pick(mix(weights, met, brought), longer, kept)


def _with(**ways):
    """Return the mistake of somebody who goes these ways instead."""
    return partial(_step, **ways)


def _placed(place):
    """Return the mistake of taking the row place(words before) of the table."""
    return _with(places=lambda table, m: 3 * [table[place(m)]])


def _placed_in(*parts):
    """Return the mistake of adding the place in these alone: query 0, key 1, value 2."""
    return _with(places=lambda table, m: [table[m] * (part in parts) for part in range(3)])


def _weighed(words, weigh):
    """Return a mistake in how weights are made of scores, d_k and d."""
    return Mistake(words, _with(weigh=weigh))


def _all_anew(vector, keys, values, table, *matrices):
    """Return what comes of projecting all that is kept once more, as if it were vectors."""
    _, W_K, W_V = matrices
    return _step(vector, keys @ W_K, values @ W_V, table, *matrices)


def _query_for_key(vector, keys, values, table, W_Q, W_K, W_V):
    """Return what comes of keeping the new word's query in place of its key."""
    return _step(vector, keys, values, table, W_Q, W_Q, W_V)


def _exchanged(vector, keys, values, table, W_Q, W_K, W_V):
    """Return what comes of making the query by W_K and the key by W_Q."""
    return _step(vector, keys, values, table, W_K, W_Q, W_V)


def _kept_beside(new):
    """Return the mistake of keeping new(x, W_Q, key, value) beside a right context."""

    def compute(vector, keys, values, table, *matrices):
        context, *longer = _step(vector, keys, values, table, *matrices)
        rows = new(vector + table[len(keys)], matrices[0], *(part[-1] for part in longer))
        return context, *map(np.vstack, zip((keys, values), rows, strict=True))

    return compute


MISTAKES = (
    Mistake(
        "You forget to append: the cache comes back as it was, and the next word will not find "
        "this one.",
        _with(pick=lambda context, longer, kept: (context, *kept)),
        _with(join=lambda kept, new: kept),
    ),
    Mistake(
        "Your word looks before its own key and value are in the cache. Under the mask a word may "
        "look at itself, too.",
        _with(looks_at=lambda kept, longer: kept),
    ),
    Mistake(
        "Your word looks at itself alone. What is the cache for?",
        _with(looks_at=lambda kept, longer: [part[-1:] for part in longer]),
    ),
    Mistake(
        "The new row stands above the others. Words come in the order of the text: the new one "
        "goes below.",
        _with(join=lambda kept, new: np.vstack([new, kept])),
    ),
    Mistake(
        "The new row takes the place of the last one in the cache, and a word is lost. It goes "
        "below all others.",
        _with(join=lambda kept, new: np.vstack([kept[:-1], new])),
    ),
    Mistake(
        "The keys are appended, the values are not: each is to have a row for every word.",
        _with(pick=lambda context, longer, kept: (context, longer[0], kept[1])),
    ),
    Mistake(
        "The values are appended, the keys are not: each is to have a row for every word.",
        _with(pick=lambda context, longer, kept: (context, kept[0], longer[1])),
    ),
    Mistake(
        "You return the new word’s key and value alone. The next step needs those of all words.",
        _with(pick=lambda context, longer, kept: (context, *(part[-1:] for part in longer))),
        _with(pick=lambda context, longer, kept: (context, *(part[-1] for part in longer))),
    ),
    Mistake(
        "You project what is kept once more. In the cache stand keys and values, made in earlier "
        "steps: only the new word has to be projected.",
        _all_anew,
    ),
    Mistake(
        "You keep the query among the keys. Nobody asks for an old query: which matrix makes a "
        "key?",
        _query_for_key,
        _kept_beside(lambda x, W_Q, key, value: (x @ W_Q, value)),
    ),
    Mistake("You exchange two matrices: W_Q makes the query, W_K the key.", _exchanged),
    Mistake(
        "You keep the word’s vector. What later words need of it are its key and its value.",
        _kept_beside(lambda x, W_Q, key, value: (x, x)),
    ),
    Mistake("The place is missing. Which row of the table is the new word’s?", _placed_in()),
    Mistake(
        "The new word gets the first place. It comes after all that are in the cache.",
        _placed(lambda m: 0),
    ),
    Mistake(
        "Your place is one too far. Places are counted from 0: where does a word stand that has "
        "two before it?",
        _placed(lambda m: m + 1),
    ),
    Mistake(
        "The new word gets the place of the last one in the cache. It comes after that one.",
        _placed(lambda m: m - 1),
        _placed(lambda m: max(0, m - 1)),
    ),
    Mistake(
        "The new word gets the last place of the table. How many words stand before it?",
        _placed(lambda m: -1),
    ),
    Mistake(
        "The place goes into some of the three projections only. Add it to the vector first.",
        *(_placed_in(*parts) for parts in ([0], [1], [2], [0, 1], [0, 2], [1, 2])),
    ),
    _weighed(mistakes.UNSCALED, lambda scores, d_k, d: softmax(scores)),
    _weighed(mistakes.NOT_THE_ROOT, lambda scores, d_k, d: softmax(scores / d_k)),
    _weighed(mistakes.ROOT_OF_ANOTHER_WIDTH, lambda scores, d_k, d: softmax(scores / np.sqrt(d))),
    _weighed(mistakes.EVEN, lambda scores, d_k, d: np.full(len(scores), 1 / len(scores))),
    _weighed(mistakes.ONLY_THE_BEST, lambda scores, d_k, d: np.eye(len(scores))[scores.argmax()]),
    _weighed(
        "Your root holds the 3 of section 17.2. Which width stands under it, for any matrices?",
        lambda scores, d_k, d: softmax(scores / np.sqrt(3)),
    ),
    _weighed(mistakes.NOT_SHARED_OUT, lambda scores, d_k, d: np.exp(scores / np.sqrt(d_k))),
    _weighed(
        "You divide the scores by the root of the number of keys. What is it that makes them grow?",
        lambda scores, d_k, d: softmax(scores / np.sqrt(len(scores))),
    ),
    Mistake(
        "Softmax is missing: you mix with the scores themselves.",
        _with(weigh=lambda scores, d_k, d: scores / np.sqrt(d_k)),
        _with(weigh=lambda scores, d_k, d: scores),
    ),
    Mistake(mistakes.KEYS_AS_VALUES, _with(mix=lambda weights, keys, values: weights @ keys)),
    Mistake(
        "You return weights in place of the context. What do they mix?",
        _with(mix=lambda weights, keys, values: weights),
    ),
    Mistake(
        "Right, but in another order: first the context, then the keys, then the values.",
        _with(pick=lambda context, longer, kept: (*longer, context)),
        _with(pick=lambda context, longer, kept: (context, *longer[::-1])),
    ),
)


def _inputs(rng, m, d, d_k, d_v):
    """Return a word's vector, a cache of m words, ten places and three matrices."""
    sizes = [(d,), (m, d_k), (m, d_v), (10, d), (d, d_k), (d, d_k), (d, d_v)]
    return tuple(rng.normal(size=size) for size in sizes)


def _drawn(rng):
    """Draw a cache of some words, and a word that comes behind them; d is d_k is d_v."""
    return _inputs(rng, int(rng.integers(3, 7)), *3 * [int(rng.integers(4, 6))])


step_with_cache = Function(
    name="step_with_cache",
    expected=_step,
    shown=_inputs(np.random.default_rng(0), 4, 3, 3, 3),
    draw=_drawn,
    mistakes=MISTAKES,
    also={
        "widths that differ": _inputs(np.random.default_rng(1), 3, 6, 4, 2),
        "an empty cache": _inputs(np.random.default_rng(2), 0, 3, 3, 3),
    },
    done="One word’s projections, one row of scores, and the cache is a row longer. Each head of "
    "each block does this for every word that a chatbot writes.",
)
