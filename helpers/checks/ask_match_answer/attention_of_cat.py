"""Exercise 5.2: the attention weights of "cat", on paper."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value, foreseen, near
from helpers.readers import worked_examples

EMBEDDINGS = worked_examples.load("the_cat_sat").embeddings
SCORES = EMBEDDINGS @ EMBEDDINGS.T
ROWS = softmax(SCORES / 2)  # of The, cat and sat
SCORED, CAT = SCORES[1], ROWS[1]
NEAR = 0.006  # two decimals, and 2.7 for e
FORESEEN = {
    "You haven't divided the scores: before softmax, each is divided by √d_k = 2.": softmax(SCORED),
    "You divide by d_k = 4. What's its square root?": softmax(SCORED / 4),
    "You divide by √3. d_k is the number of entries in a key, not the number of keys: it's 4.": (
        softmax(SCORED / np.sqrt(3))
    ),
    "You multiply by 2. Which way does the step “divide by √d_k” go?": softmax(SCORED * 2),
    "You divide after softmax, so these add up to 1/2. Divide the scores, before softmax.": (
        softmax(SCORED) / 2
    ),
    "These are the scores. Two steps are left: divide them by 2, and apply softmax.": SCORED,
    "These are the scores, divided. Softmax is still to come.": SCORED / 2,
    "The gets 0 here, but e⁰ is 1: even a score of 0 gets part of the attention.": [0, 0.5, 0.5],
    "That's the row of “The”. Who asks?": ROWS[0],
    "That's the row of “sat”. Who asks?": ROWS[2],
    "That's what “cat” gets from each word. What does it give?": ROWS[:, 1],
    "The right numbers in a different order: The comes first, then cat, then sat.": [
        *CAT[1:],
        CAT[0],
    ],
    "“cat” attends to itself, too: its query meets its own key.": [
        *softmax(np.where([False, True, False], -np.inf, SCORED / 2))
    ],
    "All three get the same weight. Which of them scored 0?": [1 / 3] * 3,
    "You've applied softmax twice. Once is enough.": softmax(CAT),
}
POWERS = "These are the powers of e. Attention weights add up to 1: what do you divide by?"


def _of_another_length(answer):
    if len(answer) == EMBEDDINGS.shape[1]:
        return "Four entries make a context. You're asked for the three weights it's mixed with."
    return f"One attention weight per word makes three numbers, and yours are {len(answer)}."


def _of_another_sum(answer):
    return f"Attention weights add up to 1, and yours add up to {answer.sum():.2f}."


def _of_the_last_two(answer):
    if abs(answer[1] - answer[2]) > NEAR:
        return (
            "“cat” scores the same with itself as with “sat”, so these two weights should be "
            "equal. What did you get for the two scores?"
        )
    return "Add up the three powers e⁰, e¹ and e¹. What part of the sum is the first one?"


attention_of_cat = Value(
    name="attention_of_cat",
    shape=(None,),
    faults=(
        Fault(lambda answer: len(answer) != len(CAT), _of_another_length),
        *foreseen(FORESEEN, NEAR),
        Fault(near(100 * CAT, 1), "That's right, but in percent. Attention weights add up to 1."),
        Fault(near([1, np.e, np.e], 0.02), POWERS),
        Fault(near([1, np.e**2, np.e**2], 0.11), f"You haven't divided the scores. {POWERS}"),
        Fault(
            near([0.2, 0.4, 0.4], 0.002),
            "That's right to one decimal only. Take at least 2.7 for e, and give two decimals.",
        ),
        Fault(lambda answer: abs(answer.sum() - 1) > 2 * NEAR, _of_another_sum),
        Fault(lambda answer: not near(CAT, NEAR)(answer), _of_the_last_two),
    ),
    done="“cat” attends to “sat” as much as to itself. With identity matrices, a word asks for "
    "what it is.",
)
