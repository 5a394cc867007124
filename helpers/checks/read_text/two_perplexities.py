"""Exercise 13.3: the perplexities of two models."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value


def _about(number, place=1):
    return lambda answer: np.isclose(answer[place], number, rtol=0, atol=0.006)


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
        Fault(
            _about(1 / 8, 0),
            "First number: that is the share of each name. Among how many does it hesitate?",
        ),
        Fault(
            _about(np.log(8), 0),
            "First number: that is the loss. The perplexity is e to the loss.",
        ),
        Fault(
            _about(3, 0),
            "First number: that is the loss with logarithms to the base 2. Which number, raised to "
            "it, gives the perplexity?",
        ),
        Fault(
            lambda answer: not _about(8, 0)(answer),
            "First number: the loss is minus the logarithm of an eighth, in each place the same. "
            "What does e make of it?",
        ),
        Fault(
            _about(1 / 4),
            "Second number: that is a typical share. The perplexity asks: one among how many?",
        ),
        Fault(
            _about(np.log(4)),
            "Second number: that is the mean loss. The perplexity is e to it.",
        ),
        Fault(
            _about(2),
            "Second number: that is the mean loss with logarithms to the base 2. Which number, "
            "raised to it, gives the perplexity?",
        ),
        Fault(
            _about(24 / 7),
            "Second number: you took the mean of the shares. The mean is of the losses, so of "
            "their logarithms.",
        ),
        Fault(
            _about(14 / 3),
            "Second number: you took the mean of 2, 4 and 8. The mean is of the losses, so of "
            "logarithms.",
        ),
        Fault(
            _about(64),
            "Second number: you added the three losses. The mean is asked for: a longer text is "
            "not harder to guess.",
        ),
        Fault(
            lambda answer: not _about(4)(answer),
            "Second number: take minus the logarithm of each share, then their mean, then e to "
            "that mean.",
        ),
    ),
    done="8, and 4: one that is right with a half, a quarter and an eighth hesitates like one that "
    "has four words to choose from each time. One share near 0 would have spoiled it.",
)
