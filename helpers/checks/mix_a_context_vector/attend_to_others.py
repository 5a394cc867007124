"""Exercise 4.3: simplified attention in which no word gives weight to itself."""

from functools import partial

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, Lure, Mistake
from helpers.checks.mix_a_context_vector.two_mixes import FIVE

RIGHT, MISTAKES = edits.read(__file__)

NOT_LOW_ENOUGH = (
    "Your own score is low, but not low enough for all words: two that point away from each other "
    "score each other lower still, and then each gives itself all the weight. Which score is "
    "below every number?"
)

# Two words that score each other a million below 0, far below any number that is "low".
RENEWED = (
    "You take the word's own weight away after softmax and share out what's left. Where a word "
    "scores itself so high that it has all the weight, nothing is left: 0 divided by 0. What can "
    "you hide before softmax?"
)
OPPOSITE = np.array([[26.0, 0.0], [-26.0, 0.0]])  # no power of e of theirs is inf or 0
FAR_APART = np.array([[1000.0, 0.0], [-1000.0, 0.0]])


def _renewed(embeddings):
    weights = softmax(embeddings @ embeddings.T) * (1 - np.eye(len(embeddings)))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights, weights @ embeddings


attend_to_others = Function(
    name="attend_to_others",
    expected=RIGHT[0],
    shown=(FIVE,),
    draw=lambda rng: (rng.normal(size=(rng.integers(5, 9), rng.integers(2, 5))),),
    also={
        "a sentence that says a word twice": (FIVE[[1, 4, 1, 3]],),
        "two words": (FIVE[[2, 4]],),
    },
    mistakes=MISTAKES,
    lures=(
        Lure((FAR_APART,), Mistake(NOT_LOW_ENOUGH, partial(RIGHT[0], **{"-np.inf": "-1000"}))),
        Lure((OPPOSITE,), Mistake(RENEWED, _renewed)),
    ),
    done="Each row sums to 1 without the word itself. Now let it drive the explorer.",
)
