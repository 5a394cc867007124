"""The task of fetching two contents asks for what its words say, and one mixture cannot give it."""

import pytest
import torch

from helpers.training import fetch_two

SIZES = {"sentences": 50, "n": 5, "width": 3}


def by_hand(sentence):
    """Look the two marked rows up, one row after the other."""
    first = next(row[:-1] for row in sentence if row[-1] == 1)
    second = next(row[:-1] for row in sentence if row[-1] == -1)
    return [*first, *second]


def test_every_row_must_answer_with_the_two_marked_contents_in_order(generator):
    inputs, targets = (part.tolist() for part in fetch_two.draw(generator, **SIZES))
    for sentence, answers in zip(inputs, targets, strict=True):
        assert sorted(row[-1] for row in sentence) == [-1, 0, 0, 0, 1]
        assert answers == [by_hand(sentence)] * 5


def test_contents_and_places_are_random(generator):
    inputs, _ = fetch_two.draw(generator, sentences=4000, n=4, width=8)
    marks = inputs[..., -1]
    for mark in (1, -1):
        shares = (marks == mark).float().mean(dim=0)
        assert torch.allclose(shares, torch.full((4,), 0.25), atol=0.03)
    assert inputs[..., :-1].mean().abs() < 0.02
    assert abs(inputs[..., :-1].var() - 1) < 0.02


def test_the_share_left_is_0_for_the_answer_1_for_the_mean_and_a_half_for_one_of_two(generator):
    _, targets = fetch_two.draw(generator, sentences=2000)
    mean = targets.mean(dim=(0, 1)).expand_as(targets)
    only_first = torch.cat([targets[..., :8], mean[..., 8:]], dim=-1)
    assert fetch_two.share_left(targets, targets) == 0
    assert fetch_two.share_left(mean, targets) == pytest.approx(1)
    assert fetch_two.share_left(only_first, targets) == pytest.approx(0.5, abs=0.02)


def test_outputs_of_another_shape_are_refused_with_both_shapes():
    with pytest.raises(ValueError, match=r"\(2, 3\) and \(2, 4\)"):
        fetch_two.share_left(torch.zeros(2, 3), torch.zeros(2, 4))
