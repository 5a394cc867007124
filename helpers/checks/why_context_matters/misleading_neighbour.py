"""Exercise 1.3: a word with less weight than another that decides all the same."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value

LOST = (1, 0)
OTHERS = np.array([(0, 0), (4, 1), (0, 0), (0, 0), LOST], float)  # The keys that my … lost


def _mixed(neighbour):
    """Return the weights of "keys" and "neighbour", and how plural the context of "lost" is."""
    words = np.vstack([OTHERS, neighbour])  # which position it has makes no difference
    weights = softmax(words @ LOST)
    return weights[1], weights[-1], weights @ words[:, 1]


def _is_solved(answer):
    keys, _, plural = _mixed(answer)
    return keys > 0.5 and plural < 0


def _say(words):
    """Return a message: both weights and where the context vector ends up, then words."""

    def message(answer):
        keys, neighbour, plural = _mixed(answer)
        return (
            f"“keys” has a weight of {keys:.2f}, “neighbour” has {neighbour:.2f}, and the plural "
            f"entry of the context vector is {plural:.2f}. {words}"
        ).replace("-", "−")

    return message


misleading_neighbour = Value(
    name="misleading_neighbour",
    shape=(2,),
    faults=(
        Fault(
            lambda answer: np.abs(answer).max() > 5,
            "You don't need a vector that long. Keep both entries between −5 and 5.",
        ),
        Fault(
            lambda answer: not _is_solved(answer) and _is_solved(answer[::-1]),
            "The numbers are right, but in the wrong order: subject comes first, plural second.",
        ),
        Fault(
            lambda answer: answer[1] >= 0,
            "For a negative sum, the word has to add something negative. Which entry is added?",
        ),
        Fault(
            lambda answer: _mixed(answer)[0] <= 0.5 and _mixed(answer)[2] < 0,
            _say(
                "That means “is”, but “keys” has lost its majority. Can a word with less weight "
                "add more?"
            ),
        ),
        Fault(
            lambda answer: _mixed(answer)[0] <= 0.5,
            _say(
                "“keys” has lost its majority, and the plural entry isn't negative either. One of "
                "your entries decides the weight, the other is what the word adds."
            ),
        ),
        Fault(
            lambda answer: _mixed(answer)[2] >= 0,
            _say(
                "“keys” has more than half, as it should. What “neighbour” adds is its weight "
                "times its plural. Could one of the two be stronger, or both?"
            ),
        ),
    ),
    done="It has less weight than “keys”, and yet it decides. How much attention a word gets is "
    "one thing, what it adds to the mixture is another.",
)
