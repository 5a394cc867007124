"""Exercise 12.1: a vector for "cosy", a word that suits the cat and the mat."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value, zeros

IS, OF, IT = slice(0, 3), slice(3, 6), 6  # axes: outside, animal, thing; said of these; "it"
OUTSIDE, CAT, MAT, _, COSY = range(5)
FOUND, ENOUGH = 0.8, 0.4
ALIKE = 0.02  # two weights that a reader would call equal


def two_layers(last):
    """Return the page's weights of "it" in both layers, with `last` as the last word's vector."""
    words = np.vstack([np.eye(7)[[0, 1, 2, IT]], last])
    collects = softmax(5 * words[:, OF].sum(axis=1))
    it = words[3] + collects @ words
    return collects, softmax(5 * words[:, IS] @ it[OF])


def _first(last):
    return two_layers(last)[0]


def _row(last):
    return two_layers(last)[1]


def _shares(answer):
    return ", ".join(f"{share:.2f}" for share in _row(answer)[[CAT, MAT]])


def _swapped_groups(answer):
    return _suits(np.concatenate([answer[OF], answer[IS], answer[IT:]]))


def _suits(answer):
    row = _row(answer)
    return abs(row[CAT] - row[MAT]) < ALIKE and min(row[CAT], row[MAT]) >= ENOUGH


def _fault(when, words):
    """Return a `Fault` that no answer has if it does what the exercise asks."""
    return Fault(lambda answer: not _suits(answer) and when(answer), words)


vector_for_cosy = Value(
    name="vector_for_cosy",
    shape=(7,),
    faults=(
        zeros("A vector of zeros says nothing, so “it” treats all words alike."),
        _fault(
            lambda answer: not answer[OF].any() and _swapped_groups(answer),
            "These entries say what a word *is*. “cosy” isn't an animal or a thing; it "
            "*describes* them. So layer 1 doesn't find your word.",
        ),
        _fault(
            lambda answer: not answer[OF].any(),
            "Your vector doesn't describe anything. Layer 1 looks for a word with something in its "
            "three *of* entries, and doesn't find one.",
        ),
        _fault(
            lambda answer: _first(answer)[COSY] < FOUND,
            lambda answer: (
                f"In layer 1, “it” gives your word only {_first(answer)[COSY]:.2f} of its "
                "attention, so “it” doesn't collect enough of that word. Which entries would "
                "raise its score there?"
            ),
        ),
        _fault(
            lambda answer: answer[IS].any() and _row(answer)[COSY] > 0.1,
            "In layer 2, “it” attends to your word itself, because layer 2 finds a word by what "
            "the word *is*. What, if anything, should “cosy” be?",
        ),
        _fault(
            lambda answer: _row(answer)[OUTSIDE] > 0.2 and abs(answer[3]) > 0,
            "`<outside>` gets some attention because your vector describes it, too.",
        ),
        _fault(
            lambda answer: abs(_row(answer)[CAT] - _row(answer)[MAT]) >= ALIKE,
            lambda answer: (
                f"“cat” and “mat” get {_shares(answer)}, which aren't equal. Which two entries "
                "does “it” use to ask for them?"
            ),
        ),
        _fault(
            lambda answer: min(_row(answer)[[CAT, MAT]]) < ENOUGH,
            lambda answer: (
                f"“cat” and “mat” get the same weight, but only {_shares(answer)}: their scores "
                "are too small. Which entries would raise them?"
            ),
        ),
    ),
    done="“it” asks with what it has collected, and here two words match, so it divides its "
    "attention between them. That's fair: the sentence doesn't tell you which is meant.",
)
