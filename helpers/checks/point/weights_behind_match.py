"""Exercise 12.3: the attention weights of a perfectly certain induction head."""

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, explaining

BEHIND_THE_LAST = (
    "One of your rows attends to a position after the last letter. Does it treat its own letter as "
    "an earlier occurrence? What comes after that isn't known yet."
)

RIGHT, MISTAKES = edits.read(__file__)


def _drawn(rng):
    """Return 10 to 12 letters drawn at random from four; the first one occurs again."""
    drawn = rng.choice(list("pqrs"), size=int(rng.integers(10, 13))).tolist()
    drawn[5] = drawn[0]
    return (drawn,)


def _run(given, tokens):
    """Return what a learner's function gives, or say that it attends past the last letter."""
    with explaining(IndexError, f"index {len(tokens)} is out of bounds", BEHIND_THE_LAST):
        return given(tokens)


weights_behind_match = Function(
    name="weights_behind_match",
    expected=RIGHT[0],
    shown=(list("cafdbecaf"),),
    draw=_drawn,
    also={"a letter alone": (["a"],), "one letter again and again": (list("aaaa"),)},
    mistakes=MISTAKES,
    run=_run,
    done="Multiply these weights by a table with one row per letter, and you get a prediction "
    "wherever a letter has occurred before: the mean of everything that came after it.",
)
