"""Exercise 8.1: one matrix of keys that answers two questions."""

import numpy as np

from helpers.attention import attention, project
from helpers.checks.kinds.value import Fault, Value
from helpers.readers import worked_examples

SLIDE = worked_examples.load("i_love_apple_phones")
TOKENS = SLIDE.tokens
ASKS = np.array([[0, 3], [0, 0], [5, 0], [0, 0]])
ANSWERS = np.array([[0, 0], [0, 1], [0, 0], [1, 0]])
BRINGS = np.array([[0, 0], [0, 0], [1, 0], [0, 1]])

# Who should look at whom, by their places among the tokens.
WANTED = ((2, 3), (0, 2), (1, 2))
ENOUGH = 0.8
LARGEST = 1000  # that the explorer below the exercise takes


def _weights(W_K):
    """Return who looks at whom in head 2 with another W_K."""
    return attention(*project(SLIDE.embeddings, ASKS, W_K, BRINGS)).weights


def _all_win(W_K):
    weights = _weights(W_K)
    return all(weights[who].argmax() == whom for who, whom in WANTED)


def _least(W_K):
    """Return the smallest weight that should be large, with who gives it to whom."""
    weights = _weights(W_K)
    pair = min(WANTED, key=lambda pair: weights[pair])
    return weights[pair], *pair


def _too_little(W_K):
    weight, who, whom = _least(W_K)
    return (
        f"The right words win in all three rows, but “{TOKENS[who]}” gives only "
        f"{weight:.2f} to “{TOKENS[whom]}”. A factor keeps the winner: what does it do "
        "to the gap? And must both columns have the same one?"
    )


def _looks_elsewhere(W_K):
    """Say where the first word looks that does not look where it should."""
    weights = _weights(W_K)
    who, whom = next(pair for pair in WANTED if weights[pair[0]].argmax() != pair[1])
    top, column = weights[who].argmax(), int(who != TOKENS.index("apple"))
    question = ("first", "second")[column]
    looks = (
        f"“{TOKENS[who]}” looks most at “{TOKENS[top]}”, with {weights[who, top]:.2f}, and gives "
        f"{weights[who, whom]:.2f} to “{TOKENS[whom]}”."
    )
    if _weights(W_K * (np.arange(2) == column))[who].argmax() == whom:
        return f"{looks} Your {question} column alone would do it; the other one drowns it."
    return (
        f"{looks} Its query is large in the {question} column: which number is larger in "
        f"“{TOKENS[whom]}” than in any other word?"
    )


answers_to_both = Value(
    name="answers_to_both",
    shape=(4, 2),
    faults=(
        Fault(
            lambda W_K: np.abs(W_K).max() > LARGEST,
            f"Numbers from -{LARGEST:,} to {LARGEST:,} are enough here, and the explorer below "
            "takes no others.",
        ),
        Fault(
            lambda W_K: np.array_equal(W_K, ANSWERS),
            "This is `answers` as it was: “I” and “love” still look at “love”. Which column do "
            "their queries meet, and which number of a word should answer there?",
        ),
        Fault(
            lambda W_K: not _all_win(W_K) and _all_win(W_K[:, ::-1]),
            "Your two columns are exchanged. The first column of `asks` holds what the third "
            "number of a word asks, and it meets the first column of your matrix.",
        ),
        Fault(
            lambda W_K: not _all_win(W_K) and _all_win(-W_K),
            "The numbers stand in the right places with the wrong sign: what makes a score lowest "
            "makes a weight smallest.",
        ),
        Fault(
            lambda W_K: not W_K.any(),
            "Nobody answers: with zeros alone every key is the same, and every weight a quarter.",
        ),
        Fault(lambda W_K: not _all_win(W_K), _looks_elsewhere),
        Fault(lambda W_K: _least(W_K)[0] <= ENOUGH, _too_little),
    ),
    done=(
        "One head answers two questions, because “apple” asks with the first number of its query "
        "and “I” and “love” ask with the second. But each word still has one row of weights, so "
        "none can ask both and keep the answers apart."
    ),
)
