"""Exercise 2.3: six lengths with which every word scores itself highest."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value
from helpers.readers import worked_examples

EXAMPLE = worked_examples.load("your_journey")
TOKENS, ALL = EXAMPLE.tokens, EXAMPLE.embeddings @ EXAMPLE.embeddings.T
LENGTHS = np.sqrt(np.diag(ALL))


def _picks(factors):
    """Return the position that each word scores highest with, its vectors times these factors."""
    factors = factors / factors.max()
    return (ALL * factors).argmax(axis=1)  # a query's own factor changes no rank


def _is_solved(factors):
    return (_picks(factors) == np.arange(len(TOKENS))).all()


def _are(wanted, within=0.02):
    """Return a condition: whether the factors are these, but for one common factor."""
    return lambda factors: np.ptp(factors / wanted) < within * (factors / wanted).max()


def _who_fails(words):
    """Return a message: how many words pick themselves, and one that doesn't, then words."""

    def message(factors):
        picks = _picks(factors)
        itself = picks == np.arange(len(TOKENS))
        fails = int(np.flatnonzero(~itself)[0])
        return (
            f"{itself.sum()} of the six score highest with themselves. “{TOKENS[fails]}” scores "
            f"highest with “{TOKENS[picks[fails]]}”. {words}"
        )

    return message


stretch_factors = Value(
    name="stretch_factors",
    shape=(6,),
    faults=(
        Fault(
            lambda factors: factors.min() <= 0,
            "Every factor must be positive: a 0 leaves no arrow at all, and a negative one turns "
            "it around.",
        ),
        Fault(
            _are(np.ones(6), 1e-9),
            "All six factors are equal, so every word scores highest with the same word as before. "
            "What should be equal instead?",
        ),
        Fault(
            _are(LENGTHS),
            "You're multiplying by the lengths, so long arrows grow even longer. Should they?",
        ),
        Fault(
            _are(1 / LENGTHS**2),
            "You're dividing by each word's score with itself. Is that its length, or its length "
            "squared?",
        ),
        Fault(
            lambda factors: _are(1 / LENGTHS)(factors) and not _is_solved(factors),
            _who_fails("You're close. Have you rounded the factors?"),
        ),
        Fault(
            lambda factors: not _is_solved(factors),
            _who_fails(
                "The shadow of the second on the first is too long. How could you make it shorter?"
            ),
        ),
    ),
    done="Where all lengths are equal, only direction counts, and no direction is better than a "
    "word's own.",
)
