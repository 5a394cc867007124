"""Half of the questions name nobody: there the right answer is 0, and an empty key can give it."""

import numpy as np
import pytest
import torch

from helpers.attention import attention
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
