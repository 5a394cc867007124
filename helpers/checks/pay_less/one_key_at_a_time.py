"""Exercise 16.1: the context of one query, whose keys are read one by one: the online softmax."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.learner import page
from helpers.learner.calls import TroubleError
from helpers.measure import peak_memory

MANY = 1000  # keys: enough that one number kept for each of them shows
READY_MADE = ("softmax", "attention", "streaming_attention", "in_blocks", "window_attention")
WRITE_IT = (
    "You're leaving the work to `{}`. Read the keys one by one yourself, and rescale the sums."
)
KEEP_LESS = (
    "Your function uses up to {:,.0f} kB of memory, so it must be storing something for every "
    "key. Keep "
    "only the running maximum, the sum of exponentials and the weighted sum of values."
)
RIGHT, MISTAKES = edits.read(__file__)


def run_one_by_one(given, query, keys, values):
    """Return what a learner's function gives, or say how it was made without reading key by key."""
    results = []
    held = peak_memory(lambda: results.append(given(query, keys, values)))
    result = results[0]
    ready = next((name for name in READY_MADE if name in page.names(given)), None)
    if ready and np.shape(result) == values.shape[1:]:
        raise TroubleError(WRITE_IT.format(ready))
    if len(keys) == MANY and held > 8 * MANY and np.allclose(result, RIGHT[0](query, keys, values)):
        raise TroubleError(KEEP_LESS.format(held / 1000))
    return result


def _drawn(rng, by=1.0, to=0.0, m=None, d_k=4):
    """Return a query and keys whose scores rise and fall, times `by`, and then moved by `to`."""
    m = m or int(rng.integers(6, 10))
    query, keys = rng.normal(size=d_k), rng.normal(size=(m, d_k))
    query /= np.linalg.norm(query)
    scores = 3 * by * rng.permutation(np.linspace(-1, 1, m)) + to
    scores[:2] = np.sort(scores[:2])  # the second is higher than the first
    keys += np.outer(d_k**0.5 * scores - keys @ query, query)
    return query, keys, rng.normal(size=(m, 3))


one_key_at_a_time = Function(
    name="one_key_at_a_time",
    expected=RIGHT[0],
    shown=_drawn(np.random.default_rng(0)),
    draw=_drawn,
    also={
        "scores up to 1,000": _drawn(np.random.default_rng(1), by=333.0),
        "scores around −1,000": _drawn(np.random.default_rng(2), to=-1000.0),
        f"{MANY:,} keys of width 9": _drawn(np.random.default_rng(3), m=MANY, d_k=9),
    },
    mistakes=MISTAKES,
    done="You’ve written the heart of FlashAttention. It keeps only two numbers and a vector, "
    "whether there are ten keys or ten million.",
    run=run_one_by_one,
)
