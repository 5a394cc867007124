"""Positions in NumPy: vectors that are added to words, and turns of their queries and keys.

Pair i of a vector, its numbers 2i and 2i + 1, belongs to one pace: the angle, in radians, by which
it turns from one place to the next. The first pair turns fastest, by 1 radian; the last, slowest.
"""

import numpy as np
from numpy.typing import ArrayLike

from helpers import expect

BASE = 10_000.0  # the slowest pace is near 1 / BASE; both papers use this number


def paces(width: int, *, base: float = BASE) -> np.ndarray:
    """Return the angle per place of every pair: base^(-2i / width) for pair i.

    width   : numbers per vector, even, at least 2    base : above 1
    returns : (width / 2,) radians per place, from 1 downwards

    Raises ValueError for an odd width, or a base that is not above 1.
    Source: Attention Is All You Need (2017), section 3.5; RoFormer (Su et al., 2021), equation 15.
    """
    width = expect.count("width", width, least=2)
    if width % 2:
        raise ValueError(f"width must be even, a pair for each pace, got {width}")
    return expect.number("base", base, above=1) ** (-np.arange(0, width, 2) / width)


def sinusoids(n: int, width: int, *, base: float = BASE) -> np.ndarray:
    """Return a vector for each place, to be added to the word that stands there.

    n       : count of places, the first is 0    width, base : as in `paces`
    returns : (n, width); pair i of row p is the sine and the cosine of p times pace i

    The dot product of two rows depends on the distance of their places alone.
    Raises ValueError as `paces` does, and for n below 1.
    Source: Attention Is All You Need (2017), section 3.5.
    """
    angles = np.arange(expect.count("n", n))[:, None] * paces(width, base=base)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n, width)


def rotated(
    vectors: ArrayLike, places: ArrayLike | None = None, *, base: float = BASE
) -> np.ndarray:
    """Turn every pair of each row by its place times the pair's pace, anticlockwise.

    vectors : (..., n, width), queries or keys    places : (n,) numbers; 0, 1, 2 … when left out
    returns : the shape of `vectors`, each row as long as before

    A query and a key that are both turned score by their distance alone: q · R(b - a) k for the
    places a of the query and b of the key. float16, float32 and float64 are kept.
    Raises ValueError as `paces` does, for NaN and inf, for places that are not one per row, and for
    a pair so long that, turned, it passes the largest number of its format.
    Source: RoFormer (Su et al., 2021), equations 14 to 16 and 34.
    """
    vectors = expect.finite(expect.floats(vectors, "vectors"), "vectors")
    n, width = vectors.shape[-2:]
    places = np.arange(n) if places is None else expect.floats(places, "places", least_axes=1)
    if places.shape != (n,):
        raise ValueError(f"places must be one number for each of {n} rows, got {places.shape}")
    places = expect.finite(places[:, None], "places")
    angles = places.astype(float) * paces(width, base=base)
    across, up = vectors[..., 0::2], vectors[..., 1::2]
    sine, cosine = np.sin(angles), np.cos(angles)
    with np.errstate(over="ignore", invalid="ignore"):
        turned = across * cosine - up * sine, across * sine + up * cosine
        turned = np.stack(turned, axis=-1).reshape(vectors.shape).astype(vectors.dtype)
    return expect.inside(turned, "the turned vectors")
