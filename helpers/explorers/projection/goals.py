"""What to reach by hand with words and their projections."""

import numpy as np

from helpers.explorers.base.explorer import Goal

SURE = 0.9  # of a weight, for a look that counts as fixed
AIR = 0.05  # of a distance, that counts as moved
ROUNDING = 1e-6  # of a score


def goals(tokens):
    """Return the goals, which name the first three words."""
    a, b, c = tokens[:3]
    ring = f"{a} looks most at {b}, {b} at {c}, {c} at {a}"
    return (
        Goal(f"close the ring: {ring}", is_ring),
        Goal(
            f"let a word give another more than {SURE} of its weight, and yet move away from it",
            _looks_and_leaves,
        ),
        Goal(
            "close the same ring with W_K tied to W_Q",
            lambda explorer: explorer.tied and is_ring(explorer),
            f"Tied scores are symmetric. A ring needs s({a}, {b}) > s({a}, {c}) = s({c}, {a}) >"
            f" s({c}, {b}) = s({b}, {c}) > s({b}, {a}) = s({a}, {b}): a number greater than itself,"
            " wherever the words stand.",
        ),
    )


def is_ring(explorer):
    """Say whether each of the first three words scores the next one above all others."""
    for place, wanted in enumerate((1, 2, 0)):
        row = explorer.result.scores[place]
        if row[wanted] <= np.delete(row, wanted).max() + ROUNDING:
            return False
    return True


def _looks_and_leaves(explorer):
    """Say whether a word that looks almost only at another ends farther from it than it was."""
    x, result = explorer.embeddings, explorer.result
    for i, j in np.argwhere(result.weights > SURE):
        before, after = np.linalg.norm([x[i] - x[j], result.context[i] - x[j]], axis=1)
        if i != j and after > before + AIR:
            return True
    return False
