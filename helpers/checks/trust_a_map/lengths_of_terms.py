"""Exercise 14.1: the length of every term of a head."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function, Mistake, explaining
from helpers.checks.kinds.mistakes import shared_out

# The page's words: the, keys, old, cabinet.
SCORES = np.array([2.3, 1.2, 0.9, 0.0])
VALUES = np.array([[0.1, 0.1, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0], [2.0, 0.0, 0.0]])
W_O = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
WRONG_AXIS = (
    "You measure down the columns, across all words. A word that is asked has a row, and one "
    "length for this row: which axis runs along it?"
)
SQUARES = "You take the sum of the squares. One step is missing to a length."


def weights_drawn(rng, *shape):
    """Return weights of this shape, drawn at random: every row adds up to 1."""
    return softmax(rng.normal(scale=1.5, size=shape))


def lengths(rows):
    """Return the length of each row, (..., n, d) to (..., n)."""
    return np.linalg.norm(rows, axis=-1)


def _drawn(rng):
    """Return weights, values and a W_O: no two sizes are alike."""
    n, m = int(rng.integers(2, 4)), int(rng.integers(5, 7))
    return weights_drawn(rng, n, m), rng.normal(size=(m, 4)), rng.normal(size=(4, 3))


def _run(given, weights, values, W_O):
    """Call the learner's function; lengths of the wrong axis do not fit the weights: say it."""
    with explaining(ValueError, f"({W_O.shape[1]},)", WRONG_AXIS):
        return given(weights, values, W_O)


def _right(weights, values, W_O):
    return weights * lengths(values @ W_O)


def _of(compute):
    """Return the mistake of computing this from the weights and what arrives."""
    return lambda weights, values, W_O: compute(weights, values @ W_O)


def _measured(measure):
    """Return the mistake of taking measure(what arrives) for its lengths, (m,)."""
    return _of(lambda weights, arrives: weights * measure(arrives))


def _terms(weights, arrives):
    return weights[..., None] * arrives  # (n, m, d)


MISTAKES = (
    Mistake(
        "You measure the values in front of `W_O`. How much of each gets through it?",
        lambda weights, values, W_O: weights * lengths(values),
    ),
    Mistake(
        "These are the lengths of what arrives. How much of it does each query take?",
        _of(lambda weights, arrives: np.ones_like(weights) * lengths(arrives)),
        _of(lambda weights, arrives: lengths(arrives)),
    ),
    Mistake(
        "These are the weights, as they came. How long is what they multiply?",
        lambda weights, values, W_O: weights,
    ),
    Mistake(
        "This is the length of the whole output of each query. Measure each word’s term in it, "
        "before they are added.",
        _of(lambda weights, arrives: lengths(weights @ arrives)),
    ),
    Mistake("You return the terms themselves. Take the length of each.", _of(_terms)),
    Mistake(SQUARES, _of(lambda weights, arrives: (_terms(weights, arrives) ** 2).sum(axis=-1))),
    Mistake(
        "The lengths of what arrives are squared, the weights are not: a step is missing to the "
        "lengths.",
        _measured(lambda arrives: (arrives**2).sum(axis=-1)),
    ),
    Mistake(
        WRONG_AXIS, _of(lambda weights, arrives: np.linalg.norm(_terms(weights, arrives), axis=1))
    ),
    Mistake(
        "The weights are squared, the lengths are not. A weight stands in a term once.",
        _of(lambda weights, arrives: weights**2 * lengths(arrives)),
    ),
    Mistake(
        "You add up the sizes of the numbers. A length is the root of the sum of their squares.",
        _measured(lambda arrives: np.abs(arrives).sum(axis=-1)),
    ),
    Mistake(
        "You add up the numbers with their signs, so a step to the right and one to the left "
        "cancel. A length is the root of the sum of their squares.",
        _measured(lambda arrives: arrives.sum(axis=-1)),
        _measured(lambda arrives: np.abs(arrives.sum(axis=-1))),
    ),
    Mistake(
        "You take one length for all words together. Each word has its own: along which axis is "
        "it taken?",
        _measured(np.linalg.norm),
    ),
    Mistake(
        "Your lengths lie across the weights: a row is multiplied by the length of one word. The "
        "words that are asked are the columns: how must their lengths lie?",
        _measured(lambda arrives: lengths(arrives)[:, None]),
    ),
    Mistake(
        "You add the lengths of the terms up, a number for each query. Keep each by itself: which "
        "product adds nothing up?",
        _of(lambda weights, arrives: weights @ lengths(arrives)),
    ),
    Mistake(
        "You take the largest number of each term. A length counts all its numbers.",
        _measured(lambda arrives: np.abs(arrives).max(axis=-1)),
    ),
    Mistake(
        "You multiply the length of the value by the size of `W_O` as a whole. But it lets more of "
        "one value through than of another.",
        lambda weights, values, W_O: weights * lengths(values) * np.linalg.norm(W_O),
        lambda weights, values, W_O: weights * lengths(values) * np.linalg.norm(W_O, 2),
    ),
    Mistake(
        "You take the mean of the squares, or of the sizes. A length is the root of their *sum*.",
        _measured(lambda arrives: np.sqrt((arrives**2).mean(axis=-1))),
        _measured(lambda arrives: np.abs(arrives).mean(axis=-1)),
    ),
    Mistake(
        "You put the weights through softmax once more. They are no scores.",
        lambda weights, values, W_O: _right(softmax(weights), values, W_O),
    ),
    Mistake(
        "Each row is divided by its sum, so these are shares of the lengths. The lengths "
        "themselves are asked for.",
        lambda *inputs: shared_out(_right(*inputs)),
    ),
    Mistake(
        "Rows and columns have changed places: a row belongs to the query that asks.",
        lambda *inputs: _right(*inputs).T,
    ),
)

lengths_of_terms = Function(
    name="lengths_of_terms",
    expected=_right,
    shown=(softmax(SCORES)[None], VALUES, W_O),
    draw=_drawn,
    mistakes=MISTAKES,
    run=_run,
    done="Beside a map, these lengths say what its weights leave open: how much of each look "
    "arrives.",
)
