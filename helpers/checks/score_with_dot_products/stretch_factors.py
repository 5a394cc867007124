"""Exercise 2.3: six lengths with which every word scores itself highest."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value
from helpers.checks.score_with_dot_products.score_every_pair import EXAMPLE

TOKENS = EXAMPLE.tokens
SCORES = EXAMPLE.embeddings @ EXAMPLE.embeddings.T
LENGTHS = np.sqrt(np.diag(SCORES))


def _named(factors):
    """Return the place that each word names when the vectors are multiplied by these factors."""
    factors = factors / factors.max()
    return (SCORES * factors).argmax(axis=1)  # a query's own factor changes no rank


def _is_solved(factors):
    return (_named(factors) == np.arange(len(TOKENS))).all()


def _are(wanted, within=0.02):
    """Return a condition: whether the factors are these, but for one common factor."""
    return lambda factors: np.ptp(factors / wanted) < within * (factors / wanted).max()


def _who_fails(words):
    """Return a message: how many name themselves, and one that does not, then words."""

    def message(factors):
        named = _named(factors)
        itself = named == np.arange(len(TOKENS))
        fails = int(np.flatnonzero(~itself)[0])
        return (
            f"{itself.sum()} of the six name themselves; “{TOKENS[fails]}” names "
            f"“{TOKENS[named[fails]]}”. {words}"
        )

    return message


stretch_factors = Value(
    name="stretch_factors",
    shape=(6,),
    faults=(
        Fault(
            lambda factors: factors.min() <= 0,
            "Each factor is above 0: 0 leaves no arrow, and a number below 0 turns it round.",
        ),
        Fault(
            _are(np.ones(6), 1e-9),
            "All six factors are equal, so each word names the one that it named before. What else "
            "should become equal?",
        ),
        Fault(
            _are(LENGTHS),
            "You multiply by the lengths, so long arrows grow longer still. Which way should it "
            "go?",
        ),
        Fault(
            _are(1 / LENGTHS**2),
            "You divide by the score of each word with itself. Is that its length, or its length "
            "squared?",
        ),
        Fault(
            lambda factors: _are(1 / LENGTHS)(factors) and not _is_solved(factors),
            _who_fails("You are near. Have the factors been rounded?"),
        ),
        Fault(
            lambda factors: not _is_solved(factors),
            _who_fails(
                "The shadow of the second on the first is too long. What keeps a shadow short?"
            ),
        ),
    ),
    done="Where lengths are equal, only the direction is left, and no arrow points a word’s way "
    "better than the word itself.",
)
