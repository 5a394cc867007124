"""Exercise 16.1: the context of one query, whose keys are read one by one: the online softmax."""

import numpy as np

from helpers.checks.kinds.function import Function, Mistake
from helpers.learner import page
from helpers.learner.calls import TroubleError
from helpers.measure import peak_memory

MANY = 1000  # keys, so many that a number kept for each shows beside all else that is held
READY_MADE = ("softmax", "attention", "streaming_attention", "in_blocks", "window_attention")
WRITE_IT = (
    "You leave the work to `{}`. The task is to read the keys one by one, and to mend what was "
    "read before."
)
KEEP_LESS = (
    "{:,.0f} kB are held at once, so something is kept for every key. Keep the highest score, the "
    "sum and the sum of values alone."
)


def run_one_by_one(given, query, keys, values):
    """Return what a learner's function gives, or say what else than reading on has given it."""
    results = []
    held = peak_memory(lambda: results.append(given(query, keys, values)))
    result = results[0]
    ready = next((name for name in READY_MADE if name in page.names(given)), None)
    if ready and np.shape(result) == values.shape[1:]:
        raise TroubleError(WRITE_IT.format(ready))
    if len(keys) == MANY and held > 8 * MANY and np.allclose(result, _context(query, keys, values)):
        raise TroubleError(KEEP_LESS.format(held / 1000))
    return result


def _read(
    query, keys, values, mend="both", peak=max, first=-np.inf, late=False, early=False, root=True
):
    """Return highest score, sum and sum of values of somebody who reads key by key.

    mend  : which of the two old sums are mended: "both", "sum", "values", "none", "all" (with what
            has just come) or "turned" (by the factor's inverse)
    peak  : takes the highest score so far and the new one, and returns the next highest
    first : the highest score before the first key
    late  : whether a new power is taken from the highest score before it
    early : whether the sum of values is divided in every round
    root  : whether scores are scaled
    """
    highest, total, mixed = first, 0.0, np.zeros(values.shape[1])
    for key, value in zip(keys, values, strict=True):
        score = query @ key / (len(query) ** 0.5 if root else 1)
        before, highest = highest, peak(highest, score)
        factor = np.exp(highest - before if mend == "turned" and total else before - highest)
        power = np.exp(score - (before if late else highest))
        total = total * (factor if mend in ("both", "sum", "turned") else 1) + power
        mixed = mixed * (factor if mend in ("both", "values", "turned") else 1) + power * value
        if mend == "all":
            total, mixed = total * factor, mixed * factor
        if early:
            mixed = mixed / total
    return highest, total, mixed


def _context(*inputs, **slips):
    _, total, mixed = _read(*inputs, **slips)
    return mixed / total


def _first_stays(highest, score):
    return score if highest == -np.inf else highest


def _never(highest, score):
    return highest


def _divided_again(*inputs):
    """Return a context that is an average in every round, and whose old part is only mended."""
    _, _, mixed = _read(*inputs, early=True)
    return mixed


MISTAKES = (
    Mistake(
        "Your old sum is not mended: when a higher score comes, the powers in it are out of date, "
        "as those in the sum of values are.",
        lambda *inputs: _context(*inputs, mend="values"),
    ),
    Mistake(
        "Your old sum is mended, the sum of values is not. The same powers are in both.",
        lambda *inputs: _context(*inputs, mend="sum"),
    ),
    Mistake(
        "Neither of the two old sums is mended. When a higher score comes, all powers in them are "
        "out of date.",
        lambda *inputs: _context(*inputs, mend="none"),
    ),
    Mistake(
        "Your factor is upside down: old powers grow as a higher score comes. They must shrink.",
        lambda *inputs: _context(*inputs, mend="turned"),
    ),
    Mistake(
        "You mend what has just come along with what was there. The new power knows the new "
        "highest score already.",
        lambda *inputs: _context(*inputs, mend="all"),
    ),
    Mistake(
        "You divide too early: in every round, by a sum that is not complete. Divide once, at the "
        "end.",
        _divided_again,
        lambda *inputs: _context(*inputs, early=True),
    ),
    Mistake(
        "Your first power is infinite: it is taken from minus infinity. Is the highest score "
        "updated, and before the power is computed?",
        lambda *inputs: _context(*inputs, peak=_never),
        lambda *inputs: _context(*inputs, late=True),
    ),
    Mistake(
        "Your highest score stays the first one. That is right on paper, but a score far above it "
        "has a power beyond every float.",
        lambda *inputs: _context(*inputs, peak=_first_stays),
    ),
    Mistake(
        "Your powers are those of the scores as they are, or your highest score begins at 0 and "
        "stays there. A score of 1,000 has a power beyond every float.",
        lambda *inputs: _context(*inputs, peak=_never, first=0.0),
    ),
    Mistake(
        "Your highest score begins at 0, or not far below. Where all scores lie lower still, every "
        "power is 0, and 0 is divided by 0. What lies below every score?",
        lambda *inputs: _context(*inputs, first=0.0),
    ),
    Mistake(
        "Your new power is taken from the old highest score. Update the highest score first.",
        lambda *inputs: _context(*inputs, first=0.0, late=True),
    ),
    Mistake(
        "Your scores are not scaled: what are they divided by?",
        lambda *inputs: _context(*inputs, root=False),
    ),
    Mistake(
        "You divide by d_k itself, not by its root.",
        lambda q, k, v: _context(q / len(q) ** 0.5, k, v),
    ),
    Mistake(
        "You return the sum of values. The division at the end is missing.",
        lambda *inputs: _read(*inputs)[2],
    ),
    Mistake(
        "You return all that you kept. The context alone is asked for: which of it, divided by "
        "what?",
        lambda *inputs: np.array([*_read(*inputs)[:2], *_read(*inputs)[2]]),
    ),
    Mistake(
        "You mix the keys. The keys are what is compared; what is mixed is something else.",
        lambda q, k, v: _context(q, k, k),
    ),
    Mistake(
        "Every key counts the same in your result. A key counts by the power of its score.",
        lambda q, k, v: v.mean(axis=0),
    ),
    Mistake(
        "You add up the scores themselves. What becomes of a score before it is added?",
        lambda q, k, v: (k @ q) @ v / (k @ q).sum(),
    ),
    Mistake(
        "You return the value with the highest score alone. The others are heard, too.",
        lambda q, k, v: v[(k @ q).argmax()],
    ),
)


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
    expected=_context,
    shown=_drawn(np.random.default_rng(0)),
    draw=_drawn,
    also={
        "scores up to 1,000": _drawn(np.random.default_rng(1), by=333.0),
        "scores around −1,000": _drawn(np.random.default_rng(2), to=-1000.0),
        f"{MANY:,} keys of width 9": _drawn(np.random.default_rng(3), m=MANY, d_k=9),
    },
    mistakes=MISTAKES,
    done="You have written the heart of fused attention. Two numbers and a vector are all that is "
    "kept, for ten keys or ten million.",
    run=run_one_by_one,
)
