"""The language model against NumPy in float64, part by part, and what it refuses."""

import re

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from helpers.attention import attention, causal_mask
from helpers.language_model import Block, LanguageModel

TOKENS = torch.tensor([[3, 1, 4, 1, 5], [2, 0, 2, 2, 6]])


@pytest.fixture
def model():
    torch.manual_seed(4)
    return LanguageModel(7, d_model=12, num_heads=3, blocks=2, longest=6)


def norm(rows, part):
    """Layer normalisation as torch has it, with 1e-5 added to the variance."""
    centred = rows - rows.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5) * part(
        "weight"
    ) + part("bias")


def parts_of(module):
    """Return a function that gives a module's numbers, by name, in float64."""
    numbers = {name: value.detach().double().numpy() for name, value in module.named_parameters()}
    return lambda name: numbers[name]


def through_block(rows, block):
    """One text through a block in NumPy: the rows (n, d_model) and the weights (h, n, n)."""
    part, heads, h = parts_of(block), [], block.attention.num_heads
    normed = norm(rows, lambda name: part(f"attention_norm.{name}"))
    for head in range(h):
        own = slice(head * rows.shape[1] // h, (head + 1) * rows.shape[1] // h)
        asked = [normed @ part(f"attention.{name}_proj.weight")[own].T for name in "qkv"]
        heads.append(attention(*asked, allowed=causal_mask(len(rows))))
    beside = np.concatenate([head.context for head in heads], axis=1)
    rows = rows + beside @ part("attention.out_proj.weight").T + part("attention.out_proj.bias")
    inside = norm(rows, lambda name: part(f"mlp_norm.{name}")) @ part("mlp.0.weight").T
    bent = np.maximum(inside + part("mlp.0.bias"), 0)
    return rows + bent @ part("mlp.2.weight").T + part("mlp.2.bias"), [one.weights for one in heads]


def in_numpy(model, tokens):
    """One text through the model: rows before and after each block, weights, and logits."""
    part = parts_of(model)
    rows = [part("embed.weight")[tokens] + part("places.weight")[: len(tokens)]]
    weights = []
    for block in model.blocks:
        after, looked = through_block(rows[-1], block)
        rows.append(after)
        weights.append(looked)
    last = norm(rows[-1], lambda name: part(f"norm.{name}"))
    return np.array(rows), np.array(weights), last @ part("unembed.weight").T


@given(
    seed=st.integers(0, 10_000),
    heads=st.integers(1, 3),
    each=st.integers(1, 4),
    blocks=st.integers(1, 3),
    shape=st.tuples(st.integers(1, 3), st.integers(1, 5)),
)
def test_it_computes_what_numpy_computes_part_by_part(seed, heads, each, blocks, shape):
    torch.manual_seed(seed)
    model = LanguageModel(7, heads * each, heads, blocks, longest=5).double()
    for parameter in model.parameters():  # norms begin as 1 and 0, and would hide a mistake
        torch.nn.init.normal_(parameter)
    tokens = torch.randint(7, shape)
    logits, weights = model(tokens, return_weights=True)
    torch.testing.assert_close(model(tokens), logits)
    for i, text in enumerate(tokens.numpy()):
        rows, looked, scores = in_numpy(model, text)
        np.testing.assert_allclose(model.rows(tokens)[:, i].detach(), rows, atol=1e-9)
        np.testing.assert_allclose(weights[:, i].detach(), looked, atol=1e-9)
        np.testing.assert_allclose(logits[i].detach(), scores, atol=1e-9)


def test_a_block_is_its_parts_put_together():
    torch.manual_seed(2)
    block = Block(8, 2, causal=False)
    rows = torch.randn(3, 5, 8)
    between = rows + block.attention(block.attention_norm(rows))
    after, weights = block(rows, return_weights=True)
    torch.testing.assert_close(after, between + block.mlp(block.mlp_norm(between)))
    torch.testing.assert_close(block(rows), after)
    assert weights.shape == (3, 2, 5, 5)
    assert (weights > 0).all()
    assert (Block(8, 2)(rows, return_weights=True)[1].triu(1) == 0).all()
    assert block.mlp[0].out_features == 32


def test_what_is_not_allowed_is_hidden_beside_the_future_in_every_block(model):
    allowed = torch.ones(5, 5, dtype=torch.bool)
    allowed[2:, 1] = False
    logits, weights = model(TOKENS, allowed=allowed, return_weights=True)
    assert torch.equal(
        weights > 0, (allowed & torch.ones(5, 5).tril().bool()).expand(2, 2, 3, 5, 5)
    )
    torch.testing.assert_close(model(TOKENS, allowed=allowed), logits)
    assert not torch.allclose(logits[:, 2], model(TOKENS)[:, 2])


def test_the_two_tables_begin_short():
    torch.manual_seed(0)
    model = LanguageModel(200, longest=200)
    for table in (model.embed, model.places):
        assert table.weight.std().item() == pytest.approx(0.1, rel=0.05)


def test_the_default_is_the_model_of_109_568_numbers():
    model = LanguageModel(50, longest=54)
    assert sum(numbers.numel() for numbers in model.parameters()) == 109_568
    assert [len(model.blocks), model.blocks[0].attention.num_heads] == [2, 4]


@pytest.mark.parametrize(
    ("tokens", "complaint"),
    [
        (torch.zeros(1, 7, dtype=torch.long), "a text must have 1 to 6 tokens, got 7"),
        (torch.zeros(2, 0, dtype=torch.long), "a text must have 1 to 6 tokens, got 0"),
        (torch.tensor([[0, 7]]), "tokens must be from 0 to 6, got 7 at (0, 1)"),
        (torch.ones(1, 2), "tokens must be whole numbers, (b, n) or (n,), got torch.float32 of"),
        (["anna", "took"], "whole numbers, (b, n) or (n,), got ['anna', 'took']"),
        ([[1, 2], [3]], "whole numbers, (b, n) or (n,), got [[1, 2], [3]]"),
    ],
)
def test_tokens_without_a_row_are_refused_with_the_numbers(model, tokens, complaint):
    for use in (model, model.rows):
        with pytest.raises(ValueError, match=re.escape(complaint)):
            use(tokens)


WHOLE = [getattr(torch, f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)]


@pytest.mark.parametrize("dtype", [*WHOLE, list, np.array])
def test_whole_numbers_of_any_format_are_tokens(model, dtype):
    tokens = [[0, 6, 2], [3, 3, 1]]
    taken = torch.tensor(tokens, dtype=dtype) if dtype in WHOLE else dtype(tokens)
    for use in (model, model.rows):
        torch.testing.assert_close(use(taken), use(torch.tensor(tokens)), rtol=0, atol=0)


@pytest.mark.parametrize(
    ("sizes", "complaint"),
    [
        ({"words": 0}, "words must be at least 1, got 0"),
        ({"words": 7, "d_model": 10, "num_heads": 4}, "got num_heads=4 and d_model=10"),
    ],
)
def test_a_model_that_cannot_be_made_says_why(sizes, complaint):
    with pytest.raises(ValueError, match=re.escape(complaint)):
        LanguageModel(**sizes)
