"""Exercise 13.4: the perplexities of two models."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value, foreseen, near

NEAR = 0.006  # two decimals are enough
FIRST = {
    "First number: that is the share of each name. Among how many does it hesitate?": 1 / 8,
    "First number: that is the loss. The perplexity is e to the loss.": np.log(8),
    "First number: that is the loss with logarithms to the base 2. Which number, raised to it, "
    "gives the perplexity?": 3,
}
SECOND = {
    "Second number: that is a typical share. The perplexity asks: one among how many?": 1 / 4,
    "Second number: that is the mean loss. The perplexity is e to it.": np.log(4),
    "Second number: that is the mean loss with logarithms to the base 2. Which number, raised to "
    "it, gives the perplexity?": 2,
    "Second number: you took the mean of the shares. The mean is of the losses, so of their "
    "logarithms.": 24 / 7,
    "Second number: you took the mean of 2, 4 and 8. The mean is of the losses, so of "
    "logarithms.": 14 / 3,
    "Second number: you added the three losses. The mean is asked for: a longer text is not harder "
    "to guess.": 64,
}

two_perplexities = Value(
    name="two_perplexities",
    shape=(2,),
    faults=(
        Fault(
            lambda answer: (answer <= 0).any(),
            "A perplexity is e to some power, so both numbers are above 0.",
        ),
        Fault(
            lambda answer: np.allclose(answer, (4, 8)),
            "The two are exchanged: the first number belongs to the model that knows nothing.",
        ),
        *foreseen(FIRST, NEAR, 0),
        Fault(
            lambda answer: not near(8, NEAR, 0)(answer),
            "First number: the loss is minus the logarithm of an eighth, in each place the same. "
            "What does e make of it?",
        ),
        *foreseen(SECOND, NEAR, 1),
        Fault(
            lambda answer: not near(4, NEAR, 1)(answer),
            "Second number: take minus the logarithm of each share, then their mean, then e to "
            "that mean.",
        ),
    ),
    done="8, and 4: one that is right with a half, a quarter and an eighth hesitates like one that "
    "has four words to choose from each time. One share near 0 would have spoiled it.",
)
