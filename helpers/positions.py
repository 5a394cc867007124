"""Positions in NumPy: vectors that are added to embeddings, and rotations of queries and keys.

Pair i of a vector, its entries 2i and 2i + 1, has one frequency: the angle, in radians, by which it
rotates from one position to the next. The first pair is the fastest, by 1 radian; the last, the
slowest.
"""

import numpy as np
from numpy.typing import ArrayLike

from helpers import expect

BASE = 10_000.0  # the lowest frequency is near 1 / BASE; both papers use it


def frequencies(width: int, *, base: float = BASE) -> np.ndarray:
    """Return the frequency of every pair: base^(-2i / width) for pair i.

    width   : dimensions per vector, even, at least 2    base : above 1
    returns : (width / 2,) radians per position, from 1 downwards

    Raises ValueError for an odd width, or a base that is not above 1.
    Source: Attention Is All You Need (2017), section 3.5; RoFormer (Su et al., 2021), equation 15.
    """
    width = expect.count("width", width, least=2)
    if width % 2:
        raise ValueError(f"width must be even, a pair for each frequency, got {width}")
    return expect.number("base", base, above=1) ** (-np.arange(0, width, 2) / width)


def sinusoids(n: int, width: int, *, base: float = BASE) -> np.ndarray:
    """Return a vector for each position, to be added to the embedding at it.

    n       : number of positions, from 0    width, base : as in `frequencies`
    returns : (n, width); pair i of row p is the sine and the cosine of p times frequency i

    The dot product of two rows depends only on the distance between their positions.
    Raises ValueError as `frequencies` does, and for n below 1.
    Source: Attention Is All You Need (2017), section 3.5.
    """
    angles = np.arange(expect.count("n", n))[:, None] * frequencies(width, base=base)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n, width)


def rotated(
    vectors: ArrayLike, positions: ArrayLike | None = None, *, base: float = BASE
) -> np.ndarray:
    """Rotate every pair of each row by its position times the pair's frequency, anticlockwise.

    vectors : (..., n, width), queries or keys    positions : (n,) numbers; 0, 1, 2 … by default
    returns : the shape of `vectors`, each row as long as before

    The score of a rotated query and key depends only on their distance: q · R(b - a) k for the
    query's position a and the key's position b. float16, float32 and float64 are kept.
    Raises ValueError as `frequencies` does, for NaN and inf, for positions that aren't one per row,
    and for a pair so long that, rotated, it overflows its format.
    Source: RoFormer (Su et al., 2021), equations 14 to 16 and 34.
    """
    vectors = expect.finite(expect.floats(vectors, "vectors"), "vectors")
    n, width = vectors.shape[-2:]
    positions = (
        np.arange(n) if positions is None else expect.floats(positions, "positions", least_axes=1)
    )
    if positions.shape != (n,):
        raise ValueError(
            f"positions must be one number for each of {n} rows, got {positions.shape}"
        )
    positions = expect.finite(positions[:, None], "positions")
    angles = positions.astype(float) * frequencies(width, base=base)
    across, up = vectors[..., 0::2], vectors[..., 1::2]
    sine, cosine = np.sin(angles), np.cos(angles)
    with np.errstate(over="ignore", invalid="ignore"):
        turned = across * cosine - up * sine, across * sine + up * cosine
        turned = np.stack(turned, axis=-1).reshape(vectors.shape).astype(vectors.dtype)
    return expect.inside(turned, "the rotated vectors")
