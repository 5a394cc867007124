"""Exercise 6.1: the gradient of cross-entropy for scores, the weights minus what is wanted."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.checks.let_a_head_learn.training_step import WORDS

RING = np.array([1, 2, 0])  # A wants B, B wants C, C wants A

RIGHT, MISTAKES = edits.read(__file__)

slopes_of_scores = Function(
    name="slopes_of_scores",
    expected=RIGHT[0],
    shown=(WORDS @ WORDS.T / 2**0.5, RING),
    draw=lambda rng: (rng.normal(size=(5, 3)), rng.integers(3, size=5)),
    also={"a row that's certain and wrong": (np.array([[20.0, 10.0, -10.0]]), np.array([2]))},
    mistakes=MISTAKES,
    done="Each row of the gradient adds up to 0, so a step that raises the right token's score "
    "lowers the others. A row that's certain and wrong has the largest gradient of all.",
)
