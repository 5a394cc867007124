"""The laws of attention, held over random shapes, dtypes and masks."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from helpers.attention import (
    Attention,
    attention,
    causal_mask,
    multi_head_attention,
    padding_mask,
    prefix_mask,
    simplified_attention,
    softmax,
    streaming_attention,
    window_attention,
    window_mask,
)

sizes = st.integers(1, 6)
seeds = st.integers(0, 2**32 - 1)
batches = hnp.array_shapes(min_dims=0, max_dims=2, max_side=3)
finite_rows = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=1, max_dims=3, max_side=5),
    elements=st.floats(-1e300, 1e300),
)
tolerance = {np.float16: 5e-3, np.float32: 1e-5, np.float64: 1e-12}


@st.composite
def triples(draw, batch=batches, same_count=False):
    """Draw queries, keys and values that fit each other."""
    rng = np.random.default_rng(draw(seeds))
    lead, n, d_k, d_v = draw(batch), draw(sizes), draw(sizes), draw(sizes)
    m = n if same_count else draw(sizes)
    shapes = ((*lead, n, d_k), (*lead, m, d_k), (*lead, m, d_v))
    return tuple(rng.normal(size=shape) for shape in shapes)


@st.composite
def masked_triples(draw):
    """Draw queries, keys and values with a mask in which every query may look somewhere."""
    queries, keys, values = draw(triples())
    rng = np.random.default_rng(draw(seeds))
    n, m = queries.shape[-2], keys.shape[-2]
    allowed = rng.random((*queries.shape[:-2], n, m)) < 0.5
    somewhere = rng.integers(0, m, size=allowed.shape[:-1])[..., None]
    np.put_along_axis(allowed, somewhere, True, axis=-1)
    return queries, keys, values, allowed


def attention_by_loop(queries, keys, values, allowed):
    """Compute one unbatched context with nothing but Python loops over numbers."""
    context = []
    for i, query in enumerate(queries):
        seen = [j for j in range(len(keys)) if allowed[i, j]]
        scores = [sum(query * keys[j]) / len(query) ** 0.5 for j in seen]
        powers = [np.exp(score) for score in scores]
        shares = [power / sum(powers) for power in powers]
        context.append(sum(share * values[j] for share, j in zip(shares, seen, strict=True)))
    return np.array(context)


@given(finite_rows, st.floats(0.01, 100))
def test_rows_of_weights_sum_to_one_even_for_scores_of_1e300(scores, temperature):
    weights = softmax(scores, temperature=temperature)
    assert np.isfinite(weights).all()
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-12)


def test_softmax_leaves_its_input_alone():
    scores = np.array([1.0, 2.0])
    softmax(scores)
    assert scores.tolist() == [1.0, 2.0]


def test_a_hidden_key_stays_hidden_beside_a_far_lower_score():
    given = [[1.0]], [[-1e6], [0.0]], [[1.0], [2.0]]
    result = attention(*given, allowed=[[True, False]], scale=1.0)
    assert result.weights.tolist() == [[1, 0]]
    assert result.context.tolist() == [[1]]


@given(masked_triples())
def test_a_masked_pair_has_weight_zero_and_no_influence_even_if_its_value_is_huge(triple):
    queries, keys, values, allowed = triple
    allowed = np.insert(allowed, 0, False, axis=-1)  # one more key that no query may look at
    tame, huge = (
        attention(queries, np.insert(keys, 0, k, -2), np.insert(values, 0, v, -2), allowed=allowed)
        for k, v in ((0, 0), (1e155, 1e300))
    )
    assert (huge.weights[~allowed] == 0).all()
    np.testing.assert_array_equal(huge.weights, tame.weights)
    np.testing.assert_array_equal(huge.context, tame.context)


@given(masked_triples())
def test_attention_equals_torch(triple):
    torch = pytest.importorskip("torch")
    queries, keys, values, allowed = triple
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *(torch.from_numpy(array) for array in (queries, keys, values)),
        attn_mask=torch.from_numpy(allowed),
    )
    ours = attention(queries, keys, values, allowed=allowed).context
    np.testing.assert_allclose(ours, theirs.numpy(), rtol=1e-9, atol=1e-12)


@given(masked_triples())
def test_attention_equals_a_loop_over_single_numbers(triple):
    queries, keys, values, allowed = triple
    ours = attention(queries, keys, values, allowed=allowed).context
    for place in np.ndindex(queries.shape[:-2]):
        looped = attention_by_loop(queries[place], keys[place], values[place], allowed[place])
        np.testing.assert_allclose(ours[place], looped, rtol=1e-9, atol=1e-12)


def test_scores_and_scaled_are_before_the_mask_and_weights_show_it(rng):
    queries, keys, values = rng.normal(size=(3, 4, 2))
    free = attention(queries, keys, values)
    masked = attention(queries, keys, values, allowed=causal_mask(4))
    np.testing.assert_array_equal(masked.scores, free.scores)
    np.testing.assert_allclose(masked.scaled, free.scores / np.sqrt(2.0), rtol=1e-15)
    assert np.triu(masked.weights, 1).sum() == 0


@given(triples(), st.integers(1, 7), st.booleans())
def test_streaming_equals_direct_for_every_block_size(triple, block, causal):
    queries, keys, values = triple
    n, m = queries.shape[-2], keys.shape[-2]
    assume(not causal or n == m)
    allowed = causal_mask(n) if causal else None
    direct = attention(queries, keys, values, allowed=allowed, scale=2.0).context
    streamed = streaming_attention(queries, keys, values, causal=causal, scale=2.0, block=block)
    np.testing.assert_allclose(streamed, direct, rtol=1e-9, atol=1e-12)


@given(triples(same_count=True), st.integers(0, 8))
def test_looking_inside_a_window_equals_masking_outside_it(triple, width):
    queries, keys, values = triple
    allowed = window_mask(queries.shape[-2], width)
    direct = attention(queries, keys, values, allowed=allowed).context
    windowed = window_attention(queries, keys, values, width)
    np.testing.assert_allclose(windowed, direct, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_floats_keep_their_dtype(rng, dtype):
    x = rng.normal(size=(5, 4)).astype(dtype)
    exact = attention(x.astype(float), x.astype(float), x.astype(float)).context
    ours = attention(x, x, x, allowed=causal_mask(5) | True)
    for step in ours:
        assert step.dtype == dtype
    for context in (
        ours.context,
        streaming_attention(x, x, x, block=2),
        window_attention(x, x, x, 9),
    ):
        assert context.dtype == dtype
        np.testing.assert_allclose(context, exact, rtol=tolerance[dtype], atol=tolerance[dtype])
    assert softmax(x, temperature=np.float64(2)).dtype == dtype


def test_integers_become_float64_and_mixed_floats_follow_numpy():
    whole = np.eye(3, dtype=int)
    half, single = np.eye(3, dtype=np.float16), np.eye(3, dtype=np.float32)
    assert simplified_attention(whole).context.dtype == np.float64
    assert softmax([1, 2]).dtype == np.float64
    mixed = attention(half, single, half)
    assert {step.dtype for step in mixed} == {np.dtype(np.float32)}


def test_the_docstring_of_attention_opens_with_its_formula():
    assert attention.__doc__.startswith("Return softmax(Q Kᵀ/√d_k) V: ")


def test_simplified_attention_is_attention_of_x_with_itself_unscaled(rng):
    x = rng.normal(size=(4, 3))
    ours = simplified_attention(x)
    assert isinstance(ours, Attention)
    np.testing.assert_array_equal(ours.scores, x @ x.T)
    np.testing.assert_array_equal(ours.scaled, ours.scores)
    np.testing.assert_allclose(ours.context, ours.weights @ x)


@given(sizes, sizes, sizes, sizes, seeds)
def test_many_heads_are_single_heads_side_by_side(n, d_model, d_k, h, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d_model))
    heads = [tuple(rng.normal(size=(3, d_model, d_k))) for _ in range(h)]
    W_O = rng.normal(size=(h * d_k, d_model))
    allowed = causal_mask(n)
    many = multi_head_attention(x, heads, W_O, allowed=allowed)
    single = [attention_by_loop(x @ W_Q, x @ W_K, x @ W_V, allowed) for W_Q, W_K, W_V in heads]
    np.testing.assert_allclose(many.concatenated, np.hstack(single), rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(many.context, np.hstack(single) @ W_O, rtol=1e-7, atol=1e-7)
    without = multi_head_attention(x, heads, allowed=allowed)
    np.testing.assert_array_equal(without.context, without.concatenated)


@given(sizes, sizes, st.integers(0, 6))
def test_masks_allow_what_their_rule_says(n, more, width):
    m = n + more
    pairs = [(i, j) for i in range(n) for j in range(m)]
    assert [bool(causal_mask(n, m)[i, j]) for i, j in pairs] == [j - i <= m - n for i, j in pairs]
    inside = [(i, j) for i in range(n) for j in range(n)]
    assert [bool(window_mask(n, width)[p]) for p in inside] == [
        abs(i - j) <= width for i, j in inside
    ]
    length = min(width, n)
    assert [bool(prefix_mask(n, length)[p]) for p in inside] == [
        j <= i or j < length for i, j in inside
    ]


def test_each_of_the_stacked_heads_gets_its_sentences_padding(rng):
    lengths, b, h, n = [1, 3, 2], 3, 3, 4  # as many heads as sentences: shapes cannot tell them
    queries, keys, values = rng.normal(size=(3, b, h, n, 2))
    allowed = padding_mask(lengths, n)[:, None]  # the line of its docstring
    padded = attention(queries, keys, values, allowed=allowed).context
    for i, length in enumerate(lengths):
        alone = attention(queries[i], keys[i, :, :length], values[i, :, :length]).context
        np.testing.assert_allclose(padded[i], alone, rtol=1e-12)
    with pytest.raises(ValueError, match="a mask per sentence"):
        attention(queries, keys, values, allowed=padding_mask(lengths, n))


def test_a_mask_per_head_needs_its_own_axis_of_sentences(rng):
    queries, keys, values = rng.normal(size=(3, 2, 2, 3, 2))
    allowed = np.stack([causal_mask(3), window_mask(3, 0)])
    weights = attention(queries, keys, values, allowed=allowed[None]).weights
    assert ((weights > 0) == allowed).all()


@pytest.mark.parametrize(
    "compute",
    [
        lambda rows: attention(rows, rows, rows, allowed=np.ones((0, 1, 3), bool)).context,
        lambda rows: streaming_attention(rows, rows, rows, causal=True, block=2),
        lambda rows: window_attention(rows, rows, rows, 1),
        lambda rows: multi_head_attention(rows, [np.ones((3, 2, 2))]).context,
    ],
)
def test_a_batch_without_sentences_is_computed(compute):
    assert compute(np.ones((0, 3, 2), np.float32)).shape == (0, 3, 2)
