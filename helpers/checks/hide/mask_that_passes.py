"""Exercise 10.2: a mask that hides one cell too many, which no leak test can catch."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value, near

CAUSAL = np.tri(5)
ONE_HIDDEN = CAUSAL.sum() - 1
WORDS = ("the", "pitcher", "saw", "a", "bat")


def _leak(answer):
    row, column = np.argwhere(np.triu(answer, 1))[0]
    return (
        f"“{WORDS[row]}” sees “{WORDS[column]}”, which comes later: the test catches that. Each "
        "row is a query."
    )


def _blind(answer):
    row = WORDS[int(np.argmin(answer.any(axis=1)))]
    return f"“{row}” sees nothing: its weights would be 0 divided by 0, so `attention` stops."


def _passed(answer):
    row, column = np.argwhere(answer != CAUSAL)[0]
    return (
        f"The test gives 0, and yet “{WORDS[row]}” can't see “{WORDS[column]}”. A model with this "
        "mask trains without an error, and never uses that word there."
    )


mask_that_passes = Value(
    name="mask_that_passes",
    shape=(5, 5),
    faults=(
        Fault(
            lambda answer: not np.isin(answer, (0, 1)).all(),
            "A mask says yes or no to each pair: True or False.",
        ),
        Fault(
            near(CAUSAL.T, 0),
            "You've swapped rows and columns: every word sees what comes later.",
        ),
        Fault(lambda answer: np.triu(answer, 1).any(), _leak),
        Fault(lambda answer: not answer.any(axis=1).all(), _blind),
        Fault(near(CAUSAL, 0), "This is the causal mask: it passes, but it isn't a wrong mask."),
        Fault(
            lambda answer: answer.sum() != ONE_HIDDEN,
            lambda answer: (
                "Your mask is wrong, and it passes, but it hides "
                f"{int(CAUSAL.sum() - answer.sum())} more cells than the causal mask. It should "
                "hide just one more."
            ),
        ),
    ),
    done=_passed,
)
