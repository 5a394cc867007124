"""A verb that must agree with the first noun of its sentence, however many nouns stand between."""

import torch
from torch import nn
from torch.nn import functional

from helpers import expect
from helpers.layers import SelfAttention
from helpers.training.stories import BETWEEN, LOOKS, PLACES, SEVERAL, THINGS

NOUNS = (*THINGS, *PLACES)
WORDS = ("the", *BETWEEN, *NOUNS, *(SEVERAL[noun] for noun in NOUNS), *LOOKS)
MOST = 32  # phrases between subject and verb
MOST_LOOKS = 2  # adjectives before the subject
LONGEST = 2 + MOST_LOOKS + 3 * MOST  # words
MEAN_OF_SHORT = 4  # phrases, where most sentences are short
LENGTHS = ("mostly short", "all lengths")
WIDTHS = {"RNN": 47, "LSTM": 24, "attention": 28}  # between 5,500 and 6,000 parameters each


def draw(
    phrases: int | str, generator: torch.Generator | None = None, *, sentences: int = 32
) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw beginnings such as "the old keys near the tower", and the verb that follows.

    phrases   : how many like "near the tower" follow the subject, the same in all sentences; or
                how to draw this number from 0 to 32: "mostly short", in which each further phrase
                comes in four cases of five, or "all lengths"
    generator : where the random numbers come from; None is torch's own, see `torch.manual_seed`
    inputs    : (sentences, 2 + looks + 3 · phrases), long, indices in WORDS; looks, how many
                adjectives precede the subject, is drawn from 0 to 2, the same in all sentences;
                every noun is drawn anew, singular or plural, so only its being first tells it
    answers   : (sentences,), long, 0 for "is", where the subject is one thing, 1 for "are"

    Raises ValueError for fewer than 0 phrases, another text, or fewer than 1 sentence.
    """
    sentences = expect.count("sentences", sentences)
    count = _count(phrases, generator)
    nouns = torch.randint(len(NOUNS), (sentences, count + 1), generator=generator)
    several = torch.randint(2, nouns.shape, generator=generator)
    between = 1 + torch.randint(len(BETWEEN), nouns.shape, generator=generator)
    words = [between, torch.zeros_like(nouns), 1 + len(BETWEEN) + nouns + len(NOUNS) * several]
    words = torch.stack(words, dim=-1).flatten(1)[:, 1:]
    looks = (sentences, int(torch.randint(MOST_LOOKS + 1, (), generator=generator)))
    looks = len(WORDS) - len(LOOKS) + torch.randint(len(LOOKS), looks, generator=generator)
    return torch.cat([words[:, :1], looks, words[:, 1:]], dim=1), several[:, 0]


def _count(phrases, generator):
    """Return how many phrases follow the subject."""
    if phrases == "mostly short":
        chance = 1 / (1 + MEAN_OF_SHORT)
        count = torch.empty(()).geometric_(chance, generator=generator) - 1
        return min(int(count), MOST)
    if phrases == "all lengths":
        return int(torch.randint(MOST + 1, (), generator=generator))
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
            for table in (self.embed, self.places):  # each kind starts as it learns best
                nn.init.normal_(table.weight, std=0.1)
        else:
            self.layer = getattr(nn, kind)(width, width, batch_first=True)
        self.kind = kind

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the scores of "is" and "are": (b, 2).

        inputs : (b, n), places in WORDS, n at most 100 for attention

        Raises IndexError for a place that has no learned vector.
        """
        rows = self.embed(inputs)
        if self.kind == "attention":
            rows = rows + self.places(torch.arange(inputs.shape[-1]))
            return self.decide(self.layer(rows[:, -1:], rows)[:, 0])
        return self.decide(self.layer(rows)[0][:, -1])


loss_of = functional.cross_entropy


@torch.no_grad()
def share_right(model: nn.Module, phrases: int) -> float:
    """Return the share of 1,000 new sentences with this many phrases whose verb is right."""
    generator = torch.Generator().manual_seed(99)
    drawn = [draw(phrases, generator, sentences=50) for _ in range(20)]
    right = [(model(inputs).argmax(dim=-1) == answers).float().mean() for inputs, answers in drawn]
    return torch.stack(right).mean().item()
