"""Exercise 0.3: one function for the four steps, from a query to its context vector."""

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.readers import vocabularies

RIGHT, MISTAKES = edits.read(__file__)
GAME = vocabularies.load("bat").rows(["the", "pitcher", "saw", "the", "bat", "swing"])

context_of = Function(
    name="context_of",
    expected=RIGHT[0],
    shown=(GAME[4], GAME),
    draw=lambda rng: (rng.normal(size=3), rng.normal(size=(int(rng.integers(5, 9)), 3))),
    mistakes=MISTAKES,
    done="That's all four steps. One function now does for any word what you did by hand.",
)
