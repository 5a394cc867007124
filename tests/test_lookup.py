"""The task of looking a word up asks for one word's content, and attention can give it."""

import math

import numpy as np
import pytest
import torch

from helpers.attention import attention
from helpers.training import lookup
from helpers.training.lookup import Lookup


def test_the_answer_is_what_the_word_with_the_asked_name_has_to_say(generator):
    inputs, answers = lookup.draw(generator, sentences=50, words=5)
    assert inputs.shape == (50, 6, 32)
    for sentence, answer in zip(inputs.tolist(), answers.tolist(), strict=True):
        question, *words = sentence
        (found,) = [word for word in words if word[:16] == question[:16]]
        assert answer == found[16:]
        assert question[16:] != found[16:]


@pytest.mark.parametrize("divisor", [None, 1, 7.0])
def test_the_model_is_attention_of_the_first_row_to_the_others(generator, divisor):
    model = Lookup(5, divisor)
    inputs, _ = lookup.draw(generator, sentences=3)
    W_Q, W_K, W_V = (matrix.detach().numpy() for matrix in model.parameters())
    rows = inputs.numpy()
    scale = 1 / (divisor or math.sqrt(5))
    step = attention(rows[:, :1] @ W_Q, rows[:, 1:] @ W_K, rows[:, 1:] @ W_V, scale=scale)
    with torch.no_grad():
        found = model.scores(inputs), model.weights(inputs), model(inputs)
    for ours, theirs in zip(found, (step.scores, step.weights, step.context), strict=True):
        np.testing.assert_allclose(ours.numpy(), theirs[:, 0], rtol=2e-5, atol=1e-5)


def test_queries_and_keys_begin_with_variance_one():
    torch.manual_seed(0)
    inputs, _ = lookup.draw(sentences=200)
    model = Lookup(256)
    for matrix in (model.W_Q, model.W_K, model.W_V):
        assert abs((inputs @ matrix).var().item() - 1) < 0.1


@pytest.mark.parametrize("setting", [{"d_k": 0}, {"divisor": 0}, {"start": -1.0}])
def test_a_model_that_cannot_be_is_refused(setting):
    with pytest.raises(ValueError, match=f"{next(iter(setting))} must be"):
        Lookup(**{"d_k": 4, **setting})
