"""Exercise 0.4: a new word that turns the bat into an animal."""

import numpy as np

from helpers.attention import attention
from helpers.checks.kinds.value import Fault, Value
from helpers.readers import vocabularies

# "the pitcher saw the bat swing" without its pitcher; the bat is the fourth of the five.
GAME = vocabularies.load("bat").rows(["the", "saw", "the", "bat", "swing"])


def _bat(newcomer):
    """Return the context vector of "bat" when a word with this vector replaces "pitcher"."""
    words = np.vstack([newcomer, GAME])
    return attention(words, words, words).context[4]


visitor = Value(
    name="visitor",
    shape=(2,),
    faults=(
        Fault(
            lambda answer: answer[1] <= 0,
            "Your word has no cave in it, so it can't supply any. Which of the two entries is it?",
        ),
        Fault(
            lambda answer: _bat(answer)[1] <= _bat(answer)[0],
            lambda answer: (
                f"The bat comes out with {_bat(answer)[0]:.2f} baseball and "
                f"{_bat(answer)[1]:.2f} cave. “swing” pulls it towards baseball. How can your word "
                f"get a larger attention weight, and supply more cave?"
            ).replace("-", "−"),
        ),
        Fault(
            lambda answer: np.abs(answer).max() > 3,
            "That works, but a vector as long as this outweighs any sentence. Keep both entries "
            "between −3 and 3.",
        ),
    ),
    done="A single word has turned the bat into an animal. Longer vectors can score higher, too; "
    "notebook 02 looks into that.",
)
