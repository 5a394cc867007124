"""The task of looking a word up asks for one word's content, and attention can give it."""

import math

import numpy as np
import pytest
import torch
from torch.nn import functional

from helpers.attention import attention
from helpers.training import lookup
from helpers.training.lookup import Lookup
from helpers.training.loop import train


def test_the_answer_is_what_the_word_with_the_asked_name_has_to_say(generator):
    inputs, answers = lookup.draw(generator, sentences=50, words=5)
    assert inputs.shape == (50, 6, 32)
    for sentence, answer in zip(inputs.tolist(), answers.tolist(), strict=True):
        question, *words = sentence
        (found,) = [word for word in words if word[:16] == question[:16]]
        assert answer == found[16:]
        assert question[16:] != found[16:]


def test_words_and_places_are_random(generator):
    inputs, _ = lookup.draw(generator, sentences=4000, words=4)
    asked = (inputs[:, 1:, :16] == inputs[:, :1, :16]).all(dim=-1)
    assert torch.allclose(asked.float().mean(dim=0), torch.full((4,), 0.25), atol=0.03)
    assert inputs.mean().abs() < 0.02
    assert abs(inputs.var() - 1) < 0.02


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


def test_the_start_makes_queries_and_keys_smaller_and_leaves_the_values():
    matrices = []
    for start in (1.0, 0.25):
        torch.manual_seed(0)
        matrices.append(list(Lookup(64, start=start).parameters()))
    for (large, small), factor in zip(zip(*matrices, strict=True), (0.25, 0.25, 1), strict=True):
        assert torch.allclose(small, factor * large)


def test_queries_and_keys_begin_with_variance_one():
    torch.manual_seed(0)
    inputs, _ = lookup.draw(sentences=200)
    model = Lookup(256)
    for matrix in (model.W_Q, model.W_K, model.W_V):
        assert abs((inputs @ matrix).var().item() - 1) < 0.1


def test_matrices_set_by_hand_answer_every_question(generator):
    model = Lookup(16, divisor=1)
    names, contents = torch.eye(32).split(16, dim=1)
    with torch.no_grad():
        for matrix, value in zip(model.parameters(), (10 * names, names, contents), strict=True):
            matrix.copy_(value)
        inputs, answers = lookup.draw(generator, sentences=200)
        assert functional.mse_loss(model(inputs), answers) < 0.05


def test_it_learns_to_look_up():
    torch.manual_seed(0)
    model = Lookup(64)
    losses = train(model, lookup.draw, functional.mse_loss, steps=150, learning_rate=0.03)
    assert np.mean(losses[-20:]) < 0.2 < 0.8 < losses[0]


class NeverClears(torch.optim.SGD):
    def zero_grad(self): ...


def test_gradients_that_are_never_cleared_go_too_far():
    torch.manual_seed(0)
    steps = {"steps": 50, "learning_rate": 3, "optimizer": NeverClears}
    losses = train(Lookup(64), lookup.draw, functional.mse_loss, **steps)
    assert losses[19] < losses[29] / 5 < losses[39] / 25 < losses[49] / 125


def test_in_the_ring_of_notebook_06_gradients_that_are_never_cleared_learn_sooner():
    turns = 2 * math.pi / 3 * torch.arange(3)
    words, right = torch.stack([turns.cos(), turns.sin()], dim=1), torch.tensor([1, 2, 0])

    def loss_of(keys, right):
        return functional.cross_entropy(words @ keys.T / math.sqrt(2), right)

    ends = []
    for optimizer in (torch.optim.SGD, NeverClears):
        keys_of = torch.nn.Linear(2, 2, bias=False)
        torch.nn.init.eye_(keys_of.weight)
        how = {"steps": 20, "learning_rate": 1, "optimizer": optimizer}
        ends.append(train(keys_of, lambda: (words, right), loss_of, **how)[-1])
    assert ends == pytest.approx([0.113, 0], abs=0.0005)


@pytest.mark.parametrize("sizes", [{"sentences": 0}, {"words": 0}])
def test_nothing_to_draw_is_refused(sizes):
    with pytest.raises(ValueError, match="must be at least 1"):
        lookup.draw(**sizes)


@pytest.mark.parametrize("setting", [{"d_k": 0}, {"divisor": 0}, {"start": -1.0}])
def test_a_model_that_cannot_be_is_refused(setting):
    with pytest.raises(ValueError, match=f"{next(iter(setting))} must be"):
        Lookup(**{"d_k": 4, **setting})
