"""The layer that notebook 08 writes in the open is the one that the later notebooks import."""

import pytest
import torch
from rules.notebook import ROOT, Notebook
from torch import nn

from helpers import layers


@pytest.fixture(scope="module")
def written():
    notebook = Notebook.read(ROOT / "notebooks" / "08_attend_with_many_heads.ipynb")
    (cell,) = (cell for cell in notebook.code if cell.node.id == "n08-class")
    names = {"nn": nn}
    exec(cell.source, names)
    return names["MultiHeadAttention"]


@pytest.mark.parametrize(("width", "num_heads"), [(16, 1), (16, 2), (12, 3)])
def test_both_give_the_same_output_weights_and_gradients(written, width, num_heads):
    theirs = layers.MultiHeadAttention(9, width, num_heads, bias=True).double()
    ours = written(9, width, num_heads).double()
    ours.load_state_dict(theirs.state_dict())
    x = torch.randn(5, 6, 9, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    output, weights = theirs(x, return_weights=True)
    assert torch.allclose(ours(x), output)
    assert torch.allclose(ours.weights, weights)
    for model in (ours, theirs):
        model(x).square().sum().backward()
    for name, parameter in ours.named_parameters():
        assert torch.allclose(parameter.grad, theirs.get_parameter(name).grad), name


def test_both_begin_with_the_same_parameters_from_the_same_seed(written):
    begun = []
    for make in (lambda: written(9, 16, 2), lambda: layers.MultiHeadAttention(9, 16, 2, bias=True)):
        torch.manual_seed(0)
        begun.append(make().state_dict())
    assert all(torch.equal(begun[0][name], begun[1][name]) for name in begun[1])
    assert "num_heads=2, causal=False, dropout=0.0" in repr(make())
