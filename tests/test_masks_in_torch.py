"""Masks keep the future from the past, in NumPy and in torch, and three traps of torch do not.

What notebook 10 says of torch is held here: a torch that behaves otherwise is noticed.
"""

from pathlib import Path

import nbformat
import numpy as np
import pytest
import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention

from helpers.attention import attention, causal_mask, padding_mask, window_attention, window_mask

NOTEBOOK = Path(__file__).parents[1] / "notebooks" / "10_hide.ipynb"
SENTENCES, D = 100, 4
LATER = torch.ones(6, 6).tril()  # 1 where a query may look, 0 where not


def mixed(mask_of):
    """Return attention in NumPy under a mask of as many words as there are."""
    return lambda rows: attention(rows, rows, rows, allowed=mask_of(len(rows))).context


def in_torch(mask_of=lambda n: None, **options):
    """Return torch's function under a mask of as many words as there are, on rows of NumPy."""

    def step(rows):
        x = torch.from_numpy(rows)
        mask = mask_of(len(rows))
        return scaled_dot_product_attention(x, x, x, attn_mask=mask, **options).numpy()

    return step


def in_torchs_layer(mask_of, **options):
    """Return `nn.MultiheadAttention`, in which True hides, on rows of NumPy."""
    torch.manual_seed(0)
    layer = nn.MultiheadAttention(D, 2, dtype=torch.float64).requires_grad_(False)

    def step(rows):
        x = torch.from_numpy(rows)
        return layer(x, x, x, attn_mask=mask_of(len(rows)), **options)[0].numpy()

    return step


def triangle(n, dtype=torch.bool):
    return torch.ones(n, n, dtype=dtype).tril()


def leaks(step, sentences=SENTENCES):
    """Return how many random sentences leak: the future changes, and the past moves."""
    rng = np.random.default_rng(11)
    found = 0
    for _ in range(sentences):
        n = int(rng.integers(2, 8))
        place = int(rng.integers(1, n))
        rows = rng.normal(size=(n, D))
        other = np.vstack([rows[:place], rng.normal(scale=3, size=(n - place, D))])
        found += not np.allclose(step(other)[:place], step(rows)[:place], rtol=0, atol=1e-12)
    return found


SAFE = {
    "causal": mixed(causal_mask),
    "torch, is_causal": in_torch(is_causal=True),
    "torch, True and False": in_torch(triangle),
    "torch, 0 and -inf": in_torch(lambda n: triangle(n, torch.float64).log()),
    "torch's layer, True hides": in_torchs_layer(lambda n: ~triangle(n)),
    "torch's layer, without weights": in_torchs_layer(lambda n: ~triangle(n), need_weights=False),
}
LEAKY = {
    "no mask": mixed(lambda n: None),
    "off by one": mixed(lambda n: np.tri(n, k=1, dtype=bool)),
    "a window alone": mixed(lambda n: window_mask(n, 1)),
    "window_attention": lambda rows: window_attention(rows, rows, rows, 1),
    "torch, no mask": in_torch(),
    "torch, 1 and 0": in_torch(lambda n: triangle(n, torch.float64)),
    "torch's layer, 1 and 0": in_torchs_layer(lambda n: triangle(n, torch.float64)),
    "torch's layer, True and False exchanged": in_torchs_layer(lambda n: triangle(n).T),
}


@pytest.mark.parametrize("name", SAFE)
def test_the_past_stays_when_the_future_changes_in_100_sentences(name):
    assert leaks(SAFE[name]) == 0


@pytest.mark.parametrize("name", LEAKY)
def test_the_leak_test_finds_every_mask_that_leaks(name):
    assert leaks(LEAKY[name], sentences=20) == 20


@pytest.fixture(scope="module")
def leak():
    """Return the function with which notebook 10 tests for leaks."""
    cells = nbformat.read(NOTEBOOK, 4).cells
    source = next(cell.source for cell in cells if cell.id == "hide-leak")
    names = {"np": np}
    exec(source, names)
    return names["leak"]


def by_steps(rows, mask):
    """Return what softmax of −inf gives, which is NaN in a row that sees nothing."""
    x = torch.from_numpy(rows)
    return torch.where(mask, x @ x.T, -torch.inf).softmax(dim=-1).numpy() @ rows


def test_the_notebooks_leak_test_finds_what_is_seen_too_much_only(leak):
    assert leak(by_steps, triangle(5)) == 0
    assert leak(by_steps, triangle(5) | torch.eye(5).roll(1, dims=1).bool()) > 0.1
    assert leak(by_steps, torch.eye(5).bool()) == 0


@pytest.mark.parametrize("blind", [0, 2])
def test_the_notebooks_leak_test_keeps_nan(leak, blind):
    seen = triangle(5)
    seen[blind] = False
    assert np.isnan(leak(by_steps, seen))


@pytest.mark.parametrize("size", [1, 2, 5])
def test_filler_changes_no_sentence_in_numpy_and_in_torch(rng, size):
    lengths = [1, 3, 5]
    batch = rng.normal(size=(3, 5 + size, D))  # filler is random here: loud, and must not be heard
    mask = padding_mask(lengths, 5 + size)
    ours = attention(batch, batch, batch, allowed=mask).context
    x = torch.from_numpy(batch)
    theirs = scaled_dot_product_attention(x, x, x, attn_mask=torch.from_numpy(mask)).numpy()
    for i, length in enumerate(lengths):
        alone = batch[i, :length]
        right = attention(alone, alone, alone).context
        np.testing.assert_allclose(ours[i, :length], right, rtol=1e-12)
        np.testing.assert_allclose(theirs[i, :length], right, rtol=1e-9)


# Three traps


def test_a_mask_of_1_and_0_is_added_to_the_scores(rng):
    x, mask = torch.from_numpy(rng.normal(size=(6, D))), LATER.double()
    theirs = scaled_dot_product_attention(x, x, x, attn_mask=mask)
    by_hand = (x @ x.T / D**0.5 + mask).softmax(dim=-1) @ x
    torch.testing.assert_close(theirs, by_hand)


BLIND = LATER.bool() & (torch.arange(6) > 0)  # filler in front: its row sees nothing


def trained_blindly(need_weights):
    """Return torch's layer with the gradients of a loss without the blind row."""
    torch.manual_seed(0)
    layer, x = nn.MultiheadAttention(D, 2), torch.randn(6, D)
    output = layer(x, x, x, attn_mask=~BLIND, need_weights=need_weights)[0]
    output[1:].square().sum().backward()
    return layer


def test_a_row_that_sees_nothing_is_0_in_torchs_function_and_nan_by_softmax(rng):
    x = torch.from_numpy(rng.normal(size=(6, D))).requires_grad_()
    fused = scaled_dot_product_attention(x, x, x, attn_mask=BLIND)
    by_hand = (x @ x.T / D**0.5).masked_fill(~BLIND, -torch.inf).softmax(dim=-1) @ x
    assert (fused[0] == 0).all()
    assert by_hand[0].isnan().all()
    torch.testing.assert_close(fused[1:], by_hand[1:])
    fused_gradient, by_hand_gradient = (
        torch.autograd.grad(output[1:].sum(), x)[0] for output in (fused, by_hand)
    )
    assert fused_gradient.isfinite().all()
    assert by_hand_gradient.isnan().all()  # though the loss leaves the row out


@pytest.mark.parametrize("need_weights", [False, True])
@pytest.mark.parametrize("is_evaluated", [False, True])
@pytest.mark.parametrize("with_gradients", [False, True])
def test_torchs_layer_gives_nan_without_being_asked_for_weights_once_it_is_evaluated(
    need_weights, is_evaluated, with_gradients
):
    torch.manual_seed(0)
    layer, x = nn.MultiheadAttention(D, 2, batch_first=True), torch.randn(1, 6, D)
    with torch.set_grad_enabled(with_gradients):
        output = layer.train(not is_evaluated)(
            x, x, x, attn_mask=~BLIND, need_weights=need_weights
        )[0][0]
    own_way = is_evaluated and not with_gradients
    blind, others = output[0], output[1:]
    # 0 is what the output's bias is at first
    assert (blind.isnan() if need_weights or own_way else blind == 0).all()
    assert others.isfinite().all()


def test_one_row_of_nan_spreads_to_the_projections_even_if_no_loss_reads_it():
    healthy, ill = map(trained_blindly, (False, True))
    assert not any(parameter.grad.isnan().any() for parameter in healthy.parameters())
    assert ill.in_proj_weight.grad.isnan().all()


def test_each_word_seeing_itself_is_a_remedy(rng):
    rows = rng.normal(size=(6, D))
    mended = BLIND | torch.eye(6, dtype=torch.bool)
    step = in_torch(lambda n: mended)
    assert np.isfinite(step(rows)).all()
    np.testing.assert_allclose(step(rows)[1:], in_torch(lambda n: BLIND)(rows)[1:], rtol=1e-12)


def test_a_large_minus_shares_a_hidden_row_evenly_and_differs_in_no_other(rng):
    scores = torch.from_numpy(rng.normal(size=(6, 6)))
    large = scores.masked_fill(~BLIND, -1e9).softmax(dim=-1)
    exact = scores.masked_fill(~BLIND, -torch.inf).softmax(dim=-1)
    assert large[0].tolist() == pytest.approx([1 / 6] * 6)
    assert torch.equal(large[1:], exact[1:])


@pytest.mark.parametrize("n", [1, 2, 4])
def test_is_causal_aligns_the_first_query_with_the_first_key_and_ours_the_last_with_the_last(n):
    rng = np.random.default_rng(n)
    keys, values = rng.normal(size=(5, D)), np.eye(5)
    tensors = (torch.from_numpy(array) for array in (keys[-n:], keys, values))
    theirs = scaled_dot_product_attention(*tensors, is_causal=True).numpy()
    ours = attention(keys[-n:], keys, values, allowed=causal_mask(n, 5)).context
    assert (theirs > 0).tolist() == np.tri(n, 5, dtype=bool).tolist()
    assert (ours > 0).tolist() == causal_mask(n, 5).tolist()
    assert ours[-1].all()
