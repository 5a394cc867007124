"""Exercise 15.1: how much memory training needs for its maps, in GiB."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value, foreseen, near

LAYERS, HEADS, WIDTH, TEXTS, WORDS, BYTES = 24, 16, 64, 8, 2048, 2
GIB = LAYERS * HEADS * TEXTS * WORDS**2 * BYTES / 2**30  # 24
RIGHT = np.array([GIB, 2 * GIB])


def _first(factor):
    """Return the condition that the first number is `factor` times the right one."""
    return lambda answer: np.isclose(answer[0], GIB * factor, rtol=0.02)


BY_FACTOR = {
    "These are bits: a weight takes 2 bytes, not 16.": 8,
    "Half of the memory is missing: each weight takes 2 bytes, and each map is stored in full, "
    "including the masked entries.": 1 / 2,
    "You’re counting one head’s map for each layer and text. How many heads does a layer have?": 1
    / HEADS,
    "You're only counting the maps of one layer. How many layers are there?": 1 / LAYERS,
    "You're multiplying by the width of a head. A map has one number for each pair, however wide "
    "the queries and keys are.": WIDTH,
    "You're counting four bytes per weight: here each takes 2.": 2,
    "These are gigabytes, of a billion bytes each. A GiB is a little more: divide by 2 to the "
    "power of 30.": 2**30 / 1e9,
    "These are MiB: divide by 1,024 once more.": 1024,
    "These are bytes. Divide by the bytes in a GiB.": 2**30,
    "These are the maps of a single text. How many are there in a batch?": 1 / TEXTS,
}

gib_of_maps = Value(
    name="gib_of_maps",
    shape=(2,),
    faults=(
        Fault(near(RIGHT[::-1], 0.4), "The numbers are right, but the other way round."),
        *(Fault(_first(factor), words) for words, factor in BY_FACTOR.items()),
        Fault(
            lambda answer: answer[0] < 0.1,
            "The first number is far too small. A map has an entry for each *pair* of tokens, "
            "2,048 times 2,048.",
        ),
        Fault(
            lambda answer: not _first(1)(answer),
            "The first number is layers times heads times texts, times the weights in a map, "
            "times 2 bytes, divided by the bytes in a GiB. Which factor is wrong?",
        ),
        *foreseen(
            {
                "The first is right. Your second is the same, as if only the number of tokens "
                "mattered. But how many pairs does a text twice as long have, and how many texts "
                "are there?": GIB,
                "The first is right. Yes, four times the pairs in a text, but there are only half "
                "as many texts.": 4 * GIB,
                "The first is right. Yes, half as many texts, but each is twice as long: how "
                "many pairs does it have?": GIB / 2,
                "The first is right. Your second is eight times as large. What does doubling "
                "the length do to the pairs in a text, and what does halving the batch do?": 8
                * GIB,
            },
            0.4,
            1,
        ),
        Fault(
            lambda answer: not near(RIGHT, 0.4)(answer),
            "The first is right. For the second: what happens to the pairs in one text, and to "
            "the number of texts?",
        ),
    ),
    done="The batch has as many tokens as before, but takes twice as many bytes. That's why models "
    "are trained on long texts in small batches.",
)
