"""Exercise 15.2: the multiply-adds of a layer of attention."""

import numpy as np

from helpers.checks.kinds.function import Function, Mistake


def allowed(n, causal):
    """Return how many pairs a mask allows, or all."""
    return n * (n + 1) // 2 if causal else n * n


def _drawn(rng):
    heads = int(rng.integers(2, 6))
    n, d = int(rng.integers(20, 90)), heads * int(rng.integers(3, 9))
    return n, d, heads, bool(rng.integers(2))


def _right(n, d, heads, causal):
    return np.array([4 * n * d**2, 2 * allowed(n, causal) * d])


def _pairs(compute):
    """Return the mistake of computing the pairs so, beside the right projections."""
    return lambda n, d, heads, causal: np.array([4 * n * d**2, compute(n, d, heads, causal)])


def _projections(compute):
    """Return the mistake of computing the projections so, beside the right pairs."""
    return lambda n, d, heads, causal: np.array([compute(n, d, heads), 2 * allowed(n, causal) * d])


MISTAKES = (
    Mistake(
        "You multiply the pairs by the number of heads. But each head has only a part of the "
        "width: what does a pair cost it?",
        _pairs(lambda n, d, heads, causal: 2 * allowed(n, causal) * d * heads),
        lambda n, d, heads, causal: _right(n, d, heads, causal) * heads,
    ),
    Mistake(
        "You count the pairs of one head alone. How many heads are there?",
        _pairs(lambda n, d, heads, causal: 2 * allowed(n, causal) * d // heads),
        _pairs(lambda n, d, heads, causal: allowed(n, causal) * d // heads),
    ),
    Mistake(
        "With `causal`, you still count all pairs. How many does the mask allow?",
        _pairs(lambda n, d, heads, causal: 2 * n * n * d),
    ),
    Mistake(
        "You take half of all pairs. The mask allows a little more: the whole diagonal.",
        _pairs(lambda n, d, heads, causal: n * n * d if causal else 2 * n * n * d),
    ),
    Mistake(
        "You leave the diagonal out. A word may look at itself.",
        _pairs(lambda n, d, heads, causal: n * (n - 1) * d if causal else 2 * n * n * d),
    ),
    Mistake(
        "You take the causal half, whatever `causal` says.",
        _pairs(lambda n, d, heads, causal: n * (n + 1) * d),
        _pairs(lambda n, d, heads, causal: n * n * d),
    ),
    Mistake(
        "The two cases of `causal` have changed places: the mask leaves fewer pairs, not more.",
        _pairs(lambda n, d, heads, causal: 2 * allowed(n, not causal) * d),
    ),
    Mistake(
        "The mask spares only scores in your count. A pair that it hides needs no share of a "
        "value, either.",
        _pairs(lambda n, d, heads, causal: (allowed(n, causal) + n * n) * d),
    ),
    Mistake(
        "A pair is counted once. It costs `d` multiply-adds for its score, and as many again to "
        "mix the values.",
        _pairs(lambda n, d, heads, causal: allowed(n, causal) * d),
    ),
    Mistake(
        "You count pairs, not what they cost: each takes `2 * d` multiply-adds.",
        _pairs(lambda n, d, heads, causal: allowed(n, causal)),
        _pairs(lambda n, d, heads, causal: allowed(n, causal) * heads),
    ),
    Mistake(
        "The pairs grow with `n` alone here. Each of the `n` words looks at all that it may see.",
        _pairs(lambda n, d, heads, causal: 2 * n * d),
        _pairs(lambda n, d, heads, causal: 2 * n * d**2),
    ),
    Mistake(
        "You count too much for a pair. Its score is one dot product of rows, and the mix takes "
        "its value once.",
        _pairs(lambda n, d, heads, causal: 2 * allowed(n, causal) * d**2),
        _pairs(lambda n, d, heads, causal: allowed(n, causal) * d**2),
        _pairs(lambda n, d, heads, causal: 4 * allowed(n, causal) * d),
    ),
    Mistake(
        "Three projections are counted. The fourth, `W_O`, joins the heads.",
        _projections(lambda n, d, heads: 3 * n * d**2),
    ),
    Mistake(
        "The MLP is among your projections. The four of attention alone are asked for.",
        _projections(lambda n, d, heads: 12 * n * d**2),
        _projections(lambda n, d, heads: 8 * n * d**2),
    ),
    Mistake(
        "Your projections are too few by the factor `heads`. Each head’s matrices read all `d` "
        "numbers of a row, and all heads count.",
        _projections(lambda n, d, heads: 4 * n * d**2 // heads),
        lambda n, d, heads, causal: _right(n, d, heads, causal) // heads,
        lambda n, d, heads, causal: np.array(
            [4 * n * d**2 // heads, allowed(n, causal) * d // heads]
        ),
    ),
    Mistake(
        "One projection is counted. There are four.",
        _projections(lambda n, d, heads: n * d**2),
    ),
    Mistake(
        "A projection multiplies every row by a `d` by `d` matrix: `d` times `d` multiply-adds "
        "for each word. You have `d` of them.",
        _projections(lambda n, d, heads: 4 * n * d),
    ),
    Mistake(
        "The words are missing from your projections: every row passes every matrix.",
        _projections(lambda n, d, heads: 4 * d**2),
    ),
    Mistake(
        "Your projections are counted once for each head. A head’s matrix is only `d / heads` "
        "wide; together they are one `d` by `d` matrix.",
        _projections(lambda n, d, heads: 4 * n * d**2 * heads),
    ),
    Mistake(
        "The mask saves pairs, not projections: every word still has a query, a key and a value.",
        lambda n, d, heads, causal: _right(n, d, heads, causal) // [1 + causal, 1],
        lambda n, d, heads, causal: np.array([4 * d**2, 2 * d]) * allowed(n, causal) / [n, 1],
    ),
    Mistake(
        "Multiplications and additions are counted one by one. A multiply-add is both.",
        lambda *inputs: 2 * _right(*inputs),
    ),
    Mistake(
        "Right numbers in the other order: the projections come first.",
        lambda *inputs: _right(*inputs)[::-1],
    ),
)

work_of_layer = Function(
    name="work_of_layer",
    expected=_right,
    shown=(1024, 768, 12, False),
    draw=_drawn,
    also={"causal=True": (6, 8, 2, True), "one head": (10, 4, 1, True)},
    mistakes=MISTAKES,
    done="The heads cancel out of the work, not out of the memory: each stores a map.",
)
