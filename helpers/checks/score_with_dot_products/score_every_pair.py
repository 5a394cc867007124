"""Exercise 2.1: every score of two tables."""

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.readers import worked_examples

EXAMPLE = worked_examples.load("your_journey")

RIGHT, MISTAKES = edits.read(__file__)

score_every_pair = Function(
    name="score_every_pair",
    expected=RIGHT[0],
    # Three words of three numbers ask three others: every mix-up of axes runs, and can be named.
    shown=(EXAMPLE.embeddings[:3], EXAMPLE.embeddings[3:]),
    draw=lambda rng: (
        rng.normal(size=(int(rng.integers(2, 5)), 5)),
        rng.normal(size=(int(rng.integers(6, 9)), 5)),
    ),
    mistakes=MISTAKES,
    done="Words may now ask words of another list. This table need not be square, and it is no "
    "mirror image: only where everybody asks everybody is it one.",
)
