"""Mistakes of somebody who hides one word after the other, by what they give."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import known

ALL_HIDDEN = (
    "In one call of softmax all words are hidden. Does the −∞ of the word before still stand? "
    "Begin with the scores of all words each time."
)


FINITE = -1, -5, -9, -10, -20, -30, -40, -50, -99, -100, -200, -300  # in the place of −∞


def _lengths(rows):
    return np.linalg.norm(rows, axis=-1)


def of_hidden(scores, arrives, j):
    """Return the output when word j is hidden before softmax."""
    return softmax(np.where(np.arange(len(scores)) == j, -np.inf, scores)) @ arrives


def moved(scores, arrives, without, measure=_lengths):
    """Return how far the output moves for each word, given what is left without it."""
    everything = softmax(scores) @ arrives
    left = [without(scores, arrives, j) for j in range(len(scores))]
    return measure(np.array(left) - everything)


def _filled(number):
    """Return what hides word j by this score, a finite one."""
    return lambda scores, arrives, j: (
        softmax(np.where(np.arange(len(scores)) == j, number, scores)) @ arrives
    )


def _lowest(scores, arrives, j):
    return _filled(scores.min())(scores, arrives, j)


def _dropped(scores, arrives, j):
    return softmax(scores) @ arrives - softmax(scores)[j] * arrives[j]


def _alone(scores, arrives, j):
    return arrives[j]


def _up_to(scores, arrives, j):
    """Return the output when word j and all before it are hidden; nothing, when none is left."""
    left = np.arange(len(scores)) > j
    return (
        softmax(scores[left]) @ arrives[left] if left.any() else np.full(arrives[0].shape, np.nan)
    )


def _mean_of_others(scores, arrives, j):
    return np.delete(arrives, j, axis=0).mean(axis=0)


def _value_gone(scores, arrives, j):
    """Return the output when word j is hidden and those behind it get their neighbour's value."""
    left = np.delete(scores, j)
    return softmax(left) @ arrives[: len(left)]


def _signed(of, sign):
    return lambda differences: sign * of(differences, axis=-1)


SIGNED = tuple(_signed(of, sign) for of in (np.sum, np.mean) for sign in (1, -1))

OF_HIDING = (
    *known(
        "You drop the word’s term, or set its weight to 0, and leave the other weights as they "
        "were: they no longer add up to 1. Hidden before softmax, a word leaves its weight to the "
        "others.",
        lambda scores, arrives: moved(scores, arrives, _dropped),
    ),
    *known(
        "You give the hidden word the score 0. That is not weight 0: which score is?",
        lambda scores, arrives: moved(scores, arrives, _filled(0)),
    ),
    *known(
        "You hide a word by a finite score. Softmax knows differences alone: where all others "
        "score lower still, the hidden word is the loudest. Which score is below every other?",
        *(
            lambda scores, arrives, number=number: moved(scores, arrives, _filled(number))
            for number in FINITE
        ),
        lambda scores, arrives: moved(scores, arrives, _lowest),
    ),
    *known(
        "Your words stay hidden: each call of softmax hides one more. Begin with the scores of all "
        "words each time.",
        lambda scores, arrives: moved(scores, arrives, _up_to),
    ),
    *known(
        "You measure how far each word is from the output, as if all *others* were hidden, or as "
        "if the formula had no factor.",
        lambda scores, arrives: moved(scores, arrives, _alone),
    ),
    *known(
        "You take the word out of the scores, but not out of what arrives: behind it, weights meet "
        "the wrong words.",
        lambda scores, arrives: moved(scores, arrives, _value_gone),
    ),
    *known(
        "Without the word, you take the plain mean of the others. They keep weights of their own.",
        lambda scores, arrives: moved(scores, arrives, _mean_of_others),
    ),
    *known(
        "These are the outputs without each word, or their lengths. How far is each from the "
        "output of all words?",
        lambda scores, arrives: moved(
            scores, arrives, of_hidden, lambda d: d + _all(scores, arrives)
        ),
        lambda scores, arrives: moved(
            scores, arrives, of_hidden, lambda d: _lengths(d + _all(scores, arrives))
        ),
    ),
    *known(
        "You compare how long the outputs are. Two of one length can point to different places: "
        "take the length of the difference.",
        lambda scores, arrives: moved(
            scores,
            arrives,
            of_hidden,
            lambda d: np.abs(_lengths(d + _all(scores, arrives)) - _lengths(_all(scores, arrives))),
        ),
        lambda scores, arrives: moved(
            scores,
            arrives,
            of_hidden,
            lambda d: _lengths(d + _all(scores, arrives)) - _lengths(_all(scores, arrives)),
        ),
    ),
    *known(
        "These are the differences, number by number. Asked for is one length for each word.",
        lambda scores, arrives: moved(scores, arrives, of_hidden, lambda d: d),
        lambda scores, arrives: moved(scores, arrives, of_hidden, lambda d: -d),
    ),
    *known(
        "You take the sum of the squares. One step is missing to a length.",
        lambda scores, arrives: moved(scores, arrives, of_hidden, lambda d: (d**2).sum(axis=-1)),
    ),
    *known(
        "You take the largest difference, or the mean of them or of their squares. A length is the "
        "root of the *sum* of the squares.",
        lambda scores, arrives: moved(scores, arrives, of_hidden, lambda d: np.abs(d).max(axis=-1)),
        lambda scores, arrives: moved(
            scores, arrives, of_hidden, lambda d: np.abs(d).mean(axis=-1)
        ),
        lambda scores, arrives: moved(scores, arrives, of_hidden, lambda d: (d**2).mean(axis=-1)),
        lambda scores, arrives: moved(
            scores, arrives, of_hidden, lambda d: np.sqrt((d**2).mean(axis=-1))
        ),
    ),
    *known(
        "You add up the sizes of the differences. A length is the root of the sum of their "
        "squares.",
        lambda scores, arrives: moved(scores, arrives, of_hidden, lambda d: np.abs(d).sum(axis=-1)),
    ),
    *known(
        "You add up the differences with their signs, or take their mean: a step to the right and "
        "one to the left cancel. A length has no sign.",
        *(
            lambda scores, arrives, size=size: moved(scores, arrives, of_hidden, size)
            for size in SIGNED
        ),
    ),
    *known(
        "You give one number for all words together. Each word has its own: along which axis is a "
        "length taken?",
        lambda scores, arrives: np.linalg.norm(moved(scores, arrives, of_hidden)),
        lambda scores, arrives: _lengths(moved(scores, arrives, of_hidden, np.transpose)),
    ),
    *known(
        "You hide nothing: each output is that of all words, and none moves.",
        lambda scores, arrives: np.zeros(len(scores)),
    ),
    *known(
        "You multiply by the weight. The formula divides by what is left of the weights, too.",
        lambda scores, arrives: softmax(scores) * _lengths(arrives - _all(scores, arrives)),
    ),
    *known(
        "You divide the length of each term by what is left of the weights. But a word moves the "
        "output by its difference from it, not by its own length.",
        lambda scores, arrives: softmax(scores) / (1 - softmax(scores)) * _lengths(arrives),
    ),
    *known(
        "These are the weights. How far does the output move?",
        lambda scores, arrives: softmax(scores),
    ),
)


def _all(scores, arrives):
    return softmax(scores) @ arrives
