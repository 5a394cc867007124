"""A task for which words must stay themselves and mix, and a stack of any depth to learn it."""

from collections.abc import Callable

import torch
from torch import nn
from torch.nn import functional

from helpers import expect
from helpers.layers import MultiHeadAttention
from helpers.training import fetch_two

CONTENT, WIDTH = 8, 32  # numbers of a word's content; numbers of a word inside the stack


def draw(generator: torch.Generator, *, sentences: int = 32) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw sentences of six words, and what each word must answer.

    inputs  : (sentences, 6, 9), as in `fetch_two.draw`: contents, then the mark
    targets : (sentences, 6, 16): the word's own content, then that of the word marked 1

    Raises ValueError for fewer than 1 sentence.
    """
    inputs, fetched = fetch_two.draw(generator, sentences=sentences, width=CONTENT)
    return inputs, torch.cat([inputs[..., :CONTENT], fetched[..., :CONTENT]], dim=-1)


class Stack(nn.Module):
    """Blocks of attention and an MLP, with a way of our own round each of the two.

    way   : way(rows, part) gives the rows behind a part, such as rows + part(rows)
    depth : how many blocks, at least 1; with 2 heads, and MLPs 128 wide inside

    A Linear widens each word from 9 to 32 numbers; behind the last block a norm without factors
    and a Linear make the answer.

    Raises ValueError for a depth below 1.
    """

    def __init__(self, way: Callable[[torch.Tensor, nn.Module], torch.Tensor], depth: int) -> None:
        super().__init__()
        self.way = way
        self.start, self.answer = nn.Linear(CONTENT + 1, WIDTH), nn.Linear(WIDTH, 2 * CONTENT)
        self.parts = nn.ModuleList()
        for _ in range(expect.count("depth", depth)):
            inside = nn.Linear(WIDTH, 4 * WIDTH), nn.ReLU(), nn.Linear(4 * WIDTH, WIDTH)
            self.parts.extend([MultiHeadAttention(WIDTH, WIDTH, 2), nn.Sequential(*inside)])

    def rows(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the words behind the last norm: (sentences, 6, 32)."""
        rows = self.start(inputs)
        for part in self.parts:
            rows = self.way(rows, part)
        return functional.layer_norm(rows, (WIDTH,))

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return what each word answers: (sentences, 6, 16)."""
        return self.answer(self.rows(inputs))
