"""Exercise 15.1: the bytes that a training stores for its maps, in GiB."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value, foreseen, near

LAYERS, HEADS, WIDTH, TEXTS, WORDS, BYTES = 24, 16, 64, 8, 2048, 2
GIB = LAYERS * HEADS * TEXTS * WORDS**2 * BYTES / 2**30  # 24
RIGHT = np.array([GIB, 2 * GIB])


def _first(factor):
    """Return the condition: the first number is so many times what is right."""
    return lambda answer: np.isclose(answer[0], GIB * factor, rtol=0.02)


BY_FACTOR = {
    "These are bits: a weight takes 2 bytes, not 16.": 8,
    "Half of it is missing: each weight takes 2 bytes, and each map is stored in full, the hidden "
    "cells, too.": 1 / 2,
    "One head’s map is counted for each layer and text. How many heads has a layer?": 1 / HEADS,
    "The maps of one layer are counted. How many layers are there?": 1 / LAYERS,
    "You multiply by the width of a head. A map holds one number for each pair, however wide the "
    "rows are that were compared.": WIDTH,
    "Four bytes for a weight are too many: here it takes 2.": 2,
    "These are gigabytes, of a billion bytes. A GiB is a little more: divide by 2 to the power "
    "30.": 2**30 / 1e9,
    "These are MiB: once more, divide by 1,024.": 1024,
    "These are bytes. Divide by those of a GiB.": 2**30,
    "These are the maps of a single text. How many does it learn from at once?": 1 / TEXTS,
}

gib_of_maps = Value(
    name="gib_of_maps",
    shape=(2,),
    faults=(
        Fault(near(RIGHT[::-1], 0.4), "Right numbers in the other order."),
        *(Fault(_first(factor), words) for words, factor in BY_FACTOR.items()),
        Fault(
            lambda answer: answer[0] < 0.1,
            "The first is far too small. Does a map have a cell for each *pair* of words, 2,048 "
            "times 2,048?",
        ),
        Fault(
            lambda answer: not _first(1)(answer),
            "The first number: maps (layers times heads times texts), times the weights of one, "
            "times its bytes, divided by the bytes of a GiB. Which factor is missing, or too many?",
        ),
        *foreseen(
            {
                "The first is right. The second is the same, as the number of words is: but how "
                "many pairs does a text of twice the length have, and how many texts are there?": (
                    GIB
                ),
                "The first is right. Four times the pairs in a text, yes. But there are only half "
                "as many texts.": 4 * GIB,
                "The first is right. Half as many texts, yes. But each is twice as long: how "
                "many pairs has it?": GIB / 2,
                "The first is right. The second has grown eightfold. What does twice the length "
                "do to the pairs of a text, and what do half as many texts?": 8 * GIB,
            },
            0.4,
            1,
        ),
        Fault(
            lambda answer: not near(RIGHT, 0.4)(answer),
            "The first is right. For the second: what becomes of the pairs of one text, and of "
            "the number of texts?",
        ),
    ),
    done="As many words in a step, and twice the bytes: pairs are counted within a text. That is "
    "why long texts are learned from in small batches.",
)
