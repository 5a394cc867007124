"""Exercise 14.2: how far the output moves when each word in turn is hidden."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function, Mistake, explaining
from helpers.checks.trust_a_map.lengths_of_terms import SCORES, SQUARES, VALUES, W_O, lengths

ALL_HIDDEN = (
    "In one call of softmax all words are hidden. Does the −∞ of the word before still stand? "
    "Begin with the scores of all words each time."
)
FINITE = -1, -5, -9, -10, -20, -30, -40, -50, -99, -100, -200, -300  # in the place of −∞


def _drawn(rng):
    m = int(rng.integers(5, 8))
    return rng.normal(size=m), rng.normal(size=(m, 3))


def _run(given, scores, arrives):
    """Call the learner's function; softmax of nothing but −∞ has a likely cause: say it."""
    with explaining(ValueError, "nowhere", ALL_HIDDEN):
        return given(scores, arrives)


def _all(scores, arrives):
    return softmax(scores) @ arrives


def _filled(number):
    """Return what gives the output when word j has this score."""
    return lambda scores, arrives, j: _all(
        np.where(np.arange(len(scores)) == j, number, scores), arrives
    )


_hidden = _filled(-np.inf)


def _distances(left, whole):
    return lengths(left - whole)


def _moved(scores, arrives, without=_hidden, measure=_distances):
    """Return measure(outputs without each word, output of all): by default how far each moves."""
    left = [without(scores, arrives, j) for j in range(len(scores))]
    return measure(np.array(left), _all(scores, arrives))


def _without(output):
    """Return the mistake of taking output(scores, arrives, j) for the output without word j."""
    return lambda scores, arrives: _moved(scores, arrives, output)


def _of_outputs(measure):
    """Return the mistake of taking measure(outputs without each word, output of all)."""
    return lambda scores, arrives: _moved(scores, arrives, measure=measure)


def _of_differences(measure):
    """Return the mistake of taking measure(outputs without each word minus that of all)."""
    return _of_outputs(lambda left, whole: measure(left - whole))


def _up_to(scores, arrives, j):
    """Return the output when word j and all before it are hidden; nothing, when none is left."""
    left = np.arange(len(scores)) > j
    return _all(scores[left], arrives[left]) if left.any() else np.full(arrives[0].shape, np.nan)


MISTAKES = (
    Mistake(
        "You drop the word’s term, or set its weight to 0, and leave the other weights as they "
        "were: they no longer add up to 1. Hidden before softmax, a word leaves its weight to the "
        "others.",
        _without(lambda s, arrives, j: _all(s, arrives) - softmax(s)[j] * arrives[j]),
    ),
    Mistake(
        "You give the hidden word the score 0. That is not weight 0: which score is?",
        _without(_filled(0)),
    ),
    Mistake(
        "You hide a word by a finite score. Softmax knows differences alone: where all others "
        "score lower still, the hidden word is the loudest. Which score is below every other?",
        *(_without(_filled(number)) for number in FINITE),
        _without(lambda s, arrives, j: _filled(s.min())(s, arrives, j)),
    ),
    Mistake(
        "Your words stay hidden: each call of softmax hides one more. Begin with the scores of all "
        "words each time.",
        _without(_up_to),
    ),
    Mistake(
        "You measure how far each word is from the output, as if all *others* were hidden, or as "
        "if the formula had no factor.",
        _without(lambda s, arrives, j: arrives[j]),
    ),
    Mistake(
        "You take the word out of the scores, but not out of what arrives: after it, weights meet "
        "the wrong words.",
        _without(lambda s, arrives, j: _all(np.delete(s, j), arrives[:-1])),
    ),
    Mistake(
        "Without the word, you take the plain mean of the others. They keep weights of their own.",
        _without(lambda s, arrives, j: np.delete(arrives, j, axis=0).mean(axis=0)),
    ),
    Mistake(
        "These are the outputs without each word, or their lengths. How far is each from the "
        "output of all words?",
        _of_outputs(lambda left, whole: left),
        _of_outputs(lambda left, whole: lengths(left)),
    ),
    Mistake(
        "You compare how long the outputs are. Two of one length can point to different places: "
        "take the length of the difference.",
        _of_outputs(lambda left, whole: np.abs(lengths(left) - lengths(whole))),
        _of_outputs(lambda left, whole: lengths(left) - lengths(whole)),
    ),
    Mistake(
        "These are the differences, number by number. Return one length for each word.",
        _of_differences(lambda d: d),
        _of_differences(lambda d: -d),
    ),
    Mistake(SQUARES, _of_differences(lambda d: (d**2).sum(axis=-1))),
    Mistake(
        "You take the largest difference, or the mean of them or of their squares. A length is the "
        "root of the *sum* of the squares.",
        _of_differences(lambda d: np.abs(d).max(axis=-1)),
        _of_differences(lambda d: np.abs(d).mean(axis=-1)),
        _of_differences(lambda d: (d**2).mean(axis=-1)),
        _of_differences(lambda d: np.sqrt((d**2).mean(axis=-1))),
    ),
    Mistake(
        "You add up the sizes of the differences. A length is the root of the sum of their "
        "squares.",
        _of_differences(lambda d: np.abs(d).sum(axis=-1)),
    ),
    Mistake(
        "You add up the differences with their signs, or take their mean: a step to the right and "
        "one to the left cancel. A length has no sign.",
        *(
            _of_differences(lambda d, of=of, sign=sign: sign * of(d, axis=-1))
            for of in (np.sum, np.mean)
            for sign in (1, -1)
        ),
    ),
    Mistake(
        "You take one length for all words together. Each word has its own: along which axis is it "
        "taken?",
        lambda scores, arrives: (
            softmax(scores)
            / (1 - softmax(scores))
            * np.linalg.norm(arrives - _all(scores, arrives))
        ),
        _of_differences(np.linalg.norm),
        _of_differences(lambda d: lengths(d.T)),
    ),
    Mistake(
        "You hide nothing: each output is that of all words, and none moves.",
        lambda scores, arrives: np.zeros(len(scores)),
    ),
    Mistake(
        "You add the weight to 1 where the formula takes it away: what is left of the weights "
        "without the word is less than 1.",
        lambda scores, arrives: (
            softmax(scores) / (1 + softmax(scores)) * lengths(arrives - _all(scores, arrives))
        ),
    ),
    Mistake(
        "You multiply by the weight. The formula divides by what is left of the weights, too.",
        lambda scores, arrives: softmax(scores) * lengths(arrives - _all(scores, arrives)),
    ),
    Mistake(
        "You divide the length of each term by what is left of the weights. But a word moves the "
        "output by its difference from it, not by its own length.",
        lambda scores, arrives: softmax(scores) / (1 - softmax(scores)) * lengths(arrives),
    ),
    Mistake(
        "These are the weights. How far does the output move?",
        lambda scores, arrives: softmax(scores),
    ),
)

moved_by_hiding = Function(
    name="moved_by_hiding",
    expected=_moved,
    shown=(SCORES, VALUES @ W_O),
    draw=_drawn,
    also={
        "two words that bring the same": (
            np.array([0.0, 2.0, 2.0, 1.0]),
            (VALUES @ W_O)[[0, 1, 1, 3]],
        ),
        "the same scores, all 500 lower": (SCORES - 500, VALUES @ W_O),
    },
    mistakes=MISTAKES,
    run=_run,
    done="Each word was taken away alone. Words that stand in for each other look idle in such a "
    "list: to find them, hide them together.",
)
