"""The layers compute what loops, NumPy and torch's own layer compute, forwards and backwards."""

import copy
import math
import re

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from layer_witnesses import (
    Case,
    by_rows,
    by_stacked_heads,
    by_torch,
    cases,
    fused,
    head_parameters,
    step_by_step,
    with_gradients,
)
from torch import nn

from helpers.attention import attention, causal_mask, multi_head_attention, project
from helpers.layers import MultiHeadAttention, SelfAttention
from helpers.positions import rotated

TOLERANCE = {torch.float32: 2e-4, torch.float64: 1e-10}
WITNESSES = [by_rows, step_by_step, by_stacked_heads, by_torch]


@pytest.mark.parametrize("witness", WITNESSES)
@settings(max_examples=30)
@given(data=st.data())
def test_every_other_way_to_compute_it_agrees_forwards_and_backwards(witness, data):
    case = data.draw(cases(square=witness is by_torch))
    tolerance = TOLERANCE[case.x.dtype]
    ours, theirs = with_gradients(fused, case), with_gradients(witness, case)
    for one, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(one, other, atol=tolerance, rtol=tolerance)


@settings(max_examples=30)
@given(case=cases(biases=(False,), crossed=(False,), masks=("none", "(n, m)", "(1, m)")))
def test_numpy_with_the_same_matrices_agrees(case):
    layer, tolerance = case.layer, TOLERANCE[case.x.dtype]
    heads = [
        [matrix.detach().numpy().T for matrix in head_parameters(layer, head).values()]
        for head in range(layer.num_heads)
    ]
    W_O, bias = (part.detach().numpy() for part in layer.out_proj.parameters())
    theirs = multi_head_attention(
        case.x.detach().numpy(), heads, W_O.T, allowed=case.seen[0, 0].numpy()
    )
    output, weights = layer(case.x, allowed=case.mask, return_weights=True)
    stacked = np.stack([head.weights for head in theirs.heads], axis=1)
    np.testing.assert_allclose(output.detach(), theirs.context + bias, atol=tolerance)
    np.testing.assert_allclose(weights.detach(), stacked, atol=tolerance)


def turned(queries, keys):
    """Rotate queries and keys by NumPy; the last query is aligned with the last key."""
    n, m = queries.shape[-2], keys.shape[-2]
    rows = (queries, np.arange(m - n, m)), (keys, np.arange(m))
    return [torch.from_numpy(rotated(part.numpy(), places)) for part, places in rows]


@pytest.mark.parametrize("turn", [None, turned])
@pytest.mark.parametrize("return_weights", [False, True])
@given(sizes=st.lists(st.integers(1, 3), min_size=1, max_size=4), seed=st.integers(0, 100))
def test_pieces_beside_a_cache_are_numpys_heads_of_the_whole(turn, return_weights, sizes, seed):
    torch.manual_seed(seed)
    layer = MultiHeadAttention(6, 8, 4, num_kv_heads=2, causal=True, turn=turn).double()
    x, cache = torch.randn(2, sum(sizes), 6).double(), {}
    pieces = x.split(sizes, dim=1)
    with torch.no_grad():
        parts = [layer(piece, cache=cache, return_weights=return_weights) for piece in pieces]
    matrices = [
        [matrix.detach().numpy().T for matrix in head_parameters(layer, head).values()]
        for head in range(4)
    ]
    projected = [project(x.numpy(), *head) for head in matrices]
    turn = rotated if turn else np.array
    heads = [
        attention(turn(q), turn(k), v, allowed=causal_mask(len(x[0]))) for q, k, v in projected
    ]
    W_O, bias = (part.detach().numpy() for part in layer.out_proj.parameters())
    theirs = np.concatenate([head.context for head in heads], axis=-1) @ W_O.T + bias
    outputs = [part[0] if return_weights else part for part in parts]
    np.testing.assert_allclose(torch.cat(outputs, dim=1), theirs, atol=1e-12)
    if return_weights:
        last = np.stack([head.weights[:, -sizes[-1] :] for head in heads], axis=1)
        np.testing.assert_allclose(parts[-1][1], last, atol=1e-12)
    assert cache["keys"].shape == cache["values"].shape == (2, 2, sum(sizes), 2)


def test_a_cache_stays_as_it_was_where_a_call_is_refused(x):
    layer, cache = MultiHeadAttention(6, 4, 2), {}
    layer(x, cache=cache)
    with pytest.raises(ValueError, match="allowed must fit"):
        layer(x, allowed=ones(5, 5), cache=cache)
    with pytest.raises(ValueError, match=r"the cache must fit new rows \(1, 2, 5, 2\), got \(2,"):
        layer(x[:1], cache=cache)
    assert cache["keys"].shape == (2, 2, 5, 2)


def seen(n, causal):
    everywhere = torch.ones(1, 1, n, n, dtype=torch.bool)
    return everywhere.tril() if causal else everywhere


def ones(*sizes):
    return torch.ones(*sizes).bool()


@pytest.fixture
def x():
    torch.manual_seed(0)
    return torch.randn(2, 5, 6)


def test_one_head_is_numpys_attention_of_the_projected_rows(x):
    layer = SelfAttention(6, 4)
    matrices = [matrix.detach().numpy().T for matrix in layer.parameters()]
    context, weights = layer(x, return_weights=True)
    theirs = attention(*project(x.numpy(), *matrices))
    np.testing.assert_allclose(context.detach(), theirs.context, atol=1e-6)
    np.testing.assert_allclose(weights.detach(), theirs.weights, atol=1e-6)
    torch.testing.assert_close(layer(x), context)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("entry", [40.0, 100.0])  # scores of 102400, scaled 12800; 640000 and 80000
@pytest.mark.parametrize("causal", [False, True])
def test_step_by_step_is_as_finite_in_half_precision_as_fused(dtype, entry, causal):
    layer = MultiHeadAttention(64, 64, 1, causal=causal).to(dtype)
    with torch.no_grad():
        for name in ("q_proj", "k_proj", "v_proj"):
            getattr(layer, name).weight.copy_(torch.eye(64))
    x = torch.full((1, 3, 64), entry, dtype=dtype)
    x[0, 1] = -x[0, 1]
    output, weights = layer(x, return_weights=True)
    torch.testing.assert_close(output, layer(x), atol=entry / 100, rtol=0.01)
    assert weights.dtype == output.dtype == dtype
    assert weights[0, 0, 2].tolist() == [0.5, 0, 0.5]


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("entry", [1.0, 100.0])  # 100: scores of 640000
@pytest.mark.parametrize("compute", [fused, step_by_step])
def test_under_autocast_both_ways_are_those_of_float64_forwards_and_backwards(
    compute, entry, causal, dtype
):
    torch.manual_seed(0)
    layer = MultiHeadAttention(64, 64, 1, causal=causal)
    for name in ("q_proj", "k_proj", "v_proj"):
        nn.init.eye_(getattr(layer, name).weight)
    x = torch.full((1, 3, 64), entry)
    x[0, 1] = -x[0, 1]
    exact = x.double().requires_grad_()
    wide = Case(copy.deepcopy(layer).double(), exact, exact, None, seen(3, causal))
    theirs = with_gradients(by_torch, wide)
    x.requires_grad_()
    with torch.autocast("cpu", dtype):
        ours = with_gradients(compute, Case(layer, x, x, None, None))
    for one, other in zip(ours, theirs, strict=True):
        tolerance = 0.06 * other.abs().max().item() + 1e-4 * entry
        torch.testing.assert_close(one.double(), other, atol=tolerance, rtol=0)


@pytest.mark.parametrize("return_weights", [False, True])
@pytest.mark.parametrize("mask", [None, ones(1, 5), ones(0, 1, 5), ones(0, 2, 5, 5)])
def test_a_batch_without_sentences_is_computed_as_in_torch_and_numpy(x, mask, return_weights):
    layer = MultiHeadAttention(6, 6, 2)
    output = layer(x[:0], allowed=mask, return_weights=return_weights)
    theirs = nn.MultiheadAttention(6, 2, batch_first=True)(x[:0], x[:0], x[:0])
    heads = multi_head_attention(x[:0].numpy(), [np.ones((3, 6, 3))] * 2)
    if return_weights:
        output, weights = output
        assert weights.shape == (0, 2, 5, 5)
        assert heads.heads[0].weights.shape == (0, 5, 5)
    assert output.shape == theirs[0].shape == heads.context.shape == (0, 5, 6)
    assert SelfAttention(6, 4)(x[:0]).shape == (0, 5, 4)


@pytest.mark.parametrize("layer", [SelfAttention(6, 4), MultiHeadAttention(6, 4, 2, causal=True)])
def test_a_single_sentence_needs_no_batch(layer, x):
    context, weights = layer(x, return_weights=True)
    alone, its_weights = layer(x[1], return_weights=True)
    torch.testing.assert_close(alone, context[1])
    torch.testing.assert_close(its_weights, weights[1])
    torch.testing.assert_close(layer(x[1], allowed=torch.ones(5, 5).bool()), context[1])


@pytest.mark.parametrize("return_weights", [False, True])
def test_a_hidden_value_has_no_influence_however_large(x, return_weights):
    layer, hidden = MultiHeadAttention(6, 4, 2), torch.tensor([[True, True, True, True, False]])
    huge = x.clone()
    huge[:, 4] = 1e18
    arguments = {"allowed": hidden, "return_weights": return_weights}
    without = layer(x[:, :4])
    with_it = layer(x[:, :4], huge, **arguments)
    torch.testing.assert_close(with_it[0] if return_weights else with_it, without)


@pytest.mark.parametrize("return_weights", [False, True])
@pytest.mark.parametrize("entry", [math.nan, 1e38])
def test_a_hidden_row_that_is_not_finite_makes_every_row_that_hides_it_nan(
    x, entry, return_weights
):
    """As the docstrings warn: its weight is 0, but 0 times inf is no number."""
    layer, hidden = MultiHeadAttention(6, 4, 2), torch.tensor([[True, True, True, True, False]])
    layer.v_proj.weight.data.fill_(10.0)  # 1e38 becomes a value of inf
    spoiled = x.clone()
    spoiled[0, 4] = entry
    output = layer(x[:, :4], spoiled, allowed=hidden, return_weights=return_weights)
    output = output[0] if return_weights else output
    assert output[0].isnan().all()
    assert output[1].isfinite().all()  # another sentence does not see it


def test_dropout_acts_on_the_weights_and_only_in_training(x):
    layer = MultiHeadAttention(6, 4, 2, dropout=0.5)
    plain = MultiHeadAttention(6, 4, 2)
    plain.load_state_dict(layer.state_dict())
    undropped, whole = plain(x, return_weights=True)
    torch.testing.assert_close(layer.eval()(x), undropped)
    torch.manual_seed(1)
    output, used = layer.train()(x, return_weights=True)
    kept = used != 0
    assert 0 < kept.float().mean() < 1
    torch.testing.assert_close(used[kept], 2 * whole[kept])  # 1 / (1 - 0.5) keeps the mean
    values = layer.split_heads(layer.v_proj(x))
    mixed = layer.out_proj((used @ values).transpose(1, 2).flatten(-2))
    torch.testing.assert_close(output, mixed)
    assert not torch.allclose(layer(x), layer(x))


DROPOUT = "dropout must be a finite number at least 0 and below 1"


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: SelfAttention(0, 4), "d_in must be at least 1, got 0"),
        (
            lambda: MultiHeadAttention(4, 6, 4),
            "num_heads must divide d_out, got num_heads=4 and d_out=6",
        ),
        (
            lambda: MultiHeadAttention(4, 8, 4, num_kv_heads=3),
            "num_kv_heads must divide num_heads, got num_kv_heads=3 and num_heads=4",
        ),
        (lambda: MultiHeadAttention(4, 6, 2.0), "num_heads must be a whole number, got 2.0"),
        (lambda: MultiHeadAttention(4, 6, 2, dropout=1), f"{DROPOUT}, got 1"),
    ],
)
def test_a_layer_that_cannot_be_made_says_both_numbers(make, complaint):
    with pytest.raises(ValueError, match=f"^{re.escape(complaint)}$"):
        make()


ROWS = torch.zeros(2, 3, 4)
BLIND = torch.tensor([[True, False], [False, False], [True, True]])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"x": ROWS[..., :3]}, "x must be (b, n, d_in) or (n, d_in) with d_in=4, got (2, 3, 3)"),
        ({"x": ROWS[:, :0]}, "x must be (b, n, d_in) or (n, d_in) with d_in=4, got (2, 0, 4)"),
        (
            {"memory": ROWS[..., :2]},
            "memory must be (b, n, d_in) or (n, d_in) with d_in=4, got (2, 3, 2)",
        ),
        (
            {"memory": ROWS[:1]},
            "x and memory must hold as many sentences, got x (2, 3, 4), memory (1, 3, 4)",
        ),
        ({"allowed": ones(3, 2)}, "allowed must fit the scores (2, 2, 3, 3), got (3, 2)"),
        (
            {"allowed": torch.ones(3, 3)},
            "allowed must be boolean, True where a query may look, got torch.float32",
        ),
        (
            {"memory": ROWS[:, :2], "allowed": BLIND},
            "query 1 may look nowhere: allow it at least one of 2 keys",
        ),
        (
            {"allowed": torch.arange(18).view(2, 3, 3) < 15},  # in sentence 1 not the last query
            "query 2 may look nowhere: allow it at least one of 3 keys",
        ),
    ],
)
@pytest.mark.parametrize("return_weights", [False, True])
def test_what_does_not_fit_is_refused_with_both_shapes(arguments, complaint, return_weights):
    layer = MultiHeadAttention(4, 4, 2)
    with pytest.raises(ValueError, match=f"^{re.escape(complaint)}$"):
        layer(**{"x": ROWS, **arguments}, return_weights=return_weights)


def test_a_causal_layer_refuses_more_queries_than_keys():
    layer = MultiHeadAttention(4, 4, 2, causal=True)
    with pytest.raises(ValueError, match="as many keys as queries, got n=3, m=2"):
        layer(ROWS, ROWS[:, :2])


def test_a_query_that_causal_and_allowed_together_blind_is_named():
    later = torch.ones(3, 3).bool()
    later[0, 0] = False
    with pytest.raises(ValueError, match="query 0 may look nowhere"):
        MultiHeadAttention(4, 4, 2, causal=True)(ROWS, allowed=later)
