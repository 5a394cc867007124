"""A task for attention: find the word that is asked for, and say what it has to say."""

import math

import torch
from torch import nn

from helpers import expect

WIDTH = 32  # of a word: the first half is its name, the second half what it has to say


def draw(
    generator: torch.Generator | None = None, *, sentences: int = 32, words: int = 16
) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw sentences that begin with a question, and the answers.

    generator : where the random numbers come from; None is torch's own, see `torch.manual_seed`
    inputs    : (sentences, 1 + words, 32), random N(0, 1); row 0 is the question, and its first
                16 numbers are the name of one of the words
    answers   : (sentences, 16), the second half of the word asked for

    Raises ValueError for fewer than 1 sentence or word.
    """
    sentences, words = expect.count("sentences", sentences), expect.count("words", words)
    inputs = torch.randn(sentences, 1 + words, WIDTH, generator=generator)
    asked = torch.randint(1, 1 + words, (sentences,), generator=generator)
    wanted = inputs[torch.arange(sentences), asked]
    inputs[:, 0, : WIDTH // 2] = wanted[:, : WIDTH // 2]
    return inputs, wanted[:, WIDTH // 2 :]


class Lookup(nn.Module):
    """Attention that asks with row 0, finds keys and values in the others, and learns to do so.

    d_k     : width of queries and keys
    divisor : what scores are divided by before softmax; None is √d_k
    start   : factor on W_Q and W_K at the beginning; 1 gives queries and keys N(0, 1)

    W_Q and W_K (32, d_k) and W_V (32, 16) are parameters, drawn in this order.

    Raises ValueError for a width below 1, or a divisor or start that is not above 0.
    """

    def __init__(self, d_k: int, divisor: float | None = None, start: float = 1.0) -> None:
        super().__init__()
        d_k, start = expect.count("d_k", d_k), expect.number("start", start, above=0)
        divisor = math.sqrt(d_k) if divisor is None else expect.number("divisor", divisor, above=0)
        size = 1 / math.sqrt(WIDTH)
        self.W_Q = nn.Parameter(start * size * torch.randn(WIDTH, d_k))
        self.W_K = nn.Parameter(start * size * torch.randn(WIDTH, d_k))
        self.W_V = nn.Parameter(size * torch.randn(WIDTH, WIDTH // 2))
        self.divisor = divisor

    def scores(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the question's scores with the words, not divided: (sentences, words)."""
        queries, keys = inputs[:, :1] @ self.W_Q, inputs[:, 1:] @ self.W_K
        return (queries @ keys.transpose(1, 2))[:, 0]

    def weights(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the weights that the question gives to the words: (sentences, words)."""
        return torch.softmax(self.scores(inputs) / self.divisor, dim=-1)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return what the model answers: (sentences, 16)."""
        values = inputs[:, 1:] @ self.W_V
        return (self.weights(inputs).unsqueeze(1) @ values)[:, 0]
