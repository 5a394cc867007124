"""Exercise 2.1: every score of two tables."""

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.readers import worked_examples

RIGHT, MISTAKES = edits.read(__file__)
WORDS = worked_examples.load("your_journey").embeddings

score_every_pair = Function(
    name="score_every_pair",
    expected=RIGHT[0],
    # Three words of three dimensions ask three others: every mix-up of axes runs, and can be told.
    shown=(WORDS[:3], WORDS[3:]),
    draw=lambda rng: (
        rng.normal(size=(int(rng.integers(2, 5)), 5)),
        rng.normal(size=(int(rng.integers(6, 9)), 5)),
    ),
    mistakes=MISTAKES,
    done="Here queries and keys are different words, so the table doesn't have to be square or "
    "symmetric.",
)
