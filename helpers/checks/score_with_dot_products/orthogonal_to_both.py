"""Exercise 2.2: a query of four entries that's orthogonal to two words."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value, zeros

WORDS = {"The": np.array([1, 0, 1, 0]), "cat": np.array([0, 1, 0, 1])}


def _misses(query):
    """Return the words that the query isn't orthogonal to, each with its score."""
    scores = {word: query @ key for word, key in WORDS.items()}
    return {word: s for word, s in scores.items() if abs(s) > 1e-9 * np.abs(query).max()}


def _said(query):
    missed = [
        f"{score:.4g} with “{word}”".replace("-", "−") for word, score in _misses(query).items()
    ]
    return (
        f"Your query scores {' and '.join(missed)}. Which two dimensions have a vote there, and "
        "how can their votes cancel out?"
    )


orthogonal_to_both = Value(
    name="orthogonal_to_both",
    shape=(4,),
    faults=(
        zeros("A query of zeros scores 0 with everything, but it has no direction."),
        Fault(_misses, _said),
    ),
    done="It scores 0 with “sat”, too, as every right answer does: “sat” is “The” plus “cat”, so "
    "its score is the sum of theirs.",
)
