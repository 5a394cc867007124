"""The stored model in NumPy and in torch: each is the other's witness, with every head off, too."""

import random

import numpy as np
import pytest
import torch

from helpers.forward_pass import forward_pass, head_names
from helpers.language_model import LanguageModel
from helpers.readers import stored_arrays, stored_models
from helpers.readers.stored_arrays import StoredArrays
from helpers.training import stories

CLOSE = 1e-5  # of the largest number beside it, which in float32 is where rounding begins
HEADS = ("1a", "1b", "1c", "1d", "2a", "2b", "2c", "2d")


@pytest.fixture(scope="module")
def model():
    return stored_arrays.load("stories")


@pytest.fixture
def layers():
    return stored_models.load("stories")[0]


def texts(count, seed=3):
    """Return as many texts, by their length: half are stories, half are any words in any order."""
    rng, by_length = random.Random(seed), {}
    for number in range(count):
        words = rng.choices(stories.WORDS, k=rng.randint(1, stories.LONGEST))
        words = stories.story(rng) if number % 2 else words
        by_length.setdefault(len(words), []).append([stories.TOKENS[word] for word in words])
    return [np.array(alike) for alike in by_length.values()]


def expect_close(ours, theirs, close=CLOSE):
    """Compare two arrays, each number to a small part of the largest, or of 1."""
    theirs = np.asarray(theirs)
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=close * max(1, np.abs(theirs).max()))


def expect_equal(passed, layers, tokens, close=CLOSE):
    """Compare rows, weights and logits of these texts with those that the layers give."""
    with torch.no_grad():
        logits, weights = layers(torch.tensor(tokens), return_weights=True)
        rows = layers.rows(torch.tensor(tokens))
    for ours, theirs in zip(passed.rows, rows, strict=True):
        expect_close(ours, theirs, close)
    expect_close(passed.weights, weights, close)
    expect_close(passed.logits, logits, close)


def silence(layers, *names):
    """Set to 0 the columns of W_O's transpose that these heads are multiplied with."""
    for name in names:
        attention = layers.blocks[int(name[0]) - 1].attention
        width = attention.out_proj.in_features // attention.num_heads
        first = "abcd".index(name[1]) * width
        with torch.no_grad():
            attention.out_proj.weight[:, first : first + width] = 0


def test_it_is_the_model_in_torch_for_any_text(model, layers):
    for tokens in texts(60):
        expect_equal(forward_pass(model, tokens), layers, tokens)


@pytest.mark.parametrize("off", [("1a",), ("1d",), ("2c",), ("1b", "2a", "2d"), HEADS], ids=str)
def test_a_head_switched_off_adds_nothing_and_all_else_stays(model, layers, off):
    silence(layers, *off)
    for tokens in texts(10, seed=4):
        expect_equal(forward_pass(model, tokens, without=off), layers, tokens)


def test_one_text_is_a_row_of_many(model):
    tokens = np.array([[3, 14, 15], [9, 26, 5]])
    many, one = forward_pass(model, tokens), forward_pass(model, tokens[1].tolist())
    expect_close(one.logits, many.logits[1])
    expect_close(one.weights, many.weights[:, 1])
    assert one.weights.shape == (2, 4, 3, 3)
    assert [rows.shape for rows in one.rows] == [(3, 64)] * 3


def test_a_model_of_other_sizes_passes_too():
    torch.manual_seed(5)
    sizes = {"words": 9, "d_model": 12, "num_heads": 3, "blocks": 4, "longest": 7}
    layers = LanguageModel(**sizes)
    tensors = {key: tensor.numpy() for key, tensor in layers.state_dict().items()}
    small, tokens = StoredArrays((), sizes, tensors, 5), np.array([[8, 0, 3, 3, 1, 7, 2]])
    expect_equal(forward_pass(small, tokens), layers, tokens)
    silence(layers, "3b", "4c")
    expect_equal(forward_pass(small, tokens, without=["4c", "3b"]), layers, tokens)
    assert head_names(small)[3] == ("4a", "4b", "4c")


@pytest.mark.parametrize(
    ("tokens", "without", "complaint"),
    [
        ([], (), "a text must have 1 to 54 tokens, got 0"),
        ([0] * 55, (), "a text must have 1 to 54 tokens, got 55"),
        ([0, 50], (), r"tokens must be from 0 to 49, got 50 at \(1,\)"),
        ([-1, 3], (), r"tokens must be from 0 to 49, got -1 at \(0,\)"),
        ([0.0, 1.0], (), r"tokens must be whole numbers, \(..., n\), got float64 of shape \(2,\)"),
        (["the"], (), "tokens must be whole numbers, .* got <U3 of shape"),
        (np.zeros((0, 3)), (), r"tokens must be whole numbers, .* float64 of shape \(0, 3\)"),
        ([[1, 2], [3]], (), "tokens must be a rectangular array, got rows of other lengths"),
        ([1, 2], None, "without must be a sequence of heads, got None"),
        ([1, 2], ["3a"], "heads must be from 1a to 2d, got '3a'"),
        ([1, 2], "1a", "heads must be from 1a to 2d, got '1'"),
    ],
)
def test_what_it_refuses_is_named(model, tokens, without, complaint):
    with pytest.raises(ValueError, match=f"^{complaint}"):
        forward_pass(model, tokens, without=without)


def test_the_stored_words_are_the_grammars(model):
    assert model.words == stories.WORDS
    assert model.seed == stored_models.load("stories")[1].seed
    said = ["who", "has", "the", "lamp", "?"]
    assert model.tokens(said).tolist() == stories.numbers(said).tolist()
    with pytest.raises(ValueError, match=r"^'dragon' is no word of the model; it knows <story>, "):
        model.tokens(["the", "dragon", "unicorn"])
