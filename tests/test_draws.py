"""Every task draws the same batch from the same seed, from a generator or from torch's own."""

import pytest
import torch

from helpers.training import ask_in_vain, fetch_two, lookup, repeat_segment, say_previous, two_bats

TASKS = [ask_in_vain, fetch_two, lookup, repeat_segment, say_previous, two_bats]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__.rpartition(".")[2])
def test_the_same_seed_draws_the_same_batch(task):
    def is_first(batch):
        return all(map(torch.equal, first, batch))

    first = task.draw(torch.Generator().manual_seed(3))
    generator = torch.Generator().manual_seed(3)
    assert is_first(task.draw(generator))
    assert not is_first(task.draw(generator))
    torch.manual_seed(3)
    assert is_first(task.draw(None))
    assert not is_first(task.draw(None))
