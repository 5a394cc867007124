"""The checks of notebook 14: lengths of terms, words hidden in turn, looks back, a map's claim."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function
from helpers.checks.kinds.question import Option, Question
from helpers.checks.mistakes_of_hiding import ALL_HIDDEN, OF_HIDING, moved, of_hidden
from helpers.checks.mistakes_of_maps import OF_LOOKING_BACK, OF_TERMS, WRONG_AXIS
from helpers.learner.calls import TroubleError

# The page's words: the, keys, old, cabinet.
SCORES = np.array([2.3, 1.2, 0.9, 0.0])
VALUES = np.array([[0.1, 0.1, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0], [2.0, 0.0, 0.0]])
W_O = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])


def _weights(rng, *shape):
    return softmax(rng.normal(scale=1.5, size=shape))


def _terms_drawn(rng):
    """Return weights, values and a W_O: no two sizes are alike."""
    n, m = int(rng.integers(2, 4)), int(rng.integers(5, 7))
    return _weights(rng, n, m), rng.normal(size=(m, 4)), rng.normal(size=(4, 3))


def _lengths_written(given, weights, values, W_O):
    """Call the learner's function; lengths of the wrong axis do not fit the weights: say it."""
    try:
        return given(weights, values, W_O)
    except ValueError as error:
        if f"({W_O.shape[1]},)" not in str(error):
            raise
        raise TroubleError(WRONG_AXIS) from None


lengths_of_terms = Function(
    name="lengths_of_terms",
    expected=lambda weights, values, W_O: weights * np.linalg.norm(values @ W_O, axis=-1),
    shown=(softmax(SCORES)[None], VALUES, W_O),
    draw=_terms_drawn,
    mistakes=OF_TERMS,
    run=_lengths_written,
    done="Beside a map, these lengths say what its weights leave open: how much of each look "
    "arrives.",
)


def _hiding_drawn(rng):
    m = int(rng.integers(5, 8))
    return rng.normal(size=m), rng.normal(size=(m, 3))


def _hidden_in_turn(given, scores, arrives):
    """Call the learner's function; softmax of nothing but −∞ has a likely cause: say it."""
    try:
        return given(scores, arrives)
    except ValueError as error:
        if "nowhere" not in str(error):
            raise
        raise TroubleError(ALL_HIDDEN) from None


moved_by_hiding = Function(
    name="moved_by_hiding",
    expected=lambda scores, arrives: moved(scores, arrives, of_hidden),
    shown=(SCORES, VALUES @ W_O),
    draw=_hiding_drawn,
    also={
        "two words that bring the same": (
            np.array([0.0, 2.0, 2.0, 1.0]),
            (VALUES @ W_O)[[0, 1, 1, 3]],
        ),
        "the same scores, all 500 lower": (SCORES - 500, VALUES @ W_O),
    },
    mistakes=OF_HIDING,
    run=_hidden_in_turn,
    done="Each word was taken away alone. Words that stand in for each other look idle in such a "
    "list: to find them, hide them together.",
)

# Maps of two heads: the first looks one back, the second all around.
BACK = np.array(
    [
        [[1, 0, 0, 0], [0.9, 0.1, 0, 0], [0.1, 0.8, 0.1, 0], [0.1, 0.1, 0.7, 0.1]],
        [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.4, 0.3, 0.3, 0], [0.4, 0.2, 0.2, 0.2]],
    ]
)


def _maps_drawn(rng):
    """Return maps of heads that see what comes later, too: so that the wrong side is told."""
    return (_weights(rng, int(rng.integers(2, 5)), *2 * [int(rng.integers(5, 8))]),)


looks_one_back = Function(
    name="looks_one_back",
    expected=lambda maps: np.diagonal(maps, -1, 1, 2).mean(axis=-1),
    shown=(BACK,),
    draw=_maps_drawn,
    mistakes=OF_LOOKING_BACK,
    done="One number says how far a head deserves the name that a map suggests. Whether the head "
    "is needed it does not say.",
)

proved_by_a_map = Question(
    name="proved_by_a_map",
    asks="What follows from these weights alone, whatever the values are?",
    options=(
        Option(
            "The first token matters most for the output of this head",
            "Its value may be close to 0, or behind `W_O` nothing may be left of it. Then the "
            "other words make the output.",
        ),
        Option(
            "The first token adds the longest term",
            "A term is a weight times what arrives. Seven tenths of something short can be less "
            "than one tenth of something long.",
        ),
        Option(
            "Of the mixture that this head makes, three tenths are the other words’ values",
            "Yes. Shares are what a map holds, and it holds them for every possible value. How "
            "much that is, and whether anybody downstream cares, it does not say.",
            right=True,
        ),
        Option(
            "Without the first token the model would write another next word",
            "Nobody has tried. Hidden, the token leaves its weight to the others; and there are "
            "other heads, and a residual path.",
        ),
        Option(
            "This head does nothing in this text: the first token is a sink",
            "That is one possible reason for such a row. It takes the length of what arrives to "
            "tell, and the row is that of the last word alone.",
        ),
    ),
)
