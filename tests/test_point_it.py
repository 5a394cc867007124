"""The task of pointing at what "it" means takes two layers, and one can only name it."""

import math
from itertools import product

import numpy as np
import pytest
import torch

from helpers.attention import attention
from helpers.training import point_it
from helpers.training.point_it import ANIMALS, KINDS, SAID, THINGS, WORDS, Namer, Pointer

THREE = ("hungry", "warm", "raining")  # said of an animal, of a thing, of what is outside


def made(layers, seed=0, **setting):
    torch.manual_seed(seed)
    return Pointer(layers, **setting)


def fed(pairs):
    """Return the numbers of all sentences about these pairs, and the answers."""
    sentences, answers = point_it.sentences(pairs)
    return point_it.numbers(sentences), answers


def test_a_sentence_says_who_sat_where_and_why_in_both_orders():
    first = point_it.sentence("cat", "mat", "warm")
    second = point_it.sentence("hen", "sofa", "raining", because_first=True)
    assert " ".join(first) == "<outside> the cat sat on the mat because it was warm"
    assert " ".join(second) == "<outside> because it was raining the hen sat on the sofa"


def test_a_word_s_number_is_its_place_and_no_word_stands_twice():
    assert len(set(WORDS)) == len(WORDS)
    words = point_it.sentence("fox", "rug", "late")
    (numbers,) = point_it.numbers([words]).tolist()
    assert [WORDS[number] for number in numbers] == words


def test_each_word_is_trained_on_and_each_held_out_pair_is_new():
    trained_on, held_out = point_it.split()
    assert sorted(trained_on + held_out) == sorted(product(ANIMALS, THINGS))
    for word in ANIMALS + THINGS:
        assert sum(word in pair for pair in trained_on) == 4
        assert sum(word in pair for pair in held_out) == 2


def test_every_pair_meets_every_kind_equally_often_and_the_answer_is_what_was_meant():
    pairs = [("cat", "mat"), ("mouse", "box")]
    sentences, answers = point_it.sentences(pairs)
    assert len(sentences) == len({" ".join(words) for words in sentences}) == 36
    seen = []
    for words, answer in zip(sentences, answers.tolist(), strict=True):
        (animal,), (thing,) = set(words) & set(ANIMALS), set(words) & set(THINGS)
        said = words[words.index("was") + 1]
        (kind,) = [kind for kind, known in SAID.items() if said in known]
        meant = {"animal": animal, "thing": thing, "outside": "<outside>"}[kind]
        assert words[answer] == meant
        seen.append((animal, thing, kind, words[1] == "because"))
    for animal, thing in pairs:
        for kind, order in product(KINDS, (False, True)):
            assert seen.count((animal, thing, kind, order)) == 3


def test_the_kinds_are_those_of_what_was_said():
    sentences = [point_it.sentence("dog", "bed", said) for said in THREE]
    assert point_it.kinds(sentences).tolist() == [0, 1, 2]
    all_of_them, places = point_it.sentences([("dog", "bed")])
    meant = [words[place] for words, place in zip(all_of_them, places.tolist(), strict=True)]
    kinds = [["dog", "bed", "<outside>"].index(word) for word in meant]
    assert point_it.kinds(all_of_them).tolist() == kinds


def projected(linear, rows):
    return rows @ linear.weight.detach().numpy().T


def attended(layer, rows):
    parts = [projected(one, rows) for one in (layer.q_proj, layer.k_proj, layer.v_proj)]
    return attention(*parts)


def rows_of(model, inputs):
    words, places = (table.weight.detach().numpy() for table in (model.words, model.places))
    return words[inputs.numpy()] + places[: inputs.shape[1]]


@pytest.mark.parametrize("layers", [1, 3])
def test_the_pointer_is_attention_whose_last_row_of_it_is_the_answer(layers):
    model = made(layers).double()
    inputs, _ = fed([("cat", "mat"), ("goat", "chair")])
    is_it = (inputs == WORDS.index("it")).numpy()
    rows, expected = rows_of(model, inputs), []
    for layer in model.layers:
        step = attended(layer, rows)
        expected.append(step.weights)
        rows = rows + step.context * is_it[..., None]
    with torch.no_grad():
        weights, outputs = model.weights(inputs), model(inputs)
    np.testing.assert_allclose(weights, expected, rtol=1e-10)
    np.testing.assert_allclose(outputs, np.log(expected[-1][is_it]), rtol=1e-10)


def test_the_namer_is_one_attention_and_an_mlp_at_it():
    torch.manual_seed(0)
    model = Namer().double()
    inputs, _ = fed([("cat", "mat"), ("goat", "chair")])
    rows = rows_of(model, inputs)
    rows = (rows + attended(model.layer, rows).context)[(inputs == WORDS.index("it")).numpy()]
    first, _, second = model.mlp
    hidden = np.maximum(projected(first, rows) + first.bias.detach().numpy(), 0)
    expected = projected(second, hidden) + second.bias.detach().numpy()
    with torch.no_grad():
        np.testing.assert_allclose(model(inputs), expected, rtol=1e-9)


def of_three(because_first):
    return [point_it.sentence("cat", "mat", said, because_first=because_first) for said in THREE]


def ratios(model, because_first):
    """Return how far the logarithm of the weight on "cat" lies above that on "mat", per word said.

    The ratio of two weights is e to this difference.
    """
    sentences = of_three(because_first)
    with torch.no_grad():
        outputs = model(point_it.numbers(sentences))
    cat, mat = (sentences[0].index(word) for word in ("cat", "mat"))
    return outputs[:, cat] - outputs[:, mat]


@pytest.mark.parametrize("because_first", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_in_one_layer_the_ratio_of_two_weights_does_not_see_what_was_said(seed, because_first):
    one, two = (ratios(made(layers, seed).double(), because_first) for layers in (1, 2))
    assert one.max() - one.min() < 1e-13
    assert two.max() - two.min() > 1e-6


def test_loss_and_share_right_are_those_of_a_loop():
    model = made(2)
    inputs, answers = fed([("cat", "mat"), ("hen", "bed")])
    it = [row.index(WORDS.index("it")) for row in inputs.tolist()]
    with torch.no_grad():
        weights = model.weights(inputs)[-1].tolist()
        loss = point_it.loss_of(model(inputs), answers).item()
    rows = [sentence[place] for sentence, place in zip(weights, it, strict=True)]
    pairs = list(zip(rows, answers.tolist(), strict=True))
    right = sum(max(row) == row[answer] for row, answer in pairs) / len(rows)
    assert loss == pytest.approx(-np.mean([math.log(row[answer]) for row, answer in pairs]))
    assert point_it.share_right(model, inputs, answers) == pytest.approx(right)


def test_a_weight_that_rounds_to_0_leaves_loss_and_gradients_finite():
    model = made(2)
    with torch.no_grad():
        model.layers[-1].q_proj.weight.mul_(1e5)
    inputs, answers = fed([("cat", "mat")])
    assert (model.weights(inputs)[-1] == 0).any()
    loss = point_it.loss_of(model(inputs), answers)
    loss.backward()
    assert torch.isfinite(loss)
    assert torch.isfinite(model.words.weight.grad).all()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("mat", "mat", "warm"), "animal must be one of cat, dog.*, got 'mat'"),
    ],
)
def test_a_word_in_a_wrong_place_is_named(words, complaint):
    with pytest.raises(ValueError, match=complaint):
        point_it.sentence(*words)


@pytest.mark.parametrize(
    ("sentences", "complaint"),
    [
        ([["the", "cat"], ["the", "cow"]], "sentence 1 has a word that is not in WORDS: 'cow'"),
        ([["the", "cat"], ["it"]], r"of one length, got lengths \[1, 2\]"),
        ([], r"of one length, got lengths \[\]"),
    ],
)
def test_sentences_that_have_no_numbers_are_refused(sentences, complaint):
    with pytest.raises(ValueError, match=complaint):
        point_it.numbers(sentences)


@pytest.mark.parametrize("words", ["the cat sat on the mat", "it was it"])
@pytest.mark.parametrize("model", [Pointer(2), Namer()], ids=["pointer", "namer"])
def test_a_sentence_without_one_it_is_refused(model, words):
    with pytest.raises(ValueError, match='one "it" in every sentence'):
        model(point_it.numbers([words.split()]))


def test_answers_that_do_not_fit_are_refused_with_their_shape():
    inputs, answers = fed([("cat", "mat")])
    with pytest.raises(ValueError, match=r"each of 18 sentences, got answers of shape \(18, 1\)"):
        point_it.share_right(made(1), inputs, answers[:, None])
