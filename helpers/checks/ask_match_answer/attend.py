"""Exercise 5.3: attention from queries, keys and values."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.readers import recordings

RIGHT, MISTAKES = edits.read(__file__)

SENTENCE = "The keys that the old man on the hill lost"
HEAD = recordings.load()[SENTENCE]
TURN = np.radians([0, 120, 240])
RING = 2 * np.column_stack([np.cos(TURN), np.sin(TURN)])  # A, B and C
THINGS = np.eye(3)[[0, 1, 2, 1]]  # of anna, ben and clara; and the lamp that is asked for

attend = Function(
    name="attend",
    expected=RIGHT[0],
    shown=(RING, RING[[2, 0, 1]], -RING),
    draw=lambda rng: (
        rng.normal(size=(int(rng.integers(2, 5)), 5)),
        rng.normal(size=(m := int(rng.integers(6, 9)), 5)),
        rng.normal(size=(m, 2)),
    ),
    mistakes=MISTAKES,
    done="One of the inputs was from a real language model. There, your function puts "
    f"{RIGHT[0](HEAD.queries[-1:], HEAD.keys, HEAD.values)[0][0, HEAD.noun]:.2f} on “keys”.",
    also={
        "the three people and their things": (5 * THINGS, THINGS, np.eye(4, 3)),
        "the last query of a real head": (HEAD.queries[-1:], HEAD.keys, HEAD.values),
    },
)
