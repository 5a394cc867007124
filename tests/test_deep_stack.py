"""The deep stack goes its way round each part, and its task asks each word for two contents."""

import torch

from helpers.training import deep_stack


def test_a_word_must_answer_with_its_own_content_and_that_of_the_marked_word():
    inputs, targets = deep_stack.draw(torch.Generator().manual_seed(3), sentences=5)
    for sentence, wanted in zip(inputs, targets, strict=True):
        (marked,) = (word for word in sentence if word[8] == 1)
        for word, answer in zip(sentence, wanted, strict=True):
            assert answer.tolist() == [*word[:8].tolist(), *marked[:8].tolist()]


@torch.no_grad()
def test_the_way_goes_round_every_part_in_order():
    torch.manual_seed(0)
    passed = []

    def way(rows, part):
        passed.append(part)
        return rows + part(rows)

    model = deep_stack.Stack(way, 3)
    inputs, _ = deep_stack.draw(torch.Generator().manual_seed(3), sentences=2)
    rows = model.start(inputs)
    for attend, mlp in zip(model.parts[::2], model.parts[1::2], strict=True):
        rows = rows + attend(rows)
        hidden = (rows @ mlp[0].weight.T + mlp[0].bias).clamp(min=0)
        rows = rows + hidden @ mlp[2].weight.T + mlp[2].bias
    centred = rows - rows.mean(dim=-1, keepdim=True)
    normed = centred / centred.square().mean(dim=-1, keepdim=True).sqrt()
    assert torch.allclose(model(inputs), model.answer(normed), atol=1e-4)
    assert passed == list(model.parts)
    assert len(passed) == 6
