"""Exercise 8.1: one matrix of keys that answers two questions."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value, zeros
from helpers.readers import worked_examples

SLIDE = worked_examples.load("i_love_apple_phones")
TOKENS = SLIDE.tokens
ASKS = np.array([[0, 3], [0, 0], [5, 0], [0, 0]])
ANSWERS = np.array([[0, 0], [0, 1], [0, 0], [1, 0]])

# Who should attend to whom, by position.
WANTED = ((2, 3), (0, 2), (1, 2))
ENOUGH = 0.8


def _weights(W_K):
    """Return the attention weights of head 2 with another W_K."""
    keys = SLIDE.embeddings @ np.clip(W_K, -1e6, 1e6)  # 1e308 · 5 would be inf
    return softmax(SLIDE.embeddings @ ASKS @ keys.T / np.sqrt(2))


def _all_win(W_K):
    weights = _weights(W_K)
    return all(weights[who].argmax() == whom for who, whom in WANTED)


def _least(W_K):
    """Return the smallest weight that should be large, with who gives it to whom."""
    weights = _weights(W_K)
    return min((weights[pair], *pair) for pair in WANTED)


def _too_little(W_K):
    weight, who, whom = _least(W_K)
    return (
        f"The right words win in all three rows, but “{TOKENS[who]}” gives only {weight:.2f} to "
        f"“{TOKENS[whom]}”. What happens to the gap between the scores if you multiply a column by "
        "a constant? And do both columns need the same constant?"
    )


def _attends_elsewhere(W_K):
    """Say what the first word to go wrong attends to."""
    weights = _weights(W_K)
    who, whom = next(pair for pair in WANTED if weights[pair[0]].argmax() != pair[1])
    top, column = weights[who].argmax(), int(who != TOKENS.index("apple"))
    question = ("first", "second")[column]
    said = (
        f"“{TOKENS[who]}” attends most to “{TOKENS[top]}” ({weights[who, top]:.2f}), and gives "
        f"only {weights[who, whom]:.2f} to “{TOKENS[whom]}”."
    )
    if _weights(W_K * (np.arange(2) == column))[who].argmax() == whom:
        return f"{said} Your {question} column alone would do it, but the other one drowns it out."
    return (
        f"{said} The {question} entry of its query is large, so your {question} column has to "
        f"answer it: which entry is larger in “{TOKENS[whom]}” than in any other word?"
    )


answers_to_both = Value(
    name="answers_to_both",
    shape=(4, 2),
    faults=(
        Fault(
            lambda W_K: np.array_equal(W_K, ANSWERS),
            "This is `answers` as it was: “I” and “love” still attend to “love”. Which column "
            "answers their queries, and which entry of a word should it pick out?",
        ),
        Fault(
            lambda W_K: not _all_win(W_K) and _all_win(W_K[:, ::-1]),
            "Your two columns are swapped. The first column of `asks` picks out a word’s third "
            "entry, and it goes with the first column of your matrix.",
        ),
        Fault(
            lambda W_K: not _all_win(W_K) and _all_win(-W_K),
            "Your entries are in the right places, but with the wrong sign: they give the lowest "
            "score to the word that should have the highest.",
        ),
        zeros("With nothing but zeros, all keys are the same, and every weight is a quarter."),
        Fault(lambda W_K: not _all_win(W_K), _attends_elsewhere),
        Fault(lambda W_K: _least(W_K)[0] <= ENOUGH, _too_little),
    ),
    done=(
        "One head answers two questions, because “apple” asks with the first entry of its query, "
        "and “I” and “love” ask with the second. But each word still has a single row of weights, "
        "so none of them can ask both questions and keep the answers apart."
    ),
)
