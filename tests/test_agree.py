"""The task of agreement: the verb follows the first noun, and nothing else tells."""

import pytest
import torch
from torch.nn import functional

from helpers.training import agree
from helpers.training.stories import LOOKS, SEVERAL


@pytest.fixture
def generator():
    return torch.Generator().manual_seed(0)


def test_the_answer_is_the_number_of_the_first_noun(generator):
    before = set()
    for _ in range(20):
        inputs, answers = agree.draw(3, generator, sentences=10)
        looks = inputs.shape[1] - 11
        before.add(looks)
        for sentence, answer in zip(inputs.tolist(), answers.tolist(), strict=True):
            words = [agree.WORDS[token] for token in sentence]
            assert {*words[1 : 1 + looks]} <= {*LOOKS}
            rest = words[:1] + words[1 + looks :]
            assert {*rest[::3]} == {"the"}
            assert {*rest[2::3]} <= {*agree.BETWEEN}
            assert {*rest[1::3]} <= {*SEVERAL, *SEVERAL.values()}
            assert answer == (rest[1] in SEVERAL.values())
    assert before == {*range(agree.MOST_LOOKS + 1)}


def test_no_other_noun_tells_the_answer(generator):
    inputs, answers = agree.draw(2, generator, sentences=4000)
    one, *_, last = (agree.WORDS.index(SEVERAL[noun]) for noun in agree.NOUNS)
    several = ((inputs >= one) & (inputs <= last))[:, inputs.shape[1] - 7 :: 3]
    same = (several == answers[:, None].bool()).float().mean(dim=0)
    assert same[0] == 1
    assert same[1:].sub(0.5).abs().max() < 0.05


@pytest.mark.parametrize(("how", "mean"), list(zip(agree.LENGTHS, (4, 16), strict=True)))
def test_lengths_are_drawn_as_they_are_called(generator, how, mean):
    drawn = [agree.draw(how, generator, sentences=1)[0].shape[1] for _ in range(3000)]
    phrases = torch.tensor([(n - 2) // 3 for n in drawn]).float()  # at most two adjectives
    assert phrases.mean().item() == pytest.approx(mean, abs=0.6)
    assert phrases.min() == 0
    assert phrases.max() <= agree.MOST


@pytest.mark.parametrize("kind", agree.WIDTHS)
def test_a_model_reads_as_its_parts_do(generator, kind):
    model = agree.Agreer(kind)
    inputs, _ = agree.draw(2, generator, sentences=3)
    rows = model.embed(inputs)
    if kind == "attention":
        rows = rows + model.places.weight[: inputs.shape[1]]
        layer = model.layer
        queries, keys = layer.q_proj(rows[:, -1:]), layer.k_proj(rows)
        last = functional.scaled_dot_product_attention(queries, keys, layer.v_proj(rows))[:, 0]
    else:
        last = torch.stack([model.layer(one[None])[0][0, -1] for one in rows])
    torch.testing.assert_close(model(inputs), model.decide(last))


def test_the_three_models_are_equally_large_to_a_tenth():
    sizes = [sum(p.numel() for p in agree.Agreer(kind).parameters()) for kind in agree.WIDTHS]
    assert max(sizes) < 1.1 * min(sizes)


def test_the_share_right_is_that_of_the_largest_score():
    def by_the_first_noun(inputs):
        first = inputs[:, inputs.shape[1] - 16]  # five phrases and the noun itself
        several = (first > len(agree.BETWEEN) + len(agree.NOUNS)).float()
        return torch.stack([1 - several, several], dim=1)

    assert agree.share_right(by_the_first_noun, 5) == 1
    assert agree.share_right(lambda inputs: -by_the_first_noun(inputs), 5) == 0


def test_another_kind_is_refused():
    with pytest.raises(ValueError, match="RNN, LSTM, attention"):
        agree.Agreer("GRU")
