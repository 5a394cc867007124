"""Half of the questions name nobody: there the right answer is 0, and an empty key can give it."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from helpers.attention import attention
from helpers.training import loop
from helpers.training.ask_in_vain import AskInVain, draw


def test_every_other_question_asks_for_a_word_that_is_there(generator):
    inputs, answers = draw(generator, sentences=41, words=5)
    assert inputs.shape == (41, 6, 32)
    assert answers.shape == (41, 16)
    for place, (sentence, answer) in enumerate(zip(inputs.tolist(), answers.tolist(), strict=True)):
        question, *words = sentence
        found = [word for word in words if word[:16] == question[:16]]
        if place % 2:
            assert found == []
            assert answer == [0.0] * 16
        else:
            assert [word[16:] for word in found] == [answer]


def test_a_question_in_vain_looks_like_any_other(generator):
    inputs, _ = draw(generator, sentences=4000)
    for questions in (inputs[::2, 0], inputs[1::2, 0]):
        assert questions.mean().abs() < 0.02
        assert abs(questions.var() - 1) < 0.02


@pytest.mark.parametrize("empty", [False, True])
def test_the_head_is_attention_with_one_more_key_whose_value_is_0(generator, empty):
    torch.manual_seed(0)
    head = AskInVain(empty=empty, d_k=5).double()
    inputs = draw(generator, sentences=6)[0].double()
    rows = inputs.numpy()
    with torch.no_grad():
        if empty:
            head.empty_key.copy_(torch.randn(1, 5))
        found = head.weights(inputs).numpy(), head(inputs).numpy()
        W_Q, bias, W_K, W_V = (
            part.numpy()
            for part in (
                head.q_proj.weight,
                head.q_proj.bias,
                head.k_proj.weight,
                head.v_proj.weight,
            )
        )
        extra = head.empty_key.numpy() if empty else np.zeros((0, 5))
    for i, sentence in enumerate(rows):
        keys = np.vstack([extra, sentence[1:] @ W_K.T])
        values = np.vstack([np.zeros((len(extra), 16)), sentence[1:] @ W_V.T])
        step = attention(sentence[:1] @ W_Q.T + bias, keys, values)
        weights = step.weights[0] if empty else np.concatenate([[0], step.weights[0]])
        np.testing.assert_allclose(found[0][i], weights, atol=1e-12)
        np.testing.assert_allclose(found[1][i], step.context[0], atol=1e-12)


def test_with_and_without_an_empty_key_all_begins_alike():
    heads = []
    for empty in (False, True):
        torch.manual_seed(0)
        heads.append(dict(AskInVain(empty=empty).named_parameters()))
    without, with_one = heads
    assert set(with_one) - set(without) == {"empty_key"}
    assert all(torch.equal(part, with_one[name]) for name, part in without.items())


def test_an_empty_key_takes_the_weight_of_questions_for_a_missing_word():
    """What notebook 14 shows of five seeds, for one and in fewer steps."""
    inputs, answers = draw(torch.Generator().manual_seed(99), sentences=1000)
    errors, weights = {}, {}
    for empty in (False, True):
        torch.manual_seed(0)
        head = AskInVain(empty=empty)
        how = {"loss_of": functional.mse_loss, "steps": 250, "learning_rate": 0.02}
        loop.train(head, lambda: draw(sentences=64), **how)
        with torch.no_grad():
            errors[empty] = (head(inputs) - answers)[1::2].square().mean().item()
            weights[empty] = head.weights(inputs)
    assert errors[True] < 0.8 * errors[False]
    assert weights[True][1::2, 0].mean() > 0.5
    assert weights[True][::2, 0].mean() < 0.3
    assert weights[False][1::2, 1:].max(dim=1)[0].mean() > 0.35


@pytest.mark.parametrize("sizes", [{"sentences": 1}, {"words": 0}])
def test_too_little_to_draw_is_refused(sizes):
    with pytest.raises(ValueError, match=r"must be at least [12], got [01]"):
        draw(**sizes)


def test_a_head_without_width_is_refused():
    with pytest.raises(ValueError, match="d_k must be at least 1, got 0"):
        AskInVain(empty=True, d_k=0)
