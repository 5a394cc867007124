"""Exercise 12.3: the weights of an induction head, which looks after the match."""

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, explaining

BEHIND_THE_LAST = (
    "A row of yours looks past the last letter. Is the asking place itself a match in it? What "
    "follows there is still to come: only earlier places can be matches."
)

RIGHT, MISTAKES = edits.read(__file__)


def _drawn(rng):
    """Return 10 to 12 letters of four, drawn at random, the first of which comes again."""
    drawn = rng.choice(list("pqrs"), size=int(rng.integers(10, 13))).tolist()
    drawn[5] = drawn[0]
    return (drawn,)


def _run(given, tokens):
    """Return what a learner's function gives, or say that it looks past the last letter."""
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
    done="Times a table of the letters, one row each, these weights give a guess wherever a letter "
    "comes again: all that has followed it so far, match by match.",
)
