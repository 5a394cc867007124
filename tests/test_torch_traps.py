"""What A5 says of torch's attention calls holds in this torch, against attention in NumPy."""

import re
import warnings

import numpy as np
import pytest
import torch
from rules.notebook import ROOT, Notebook
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.bias import causal_lower_right, causal_upper_left
from torch.nn.attention.flex_attention import flex_attention
from torch.nn.functional import scaled_dot_product_attention as sdpa

from helpers.attention import attention, causal_mask, padding_mask, window_mask
from helpers.layers import MultiHeadAttention

# Sentences, heads, words and numbers that all differ: no mask fits by accident.
B, H, N, D = 3, 2, 5, 4
LENGTHS = [5, 4, 2]
REAL = torch.from_numpy(padding_mask(LENGTHS, N))[:, 0]  # (b, n), True where a word is real
PAST = torch.from_numpy(causal_mask(N))
NEAR = torch.from_numpy(window_mask(N, 1))


def random_rows(*shape):
    return torch.from_numpy(np.random.default_rng(0).normal(size=shape or (B, N, D)))


def new_layer(heads=H, **options):
    """Return torch's layer with random numbers, biases too; it begins in training mode."""
    torch.manual_seed(0)
    layer = nn.MultiheadAttention(D, heads, **{"batch_first": True} | options).double()
    for bias in (layer.in_proj_bias, layer.out_proj.bias):
        nn.init.normal_(bias)
    return layer.requires_grad_(False)


def new_block(kind=nn.TransformerEncoderLayer, heads=H, **options):
    torch.manual_seed(0)
    return kind(D, heads, 8, **{"batch_first": True, "dropout": 0} | options).double()


def new_encoder(**options):
    return nn.TransformerEncoder(new_block(**options), num_layers=2)


def in_numpy(layer, rows, allowed=True):
    """Compute what torch's layer does: output (b, n, d) and weights (b, h, n, n)."""
    rows, h = rows.numpy(), layer.num_heads
    stacked = rows @ layer.in_proj_weight.numpy().T + layer.in_proj_bias.numpy()
    b, n, d = rows.shape
    parts = np.split(stacked, 3, axis=-1)
    heads = (part.reshape(b, n, h, d // h).swapaxes(1, 2) for part in parts)
    steps = attention(*heads, allowed=np.broadcast_to(allowed, (b, h, n, n)))
    beside = steps.context.swapaxes(1, 2).reshape(b, n, d)
    return beside @ layer.out_proj.weight.numpy().T + layer.out_proj.bias.numpy(), steps.weights


def is_near(one, other):
    return np.allclose(np.asarray(one), np.asarray(other), rtol=0, atol=1e-10)


def moved(call, sentence, word):
    """Change one word and return which words of which sentences get another output, (b, n)."""
    rows = random_rows()
    changed = rows.clone()
    changed[sentence, word] += torch.tensor([1.0, -1.0, 0.0, 2.0])
    with torch.no_grad():
        return ((call(changed) - call(rows)).abs() > 1e-9).any(dim=-1)


def hears_padding(call):
    """Change the last word of sentence 2, which is padding: does a real word notice?"""
    return bool(moved(call, 1, N - 1)[1, : LENGTHS[1]].any())


def in_heads(rows):
    """Return rows (b, n, d) as (b, h, n, d / h)."""
    return rows.unflatten(-1, (H, -1)).transpose(1, 2)


# Masks


@pytest.mark.parametrize(("place", "allowed"), [("key_padding_mask", REAL), ("attn_mask", PAST)])
def test_true_hides_in_the_layer(place, allowed):
    layer, rows = new_layer(), random_rows()
    output, weights = layer(rows, rows, rows, **{place: ~allowed}, average_attn_weights=False)
    spread = allowed[:, None, None] if place == "key_padding_mask" else allowed
    by_hand = in_numpy(layer, rows, spread.numpy())
    assert is_near(output, by_hand[0])
    assert is_near(weights, by_hand[1])


@pytest.mark.parametrize("make", [new_block, new_encoder])
def test_true_hides_in_the_blocks(make):
    block = make()
    assert hears_padding(lambda rows: block(rows, src_key_padding_mask=REAL))
    assert not hears_padding(lambda rows: block(rows, src_key_padding_mask=~REAL))


@pytest.mark.parametrize("name", ["src_mask", "tgt_mask"])
def test_true_hides_in_the_masks_of_blocks(name):
    block = new_block(
        nn.TransformerEncoderLayer if name == "src_mask" else nn.TransformerDecoderLayer
    )
    rest = () if name == "src_mask" else (random_rows(),)
    leaks = moved(lambda rows: block(rows, *rest, **{name: ~PAST}), 0, N - 1)
    assert leaks.nonzero().tolist() == [[0, N - 1]]


def test_a_mask_along_the_rows_hides_queries_and_leaves_the_padding_to_be_seen():
    rows = random_rows()
    seen = sdpa(rows, rows, rows, attn_mask=REAL[:, :, None])
    assert is_near(seen[REAL], attention(*[rows.numpy()] * 3).context[REAL.numpy()])
    assert is_near(seen[~REAL], 0)


def test_a_mask_b_n_passes_with_as_many_sentences_as_words_and_is_taken_for_the_queries():
    real = torch.from_numpy(padding_mask([5, 4, 3, 2, 1], N))[:, 0]
    rows = random_rows(N, H, N, D)
    of_queries = attention(*[rows.numpy()] * 3, allowed=real.numpy()).context
    of_sentences = attention(*[rows.numpy()] * 3, allowed=real.numpy()[:, None, None]).context
    assert is_near(sdpa(rows, rows, rows, attn_mask=real), of_queries)
    assert is_near(sdpa(rows, rows, rows, attn_mask=real[:, None, None]), of_sentences)
    assert not is_near(of_queries, of_sentences)


def test_a_mask_b_1_n_passes_with_as_many_heads_as_sentences_and_is_taken_for_the_heads():
    real, rows = REAL[:H, None], random_rows(H, H, N, D)
    of_heads = attention(*[rows.numpy()] * 3, allowed=real.numpy()[None]).context
    assert is_near(sdpa(rows, rows, rows, attn_mask=real), of_heads)
    assert not is_near(sdpa(rows, rows, rows, attn_mask=real[:, None]), of_heads)


@pytest.mark.parametrize("mask", [REAL, REAL[:, None]])
def test_with_numbers_that_differ_such_masks_are_errors(mask):
    rows = random_rows(B, H, N, D)
    with pytest.raises(RuntimeError, match="must match the size"):
        sdpa(rows, rows, rows, attn_mask=mask)


def test_a_mask_of_three_axes_has_the_heads_of_a_sentence_together():
    layer, rows, hide = new_layer(), random_rows(), (~REAL)[:, None].expand(B, N, N)
    together = layer(rows, rows, rows, attn_mask=hide.repeat_interleave(H, dim=0))[0]
    assert is_near(together, in_numpy(layer, rows, REAL[:, None, None].numpy())[0])
    by_turns = REAL.repeat(H, 1).reshape(B, H, 1, N)  # what `repeat` gives to sentence and head
    apart = layer(rows, rows, rows, attn_mask=hide.repeat(H, 1, 1))[0]
    assert is_near(apart, in_numpy(layer, rows, by_turns.numpy())[0])
    assert not is_near(together, apart)


HINTED_ALONE = {
    "layer": (new_layer, lambda made, rows: made(rows, rows, rows, is_causal=True)[0]),
    "layer, no weights": (
        new_layer,
        lambda made, rows: made(rows, rows, rows, is_causal=True, need_weights=False)[0],
    ),
    "encoder layer": (new_block, lambda made, rows: made(rows, is_causal=True)),
    "encoder": (new_encoder, lambda made, rows: made(rows, is_causal=True)),
}


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("mode", ["training", "eval()", "eval(), no gradients"])
@pytest.mark.parametrize("name", HINTED_ALONE)
def test_the_hint_alone_is_an_error_or_after_eval_without_gradients_hides_nothing(name, mode, axes):
    make, call = HINTED_ALONE[name]
    made, rows = make().train(mode == "training").requires_grad_(), random_rows()
    hinted = rows if axes == 3 else rows[0]
    with torch.set_grad_enabled(mode != "eval(), no gradients"):
        if mode == "eval(), no gradients" and axes == 3:
            plain = made(rows, rows, rows)[0] if make is new_layer else made(rows)
            assert is_near(call(made, hinted), plain)
            assert moved(lambda rows: call(made, rows), 0, N - 1)[0].all()
        else:
            with pytest.raises(RuntimeError, match="Need attn_mask"):
                call(made, hinted)


@pytest.mark.parametrize("options", [{"batch_first": False}, {"heads": 1}])
def test_with_the_batch_second_or_an_odd_number_of_heads_the_hint_alone_stays_an_error(options):
    rows = random_rows()
    with pytest.raises(RuntimeError, match="Need attn_mask"):
        new_layer(**options).eval()(rows, rows, rows, is_causal=True)


@pytest.mark.parametrize(
    ("need_weights", "is_evaluated", "heads", "obeyed"),
    [
        (True, False, H, NEAR),
        (False, False, H, PAST),
        (False, True, H, NEAR),
        (False, True, 1, PAST),  # an odd number of heads: torch does not take its third way
    ],
)
def test_a_wrong_hint_wins_or_loses_by_the_way_of_calling(
    need_weights, is_evaluated, heads, obeyed
):
    layer, rows = new_layer(heads), random_rows()
    layer.train(not is_evaluated)
    hinted = {"attn_mask": ~NEAR, "is_causal": True, "need_weights": need_weights}
    by_hand = in_numpy(layer, rows, obeyed.numpy())[0]
    assert is_near(layer(rows, rows, rows, **hinted)[0], by_hand)


def test_the_encoder_follows_the_hint_in_training():
    encoder, rows = new_encoder(), random_rows()
    with torch.no_grad():
        hinted, past, near = (
            encoder(rows, mask=~mask, is_causal=hint)
            for mask, hint in ((NEAR, True), (PAST, False), (NEAR, False))
        )
    assert is_near(hinted, past)
    assert not is_near(hinted, near)


def test_a_decoder_hides_nothing_by_itself():
    decoder = new_block(nn.TransformerDecoderLayer)
    assert moved(lambda rows: decoder(rows, random_rows()), 0, N - 1)[0].all()


@pytest.mark.parametrize(
    ("number", "dtype", "expected"),
    [
        (-1e4, torch.float32, "as if nothing were hidden"),
        (-1e9, torch.float32, "alike"),
        (-1e9, torch.float64, "as if nothing were hidden"),
        (-torch.inf, torch.float32, "zeros"),
    ],
)
def test_a_number_added_to_a_whole_row_hides_nothing_unless_it_is_infinite(number, dtype, expected):
    rows = random_rows(N, D).to(dtype)
    weights = sdpa(rows, rows, torch.eye(N, dtype=dtype), torch.full((N, N), number, dtype=dtype))
    plain = attention(*[rows.double().numpy()] * 3).weights
    wanted = {"as if nothing were hidden": plain, "alike": 1 / N, "zeros": 0}[expected]
    assert np.allclose(weights, wanted, rtol=0, atol=2e-3)


def test_large_numbers_become_infinite_in_float16_and_added_twice():
    lowest = torch.tensor(torch.finfo(torch.float32).min)
    assert torch.tensor(-1e9).half() == -torch.inf
    assert lowest + lowest == -torch.inf


def test_integers_are_refused():
    rows, layer, ones = random_rows(N, D), new_layer(), PAST.long()
    with pytest.raises(RuntimeError, match="dtype"):
        sdpa(rows, rows, rows, attn_mask=ones)
    with pytest.raises(AssertionError, match="only bool and floating types"):
        layer(rows, rows, rows, attn_mask=ones)
    with pytest.raises(AssertionError, match="only bool and floating types"):
        layer(rows, rows, rows, key_padding_mask=ones[0])
    whole = torch.ones(N, D, dtype=torch.long)
    with pytest.raises(RuntimeError, match=r"scalar type|dtype"):
        sdpa(whole, whole, whole)
    with pytest.raises(RuntimeError, match="dtype"):
        layer(whole, whole, whole)


@pytest.mark.parametrize("shape", [(N, D), (B, N, D), (B, H, N, D)])
@pytest.mark.parametrize("is_training", [True, False])
def test_the_function_beside_a_mask_refuses_is_causal_or_with_four_axes_applies_both(
    shape, is_training
):
    rows = random_rows(*shape).requires_grad_(is_training)
    if len(shape) < 4:
        with pytest.raises(RuntimeError, match="should not be set"):
            sdpa(rows, rows, rows, attn_mask=NEAR, is_causal=True)
        return
    by_hand = attention(*[rows.detach().numpy()] * 3, allowed=(NEAR & PAST).numpy()).context
    assert is_near(sdpa(rows, rows, rows, attn_mask=NEAR, is_causal=True).detach(), by_hand)
    with pytest.raises(RuntimeError, match="should not be set"):
        sdpa(rows, rows, rows, attn_mask=NEAR, is_causal=True, dropout_p=0.1)


FILLED = {
    "function": lambda layer, rows: sdpa(rows, rows, rows, attn_mask=REAL[:, None]),
    "layer": lambda layer, rows: layer(rows, rows, rows, key_padding_mask=~REAL)[0],
    "ours": lambda layer, rows: MultiHeadAttention(D, D, H)(rows, allowed=REAL[:, None]),
    "ours, by steps": lambda layer, rows: MultiHeadAttention(D, D, H)(
        rows, allowed=REAL[:, None], return_weights=True
    )[0],
}


@pytest.mark.parametrize("bad", [torch.nan, torch.inf])
@pytest.mark.parametrize("is_training", [True, False])
@pytest.mark.parametrize("call", FILLED.values(), ids=FILLED)
def test_nan_or_infinity_in_a_hidden_row_spreads_through_its_sentence(call, is_training, bad):
    layer, rows = new_layer().float().train(is_training), random_rows().float()
    with torch.no_grad():
        assert call(layer, rows).isfinite().all()
        rows[1, N - 1] = bad
        assert call(layer, rows).isnan().any(dim=-1).all(dim=-1).tolist() == [False, True, False]
    with pytest.raises(ValueError, match="must be finite"):
        attention(*[rows.numpy()] * 3, allowed=REAL[:, None].numpy())


# Batches


def test_the_batch_stands_second_unless_told_otherwise():
    layer, rows = new_layer(batch_first=False), random_rows()
    across = in_numpy(layer, rows.transpose(0, 1))[0].swapaxes(0, 1)
    assert is_near(layer(rows, rows, rows)[0], across)
    assert is_near(new_layer()(rows, rows, rows)[0], in_numpy(layer, rows)[0])


@pytest.mark.parametrize(
    "kind", [nn.MultiheadAttention, nn.TransformerEncoderLayer, nn.TransformerDecoderLayer]
)
def test_no_class_has_the_batch_first_by_default(kind):
    made = kind(D, H)
    assert not getattr(made, "self_attn", made).batch_first


def test_sentences_see_each_other_where_the_batch_stands_second():
    blocks = {first: new_block(batch_first=first) for first in (True, False)}
    assert moved(blocks[False], 1, 0).any(dim=1).tolist() == [True] * B
    assert moved(blocks[True], 1, 0).any(dim=1).tolist() == [False, True, False]


def test_key_padding_mask_never_turns():
    layer, rows = new_layer(batch_first=False), random_rows()
    turned = rows.transpose(0, 1)
    output = layer(turned, turned, turned, key_padding_mask=~REAL)[0].transpose(0, 1)
    assert is_near(output, in_numpy(layer, rows, REAL[:, None, None].numpy())[0])
    with pytest.raises(AssertionError, match="key_padded_mask"):
        layer(turned, turned, turned, key_padding_mask=~REAL.T)


def test_without_the_transpose_each_word_mixes_its_own_heads():
    right = moved(lambda rows: sdpa(*[in_heads(rows)] * 3).transpose(1, 2).flatten(-2), 0, 3)
    wrong = moved(lambda rows: sdpa(*[in_heads(rows).transpose(1, 2)] * 3).flatten(-2), 0, 3)
    assert right[0].all()
    assert wrong.nonzero().tolist() == [[0, 3]]


# Weights


def test_the_weights_returned_are_the_mean_over_the_heads():
    layer, rows = new_layer(), random_rows()
    by_head = in_numpy(layer, rows)[1]
    assert is_near(layer(rows, rows, rows)[1], by_head.mean(axis=1))
    assert is_near(layer(rows, rows, rows, average_attn_weights=False)[1], by_head)


WAYS = [(True, False, True), (False, False, False), (False, True, True)]


@pytest.mark.parametrize(("need_weights", "is_evaluated", "in_float16"), WAYS)
def test_three_ways_agree_and_two_of_them_overflow_in_float16(
    need_weights, is_evaluated, in_float16
):
    layer, rows = new_layer().train(not is_evaluated), random_rows()
    answer = layer(rows, rows, rows, need_weights=need_weights)[0]
    assert is_near(answer, in_numpy(layer, rows)[0])
    for dtype, overflows in {torch.float16: in_float16, torch.bfloat16: False}.items():
        large = (1000 * rows).to(dtype)
        output = layer.to(dtype)(large, large, large, need_weights=need_weights)[0]
        assert bool(output.isnan().any()) == overflows, dtype


def test_the_function_divides_by_the_root_of_the_queries_last_axis():
    rows = random_rows(N, D)
    wide, values = nn.functional.pad(rows, (0, 12)), random_rows(N, 7)
    arrays = [part.numpy() for part in (rows, rows, values)]
    for queries, keys, options, scale in (
        (rows, rows, {}, 1 / 2),
        (rows / 2, rows, {}, 1 / 4),
        (wide, wide, {}, 1 / 4),
        (wide, wide, {"scale": 1 / 2}, 1 / 2),
        (rows / 2, rows, {"scale": 1.0}, 1 / 2),
    ):
        context = attention(*arrays, scale=scale).context
        assert is_near(sdpa(queries, keys, values, **options), context)


# Dropout


def test_the_layer_returns_the_weights_after_dropout():
    layer, rows = new_layer(dropout=0.5), random_rows(200, N, D)
    output, dropped = layer(rows, rows, rows, average_attn_weights=False)
    by_hand = in_numpy(layer, rows)[1]
    kept = dropped.numpy() != 0
    assert is_near(dropped, np.where(kept, by_hand / 0.5, 0))
    assert 0.45 < kept.mean() < 0.55
    values = in_heads(rows @ layer.in_proj_weight[2 * D :].T + layer.in_proj_bias[2 * D :])
    used = (dropped @ values).transpose(1, 2).flatten(-2)
    assert is_near(output, layer.out_proj(used))
    sums = dropped.sum(dim=-1)
    assert sums.min() < 0.5 < 1.5 < sums.max()
    assert is_near(layer.eval()(rows, rows, rows, average_attn_weights=False)[1], by_hand)


def test_the_function_drops_inside_a_module_in_evaluation():
    class Careless(nn.Module):
        def forward(self, rows):
            return sdpa(rows, rows, torch.ones_like(rows), dropout_p=0.5)

    torch.manual_seed(0)
    module, rows = Careless().eval(), random_rows(200, N, D)
    first, second = module(rows), module(rows)
    assert not is_near(first, second)
    assert abs(first.mean() - 1) < 0.1
    assert first.min() < 0.5 < 1.5 < first.max()


def test_what_dropout_begins_with():
    assert nn.MultiheadAttention(D, H).dropout == 0
    for kind in (nn.TransformerEncoderLayer, nn.TransformerDecoderLayer):
        assert kind(D, H).dropout.p == kind(D, H).self_attn.dropout == 0.1


# Blocks in evaluation


def encode(module, is_evaluated=True, gradients=False, mask=REAL):
    """Return what stands at real words and at padded ones."""
    module.train(not is_evaluated)
    with torch.set_grad_enabled(gradients), warnings.catch_warnings(action="ignore"):
        output = module(random_rows(), src_key_padding_mask=~mask).detach()
    return output[mask], output[~mask]


def test_padded_words_become_zero_in_evaluation_without_gradients():
    real, padded = encode(new_encoder(), is_evaluated=False)
    assert (padded != 0).all()
    assert (encode(new_encoder(), gradients=True)[1] != 0).all()
    evaluated, zeros = encode(new_encoder())
    assert is_near(evaluated, real)
    assert (zeros == 0).all()


def test_no_zeros_in_one_block_with_padding_on_the_left_or_an_odd_number_of_heads():
    assert (encode(new_block())[1] != 0).all()
    assert (encode(new_encoder(), mask=REAL.flip(1))[1] != 0).all()
    with pytest.warns(UserWarning, match="num_heads is odd"):
        odd = new_encoder(heads=1)
    assert (encode(odd)[1] != 0).all()


def test_the_blocks_of_an_encoder_begin_equal():
    first, second = (list(block.parameters()) for block in new_encoder().layers)
    assert all(torch.equal(*both) for both in zip(first, second, strict=True))


# A5.16 and A5.17: the fused kernel, and newer names

FUSED = torch.randn(3, B, H, N, D, generator=torch.Generator().manual_seed(0))


def refuses_the_fused_kernel(*rows, **options):
    """Say whether torch, allowed the fused kernel alone, finds none."""
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION), warnings.catch_warnings(action="ignore"):
        try:
            sdpa(*rows, **options)
        except RuntimeError as error:
            return "No available kernel" in str(error)
    return False


@pytest.mark.parametrize(
    ("rows", "options", "refused"),
    [
        (FUSED, {}, False),
        (FUSED, {"is_causal": True}, False),
        (FUSED[:, 0], {}, True),
        (FUSED[:, 0, 0], {}, True),
        ((*FUSED[:2], FUSED[2, ..., :2]), {}, True),
        (FUSED, {"dropout_p": 0.1}, True),
        ((FUSED[0], *FUSED[1:, :, :1]), {"enable_gqa": True}, False),
    ],
)
def test_the_fused_kernel_wants_four_axes_one_width_and_no_dropout(rows, options, refused):
    assert refuses_the_fused_kernel(*rows, **options) is refused


def test_with_fewer_axes_the_answer_is_the_same_and_nobody_warns():
    with warnings.catch_warnings(action="error"):
        assert np.allclose(sdpa(*FUSED[:, 0]), sdpa(*FUSED)[0], atol=1e-6)


def test_heads_of_queries_share_the_next_head_of_keys_in_turn():
    queries = random_rows(1, 4, N, D)
    keys = values = random_rows(1, 2, N, D)
    shared = sdpa(queries, keys, values, enable_gqa=True)
    for head in range(4):
        alone = attention(queries[0, head], keys[0, head // 2], values[0, head // 2])
        assert is_near(shared[0, head], alone.context)


@pytest.mark.parametrize(
    ("make", "allowed"),
    [(causal_lower_right, causal_mask(2, N)), (causal_upper_left, np.tri(2, N, dtype=bool))],
)
def test_the_two_causal_biases_are_aligned_at_the_end_and_at_the_beginning(make, allowed):
    keys = random_rows(1, 1, N, D)
    queries = keys[:, :, :2]
    biased = sdpa(queries, keys, keys, attn_mask=make(2, N))
    assert is_near(biased, attention(queries, keys, keys, allowed=allowed).context)
    hinted = sdpa(queries, keys, keys, is_causal=True)
    assert is_near(biased, hinted) is (make is causal_upper_left)


def test_flex_attention_warns_uncompiled():
    with pytest.warns(UserWarning, match="materializes the full scores matrix"):
        flex_attention(*FUSED, score_mod=lambda score, b, h, i, j: score)


# What the notebook itself says


def test_the_version_that_it_names_is_the_one_that_is_tested():
    opening = Notebook.read(ROOT / "notebooks" / "A5_torch_traps.ipynb").opening.prose
    pinned = re.search(r"(?m)^torch==(\S+)$", (ROOT / "constraints.txt").read_text("utf-8"))[1]
    assert f"torch {pinned} " in opening


LAYER = new_layer()
BLIND = torch.ones(N, N, dtype=torch.bool)
BLIND[3] = False  # word 4 may look nowhere


def of_layer(**options):
    return lambda rows: LAYER(rows, rows, rows, **options)[0]


def of_function(mask):
    return lambda rows: sdpa(rows, rows, rows, attn_mask=mask)


def hears_a_hidden_word(call, allowed):
    """Change each word in turn: does another one move that may not look there?"""
    hidden = ~allowed.expand(B, N, N) & ~torch.eye(N, dtype=torch.bool)  # its own row may move
    return any(
        bool((moved(call, sentence, word)[sentence] & hidden[sentence, :, word]).any())
        for sentence in range(B)
        for word in range(N)
    )


HIDE = (~REAL)[:, None].expand(B, N, N)


@pytest.mark.parametrize(
    ("call", "allowed", "is_wrong"),
    [
        (of_layer(key_padding_mask=~REAL), REAL[:, None], False),
        (of_layer(key_padding_mask=REAL), REAL[:, None], True),
        (of_layer(attn_mask=~NEAR), NEAR, False),
        (of_layer(attn_mask=NEAR), NEAR, True),
        (of_function(REAL[:, None]), REAL[:, None], False),
        (of_function(REAL[:, :, None]), REAL[:, None], True),
        (of_layer(attn_mask=HIDE.repeat_interleave(H, dim=0)), REAL[:, None], False),
        (of_layer(attn_mask=HIDE.repeat(H, 1, 1)), REAL[:, None], True),
        (of_layer(attn_mask=~NEAR, is_causal=True, need_weights=True), NEAR, False),
        (of_layer(attn_mask=~NEAR, is_causal=True, need_weights=False), NEAR, True),
        (of_function(BLIND), BLIND, False),
        (of_function(torch.where(BLIND, 0.0, -1e4).double()), BLIND, True),
    ],
)
def test_changing_a_hidden_word_finds_every_wrong_mask(call, allowed, is_wrong):
    assert hears_a_hidden_word(call, allowed) == is_wrong


def test_gradients_on_and_off_find_the_third_way():
    layer, large = new_layer().half().requires_grad_().eval(), (1000 * random_rows()).half()
    finite = []
    for gradients in (True, False):
        with torch.set_grad_enabled(gradients):
            output = layer(large, large, large, need_weights=False)[0]
        finite.append(bool(output.isfinite().all()))
    assert finite == [True, False]
