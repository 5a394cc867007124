"""Exercise 5.1: a query that finds the brick, and not the apple."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value, zeros

# The keys of apple, bread and brick: food, edible, fruit, red.
TAGS = np.array([[1, 0, 1, 1], [1, 1, 0, 0], [0, 0, 0, 1]])
ENOUGH = 0.9
TIE = 1e-9


def _weights(query):
    """Return the attention weights of apple, bread and brick."""
    return softmax(np.clip(TAGS @ query, -1e6, 1e6))  # 1e308 + 1e308 would be inf


def _leads(place):
    """Return a condition: whether this thing gets the largest weight, and the brick doesn't."""
    return lambda query: _weights(query)[place] >= _weights(query).max() - TIE


def _beaten_by(place, words):
    """Return the fault that this thing is ahead, said with its weight and the brick's."""

    def said(query):
        weights = _weights(query)
        thing = ("apple", "bread")[place]
        return f"The {thing} gets {weights[place]:.2f}, the brick {weights[2]:.2f}. {words}"

    return Fault(_leads(place), said)


question_for_brick = Value(
    name="question_for_brick",
    shape=(4,),
    faults=(
        zeros("A query of zeros doesn't ask for anything, so all three get a third each."),
        Fault(
            lambda query: _leads(0)(query) and not query[[0, 2]].any(),
            lambda query: (
                f"Apple and brick get {_weights(query)[2]:.2f} each: the apple is red, too. "
                "Which other tags does it have, and how could a query count them against it?"
            ),
        ),
        _beaten_by(
            0,
            "Only food and fruit tell these two apart: does your query count them for the apple or "
            "against it?",
        ),
        _beaten_by(
            1, "The bread has food and edible, the brick red: which does your query want more?"
        ),
        Fault(
            lambda query: _weights(query)[2] <= ENOUGH,
            lambda query: (
                f"The brick is ahead, with {_weights(query)[2]:.2f}, but it needs more than nine "
                "tenths. You're asking for the right thing. Ask louder."
            ),
        ),
    ),
    done="A query can also say what it doesn't want. Try that with a dictionary.",
)
