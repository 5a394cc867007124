"""Exercise 2.1: what "journey" scores with the six words of its sentence."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value, foreseen, near
from helpers.readers import worked_examples

EXAMPLE = worked_examples.load("your_journey")
WORDS = EXAMPLE.embeddings
PRODUCTS, ALL = WORDS * WORDS[1], WORDS @ WORDS.T
SCORES, LENGTHS = ALL[1], np.sqrt(np.diag(ALL))
NEAR = 0.006  # two decimals will do
FORESEEN = {
    "These are cosines: you've divided by both lengths. A score keeps them in.": (
        SCORES / LENGTHS / LENGTHS[1]
    ),
    "You've divided by the lengths of the keys. A score keeps them in.": SCORES / LENGTHS,
    "These are the sums of each word's entries. Where do the entries of “journey” come in?": (
        WORDS.sum(axis=1)
    ),
    "You add up first and multiply afterwards. Multiply entry by entry, then add up.": (
        WORDS.sum(axis=1) * WORDS[1].sum()
    ),
    "These are distances. A score comes from products, not from differences.": (
        np.linalg.norm(WORDS - WORDS[1], axis=1)
    ),
    "These are squared distances. A score comes from products, not from differences.": (
        ((WORDS - WORDS[1]) ** 2).sum(axis=1)
    ),
    "These are what each word scores with itself. The query should be “journey” every time.": (
        LENGTHS**2
    ),
    "These are the scores of “Your”. Who asks?": ALL[0],
    "These are the scores of “starts”. Python counts rows from 0: which one is “journey”?": ALL[2],
    "“journey” is one of the keys, too. What does it score with itself?": (
        np.where(np.arange(6) == 1, 0, SCORES)
    ),
}


def _lacks_products(answer):
    """Return whether the answer adds up only one or two of the three products."""
    parts = [part for one in PRODUCTS.T for part in (one, SCORES - one)]
    return any(near(part, NEAR)(answer) for part in parts)


def _first(answer):
    """Return the first word whose score is wrong."""
    return EXAMPLE.tokens[np.argmin(np.isclose(answer, SCORES, rtol=0, atol=NEAR))]


def _wrong(when, words):
    """Return a `Fault` that a right answer doesn't have, even if the condition holds for it."""
    return Fault(lambda answer: not near(SCORES, NEAR)(answer) and when(answer), words)


scores_of_journey = Value(
    name="scores_of_journey",
    shape=(6,),
    faults=(
        *foreseen(FORESEEN, NEAR),
        Fault(
            lambda answer: np.isclose(answer.sum(), 1, atol=0.02),
            "These add up to 1, as attention weights do. The scores come before them.",
        ),
        Fault(_lacks_products, "You haven't added up all three products."),
        _wrong(near(SCORES, 0.051), "That's right to one decimal only. Give at least two."),
        _wrong(
            lambda answer: np.ptp(answer / SCORES) < NEAR * answer.max(),
            "Your numbers are all off by the same factor. A score is the dot product as it is.",
        ),
        _wrong(
            lambda answer: near(np.sort(SCORES), NEAR)(np.sort(answer)),
            "The right numbers in a different order. “Your” comes first, “step” last.",
        ),
        _wrong(
            lambda answer: True,
            lambda answer: (
                f"Look at “{_first(answer)}” again: multiply its three entries by those of "
                "“journey”, one by one, and add up."
            ),
        ),
    ),
    done="“journey” scores highest with itself, closely followed by “starts”, whose vector is "
    "almost the same.",
)
