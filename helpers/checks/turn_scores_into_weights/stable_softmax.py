"""Exercise 3.3: a softmax that no score can break."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.kinds.mistakes import (
    NO_EXPONENT,
    ROUNDED_E,
    WITH_ROUNDED_E,
    WRONG_AXIS,
    shared_out,
)
from helpers.learner.calls import TroubleError
from helpers.readers import worked_examples

EMBEDDINGS = worked_examples.load("your_journey").embeddings
SCORES = EMBEDDINGS @ EMBEDDINGS.T
READY_MADE = (
    "A ready-made softmax does the work. It is right, but here you write your own, with NumPy or "
    "plain Python."
)


def _by_hand(given, scores):
    """Call what a learner wrote, unless it is the helper's softmax or calls it by its name."""
    names = getattr(getattr(given, "__code__", None), "co_names", ())
    around = getattr(given, "__globals__", {})
    if any(one is softmax for one in (given, *map(around.get, names))):
        raise TroubleError(READY_MADE)
    return given(scores)


def _nothing(scores):
    return 0


def _each(pick, axis=1):
    """Return what picks a number from each row (axis 1) or column (axis 0) of a table."""
    return lambda scores: pick(scores, axis=axis, keepdims=True)


_largest, _tops = _each(np.max), _each(np.max, axis=0)
_smallest, _mean = _each(np.min), _each(np.mean)


def _flat(scores):
    """Return the largest of each row as one flat row, which NumPy sets over the columns."""
    return scores.max(axis=1)


def _thousand(scores):
    return 1000


def _absolute(scores):
    return _largest(np.abs(scores))


def _less(subtracted, summed=1, upright=True):
    """Return softmax as one gets it who subtracts this, and sums along this axis (None: all).

    Sums that are not upright lie flat, as without `keepdims`.
    """

    def compute(scores):
        powers = np.exp(scores - subtracted(scores))
        return powers / powers.sum(axis=summed, keepdims=upright)

    return compute


def _logarithms(scores):
    below = scores - _largest(scores)
    return below - np.log(np.exp(below).sum(axis=1, keepdims=True))


NOTHING_SUBTRACTED = (
    "You subtract nothing: then the powers of high scores become inf, or those of low ones are all "
    "0, and nan follows. What may be subtracted without changing a weight?"
)
WHOLE_TABLE = "All numbers together add up to 1. Each row is to add up to 1 by itself."
COLUMN_SUBTRACTED = (
    "You subtract the largest score of each column. That changes the differences inside a row: "
    "only one and the same number may be taken from all of a row."
)
ONE_MAXIMUM = (
    "You subtract the same number from every row. In a row that lies far below it all powers "
    "become 0, and 0 / 0 is nan. Whose maximum does a row need?"
)
LYING_FLAT = (
    "The maxima or the sums lie flat, one for each column, as in exercise 3.1. With 4 rows of 6 "
    "scores they do not even fit. How do they come to stand upright, one for each row?"
)
ONE_ROW = "One row comes back where a table went in: each of its rows is to become weights."
TOO_LATE = "You raise e first, and tame the powers afterwards: by then some are inf or 0 already."
NOT_ITS_OWN = (
    "What you subtract does not save every row: a power may still become inf, or all of them 0. "
    "Which number makes the largest power of each row exactly 1?"
)
NOT_DIVIDED = "These are the powers, and none can overflow. One step is left until they are shares."
CUT = (
    "You cut large scores off: then 1000 and 1001 count as alike. Which change spares differences?"
)
HIDDEN = "You hide the nan, and the weights are lost. What keeps the powers from ever becoming inf?"
ONLY_ONE = "All weight goes to the largest score. Softmax is soft: the others keep something."
DIVIDED = "You divide by the largest score. That changes the differences; what leaves them alone?"
LOGARITHMS = "These are the logarithms of the weights. What undoes a logarithm?"
ABOVE_ALONE = (
    "You subtract above the fraction line, but below it you sum the powers of the bare scores. "
    "Which powers belong in that sum?"
)
TURNED = "The lowest score gets most. Which of the two do you subtract from the other?"

MISTAKES = (
    # They fit no table but a square one, where others give the same numbers: first of all.
    Mistake(
        LYING_FLAT,
        *(_less(one, upright=False) for one in (_nothing, _largest, _flat)),
        _less(_flat),
    ),
    Mistake(NOTHING_SUBTRACTED, _less(_nothing)),
    Mistake(WRONG_AXIS, *(_less(one, 0) for one in (_nothing, np.max, _largest, _tops))),
    Mistake(WHOLE_TABLE, *(_less(one, None) for one in (_nothing, np.max, _largest))),
    Mistake(COLUMN_SUBTRACTED, _less(_tops)),
    Mistake(ONE_MAXIMUM, _less(np.max)),
    Mistake(
        TOO_LATE,
        lambda s: shared_out(np.exp(s) / np.exp(_largest(s))),
        lambda s: shared_out(np.exp(s) - _largest(s)),
        lambda s: np.exp(s) / np.exp(_largest(s)),
    ),
    Mistake(NOT_ITS_OWN, *map(_less, (_smallest, _mean, np.min, np.mean, _thousand, _absolute))),
    Mistake(NOT_ITS_OWN, *(_less(lambda s, k=k: s[:, [k]]) for k in (0, -1))),
    Mistake(
        CUT,
        *(
            lambda s, least=least: shared_out(np.exp(np.clip(s, least, 700)))
            for least in (-700, None)
        ),
    ),
    Mistake(HIDDEN, lambda s: np.nan_to_num(shared_out(np.exp(s)))),
    Mistake(ONE_ROW, *(lambda s, i=i: softmax(s[i]) for i in (0, -1))),
    Mistake(NOT_DIVIDED, lambda scores: np.exp(scores - _largest(scores))),
    Mistake(ONLY_ONE, lambda scores: np.eye(scores.shape[1])[scores.argmax(axis=1)]),
    Mistake(NO_EXPONENT, shared_out, lambda scores: shared_out(scores - _largest(scores))),
    Mistake(DIVIDED, lambda scores: softmax(scores / _largest(scores))),
    Mistake(TURNED, lambda s: softmax(-s), lambda s: _less(_smallest)(-s)),
    Mistake(ROUNDED_E, *WITH_ROUNDED_E),
    Mistake(LOGARITHMS, _logarithms),
    Mistake(ABOVE_ALONE, lambda s: np.exp(s - _largest(s)) / np.exp(s).sum(1, keepdims=True)),
    Mistake("The scores come back as they went in. Where do you keep the powers?", np.array),
    Mistake("You raise 2. Softmax raises e.", lambda scores: softmax(scores * np.log(2))),
)

stable_softmax = Function(
    name="stable_softmax",
    expected=softmax,
    shown=(SCORES,),
    draw=lambda rng: (rng.normal(scale=2, size=(int(rng.integers(2, 5)), 5)),),
    also={
        "scores around 1000": (SCORES[:4] + 1000,),
        "one row near 1000, one near −1000": (np.array([[1001, 1000, 999.5], [-999, -998, -997]]),),
        "scores around 20000": (SCORES[:3, :4] + 20000,),
        "rows of 0, 800 and −800": (np.array([[0.0, 800, -800], [800, -800, 0], [0, 1, 2]]),),
    },
    run=_by_hand,
    mistakes=MISTAKES,
    done="No weight has changed, no power can overflow, and no sum can be 0: this softmax lasts.",
)
