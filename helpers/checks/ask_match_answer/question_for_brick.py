"""Exercise 5.1: a question to which the brick, not the apple, is the answer."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value

# Apple, bread and brick, tagged food, edible, fruit, red; as the page has them.
TAGS = np.array([[1, 0, 1, 1], [1, 1, 0, 0], [0, 0, 0, 1]])
ENOUGH = 0.9
TIE = 1e-9


def _shares(question):
    """Return the weights of apple, bread and brick."""
    return softmax(np.clip(TAGS @ question, -1e6, 1e6))  # 1e308 + 1e308 would be inf


def _leads(place):
    """Return a condition: whether this thing, and not the brick, gets the most weight."""
    return lambda question: _shares(question)[place] >= _shares(question).max() - TIE


def _beaten_by(place, words):
    """Return the fault that this thing leads, said with its weight and the brick's."""

    def said(question):
        shares = _shares(question)
        thing = ("apple", "bread")[place]
        return f"The {thing} gets {shares[place]:.2f}, the brick {shares[2]:.2f}. {words}"

    return Fault(_leads(place), said)


question_for_brick = Value(
    name="question_for_brick",
    shape=(4,),
    faults=(
        Fault(
            lambda question: not question.any(),
            "This asks for nothing, so all three fit alike and get a third each.",
        ),
        Fault(
            lambda question: _leads(0)(question) and not question[[0, 2]].any(),
            lambda question: (
                f"Apple and brick get {_shares(question)[2]:.2f} each: the apple is red, too. "
                f"Which other tags does it have, and what can a question say to them?"
            ),
        ),
        _beaten_by(
            0, "Only food and fruit tell these two apart: do you ask for them or refuse them?"
        ),
        _beaten_by(1, "The bread has food and edible, the brick red: which do you ask for more?"),
        Fault(
            lambda question: _shares(question)[2] <= ENOUGH,
            lambda question: (
                f"The brick leads, with {_shares(question)[2]:.2f}, but that is not yet more than "
                f"nine tenths. You ask for the right thing; ask with more force."
            ),
        ),
    ),
    done="A question can also say what it does not want. No dictionary takes such a question.",
)
