"""Exercise 0.1: what "bat" scores with three words of the other sentence, by hand."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value, foreseen, near
from helpers.readers import vocabularies

WORDS = ("night", "the", "cave")
BAT, *VECTORS = vocabularies.load("bat").rows(["bat", *WORDS])
SCORES = VECTORS @ BAT
PRODUCTS = VECTORS * BAT
NEAR = 0.005
FORESEEN = {
    "You went one step too far: these are divided by √2. What comes before that?": (
        SCORES / np.sqrt(2)
    ),
    "These are the sums of each word's entries. Where do the entries of “bat” come in?": (
        np.sum(VECTORS, axis=1)
    ),
    "You've multiplied the two products. Add them up instead.": PRODUCTS.prod(axis=1),
    "Each word has a negative entry, and you've counted it as positive.": (
        np.abs(PRODUCTS).sum(axis=1)
    ),
}


def _first(answer):
    """Return the first word whose score is wrong."""
    return WORDS[np.argmin(np.isclose(answer, SCORES, rtol=0, atol=NEAR))]


scores_of_bat = Value(
    name="scores_of_bat",
    shape=(3,),
    faults=(
        *foreseen(FORESEEN, NEAR),
        Fault(
            lambda answer: np.isclose(answer.sum(), 1, atol=0.02),
            "These add up to 1, as attention weights do. The score is the first of the four steps.",
        ),
        Fault(
            lambda answer: not near(SCORES, NEAR)(answer),
            lambda answer: (
                f"Look at “{_first(answer)}” again: multiply its two entries by those of “bat”, "
                "one by one, add up, and give both decimals."
            ),
        ),
    ),
    done="“cave” is the best match by far, and “the” again scores a little below 0.",
)
