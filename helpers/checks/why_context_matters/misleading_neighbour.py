"""Exercise 1.3: a word that has less weight than another, and yet decides."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value

LITTLE = np.zeros((9, 2))  # The, that, my, left, on, the, in, the, yesterday
NOUNS = np.array([[4.0, 1.0], [0.0, -1.0], [0.0, -1.0]])  # keys, table, hall
GAP = np.array([1.0, 0.0])


def _mixed(neighbour):
    """Return the weights of "keys" and "neighbour", and how plural the mixture is.

    Which word stands where makes no difference to it.
    """
    words = np.vstack([NOUNS[0], neighbour, NOUNS[1:], LITTLE, GAP])
    weights = softmax(words @ GAP)
    return weights[0], weights[1], weights @ words[:, 1]


def _is_solved(answer):
    keys, _, plural = _mixed(answer)
    return keys > 0.5 and plural < 0


def _say(words):
    """Return a message: both weights and where the mixture lands, then words."""

    def message(answer):
        keys, neighbour, plural = _mixed(answer)
        return (
            f"“keys” has a weight of {keys:.2f} and “neighbour” one of {neighbour:.2f}; the "
            f"mixture comes out at plural {plural:.2f}. {words}"
        ).replace("-", "−")

    return message


misleading_neighbour = Value(
    name="misleading_neighbour",
    shape=(2,),
    faults=(
        Fault(
            lambda answer: np.abs(answer).max() > 5,
            "So long a vector is not needed: keep both numbers within −5 and 5.",
        ),
        Fault(
            lambda answer: not _is_solved(answer) and _is_solved(answer[::-1]),
            "Right numbers in the wrong order: subject comes first, plural second.",
        ),
        Fault(
            lambda answer: answer[1] >= 0,
            "To end below 0, the word must bring something below 0. Which of its numbers does?",
        ),
        Fault(
            lambda answer: _mixed(answer)[0] <= 0.5 and _mixed(answer)[2] < 0,
            _say(
                "The mixture is for “is”, but “keys” no longer has more than half. Can a word of "
                "less weight bring more?"
            ),
        ),
        Fault(
            lambda answer: _mixed(answer)[0] <= 0.5,
            _say(
                "“keys” does not have more than half, nor is the mixture below 0. One of your "
                "numbers decides the weight, the other what the word brings."
            ),
        ),
        Fault(
            lambda answer: _mixed(answer)[2] >= 0,
            _say(
                "“keys” has more than half, as it should. What “neighbour” adds is its weight "
                "times its plural: could one of the two be stronger, or both?"
            ),
        ),
    ),
    done="Less weight than “keys”, and yet it decides: how much weight a word gets is one thing, "
    "what it brings is another.",
)
