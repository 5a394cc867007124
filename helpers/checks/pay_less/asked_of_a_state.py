"""Exercise 16.3: linear attention under the causal mask, by a state that is written and asked."""

import numpy as np

from helpers.attention import attention
from helpers.checks.kinds.function import Function, Mistake
from helpers.learner.calls import TroubleError

MANY = 300  # words, so many that the numbers of their pairs outweigh all else
ALL_PAIRS = (
    "{:,} numbers pass through your function for {} words: that is one for each pair of words, or "
    "more. Keep one state instead, and go through the words once."
)


class Counted(np.ndarray):
    """An array that counts its numbers, and those of whatever is cut from it or computed of it."""

    numbers = 0

    def __array_finalize__(self, origin):
        """Count the numbers of each new array."""
        Counted.numbers += self.size


def run_by_a_state(given, *rows):
    """Return what a learner's function gives, or say that it is right, but by all pairs."""
    result, expected = given(*rows), _right(*rows)
    if len(rows[0]) != MANY or np.shape(result) != expected.shape:
        return result
    if np.allclose(result, expected):
        Counted.numbers = 0
        given(*(one.view(Counted) for one in rows))
        if Counted.numbers > MANY**2:
            raise TroubleError(ALL_PAIRS.format(Counted.numbers, MANY))
    return result


def _states(keys, values):
    """Return the state after each word: (n, d_k, d_v)."""
    return np.cumsum(keys[:, :, None] * values[:, None, :], axis=0)


def _ask(queries, states):
    return np.einsum("nk,nkv->nv", queries, states)


def _right(queries, keys, values):
    return _ask(queries, _states(keys, values))


def _too_early(queries, keys, values):
    states = _states(keys, values)
    return _ask(queries, np.concatenate([np.zeros_like(states[:1]), states[:-1]]))


def _overwritten(queries, keys, values):
    """Return what is fetched when each word puts its own table in the place of the state."""
    return (queries * keys).sum(axis=1, keepdims=True) * values


def _turned_over(queries, keys, values):
    """Ask the state from its other side, which fits where keys and values are equally wide."""
    return _ask(queries, _states(keys, values).swapaxes(1, 2))


def _divided(queries, keys, values):
    seen = np.arange(1, len(queries) + 1)[:, None]
    return _right(queries, keys, values) / seen


def _by_the_sum(queries, keys, values):
    sums = (queries * np.cumsum(keys, axis=0)).sum(axis=1, keepdims=True)
    return _right(queries, keys, values) / sums


def _masked(queries, keys, values):
    return attention(queries, keys, values, allowed=np.tri(len(queries), dtype=bool)).context


def _alone(queries, keys, values):
    """Store the values alone, whatever the key."""
    return np.cumsum(values, axis=0)


MISTAKES = (
    Mistake(
        "Each word asks before it stores, so it does not find itself, and the first one finds "
        "nothing.",
        _too_early,
    ),
    Mistake(
        "Every word asks the full state, which holds the later words, too: the future leaks. When "
        "must a word ask?",
        lambda q, k, v: q @ (k.T @ v),
    ),
    Mistake(
        "Your state is written over by each word: only its own key and value are in it. What was "
        "there must stay.",
        _overwritten,
    ),
    Mistake(
        "Your state is turned over: it has a row for each number of the value. A query meets keys, "
        "so the keys' numbers belong to the rows.",
        _turned_over,
    ),
    Mistake(
        "You divide by the number of words so far. Nothing is divided here.",
        _divided,
    ),
    Mistake(
        "You divide by the sum of the products of query and keys. That makes shares of them, but "
        "the task has no division.",
        _by_the_sum,
    ),
    Mistake(
        "You scale by the root of d_k. There is no scale in this task.",
        lambda q, k, v: _right(q, k, v) / k.shape[1] ** 0.5,
    ),
    Mistake(
        "There is a softmax in it: this is causal attention as you know it, with all its pairs. "
        "The state does without.",
        _masked,
        lambda q, k, v: attention(q, k, v, allowed=np.tri(len(q), dtype=bool), scale=1.0).context,
    ),
    Mistake(
        "You ask with the key, not with the query.",
        lambda q, k, v: _right(k, k, v),
    ),
    Mistake(
        "You store queries with values. What is stored is found again by its key.",
        lambda q, k, v: _right(q, q, v),
    ),
    Mistake(
        "You add up the values alone. Without the key in it, the state cannot tell whose value is "
        "whose.",
        _alone,
    ),
    Mistake(
        "Key and value are multiplied number by number. The outer product holds each number of the "
        "key with each of the value.",
        lambda q, k, v: q * np.cumsum(k * v, axis=0),
        lambda q, k, v: (q * np.cumsum(k * v, axis=0)).sum(axis=1, keepdims=True),
    ),
    Mistake(
        "You return the state itself. Which query asks it?",
        lambda q, k, v: _states(k, v),
        lambda q, k, v: k.T @ v,
    ),
    Mistake(
        "Only the last word's context comes back.",
        lambda q, k, v: _right(q, k, v)[-1],
    ),
)


def _drawn(rng, d_v, d_k=3, n=None):
    n = n or int(rng.integers(4, 8))
    return rng.normal(size=(n, d_k)), rng.normal(size=(n, d_k)), rng.normal(size=(n, d_v))


asked_of_a_state = Function(
    name="asked_of_a_state",
    expected=_right,
    shown=_drawn(np.random.default_rng(0), 3),
    draw=lambda rng: _drawn(rng, 3),
    also={
        "wider values": _drawn(np.random.default_rng(1), 5),
        f"{MANY} words and keys of width 4": _drawn(np.random.default_rng(2), 5, 4, MANY),
    },
    mistakes=MISTAKES,
    done="Word by word, from numbers that do not grow: so it costs the same to write the "
    "thousandth word as the second. What the state has forgotten, no query brings back.",
    run=run_by_a_state,
)
