"""Attention in float16, float32 and float64: right in each, and alike however it is computed."""

import decimal
import warnings
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from helpers.attention import (
    attention,
    causal_mask,
    project,
    simplified_attention,
    softmax,
    streaming_attention,
    window_attention,
    window_mask,
)

FORMATS = (np.float16, np.float32, np.float64)
# Exponents of two of the entries: with the largest of them, scores pass the end of the format.
EXPONENTS = {np.float16: (-10, 12), np.float32: (-60, 62), np.float64: (-500, 511)}
TOLERANCE = {np.float16: 1e-3, np.float32: 1e-6, np.float64: 1e-14}
SCALES = st.sampled_from([None, 1.0, 0.3, -0.7, 1e10, 1e-10, 1e300])


def weights_by_decimals(row, temperature=1.0):
    """Compute a row of weights with 60 digits, -inf being a number like any other there."""
    with decimal.localcontext(prec=60):
        exponents = [Decimal(score) / Decimal(temperature) for score in row]
        apart = [x - max(exponents) if x.is_finite() else x for x in exponents]
        powers = [x.exp() if x > -2000 else Decimal(0) for x in apart]
        return np.array([float(power / sum(powers)) for power in powers])


def context_by_decimals(queries, keys, shares, scale):
    """Compute contexts from exact products, and the largest number that was exponentiated."""
    with decimal.localcontext(prec=60):
        scale = 1 / Decimal(queries.shape[-1]).sqrt() if scale is None else Decimal(scale)
        rows = [[[Decimal(x) for x in row] for row in array.tolist()] for array in (queries, keys)]
        scaled = [
            [scale * sum(q * k for q, k in zip(query, key, strict=True)) for key in rows[1]]
            for query in rows[0]
        ]
        reach = float(max(abs(number) for row in scaled for number in row))
    return np.array([weights_by_decimals(row) @ shares for row in scaled]), reach


def outcome(compute):
    """Return what is computed, or the sentence that says why it is not; a warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return compute()
        except ValueError as error:
            return str(error)


def in_three_ways(queries, keys, values, scale, block, width):
    """Return pairs that must be alike: direct and streamed, both causal, direct and in a window."""
    n, given = len(queries), (queries, keys, values)

    def direct(allowed=None):
        return outcome(lambda: attention(*given, allowed=allowed, scale=scale).context)

    def streamed(causal):
        return outcome(lambda: streaming_attention(*given, causal=causal, scale=scale, block=block))

    windowed = outcome(lambda: window_attention(*given, width, scale=scale))
    return [
        (direct(), streamed(causal=False)),
        (direct(causal_mask(n)), streamed(causal=True)),
        (direct(window_mask(n, width)), windowed),
    ]


def shares_of(values, context):
    """Return the context as shares of the largest value, so that no difference can overflow."""
    numbers = np.finfo(values.dtype)
    largest = max(float(np.abs(values).max()), float(numbers.tiny / numbers.eps))
    return context.astype(float) / largest


@st.composite
def extreme_triples(draw, entries):
    """Draw queries and keys from `entries`, and values up to the largest number of the format."""
    dtype = draw(st.sampled_from(FORMATS))
    n, d_k, d_v = (draw(st.integers(1, most)) for most in (6, 4, 2))
    every = hnp.from_dtype(np.dtype(dtype), allow_nan=False, allow_infinity=False)
    queries, keys = (draw(entries(dtype, n, d_k)) for _ in "qk")
    return queries, keys, draw(hnp.arrays(dtype, (n, d_v), elements=every))


def exact(dtype, n, d):
    """Draw rows of small whole numbers, each row times a power of two: their scores are exact."""
    whole = hnp.arrays(np.float64, (n, d), elements=st.integers(-8, 8))
    powers = hnp.arrays(np.float64, (n, 1), elements=st.integers(*EXPONENTS[dtype]))
    return st.builds(lambda rows, by: (rows * 2.0**by).astype(dtype), whole, powers)


def anything(dtype, n, d):
    every = hnp.from_dtype(np.dtype(dtype), allow_nan=False, allow_infinity=False)
    return hnp.arrays(dtype, (n, d), elements=every)


@settings(max_examples=60)
@given(extreme_triples(exact), SCALES, st.integers(1, 7), st.integers(0, 6))
def test_three_ways_raise_alike_or_agree_however_large_the_numbers(triple, scale, block, width):
    values = triple[2]
    tolerance = TOLERANCE[values.dtype.type]
    for one, other in in_three_ways(*triple, scale, block, width):
        if isinstance(one, str) or isinstance(other, str):
            assert one == other
            continue
        one, other = shares_of(values, one), shares_of(values, other)
        np.testing.assert_allclose(other, one, rtol=0, atol=tolerance)


@given(extreme_triples(anything), SCALES, st.integers(1, 7), st.integers(0, 6))
def test_three_ways_raise_alike_or_answer_among_the_values(triple, scale, block, width):
    values = triple[2]
    limits = shares_of(values, values)
    for one, other in in_three_ways(*triple, scale, block, width):
        if isinstance(one, str) or isinstance(other, str):
            assert one == other
            continue
        for context in (one, other):
            assert context.dtype == values.dtype
            inside = shares_of(values, context)
            assert (inside >= limits.min(axis=0) - TOLERANCE[values.dtype.type]).all()
            assert (inside <= limits.max(axis=0) + TOLERANCE[values.dtype.type]).all()


@settings(max_examples=60)
@given(extreme_triples(exact), SCALES)
def test_attention_equals_sixty_decimal_digits_as_far_as_the_format_goes(triple, scale):
    queries, keys, values = triple
    context = outcome(lambda: attention(*triple, scale=scale).context)
    if isinstance(context, str):
        assert "too large" in context or "scale must be a finite number" in context
        return
    shares = shares_of(values, values)
    exact_context, reach = context_by_decimals(queries, keys, shares, scale)
    wide = np.promote_types(values.dtype, np.float32)
    rounded = np.expm1(min(4 * np.finfo(wide).eps * reach, 1.0))
    ours = shares_of(values, context)
    tolerance = TOLERANCE[values.dtype.type] + 2 * rounded
    np.testing.assert_allclose(ours, exact_context, rtol=0, atol=tolerance)


@given(
    st.sampled_from(FORMATS),
    hnp.arrays(np.float64, hnp.array_shapes(min_dims=2, max_dims=3, max_side=5)),
    st.floats(0.05, 50),
    st.sampled_from([-1, 0, 1]),
    st.sampled_from("CF"),
    st.data(),
)
def test_softmax_equals_sixty_decimal_digits_on_every_axis(
    dtype, zeros, temperature, axis, order, data
):
    some = st.one_of(st.floats(-60, 60), st.just(-np.inf))
    scores = data.draw(hnp.arrays(np.float64, zeros.shape, elements=some))
    scores = np.where(scores.max(axis, keepdims=True) == -np.inf, 0, scores).astype(dtype)
    weights = softmax(np.asarray(scores, order=order), axis, temperature)
    assert weights.dtype == dtype
    rows = np.moveaxis(scores, axis, -1).reshape(-1, scores.shape[axis])
    exact = [weights_by_decimals(row, temperature) for row in rows.astype(float).tolist()]
    ours = np.moveaxis(weights, axis, -1).reshape(rows.shape)
    wide = np.finfo(np.promote_types(dtype, np.float32))
    rounded = np.finfo(dtype).eps + 4 * wide.eps * 120 / temperature
    np.testing.assert_allclose(ours, exact, rtol=rounded, atol=np.finfo(dtype).smallest_subnormal)


def test_seventy_thousand_equal_scores_share_the_weight_in_float16():
    weights = softmax(np.zeros((2, 70_000), np.float16))
    assert (weights == np.float16(1 / 70_000)).all()
    np.testing.assert_allclose(weights.sum(axis=-1, dtype=float), 1, rtol=2e-3)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("order", ["C", "F"])
def test_four_thousand_equal_scores_sum_to_one_however_they_lie_in_memory(axis, order):
    scores = np.zeros((4096, 3) if axis == 0 else (3, 4096), np.float16, order=order)
    for given_scores, along in ((scores, axis), (scores.T, 1 - axis)):
        assert (softmax(given_scores, axis=along) == np.float16(1 / 4096)).all()


def test_a_million_small_powers_beside_a_large_one_are_not_lost_in_float32():
    scores = np.full((1_000_001, 2), -17.0, np.float32)  # each less than half a step above 1
    scores[0] = 0
    largest = 1 / (1 + 1_000_000 * np.exp(-17.0))
    np.testing.assert_allclose(softmax(scores, axis=0)[0], largest, rtol=1e-6)
    np.testing.assert_allclose(softmax(scores.T)[:, 0], largest, rtol=1e-6)


@pytest.mark.parametrize(
    ("dtype", "temperature", "complaint"),
    [
        (np.float16, 1e-8, "temperature must be above 0 in float16, got 1e-08"),
        (np.float64, 0, "temperature must be above 0 in float64, got 0"),
        (np.float16, 1e5, "temperature must be a finite number in float16, got 100000.0"),
        (np.float64, np.inf, "temperature must be a finite number in float64, got inf"),
        (np.float64, np.nan, "temperature must be a finite number in float64, got nan"),
        (np.float64, "1", "temperature must be a number, got '1'"),
    ],
)
def test_a_temperature_that_is_0_or_inf_in_the_format_is_refused(dtype, temperature, complaint):
    assert outcome(lambda: softmax(dtype([1, 2, -np.inf]), temperature=temperature)) == complaint


def test_the_smallest_and_the_largest_temperature_of_a_format_work():
    for dtype in FORMATS:
        numbers = np.finfo(dtype)
        coldest = softmax(dtype([1, 2, -np.inf]), temperature=numbers.smallest_subnormal)
        assert coldest.tolist() == [0, 1, 0]
        assert softmax(dtype([1, 1, -np.inf]), temperature=numbers.max).tolist() == [0.5, 0.5, 0]


@pytest.mark.parametrize(
    ("dtype", "n", "entry", "value"),
    [
        (np.float16, 1_000, 0.1, 100.0),  # their sum passes 65504
        (np.float16, 70_000, 0.1, 1.0),  # their count does
        (np.float16, 3, 50.0, 2.0),  # their scores do before scaling, not after
        (np.float32, 1_000, 0.1, 3e38),
        (np.float64, 1_000, 0.1, 1e308),
    ],
)
def test_equal_keys_give_the_average_however_large_their_sum(dtype, n, entry, value):
    queries, keys = np.full((2, 64), entry, dtype), np.full((n, 64), entry, dtype)
    values = np.full((n, 2), value, dtype)
    values[::2, 1] = 0
    expected = values.mean(axis=0, dtype=np.longdouble)
    answers = {
        "direct": outcome(lambda: attention(queries, keys, values).context),
        "streamed": outcome(lambda: streaming_attention(queries, keys, values, block=128)),
    }
    if n <= 1_000:
        queries = np.repeat(queries[:1], n, axis=0)
        answers["windowed"] = outcome(lambda: window_attention(queries, keys, values, n)[:2])
    for answer in answers.values():
        np.testing.assert_allclose(answer / expected, 1, rtol=2e-3)


def test_a_score_that_float16_cannot_show_still_gives_its_weight():
    x = np.float16([[300, 0], [0, 300]])
    ours = simplified_attention(x)
    assert ours.scores.tolist() == ours.scaled.tolist() == [[np.inf, 0], [0, np.inf]]
    assert ours.weights.tolist() == np.eye(2).tolist()
    assert ours.context.tolist() == x.tolist()
    scaled = attention(x, x, x)  # 90000 / sqrt(2) fits
    assert scaled.scaled.tolist() == np.float16([[63639.6, 0], [0, 63639.6]]).tolist()


@pytest.mark.parametrize(("scale", "said"), [(1.0, "1"), (1e-10, "1e-10")])
def test_too_large_a_pair_is_named_in_all_three_even_where_it_would_be_hidden(scale, said):
    """A small scale does not help: the product comes first, and overflows on its own."""
    rows = np.ones((3, 2), np.float32)
    queries, keys = rows * np.float32([[1], [1], [1e20]]), rows * np.float32([[1], [1e20], [1]])
    pairs = in_three_ways(queries, keys, rows, scale=scale, block=2, width=0)
    assert {answer for pair in pairs for answer in pair} == {
        f"query 2 and key 1 are too large: with entries of 1e+20 and 1e+20, scaled by {said}, "
        "a score could pass 3.4e+38, where float32 ends"
    }


def test_a_pair_is_too_large_where_only_its_sum_over_the_width_is():
    rows = np.full((2, 64), 5e18, np.float32)  # each product 2.5e37 fits, 64 of them do not
    pairs = in_three_ways(rows, rows, rows, scale=1.0, block=2, width=0)
    assert {answer for pair in pairs for answer in pair} == {
        "query 0 and key 0 are too large: with entries of 5e+18 and 5e+18, scaled by 1, "
        "a score could pass 3.4e+38, where float32 ends"
    }
    narrow = attention(rows[:, :2], rows[:, :2], rows[:, :2], scale=1.0)
    assert np.isfinite(narrow.scores).all()


@pytest.mark.parametrize("temperature", [1.0, 2.0, 3e307, 1e308])
@pytest.mark.parametrize("row", [[1e308, -1e308], [1e308, 1e308, 9e307], [1e308, -np.inf]])
def test_no_difference_overflows_before_a_large_temperature_divides_it(row, temperature):
    expected = weights_by_decimals(row, temperature)
    np.testing.assert_allclose(softmax(row, temperature=temperature), expected, rtol=1e-14)


@pytest.mark.parametrize("dtype", FORMATS)
def test_a_projection_is_rounded_once_to_its_format(rng, dtype):
    embeddings, *matrices = rng.normal(size=(4, 40, 40)).astype(dtype)
    wide = np.longdouble if dtype is np.float64 else np.float64
    for projected, matrix in zip(project(embeddings, *matrices), matrices, strict=True):
        exact = (embeddings.astype(wide) @ matrix.astype(wide)).astype(dtype)
        assert projected.dtype == dtype
        rounding = 0 if dtype is np.float16 else 1e3 * np.finfo(dtype).eps
        np.testing.assert_allclose(projected, exact, rtol=4 * np.finfo(dtype).eps, atol=rounding)
