"""Exercise 1.4: a word that is heard less than another, and yet decides."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value

LITTLE = np.zeros((9, 2))  # The, that, my, left, on, the, in, the, yesterday
NOUNS = np.array([[4.0, 1.0], [0.0, -1.0], [0.0, -1.0]])  # keys, table, hall
GAP = np.array([1.0, 0.0])


def _heard(neighbour):
    """Return the weights that the gap gives to "keys" and "neighbour", and how plural it becomes.

    Who stands where makes no difference to it.
    """
    words = np.vstack([NOUNS[0], neighbour, NOUNS[1:], LITTLE, GAP])
    weights = softmax(words @ GAP)
    return weights[0], weights[1], weights @ words[:, 1]


def _is_solved(answer):
    keys, _, plural = _heard(answer)
    return keys > 0.5 and plural < 0


def _say(words):
    """Return a message: who is heard how much and where the gap comes out, then words."""

    def message(answer):
        keys, neighbour, plural = _heard(answer)
        return (
            f"The gap gives {keys:.2f} to “keys” and {neighbour:.2f} to “neighbour”, and comes "
            f"out at plural {plural:.2f}. {words}"
        ).replace("-", "−")

    return message


misleading_neighbour = Value(
    name="misleading_neighbour",
    shape=(2,),
    faults=(
        Fault(
            lambda answer: np.abs(answer).max() > 5,
            "So loud a word is not needed: keep both numbers within −5 and 5.",
        ),
        Fault(
            lambda answer: not _is_solved(answer) and _is_solved(answer[::-1]),
            "Right numbers in the wrong order: subject comes first, plural second.",
        ),
        Fault(
            lambda answer: answer[1] >= 0,
            "Who is to draw the gap below 0 must bring something below 0. Which number is it?",
        ),
        Fault(
            lambda answer: _heard(answer)[0] <= 0.5 and _heard(answer)[2] < 0,
            _say(
                "“is” it would be, but “keys” no longer has more than half. Can a quieter word "
                "bring more?"
            ),
        ),
        Fault(
            lambda answer: _heard(answer)[0] <= 0.5,
            _say(
                "“keys” does not have more than half, nor is the gap below 0. One of your "
                "numbers decides how much it is heard, the other what it brings."
            ),
        ),
        Fault(
            lambda answer: _heard(answer)[2] >= 0,
            _say(
                "“keys” has more than half, as it should. What “neighbour” adds is its weight "
                "times its plural: could one of the two be stronger, or both?"
            ),
        ),
    ),
    done="Heard less than “keys”, and yet it decides: how much a word is heard is one thing, what "
    "it brings another.",
)
