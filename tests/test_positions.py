"""Sinusoids and rotation against complex numbers and loops, and what they say of distance."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from helpers.positions import frequencies, rotated, sinusoids

widths = st.integers(1, 8).map(lambda half: 2 * half)
seeds = st.integers(0, 2**32 - 1)
bases = st.sampled_from([2.0, 100.0, 10_000.0, 500_000.0])


@given(n=st.integers(1, 40), width=widths, base=bases)
def test_sinusoids_are_those_of_a_loop(n, width, base):
    by_loop = np.empty((n, width))
    for place in range(n):
        for column in range(width):
            angle = place / base ** (2 * (column // 2) / width)
            by_loop[place, column] = math.cos(angle) if column % 2 else math.sin(angle)
    assert np.allclose(sinusoids(n, width, base=base), by_loop, rtol=0, atol=1e-12)


@given(seed=seeds, n=st.integers(1, 12), width=widths, base=bases, batch=st.integers(0, 3))
def test_a_turn_is_a_product_with_a_complex_number_of_length_1(seed, n, width, base, batch):
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(*[2] * batch, n, width))
    positions = rng.integers(0, 5000, size=n)
    rates = base ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    turns = torch.polar(
        torch.ones(n, width // 2).double(), torch.tensor(positions)[:, None] * rates
    )
    pairs = torch.view_as_complex(torch.tensor(vectors).unflatten(-1, (-1, 2)).contiguous())
    expected = torch.view_as_real(pairs * turns).flatten(-2).numpy()
    assert np.allclose(rotated(vectors, positions, base=base), expected, rtol=0, atol=1e-11)


def test_it_turns_anticlockwise_pair_by_pair():
    quarter = rotated([[1.0, 0.0, 1.0, 0.0]], [np.pi / 2], base=4.0)  # frequencies 1 and 1/2
    assert np.allclose(quarter, [[0, 1, math.sqrt(0.5), math.sqrt(0.5)]])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_format_of_the_vectors_is_kept(dtype):
    assert rotated(np.ones((3, 4), dtype)).dtype == dtype


def test_large_positions_of_half_floats_are_rotated_in_double():
    vectors = np.ones((1, 2), np.float16)
    expected = rotated(vectors.astype(float), [70_001])
    assert np.allclose(rotated(vectors, [70_001]), expected, atol=1e-3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: frequencies(5), "width must be even, a pair for each frequency, got 5"),
        (lambda: frequencies(0), "width must be at least 2"),
        (lambda: frequencies(4, base=1.0), "base must be a finite number above 1, got 1.0"),
        (lambda: sinusoids(0, 4), "n must be at least 1"),
        (lambda: rotated(np.ones((3, 4)), [0, 1]), "one number for each of 3 rows, got"),
        (lambda: rotated(np.ones(4)), "vectors must have at least 2 axes"),
        (lambda: rotated([[1.0, np.nan]]), "vectors must be finite, got NaN or inf in row 0"),
        (lambda: rotated(np.ones((2, 2)), [0, np.inf]), "positions must be finite, .* in row 1"),
        (
            lambda: rotated(np.float16([[1, 1], [60_000, 60_000]])),
            r"the rotated vectors pass 6.55e\+04 in row 1, where float16 ends",
        ),
        (
            lambda: rotated([[1.7e308, -1.7e308]], [1]),
            r"the rotated vectors pass 1.8e\+308 in row 0, where float64 ends",
        ),
    ],
)
def test_errors_say_what_was_expected_and_what_came(call, message):
    with pytest.raises(ValueError, match=message):
        call()
