"""Exercise 4.3: simplified attention in which no word gives weight to itself."""

from functools import partial

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, Lure, Mistake
from helpers.checks.mix_a_context_vector.two_mixes import FIVE

RIGHT, MISTAKES = edits.read(__file__)

NOT_LOW_ENOUGH = (
    "You've made each word's own score low, but not low enough for all words: two that point away "
    "from each other can score even lower, and then each gives itself all the weight. Which score "
    "is below every number?"
)

RENEWED = (
    "You're removing a word's weight on itself after softmax, and dividing by what's left. If a "
    "word's score with itself is so high that it gets all the weight, nothing is left: 0 divided "
    "by 0. What could you change before softmax?"
)
OPPOSITE = np.array([[26.0, 0.0], [-26.0, 0.0]])  # no power of e of theirs is inf or 0
FAR_APART = np.array([[1000.0, 0.0], [-1000.0, 0.0]])  # they score −1,000,000


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
    done="Each row adds up to 1 without the word itself. Now let your function drive the explorer.",
)
