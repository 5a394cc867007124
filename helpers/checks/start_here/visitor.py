"""Exercise 0.4: a new word that turns the bat into an animal."""

import numpy as np

from helpers.attention import attention
from helpers.checks.kinds.value import Fault, Value
from helpers.readers import vocabularies

# "the pitcher saw the bat swing" without its pitcher; the bat is the fourth of the five.
GAME = vocabularies.load("bat").rows(["the", "saw", "the", "bat", "swing"])


def _bat(newcomer):
    """Return the context of "bat" when a word with this vector stands in place of "pitcher"."""
    words = np.vstack([newcomer, GAME])
    return attention(words, words, words).context[4]


visitor = Value(
    name="visitor",
    shape=(2,),
    faults=(
        Fault(
            lambda answer: answer[1] <= 0,
            "A word with no cave in it cannot bring any. Which of the two numbers is the cave?",
        ),
        Fault(
            lambda answer: _bat(answer)[1] <= _bat(answer)[0],
            lambda answer: (
                f"The bat comes out with {_bat(answer)[0]:.2f} baseball and "
                f"{_bat(answer)[1]:.2f} cave. “swing” brings baseball. How does your word get more "
                f"weight, and bring more cave?"
            ).replace("-", "−"),
        ),
        Fault(
            lambda answer: np.abs(answer).max() > 3,
            "That would do, but so long a vector outweighs any sentence. Keep both numbers within "
            "−3 and 3.",
        ),
    ),
    done="One word has turned the whole bat. A longer vector can score higher, too: notebook 02 "
    "looks into that.",
)
