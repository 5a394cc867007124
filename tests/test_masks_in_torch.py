"""The leak test of notebook 10, and what the notebook says of torch's masks and doesn't show."""

from pathlib import Path

import nbformat
import numpy as np
import pytest
import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention

NOTEBOOK = Path(__file__).parents[1] / "notebooks" / "10_hide.ipynb"
D, PAST = 4, torch.ones(5, 5).bool().tril()
BLIND = torch.ones(6, 6).bool().tril() & (torch.arange(6) > 0)  # padding in front: it sees nothing


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
    assert leak(by_steps, PAST) == 0
    assert leak(by_steps, PAST | torch.eye(5).roll(1, dims=1).bool()) > 0.1
    assert leak(by_steps, torch.eye(5).bool()) == 0


@pytest.mark.parametrize("blind", [0, 2])
def test_the_notebooks_leak_test_keeps_nan(leak, blind):
    seen = PAST.clone()
    seen[blind] = False
    assert np.isnan(leak(by_steps, seen))


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
    x = torch.from_numpy(rng.normal(size=(6, D)))
    masks = BLIND | torch.eye(6, dtype=torch.bool), BLIND
    seeing, blind = (scaled_dot_product_attention(x, x, x, attn_mask=mask) for mask in masks)
    assert seeing.isfinite().all()
    torch.testing.assert_close(seeing[1:], blind[1:])


def test_a_large_minus_shares_a_hidden_row_evenly_and_differs_in_no_other(rng):
    scores = torch.from_numpy(rng.normal(size=(6, 6)))
    large = scores.masked_fill(~BLIND, -1e9).softmax(dim=-1)
    exact = scores.masked_fill(~BLIND, -torch.inf).softmax(dim=-1)
    assert large[0].tolist() == pytest.approx([1 / 6] * 6)
    assert torch.equal(large[1:], exact[1:])
