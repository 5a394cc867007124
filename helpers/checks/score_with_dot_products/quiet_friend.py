"""Exercise 2.3: a word that scores low with "journey" and yet points its way."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value
from helpers.checks.score_with_dot_products.cosine_from_heat_map import LENGTHS, SCORES
from helpers.checks.score_with_dot_products.score_every_pair import EXAMPLE

JOURNEY, LOWEST = EXAMPLE.embeddings[1], SCORES[1].min()
CLOSE = (0.9, 0.99)


def _cosine(key):
    key = key / np.abs(key).max()  # the square of 1e300 would be inf
    return key @ JOURNEY / (np.linalg.norm(key) * LENGTHS[1])


def _not_lowest(key):
    return key @ JOURNEY >= LOWEST


def _shown(number):
    return f"{round(number, 4) + 0.0:.4g}".replace("-", "−")  # no −0


def _with_numbers(words):
    """Return a message: the key's cosine and its score, and words."""
    return lambda key: (
        f"Its cosine with “journey” is {_shown(_cosine(key))}, its score {_shown(key @ JOURNEY)}. "
        f"{words}"
    )


FOUND = (
    "Of seven words it comes last, and it points better than “Your” and “one”. A low score does "
    "not mean “far from me”: it may be somebody near with a small voice."
)
BY_LUCK = (
    "Both hold, but three equal numbers lie near “journey” by luck alone: its own three are nearly "
    "equal. For any word, take one from the table that is near in direction, and make it short."
)


quiet_friend = Value(
    name="quiet_friend",
    shape=(3,),
    faults=(
        Fault(
            lambda key: not key.any(),
            "An arrow without length has no direction, and no cosine. How short may it be?",
        ),
        Fault(
            lambda key: (np.abs(EXAMPLE.embeddings - key).max(axis=1) < 1e-9).any(),
            _with_numbers(
                "It is one of the six already; the seventh is to score lower than all of them."
            ),
        ),
        Fault(
            lambda key: _cosine(key) <= 0,
            _with_numbers(
                "It scores lowest because it does not point its way. Asked for is a friend."
            ),
        ),
        Fault(
            lambda key: _cosine(key) <= CLOSE[0] and _not_lowest(key),
            _with_numbers(
                "Neither is as asked. Take one at a time: first the direction, then the length."
            ),
        ),
        Fault(
            lambda key: _cosine(key) <= CLOSE[0],
            _with_numbers("It does score lowest, but its direction is too poor. Bring it nearer."),
        ),
        Fault(
            lambda key: _cosine(key) >= CLOSE[1] and not _not_lowest(key),
            _with_numbers(
                "It scores lowest, but points too exactly its way. Change one number a little."
            ),
        ),
        Fault(
            lambda key: _cosine(key) >= CLOSE[1],
            _with_numbers(
                f"Its direction is too good, the cosine must stay below {CLOSE[1]}; and “one”, "
                f"with {LOWEST:.3f}, still scores lower."
            ),
        ),
        Fault(
            _not_lowest,
            _with_numbers(
                "The direction is good, but “one” is lower, with 0.707. What lowers a score and "
                "leaves the direction alone?"
            ),
        ),
    ),
    done=lambda key: BY_LUCK if np.ptp(key) < 1e-9 else FOUND,
)
