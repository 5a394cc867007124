"""The task of repeating a segment asks what followed the last time, and takes two layers."""

import numpy as np
import pytest
import torch

from helpers.attention import attention, causal_mask
from helpers.training import repeat_segment
from helpers.training.repeat_segment import IGNORED, SYMBOLS, Repeater


def made(layers, seed=0, **setting):
    torch.manual_seed(seed)
    return Repeater(layers, **setting)


@pytest.mark.parametrize("repeats", [True, False])
def test_a_segment_comes_twice_and_the_repeated_half_says_what_follows(generator, repeats):
    lengths = set()
    for _ in range(60):
        inputs, targets = repeat_segment.draw(generator, sentences=3, repeats=repeats)
        assert inputs.shape == targets.shape == (3, len(inputs[0]))
        length = len(inputs[0]) // 2
        lengths.add(length)
        for tokens, wanted in zip(inputs.tolist(), targets.tolist(), strict=True):
            assert tokens[:length] == tokens[length:]
            assert wanted == [IGNORED] * length + tokens[length + 1 :] + [IGNORED]
    assert lengths == set(range(6, 13))


def test_tokens_are_random_and_stand_several_times_only_where_they_may(generator):
    several = {True: 0, False: 0}
    seen = []
    for repeats in several:
        for _ in range(40):
            inputs, _ = repeat_segment.draw(generator, sentences=50, repeats=repeats)
            for tokens in inputs[:, : inputs.shape[1] // 2].tolist():
                several[repeats] += len(set(tokens)) < len(tokens)
                seen += tokens
    assert several[True] > 1000
    assert several[False] == 0
    assert np.bincount(seen, minlength=SYMBOLS) / len(seen) == pytest.approx(1 / 12, abs=0.006)


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_the_model_is_causal_attention_that_adds_to_its_rows(generator, layers):
    model = made(layers).double()
    inputs, _ = repeat_segment.draw(generator, sentences=3)
    n = inputs.shape[1]
    arrays = {name: array.detach().numpy() for name, array in model.named_parameters()}
    rows = arrays["tokens.weight"][inputs.numpy()] + arrays["places.weight"][:n]
    expected = []
    for layer in range(layers):
        parts = (rows @ arrays[f"layers.{layer}.{role}_proj.weight"].T for role in "qkv")
        step = attention(*parts, allowed=causal_mask(n))
        expected.append(step.weights)
        rows = rows + step.context
    with torch.no_grad():
        weights, outputs = model.weights(inputs), model(inputs)
    np.testing.assert_allclose(weights, expected, rtol=1e-9)
    scores = rows @ arrays["unembed.weight"].T + arrays["unembed.bias"]
    np.testing.assert_allclose(outputs, scores, rtol=1e-9)


def test_loss_and_share_right_are_those_of_a_loop_over_the_repeated_half(generator):
    model = made(2)
    inputs, targets = repeat_segment.draw(generator, sentences=20)
    with torch.no_grad():
        outputs = model(inputs)
    losses, right = [], []
    for sentence, wanted in zip(outputs.double().tolist(), targets.tolist(), strict=True):
        for scores, token in zip(sentence, wanted, strict=True):
            if token != IGNORED:
                losses.append(np.log(np.exp(scores).sum()) - scores[token])
                right.append(max(scores) == scores[token])
    assert len(losses) == 20 * (inputs.shape[1] // 2 - 1)
    assert repeat_segment.loss_of(outputs, targets).item() == pytest.approx(np.mean(losses))
    assert repeat_segment.share_right(model, inputs, targets) == pytest.approx(np.mean(right))


def some_weights(generator, sentences, n):
    return torch.rand(sentences, n, n, generator=generator).softmax(dim=-1)


def test_one_back_is_the_mean_of_a_loop(generator):
    weights = some_weights(generator, 4, 9)
    found = [float(weights[b, row, row - 1]) for b in range(4) for row in range(1, 9)]
    assert repeat_segment.one_back(weights) == pytest.approx(np.mean(found))
    assert repeat_segment.one_back(weights.numpy()) == repeat_segment.one_back(weights)


@pytest.mark.parametrize("vocabulary", [2, 12, 50])
def test_behind_match_is_the_mean_of_a_loop_for_any_tokens(generator, vocabulary):
    weights = some_weights(generator, 4, 15)
    inputs = torch.randint(vocabulary, (4, 15), generator=generator)
    found = []
    for maps, tokens in zip(weights.tolist(), inputs.tolist(), strict=True):
        for row, token in enumerate(tokens):
            earlier = [place for place in range(row) if tokens[place] == token]
            if earlier:
                found.append(sum(maps[row][place + 1] for place in earlier))
    assert repeat_segment.behind_match(weights, inputs) == pytest.approx(np.mean(found))


@pytest.mark.parametrize("shape", [(3, 3), (2, 3, 4), (2, 2, 3, 3), (0, 3, 3)])
def test_weights_of_more_or_less_than_one_head_are_refused(shape):
    for score in (repeat_segment.one_back, lambda maps: repeat_segment.behind_match(maps, [[0]])):
        with pytest.raises(ValueError, match=r"must be \(b, n, n\), of one head, got \("):
            score(torch.ones(shape))


@pytest.mark.parametrize(
    ("inputs", "complaint"),
    [
        ([[0, 1]], r"for weights \(b, n, n\) \(1, 3, 3\), got \(1, 2\)"),
        ([[0, 1, 2]], "expected a token that comes again"),
    ],
)
def test_inputs_without_a_match_are_refused(inputs, complaint):
    with pytest.raises(ValueError, match=complaint):
        repeat_segment.behind_match(torch.ones(1, 3, 3), inputs)
