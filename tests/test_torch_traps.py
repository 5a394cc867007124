"""What A5 says of torch's attention calls and doesn't show holds in this torch.

What it shows, nbval finds again or not; here is what only its prose says.
"""

import re
import warnings

import numpy as np
import pytest
import torch
from rules.notebook import ROOT
from torch import nn
from torch.nn.attention.flex_attention import flex_attention
from torch.nn.functional import scaled_dot_product_attention as sdpa

from helpers.attention import attention, causal_mask, padding_mask, window_mask

# Sentences, heads, words and numbers that all differ: no mask fits by accident.
B, H, N, D = 3, 2, 5, 4
REAL = torch.from_numpy(padding_mask([5, 4, 2], N))[:, 0]  # (b, n), True where a word is real
PAST = torch.from_numpy(causal_mask(N))
NEAR = torch.from_numpy(window_mask(N, 1))


def random_rows(*shape):
    return torch.from_numpy(np.random.default_rng(0).normal(size=shape or (B, N, D)))


def new_layer(heads=H, **options):
    """Return torch's layer; it begins in training mode."""
    torch.manual_seed(0)
    layer = nn.MultiheadAttention(D, heads, **{"batch_first": True} | options).double()
    return layer.requires_grad_(False)


def new_block(kind=nn.TransformerEncoderLayer, heads=H, **options):
    torch.manual_seed(0)
    return kind(D, heads, 8, **{"batch_first": True, "dropout": 0} | options).double()


def new_encoder(**options):
    return nn.TransformerEncoder(new_block(**options), num_layers=2)


def is_near(one, other):
    return np.allclose(np.asarray(one), np.asarray(other), rtol=0, atol=1e-10)


def moved(call, sentence, word):
    """Change one word and return which words of which sentences get another output, (b, n)."""
    rows = random_rows()
    changed = rows.clone()
    changed[sentence, word] += torch.tensor([1.0, -1.0, 0.0, 2.0])
    with torch.no_grad():
        return ((call(changed) - call(rows)).abs() > 1e-9).any(dim=-1)


@pytest.mark.parametrize("name", ["src_mask", "tgt_mask"])
def test_true_hides_in_the_masks_of_blocks(name):
    block = new_block(
        nn.TransformerEncoderLayer if name == "src_mask" else nn.TransformerDecoderLayer
    )
    rest = () if name == "src_mask" else (random_rows(),)
    leaks = moved(lambda rows: block(rows, *rest, **{name: ~PAST}), 0, N - 1)
    assert leaks.nonzero().tolist() == [[0, N - 1]]


@pytest.mark.parametrize("mask", [REAL, REAL[:, None]])
def test_with_numbers_that_differ_such_masks_are_errors(mask):
    rows = random_rows(B, H, N, D)
    with pytest.raises(RuntimeError, match="must match the size"):
        sdpa(rows, rows, rows, attn_mask=mask)


@pytest.mark.parametrize(
    ("rows", "options"),
    [
        (random_rows(), {"batch_first": False}),
        (random_rows(), {"heads": 1}),
        (random_rows(N, D), {}),
    ],
)
def test_with_the_batch_second_odd_heads_or_two_axes_the_hint_alone_stays_an_error(rows, options):
    with pytest.raises(RuntimeError, match="Need attn_mask"):
        new_layer(**options).eval()(rows, rows, rows, is_causal=True)


def test_the_encoder_follows_the_hint_in_training():
    encoder, rows = new_encoder(), random_rows()
    with torch.no_grad():
        hinted, past, near = (
            encoder(rows, mask=~mask, is_causal=hint)
            for mask, hint in ((NEAR, True), (PAST, False), (NEAR, False))
        )
    assert is_near(hinted, past)
    assert not is_near(hinted, near)


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


@pytest.mark.parametrize("bad", [torch.nan, torch.inf])
def test_nan_or_infinity_in_a_hidden_row_spreads_through_its_sentence(bad):
    rows = random_rows()
    rows[1, N - 1] = bad
    spread = sdpa(rows, rows, rows, attn_mask=REAL[:, None]).isnan().any(dim=-1).all(dim=-1)
    assert spread.tolist() == [False, True, False]
    with pytest.raises(ValueError, match="must be finite"):
        attention(*[rows.numpy()] * 3, allowed=REAL[:, None].numpy())


@pytest.mark.parametrize(
    "kind", [nn.MultiheadAttention, nn.TransformerEncoderLayer, nn.TransformerDecoderLayer]
)
def test_no_class_has_the_batch_first_by_default(kind):
    made = kind(D, H)
    assert not getattr(made, "self_attn", made).batch_first


def test_a_turned_key_padding_mask_is_an_error():
    layer, turned = new_layer(batch_first=False), random_rows().transpose(0, 1)
    with pytest.raises(AssertionError, match="key_padded_mask"):
        layer(turned, turned, turned, key_padding_mask=~REAL.T)


def test_what_dropout_begins_with():
    assert nn.MultiheadAttention(D, H).dropout == 0
    for kind in (nn.TransformerEncoderLayer, nn.TransformerDecoderLayer):
        assert kind(D, H).dropout.p == kind(D, H).self_attn.dropout == 0.1


def test_no_zeros_in_one_block_with_padding_on_the_left_or_an_odd_number_of_heads():
    with pytest.warns(UserWarning, match="num_heads is odd"):
        odd = new_encoder(heads=1)
    for module, real in ((new_block(), REAL), (new_encoder(), REAL.flip(1)), (odd, REAL)):
        with torch.no_grad():
            assert (module.eval()(random_rows(), src_key_padding_mask=~real)[~real] != 0).all()


FUSED = torch.randn(3, B, H, N, D, generator=torch.Generator().manual_seed(0))


def test_with_fewer_axes_the_answer_is_the_same_and_nobody_warns():
    with warnings.catch_warnings(action="error"):
        assert np.allclose(sdpa(*FUSED[:, 0]), sdpa(*FUSED)[0], atol=1e-6)


def test_flex_attention_warns_uncompiled():
    with pytest.warns(UserWarning, match="materializes the full scores matrix"):
        flex_attention(*FUSED, score_mod=lambda score, b, h, i, j: score)


def test_the_version_that_it_names_is_the_one_that_is_tested():
    notebook = (ROOT / "notebooks" / "A5_torch_traps.ipynb").read_text("utf-8")
    pinned = re.search(r"(?m)^torch==(\S+)$", (ROOT / "constraints.txt").read_text("utf-8"))[1]
    assert f"measured with torch {pinned} " in notebook


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
