"""Exercise 0.3: one function for the four steps, from a query to its context."""

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.checks.start_here.scores_of_perform import ROBOTS

RIGHT, MISTAKES = edits.read(__file__)

context_of = Function(
    name="context_of",
    expected=RIGHT[0],
    shown=(ROBOTS[1], ROBOTS),
    draw=lambda rng: (rng.normal(size=3), rng.normal(size=(int(rng.integers(4, 8)), 3))),
    mistakes=MISTAKES,
    done="These are all four steps. One function now does for any word what you did by hand.",
)
