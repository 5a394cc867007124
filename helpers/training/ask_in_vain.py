"""A task in which every other question has no answer, and attention must look somewhere."""

import math

import torch
from torch import nn

from helpers import expect
from helpers.training import lookup

NAME = lookup.WIDTH // 2  # numbers of a word's name; as many are what it has to say


def draw(
    generator: torch.Generator | None = None, *, sentences: int = 32, words: int = 8
) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw sentences that begin with a question, half of which ask for a missing word.

    generator : where the random numbers come from; None is torch's own, see `torch.manual_seed`
    inputs    : (sentences, 1 + words, 32), as in `lookup.draw`; but in the sentences 1, 3, 5 …
                the question begins with a name of its own
    answers   : (sentences, 16), what the word asked for has to say; 0 where it is not there

    Raises ValueError for fewer than 2 sentences or 1 word.
    """
    sentences = expect.count("sentences", sentences, least=2)
    inputs, answers = lookup.draw(generator, sentences=sentences, words=words)
    inputs[1::2, 0, :NAME] = torch.randn(sentences // 2, NAME, generator=generator)
    answers[1::2] = 0
    return inputs, answers


class AskInVain(nn.Module):
    """One head that asks with row 0, and may have an empty key: a place to look that says nothing.

    empty : whether there is one beside the words' keys; it is learned, its value is 0 for ever
    d_k   : width of queries and keys

    q_proj (with a bias, through which every question can ask for the empty key), k_proj and v_proj
    are `nn.Linear`, made in this order. With and without an empty key all begin alike.

    Raises ValueError for a width below 1.
    """

    def __init__(self, *, empty: bool, d_k: int = 16) -> None:
        super().__init__()
        d_k = expect.count("d_k", d_k)
        self.q_proj = nn.Linear(lookup.WIDTH, d_k)
        self.k_proj = nn.Linear(lookup.WIDTH, d_k, bias=False)
        self.v_proj = nn.Linear(lookup.WIDTH, lookup.WIDTH - NAME, bias=False)
        self.empty_key = nn.Parameter(torch.zeros(1, d_k)) if empty else None

    def weights(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the question's weights, the empty key's first: (sentences, 1 + words).

        Without an empty key the first is 0.
        """
        queries, keys = self.q_proj(inputs[:, :1]), self.k_proj(inputs[:, 1:])
        scaled = (queries @ keys.mT)[:, 0] / math.sqrt(keys.shape[-1])
        if self.empty_key is None:
            no_word = torch.full_like(scaled[:, :1], -torch.inf)
        else:
            no_word = queries[:, 0] @ self.empty_key.mT / math.sqrt(keys.shape[-1])
        return torch.cat([no_word, scaled], dim=-1).softmax(dim=-1)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return what the model answers: (sentences, 16)."""
        values = self.v_proj(inputs[:, 1:])
        return (self.weights(inputs)[:, None, 1:] @ values)[:, 0]
