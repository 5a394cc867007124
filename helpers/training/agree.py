"""A verb that must agree with the first noun of its sentence, however many nouns stand between."""

import torch
from torch import nn
from torch.nn import functional

from helpers import expect
from helpers.layers import SelfAttention
from helpers.training.stories import BETWEEN, PLACES, SEVERAL, THINGS

NOUNS = (*THINGS, *PLACES)
WORDS = ("the", *BETWEEN, *NOUNS, *(SEVERAL[noun] for noun in NOUNS))
MOST = 32  # phrases between subject and verb
LONGEST = 2 + 3 * MOST  # words
MEAN_OF_SHORT = 4  # phrases, where most sentences are short
LENGTHS = ("mostly short", "all lengths")
WIDTHS = {"RNN": 48, "LSTM": 24, "attention": 28}  # between 5,400 and 6,000 numbers to learn each


def draw(
    phrases: int | str, generator: torch.Generator | None = None, *, sentences: int = 32
) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw beginnings such as "the keys near the tower in the gardens", and the verb behind them.

    phrases   : how many like "near the tower" follow the subject, the same in all sentences; or
                how to draw this number from 0 to 32: "mostly short", in which each further phrase
                comes in four cases of five, or "all lengths"
    generator : where the random numbers come from; None is torch's own, see `torch.manual_seed`
    inputs    : (sentences, 2 + 3 · phrases), long, places in WORDS; every noun is drawn anew, one
                or several, so that nothing but its place tells the subject from the others
    answers   : (sentences,), long, 0 for "is", where the subject is one thing, 1 for "are"

    Raises ValueError for fewer than 0 phrases, another text, or fewer than 1 sentence.
    """
    sentences = expect.count("sentences", sentences)
    count = _count(phrases, generator)
    nouns = torch.randint(len(NOUNS), (sentences, count + 1), generator=generator)
    several = torch.randint(2, nouns.shape, generator=generator)
    between = 1 + torch.randint(len(BETWEEN), nouns.shape, generator=generator)
    words = [between, torch.zeros_like(nouns), 1 + len(BETWEEN) + nouns + len(NOUNS) * several]
    return torch.stack(words, dim=-1).flatten(1)[:, 1:], several[:, 0]


def _count(phrases, generator):
    """Return how many phrases follow the subject."""
    if phrases == "mostly short":
        chance = 1 / (1 + MEAN_OF_SHORT)
        count = torch.empty(()).geometric_(chance, generator=generator) - 1
        return min(int(count), MOST)
    if phrases == "all lengths":
        return int(torch.randint(MOST + 1, (), generator=generator))
    if isinstance(phrases, str):
        raise ValueError(f"phrases must be a number, or one of {LENGTHS}, got {phrases!r}")
    return expect.count("phrases", phrases, least=0)


class Agreer(nn.Module):
    """Words become rows, one layer reads them, and the last row decides between "is" and "are".

    kind : "RNN" or "LSTM", which carry a state from word to word, or "attention", one head, in
           which the last word looks at all, with a learned vector for each place

    Words and layer are as wide as WIDTHS says, which makes all three equally large to a tenth.

    Raises ValueError for another kind.
    """

    def __init__(self, kind: str) -> None:
        super().__init__()
        if kind not in WIDTHS:
            raise ValueError(f"expected kind to be one of {', '.join(WIDTHS)}, got {kind!r}")
        width = WIDTHS[kind]
        self.embed, self.decide = nn.Embedding(len(WORDS), width), nn.Linear(width, 2)
        if kind == "attention":
            self.places, self.layer = nn.Embedding(LONGEST, width), SelfAttention(width, width)
        else:
            self.layer = getattr(nn, kind)(width, width, batch_first=True)
        self.kind = kind

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the scores of "is" and "are": (b, 2).

        inputs : (b, n), places in WORDS, n at most 98 for attention

        Raises IndexError for a place that has no learned vector.
        """
        rows = self.embed(inputs)
        if self.kind == "attention":
            rows = rows + self.places(torch.arange(inputs.shape[-1]))
            return self.decide(self.layer(rows[:, -1:], rows)[:, 0])
        return self.decide(self.layer(rows)[0][:, -1])


loss_of = functional.cross_entropy


def share_right(model: nn.Module, phrases: int, *, sentences: int = 1000) -> float:
    """Return the share of new sentences with so many phrases whose verb is right."""
    inputs, answers = draw(phrases, torch.Generator().manual_seed(99), sentences=sentences)
    with torch.no_grad():
        return (model(inputs).argmax(dim=-1) == answers).float().mean().item()
