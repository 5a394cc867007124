"""The task of saying what the word before says needs order, and four ways bring it or do not."""

import numpy as np
import pytest
import torch

from helpers.attention import attention, causal_mask
from helpers.positions import rotated, sinusoids
from helpers.training import say_previous
from helpers.training.say_previous import KINDS, SayPrevious


def made(positions, seed=0):
    torch.manual_seed(seed)
    return SayPrevious(positions)


def test_each_word_but_the_first_must_say_what_the_word_before_it_says(generator):
    inputs, answers = say_previous.draw(generator, sentences=20, words=5)
    assert inputs.shape == (20, 5, 8)
    assert answers.shape == (20, 4, 8)
    for sentence, wanted in zip(inputs.tolist(), answers.tolist(), strict=True):
        assert wanted == sentence[:4]


def projected(linear, rows):
    return rows @ linear.weight.detach().double().numpy().T + linear.bias.detach().numpy()


@pytest.mark.parametrize("positions", KINDS)
def test_the_model_is_attention_of_rows_that_know_their_places(generator, positions):
    model = made(positions)
    inputs, _ = say_previous.draw(generator, sentences=3, words=11)
    rows = projected(model.widen, inputs.double().numpy())
    if positions == "learned":
        rows = rows + model.places.weight.detach().numpy()[:11]
    if positions == "sinusoids":
        rows = rows + sinusoids(11, 32)
    parts = [projected(one, rows) for one in (model.q_proj, model.k_proj, model.v_proj)]
    if positions == "rotation":
        parts[:2] = rotated(parts[0]), rotated(parts[1])
    step = attention(*parts, allowed=causal_mask(11) if positions == "mask" else None)
    with torch.no_grad():
        found = model.weights(inputs).numpy(), model(inputs).numpy()
    np.testing.assert_allclose(found[0], step.weights, rtol=2e-4, atol=1e-6)
    np.testing.assert_allclose(found[1], step.context[:, 1:], rtol=2e-4, atol=1e-5)


@pytest.mark.parametrize("positions", KINDS)
def test_the_last_word_alone_has_the_weights_that_it_has_among_all(generator, positions):
    model = made(positions)
    inputs, _ = say_previous.draw(generator, sentences=3, words=11)
    with torch.no_grad():
        found, among_all = model.weights_of_last(inputs), model.weights(inputs)[:, -1]
    torch.testing.assert_close(found, among_all)


@pytest.mark.parametrize("positions", ["learned", "sinusoids", "rotation"])
def test_words_can_be_said_to_stand_anywhere(generator, positions):
    model, places = made(positions), [3, 0, 3, 9, 5, 4]
    inputs, _ = say_previous.draw(generator, sentences=2, words=6)
    rows = projected(model.widen, inputs.double().numpy())
    if positions == "learned":
        rows = rows + model.places.weight.detach().numpy()[places]
    if positions == "sinusoids":
        rows = rows + sinusoids(10, 32)[places]
    queries, keys = projected(model.q_proj, rows), projected(model.k_proj, rows)
    if positions == "rotation":
        queries, keys = rotated(queries, np.array(places)), rotated(keys, np.array(places))
    expected = attention(queries, keys, keys).weights[:, -1]
    with torch.no_grad():
        found = model.weights_of_last(inputs, torch.tensor(places)).numpy()
        assert np.abs(model.weights_of_last(inputs).numpy() - expected).max() > 1e-3
    np.testing.assert_allclose(found, expected, rtol=2e-4, atol=1e-6)
