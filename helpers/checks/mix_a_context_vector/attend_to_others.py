"""Exercise 4.3: simplified attention in which no word gives weight to itself."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function, Lure, Mistake
from helpers.checks.kinds.mistakes import (
    FLAT_SUMS,
    NO_EXPONENT,
    ROUNDED_E,
    TWICE,
    WITH_ROUNDED_E,
    mixed,
    shared_out,
    without_own,
)
from helpers.checks.mix_a_context_vector.two_mixes import FIVE


def _lowered(own):
    return lambda scores: softmax(without_own(scores, own))


def _off_diagonal(table):
    return table * (1 - np.eye(len(table)))


def _dropped(scores):
    """Return the weights of all words, with 0 written over everybody's own."""
    return _off_diagonal(softmax(scores))


def _weights(embeddings):
    return softmax(without_own(embeddings @ embeddings.T))


def _expected(embeddings):
    """Return weights (n, n) without oneself, and contexts (n, d)."""
    return mixed(_weights(embeddings), embeddings)


def _earlier(scores):
    """Return what comes of mixing the words before one's own; the first mixes nobody."""
    powers = np.tril(np.exp(scores), -1)
    return powers / np.maximum(powers.sum(axis=1, keepdims=True), 1e-300)


def _share_equally(scores):
    """Return the weights when what a word gave itself goes to the others in equal parts."""
    weights = softmax(scores)
    return _off_diagonal(weights + np.diag(weights)[:, None] / (len(weights) - 1))


def _narrow(embeddings):
    """Return the weights without a place for oneself, (n, n - 1)."""
    weights = _weights(embeddings)
    return weights[~np.eye(len(weights), dtype=bool)].reshape(len(weights), -1)


def _own_aside(embeddings, before=0):
    """Return the weights with everybody's own 0 in the last column, or before the first."""
    return np.pad(_narrow(embeddings), ((0, 0), (before, 1 - before)))


def _unlike(embeddings):
    """Return what comes of leaving out every word with the vector of the one that asks."""
    alike = (embeddings[:, None] == embeddings).all(axis=-1)
    return mixed(softmax(np.where(alike, -np.inf, embeddings @ embeddings.T)), embeddings)


def _over_components(embeddings, width):
    """Return the weights, and in each row the sum over one word's own numbers, `width` times."""
    weights = _weights(embeddings)
    few = min(embeddings.shape)
    single = (weights[:, :few] * embeddings[:, :few]).sum(axis=1)
    return weights, np.tile(single[:, None], width)


def _weigh(words, *ways):
    """Return the mistake of mixing rightly with wrong weights; each way takes all scores."""
    return Mistake(words, *(lambda x, weigh=weigh: mixed(weigh(x @ x.T), x) for weigh in ways))


NOT_LOW_ENOUGH = (
    "Your own score is low, but not low enough for all words: two that point away from each other "
    "score each other lower still, and then each gives itself all the weight. Which score is "
    "below every number?"
)

MISTAKES = (
    _weigh("Every word still gives itself weight: entry i, i should be 0.", softmax),
    _weigh(
        "You set the score of a word with itself to 0. What weight does softmax give to a "
        "score of 0? Remember notebook 03.",
        lambda s: softmax(_off_diagonal(s)),
    ),
    Mistake(
        "You take the word's own weight away after softmax, and nobody gets it: the rows no "
        "longer sum to 1. Where does the share of the word itself go?",
        lambda x: mixed(_dropped(x @ x.T), x),
        lambda x: (_dropped(x @ x.T), softmax(x @ x.T) @ x),
    ),
    _weigh(
        "In your table each column sums to 1, where each row should. Who divides their attention, "
        "the word that asks (a row) or the word that is asked (a column)?",
        lambda s: softmax(without_own(s), axis=0),
        lambda s: _dropped(s) / _dropped(s).sum(axis=0),
    ),
    _weigh(
        "Each word still gives itself a little weight. You make its own score low, but e to it is "
        "not yet 0. How low must a score be?",
        *map(_lowered, (-1, -5, -10)),
        lambda s: softmax(without_own(s, -s.max())),
    ),
    _weigh(
        "Each word's own share goes to the others in equal parts. Left out of its own softmax, "
        "to whom would it leave more, and to whom less?",
        _share_equally,
    ),
    _weigh(
        "In each row you leave out the highest score. Is that always the word's own? Look for "
        "“robots” in the picture of pulls: to whom does it give most?",
        lambda s: softmax(np.where(np.arange(len(s)) == s.argmax(1)[:, None], -np.inf, s)),
    ),
    _weigh(
        "You take a whole 1 away from each word's own weight, so it falls below 0. How much "
        "weight was there to take, and who gets it?",
        lambda s: softmax(s) - np.eye(len(s)),
    ),
    _weigh(
        "Each word mixes those before it alone. The others are all the words but one.",
        _earlier,
    ),
    Mistake(
        "The 0 stands in the same column in every row. Which place in row i belongs to the word "
        "that asks?",
        lambda x: (_own_aside(x), _weights(x) @ x),
        lambda x: mixed(_own_aside(x), x),
        lambda x: mixed(_own_aside(x, 1), x),
    ),
    Mistake(
        "Your weights are right, but the contexts are mixed with the columns of their table. "
        "Whose weights make the context of word i?",
        lambda x: (_weights(x), _weights(x).T @ x),
    ),
    Mistake(
        "Your weights are right, but each word is still mixed into its own context.",
        lambda x: (_weights(x), softmax(x @ x.T) @ x),
    ),
    Mistake(
        "You divide the scores before softmax. Here they go in as they are.",
        lambda x: mixed(_weights(x / x.shape[1] ** 0.25), x),
    ),
    _weigh(
        "You take the one best word alone. How much do those with smaller scores get?",
        lambda s: np.eye(len(s))[without_own(s).argmax(axis=1)],
    ),
    _weigh(NO_EXPONENT, lambda s: shared_out(_off_diagonal(s))),
    _weigh("Your weights are the bare scores. What turns scores into shares?", _off_diagonal),
    _weigh(
        "You raise e to each score, but the rows do not sum to 1: what divides them?",
        lambda s: np.exp(without_own(s)),
    ),
    _weigh(TWICE, lambda s: softmax(_dropped(s))),
    _weigh(
        "You write minus infinity among the weights, where it stays. Before which step does it "
        "become a 0?",
        lambda s: without_own(softmax(s)),
    ),
    _weigh(FLAT_SUMS, lambda s: _dropped(s) / _dropped(s).sum(axis=1)),
    _weigh(ROUNDED_E, *(lambda s, of=of: of(without_own(s)) for of in WITH_ROUNDED_E)),
    _weigh(
        "Every other word gets the same weight, whatever it scored.",
        lambda s: _off_diagonal(np.ones_like(s)) / (len(s) - 1),
    ),
    _weigh(
        "All weights of the table together sum to 1. How much attention has each word to give?",
        lambda s: softmax(without_own(s).ravel()).reshape(s.shape),
        lambda s: _dropped(s) / _dropped(s).sum(),
    ),
    Mistake(
        "The two results are exchanged: the weights come first, then the contexts.",
        lambda x: _expected(x)[::-1],
    ),
    Mistake(
        "You return the weights and the context of one word alone. What must happen to all the "
        "words before the function may return?",
        *(lambda x, k=k: tuple(part[k] for part in _expected(x)) for k in (0, 1, -1)),
    ),
    _weigh(
        "The same word asks in every row. Whose scores belong in row i?",
        *(lambda s, k=k: softmax(without_own(np.tile(s[k], (len(s), 1)))) for k in (0, 1)),
    ),
    Mistake(
        "Your mixing runs over the numbers of the word that asks, not over the words. What does a "
        "weight multiply: one number, or a whole vector?",
        lambda x: _over_components(x, len(x)),
        lambda x: _over_components(x, x.shape[1]),
    ),
    Mistake(
        "Your table of weights has no place for a word's weight on itself. That weight is 0, "
        "and a 0 takes a place too: n rows of n.",
        lambda x: (_narrow(x), _weights(x) @ x),
    ),
    Mistake(
        "You leave out every word with the vector of the one that asks. A word that is said "
        "twice is two words: who of them asks, and who is left out?",
        _unlike,
    ),
    Mistake(
        "Your weights are right, but what you return are the shifts, not the contexts.",
        lambda x: (_weights(x), _weights(x) @ x - x),
    ),
)

# Two words that score each other a million below 0, far below any number that is "low".
RENEWED = (
    "You take the word's own weight away after softmax and share out what's left. Where a word "
    "scores itself so high that it has all the weight, nothing is left: 0 divided by 0. What can "
    "you hide before softmax?"
)
OPPOSITE = np.array([[26.0, 0.0], [-26.0, 0.0]])  # no power of e of theirs is inf or 0
FAR_APART = np.array([[1000.0, 0.0], [-1000.0, 0.0]])

attend_to_others = Function(
    name="attend_to_others",
    expected=_expected,
    shown=(FIVE,),
    draw=lambda rng: (rng.normal(size=(rng.integers(5, 9), rng.integers(2, 5))),),
    also={
        "a sentence that says a word twice": (FIVE[[1, 4, 1, 3]],),
        "two words": (FIVE[[2, 4]],),
    },
    mistakes=MISTAKES,
    lures=(
        Lure((FAR_APART,), _weigh(NOT_LOW_ENOUGH, _lowered(-1000))),
        Lure((OPPOSITE,), _weigh(RENEWED, lambda s: shared_out(_dropped(s)))),
    ),
    done="Each row sums to 1 without the word itself. Now let it drive the explorer.",
)
