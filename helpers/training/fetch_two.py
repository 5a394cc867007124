"""A task for attention: bring the contents of two marked rows, side by side, to every row."""

import torch
from torch.nn import functional

from helpers import expect


def draw(
    generator: torch.Generator, *, sentences: int = 128, n: int = 6, width: int = 8
) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw sentences with two marked rows, and the target that every row must answer with.

    inputs  : (sentences, n, width + 1): each row's content, random N(0, 1), then its mark, which
              is 1 in the first wanted row, -1 in the second and 0 elsewhere
    targets : (sentences, n, 2 · width): the content of the first, then of the second wanted row

    Raises ValueError for fewer than 2 rows, or a size below 1.
    """
    sentences, width = expect.count("sentences", sentences), expect.count("width", width)
    n = expect.count("n", n, least=2)
    contents = torch.randn(sentences, n, width, generator=generator)
    wanted = torch.rand(sentences, n, generator=generator).argsort(dim=1)[:, :2]
    first, second = functional.one_hot(wanted, n).to(contents.dtype).unbind(dim=1)
    inputs = torch.cat([contents, (first - second).unsqueeze(-1)], dim=-1)
    places = wanted.unsqueeze(-1).expand(-1, -1, width)
    targets = contents.gather(1, places).flatten(1)
    return inputs, targets.unsqueeze(1).expand(-1, n, -1)


def share_left(outputs: torch.Tensor, targets: torch.Tensor) -> float:
    """Return the squared error as a share of the variance of the targets.

    0 is a perfect answer; 1 is no better than always answering with the mean.

    Raises ValueError for outputs of another shape than the targets.
    """
    if outputs.shape != targets.shape:
        raise ValueError(
            f"outputs and targets must have one shape, got {tuple(outputs.shape)} and "
            f"{tuple(targets.shape)}"
        )
    answers = targets.flatten(0, -2)
    deviations = answers - answers.mean(dim=0)
    return ((outputs - targets).square().mean() / deviations.square().mean()).item()
