"""What a linear fit reads off contexts, tested on sentences that it has not seen."""

import numpy as np
import pytest
import torch

from helpers.training.read_off import read_off


@pytest.fixture
def contexts():
    """Three hundred sentences of 6 words of 4 numbers; the last two know the place, blurred."""
    drawn = torch.randn(300, 6, 4, generator=torch.Generator().manual_seed(3))
    return drawn + torch.arange(6)[:, None] * torch.tensor([0.0, 0.0, 0.4, -0.3])


def test_it_is_the_r_squared_of_the_best_line_on_the_other_half(contexts):
    wanted = torch.tensor([1.0, 0.5, 3.0, 2.0, 7.0, 6.0])
    rows = contexts.double().numpy().reshape(2, 900, 4)
    known, new = (np.column_stack([np.ones(900), half]) for half in rows)
    answers = np.tile(wanted.numpy(), 150)
    factors = np.linalg.solve(known.T @ known, known.T @ answers)
    expected = 1 - np.sum((answers - new @ factors) ** 2) / np.sum((answers - answers.mean()) ** 2)
    assert 0.2 < expected < 0.8
    assert read_off(contexts, wanted) == pytest.approx(expected, abs=1e-9)


def test_a_number_that_stands_in_the_context_is_read_perfectly(contexts):
    wanted = torch.arange(6) ** 2
    contexts[..., 1] = 5 - 2 * wanted
    assert read_off(contexts, wanted) == pytest.approx(1, abs=1e-9)


def test_where_nothing_can_be_read_it_is_0_and_never_below():
    for seed in range(5):
        drawn = torch.randn(20, 6, 4, generator=torch.Generator().manual_seed(seed))
        assert 0 <= read_off(drawn, torch.arange(6)) < 0.1


def test_the_fit_has_not_seen_what_it_is_tested_on(contexts):
    # The second half says the opposite of the first: a fit that had seen both would read nothing
    # rather than go wrong, and one tested on what it knows would read it perfectly.
    wanted = torch.arange(6)
    contexts[:150, :, 0], contexts[150:, :, 0] = 10.0 * wanted, -10.0 * wanted
    assert read_off(contexts, wanted) == 0


def test_it_takes_contexts_that_carry_gradients(contexts):
    assert read_off(contexts.requires_grad_(), torch.arange(6)) > 0


@pytest.mark.parametrize(("sentences", "count"), [(1, 6), (300, 5)])
def test_contexts_without_a_wanted_number_or_another_half_are_refused(contexts, sentences, count):
    with pytest.raises(ValueError, match="2 sentences at least and a wanted number for each of 6"):
        read_off(contexts[:sentences], torch.arange(count))
