"""Exercise 6.1: the slopes of cross-entropy for scores, the weights minus what is wanted."""

from functools import partial

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.kinds.mistakes import WRONG_AXIS
from helpers.checks.let_a_head_learn.training_step import WORDS

RING = np.array([1, 2, 0])  # A wants B, B wants C, C wants A


def _wanted(scores, right):
    return np.eye(scores.shape[1])[right]


def _slopes(scores, right, *, weigh=softmax, wanted=_wanted, finish=lambda slopes: slopes):
    """Return what is had minus what is wanted, right by default."""
    return finish(weigh(scores) - wanted(scores, right))


def _with(words, **how):
    return Mistake(words, partial(_slopes, **how))


def _at(scores, *places):
    """Return a table with a 1 at these places."""
    table = np.zeros(scores.shape)
    table[places] = 1
    return table


def _overwritten(scores, right):
    """Return the weights with -1 in the places of the right words."""
    return np.where(_wanted(scores, right) == 1, -1, softmax(scores))


def _of_the_other_loss(scores, right):
    """Return the slopes of 1 minus the weight of the right word."""
    return _slopes(scores, right) * softmax(scores)[range(len(right)), right][:, None]


def _nudged(scores, right, by):
    """Return what comes of nudging each score: nearly the slopes, and never quite."""
    found = np.zeros(scores.shape)
    for place in np.ndindex(scores.shape):
        row, word = place[0], right[place[0]]
        pushed = scores.astype(float)
        pushed[place] += by
        found[place] = np.log(softmax(scores)[row, word] / softmax(pushed)[row, word]) / by
    return found


slopes_of_scores = Function(
    name="slopes_of_scores",
    expected=_slopes,
    shown=(WORDS @ WORDS.T / 2**0.5, RING),
    draw=lambda rng: (rng.normal(size=(5, 3)), rng.integers(3, size=5)),
    also={"a row that is sure and wrong": (np.array([[20.0, 10.0, -10.0]]), np.array([2]))},
    mistakes=(
        _with(
            "All your signs are turned: this is what you want minus what you have. Where the right "
            "word has too little, its slope is below 0.",
            finish=lambda slopes: -slopes,
        ),
        _with(
            "These are the weights that you have. What is taken from them, and in which places?",
            wanted=lambda scores, right: 0,
        ),
        Mistake(
            "You return what is wanted. From what is it taken away?",
            _wanted,
        ),
        _with(
            "You take 1 from every weight. How many words of a row are right?",
            wanted=lambda scores, right: 1,
        ),
        _with(
            "You take 1 away on the diagonal. Each row has its right word in a place of its own: "
            "which argument says where?",
            wanted=lambda scores, right: np.eye(*scores.shape),
        ),
        Mistake(
            "You write −1 over the weight of the right word. The 1 is taken from the weight that "
            "stands there.",
            _overwritten,
        ),
        _with(
            "You take 1 from whole columns. Each row has a right word of its own: how do a row and "
            "its place find each other?",
            wanted=lambda scores, right: _at(scores, slice(None), right),
        ),
        _with(
            "Rows and columns are exchanged where you take 1 away: the place of the right word "
            "counts columns.",
            wanted=lambda scores, right: _at(scores, right, range(len(right))),
        ),
        _with(
            "You divide by the number of rows, as for the mean of their losses. Here each row has "
            "a loss of its own.",
            finish=lambda slopes: slopes / len(slopes),
        ),
        _with(
            "You take 1 from the scores. What makes weights of them first?",
            weigh=lambda scores: scores,
        ),
        _with(WRONG_AXIS, weigh=partial(softmax, axis=0)),
        Mistake(
            "These are the slopes of 1 minus the weight, the first of the two losses.",
            _of_the_other_loss,
        ),
        Mistake(
            "You nudge, so your slopes are a little off, and each of them costs a softmax. Which "
            "rule gives the whole row at once?",
            *(lambda s, right, by=by: _nudged(s, right, by) for by in (0.001, 1e-4, 0.01)),
        ),
    ),
    done="Each row sums to 0: what is pushed up at the right word is pushed down elsewhere. A row "
    "that is sure and wrong has the largest slopes of all.",
)
