"""Exercise 2.2: every score of two tables."""

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.checks.score_with_dot_products.scores_of_journey import EXAMPLE

RIGHT, MISTAKES = edits.read(__file__)

score_every_pair = Function(
    name="score_every_pair",
    expected=RIGHT[0],
    # Three words of three dimensions ask three others: every mix-up of axes runs, and can be told.
    shown=(EXAMPLE.embeddings[:3], EXAMPLE.embeddings[3:]),
    draw=lambda rng: (
        rng.normal(size=(int(rng.integers(2, 5)), 5)),
        rng.normal(size=(int(rng.integers(6, 9)), 5)),
    ),
    mistakes=MISTAKES,
    done="Here queries and keys are different words, so the table doesn't have to be square or "
    "symmetric.",
)
