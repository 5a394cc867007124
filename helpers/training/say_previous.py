"""A task that needs order: each word must say what the word before it has to say."""

import torch
from torch import nn

from helpers import expect

CONTENT, WIDTH = 8, 32  # numbers that a word has to say; numbers of a word inside the model
KINDS = ("none", "learned", "sinusoids", "rotation", "mask")
BASE = 10_000.0  # the lowest frequency is near 1 / BASE


def draw(
    generator: torch.Generator | None = None, *, sentences: int = 32, words: int = 16
) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw sentences, and what each word but the first must say.

    generator : where the random numbers come from; None is torch's own, see `torch.manual_seed`
    inputs    : (sentences, words, 8), random N(0, 1)
    answers   : (sentences, words - 1, 8), each word's the input of the word before it

    Raises ValueError for fewer than 1 sentence or 2 words.
    """
    sentences, words = expect.count("sentences", sentences), expect.count("words", words, least=2)
    inputs = torch.randn(sentences, words, CONTENT, generator=generator)
    return inputs, inputs[:, :-1]


class SayPrevious(nn.Module):
    """One head of attention, whose words get their places in one of five ways.

    positions : "none"; "learned", an `nn.Embedding` with a row per place, or "sinusoids", both
                added to the words; "rotation" of queries and keys; "mask", hides later words
    longest   : words of the longest sentence, for "learned" alone

    A Linear widens each word from 8 to 32 numbers; queries, keys and values (8) are made of these.

    Raises ValueError for another kind of positions, or for `longest` below 1.
    """

    def __init__(self, positions: str, longest: int = 16) -> None:
        super().__init__()
        if positions not in KINDS:
            raise ValueError(f"positions must be one of {', '.join(KINDS)}, got {positions!r}")
        longest = expect.count("longest", longest)
        self.positions = positions
        self.widen = nn.Linear(CONTENT, WIDTH)
        self.q_proj, self.k_proj = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.v_proj = nn.Linear(WIDTH, CONTENT)
        self.places = nn.Embedding(longest, WIDTH) if positions == "learned" else None

    def weights(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return each word's weights: (sentences, words, words)."""
        return self._attend(inputs)[0]

    def weights_of_last(
        self, inputs: torch.Tensor, places: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Return the last word's weights alone: (sentences, words).

        places : (words,), where each word is said to stand; 0, 1, 2 … when left out

        Raises IndexError for a place that has no learned vector.
        """
        rows, places = self._placed(self.widen(inputs), places)
        queries, keys = self.q_proj(rows[:, -1:]), self.k_proj(rows)
        return self._scaled(queries, keys, places[-1:], places)[:, 0].softmax(dim=-1)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return what each word but the first answers: (sentences, words - 1, 8).

        Raises IndexError for a place that has no learned vector.
        """
        weights, values = self._attend(inputs)
        return (weights @ values)[:, 1:]

    def _attend(self, inputs):
        """Return the weights and the values."""
        rows, places = self._placed(self.widen(inputs))
        scaled = self._scaled(self.q_proj(rows), self.k_proj(rows), places, places)
        if self.positions == "mask":
            later = torch.ones(scaled.shape[-2:], dtype=torch.bool).triu(1)
            scaled = scaled.masked_fill(later, -torch.inf)
        return scaled.softmax(dim=-1), self.v_proj(rows)

    def _placed(self, rows, places=None):
        """Return the rows, to each its place's vector added where there is one, and the places."""
        if places is None:
            places = torch.arange(rows.shape[-2])
        if self.positions == "learned":
            rows = rows + self.places(places)
        if self.positions == "sinusoids":
            waves = _clocks(places)
            rows = rows + torch.stack([waves.imag, waves.real], dim=-1).flatten(-2)
        return rows, places

    def _scaled(self, queries, keys, asking, places):
        """Return the scaled scores; `asking` are the queries' positions."""
        if self.positions == "rotation":
            queries, keys = _turned(queries, asking), _turned(keys, places)
        return queries @ keys.mT / WIDTH**0.5


def _clocks(places):
    """Return e^(i · position · frequency) for each position and frequency: (words, 16), complex."""
    frequencies = BASE ** (-torch.arange(0, WIDTH, 2, dtype=torch.float64) / WIDTH)
    angles = places.double()[:, None] * frequencies
    return torch.polar(torch.ones_like(angles), angles).to(torch.complex64)


def _turned(rows, places):
    """Rotate each pair of entries by its position times its frequency."""
    pairs = torch.view_as_complex(rows.unflatten(-1, (-1, 2)).contiguous())
    return torch.view_as_real(pairs * _clocks(places)).flatten(-2)
