"""A step with a key-value cache against the whole text at once, and what it refuses."""

import copy
import re

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from helpers.generation import step
from helpers.language_model import LanguageModel
from helpers.readers import stored_models
from helpers.training import read_stories, stories

TOKENS = torch.tensor([[3, 1, 4, 1, 5], [2, 0, 2, 2, 6]])


@pytest.fixture
def model():
    torch.manual_seed(4)
    return LanguageModel(7, d_model=12, num_heads=3, blocks=2, longest=6)


def in_pieces(model, tokens, sizes):
    """Return the logits of texts that are read in pieces of these sizes, and the last cache."""
    logits, cache = [], None
    for piece in tokens.split(sizes, dim=-1):
        some, cache = step(model, piece, cache)
        logits.append(some)
    return torch.cat(logits, dim=-2), cache


@pytest.mark.parametrize(("dtype", "share"), [(torch.float32, 1e-6), (torch.float64, 1e-14)])
def test_the_stored_model_says_token_by_token_what_it_says_of_all_computed_anew(dtype, share):
    reader = stored_models.load("stories")[0].to(dtype)
    for text in read_stories.new_stories(3):
        tokens = stories.numbers(text)
        logits, cache = in_pieces(reader, tokens, 1)
        anew = torch.stack([reader(tokens[: n + 1])[-1] for n in range(len(tokens))]).detach()
        torch.testing.assert_close(logits, anew, rtol=0, atol=share * anew.abs().max().item())
        assert cache.length == len(tokens)


@given(
    seed=st.integers(0, 10_000),
    heads=st.integers(1, 3),
    each=st.integers(1, 4),
    blocks=st.integers(1, 3),
    texts=st.integers(1, 3),
    sizes=st.lists(st.integers(1, 4), min_size=1, max_size=5),
)
def test_pieces_of_any_length_give_what_the_whole_gives(seed, heads, each, blocks, texts, sizes):
    torch.manual_seed(seed)
    n = sum(sizes)
    model = LanguageModel(7, heads * each, heads, blocks, longest=n).double()
    for parameter in model.parameters():  # norms begin as 1 and 0, and would hide a mistake
        torch.nn.init.normal_(parameter)
    tokens = torch.randint(7, (texts, n))
    logits, cache = in_pieces(model, tokens, sizes)
    torch.testing.assert_close(logits, model(tokens).detach(), rtol=1e-9, atol=1e-9)
    assert len(cache.keys) == len(cache.values) == blocks
    assert {part.shape for part in cache.keys + cache.values} == {(texts, heads, n, each)}
    assert cache.nbytes == 2 * blocks * texts * n * heads * each * 8  # bytes of a float64


def test_a_single_text_comes_without_its_axis_and_a_list_will_do(model):
    one, cache = step(model, TOKENS[0])
    torch.testing.assert_close(one, step(model, TOKENS[:1])[0][0])
    assert torch.equal(step(model, [3, 1, 4, 1, 5])[0], one)
    assert step(model, [2], cache)[0].shape == (1, 7)


def test_a_cache_stays_as_it_was_and_two_ways_go_on_from_it(model):
    _, cache = step(model, TOKENS)
    before = [part.clone() for part in cache.keys + cache.values]
    for ending in (torch.tensor([[1], [2]]), torch.tensor([[6], [0]])):
        logits, longer = step(model, ending, cache)
        whole = model(torch.cat([TOKENS, ending], dim=1))[:, -1:].detach()
        torch.testing.assert_close(logits, whole)
        assert (longer.length, cache.length) == (6, 5)
    assert all(map(torch.equal, cache.keys + cache.values, before))


def test_a_batch_without_texts_takes_steps(model):
    logits, cache = in_pieces(model, TOKENS[:0], 2)
    assert logits.shape == model(TOKENS[:0]).shape == (0, 5, 7)
    assert cache.keys[0].shape == (0, 3, 5, 4)


def test_a_step_makes_no_gradients(model):
    logits, cache = step(model, TOKENS)
    assert not any(part.requires_grad for part in (logits, *cache.keys, *cache.values))


def test_what_does_not_fit_is_refused(model):
    other = LanguageModel(7, d_model=12, num_heads=4, blocks=2, longest=6)
    deeper = LanguageModel(7, d_model=12, num_heads=3, blocks=3, longest=6)
    _, cache = step(model, TOKENS)
    unmasked = copy.deepcopy(model)
    unmasked.blocks[1].attention.causal = False
    for call, sentence in {
        (model, TOKENS[:, :2], cache): "a text must have 1 to 6 tokens, got 2 behind 5",
        (model, TOKENS[:, :0], cache): "a text must have 1 to 6 tokens, got 0 behind 5",
        (model, TOKENS[:1, :1], cache): "fit new rows (1, 3, 1, 4), got (2, 3, 5, 4)",
        (other, TOKENS[:, :1], cache): "fit new rows (2, 4, 1, 3), got (2, 3, 5, 4)",
        (deeper, TOKENS[:, :1], cache): "the cache must hold 3 blocks, got 2",
        (unmasked, TOKENS, None): "every block must be causal",
        (model, torch.tensor([7]), None): "tokens must be from 0 to 6, got 7 at (0,)",
    }.items():
        with pytest.raises(ValueError, match=re.escape(sentence)):
            step(*call)
