"""Exercise 2.2: the cosine of two words, from three cells of a heat map."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value
from helpers.checks.score_with_dot_products.score_every_pair import EXAMPLE

TOKENS = EXAMPLE.tokens
SCORES = EXAMPLE.embeddings @ EXAMPLE.embeddings.T
LENGTHS = np.sqrt(np.diag(SCORES))
COSINES = SCORES / np.outer(LENGTHS, LENGTHS)
WITH, STEP = TOKENS.index("with"), TOKENS.index("step")


# What the map shows of "with" and "step" together, of "with" alone and of "step" alone.
ON_MAP = (0.66, 0.49, 0.94)
EXACTLY = (SCORES[WITH, STEP], SCORES[WITH, WITH], SCORES[STEP, STEP])
LEAST, MOST = COSINES[WITH, STEP] - 0.015, COSINES[WITH, STEP] + 0.015


def _gives(*computes, off=0.001, rounded=True):
    """Return whether an answer is what one of these gives; from the map also with two decimals."""
    numbers = [compute(*cells) for compute in computes for cells in (ON_MAP, EXACTLY)]
    short = [round(compute(*ON_MAP), 2) for compute in computes] if rounded else []
    return lambda answer: (
        any(abs(answer - number) <= off for number in numbers)
        or any(abs(answer - number) < 1e-9 for number in short)
    )


def _pair(answer):
    """Return two other words whose cosine this is, or None."""
    pairs = zip(*np.triu_indices(len(TOKENS), k=1), strict=True)
    found = [pair for pair in pairs if abs(COSINES[pair] - answer) <= 0.005]
    return next((f"“{TOKENS[i]}” and “{TOKENS[j]}”" for i, j in found), None)


def _which_side(answer):
    side = "low" if answer < COSINES[WITH, STEP] else "high"
    return (
        f"{answer:.3g} is too {side}. The cosine is what the score would be, were both arrows of "
        f"length 1. Which cells of the map tell how long they are?"
    )


_angle = np.arccos(COSINES[WITH, STEP])

BRACKETS_FORGOTTEN = (
    lambda score, first, second: score / first**0.5 * second**0.5,
    lambda score, first, second: score / second**0.5 * first**0.5,
)

cosine_from_heat_map = Value(
    name="cosine_from_heat_map",
    shape=(),
    faults=(
        Fault(
            lambda answer: abs(answer - np.degrees(_angle)) < 3 or abs(answer - _angle) < 0.05,
            "That looks like the angle itself. Asked for is its cosine.",
        ),
        Fault(
            _gives(lambda score, *_: score),
            "That is the score. The two lengths are still in it: which cells of the map hold them?",
        ),
        Fault(
            _gives(lambda score, first, second: score / (first * second)),
            "No cosine is above 1. You divided by both scores of a word with itself. Are these the "
            "lengths, or the lengths squared?",
        ),
        Fault(
            _gives(lambda score, first, second: 2 * score / (first + second)),
            "As if you had divided by the middle of the two diagonal cells. In a score the two "
            "lengths are multiplied, not added.",
        ),
        Fault(
            _gives(*BRACKETS_FORGOTTEN, rounded=False),  # 0.91 is “journey” and “step”
            "One length has gone below the line, the other stayed above. How does Python read a "
            "division with a product behind it?",
        ),
        Fault(
            _gives(lambda score, *own: score / own[0] ** 0.5, lambda s, *own: s / own[1] ** 0.5),
            "That is the shadow of one word on the other: one of the two lengths is still in it.",
        ),
        Fault(
            _gives(lambda score, *own: score / own[0], lambda score, *own: score / own[1]),
            "You divided by one word’s score with itself. The other word has a length of its own.",
        ),
        Fault(
            _gives(lambda score, first, second: score * (first * second) ** 0.5, off=0.005),
            "You multiplied by the two lengths. They are in the score already: take them out.",
        ),
        Fault(
            _gives(lambda score, first, second: (first * second) ** 0.5, off=0.002, rounded=False),
            "These are the two lengths, multiplied. They are part of the score: what is left when "
            "they are taken out of it?",
        ),
        Fault(
            lambda answer: answer > 1 or answer < 0,
            lambda answer: (
                "No cosine is above 1. What has to be divided out of the score?"
                if answer > 1
                else "The score is above 0. What does that say of the angle, and of its cosine?"
            ),
        ),
        Fault(
            lambda answer: not LEAST <= answer <= MOST and _pair(answer) is not None,
            lambda answer: (
                f"{answer:.3g} would be the cosine of {_pair(answer)}. Which three cells belong to "
                f"“with” and “step”?"
            ),
        ),
        Fault(lambda answer: not LEAST <= answer <= MOST, _which_side),
    ),
    done="Their score looked like little, 0.66. But the two point almost the same way; they are "
    "short. A table of scores holds every length and every angle, without a single vector.",
)
