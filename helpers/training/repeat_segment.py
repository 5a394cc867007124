"""A task that takes two layers: say what followed this token the last time."""

import torch
from torch import nn

from helpers import expect
from helpers.layers import SelfAttention
from helpers.training import loop

LETTERS = "abcdefghijkl"  # how the tokens are shown
SYMBOLS = len(LETTERS)
SHORTEST, LONGEST = 6, 12  # of a segment
IGNORED = -100  # a target that does not count, as `functional.cross_entropy` has it


def draw(
    generator: torch.Generator | None = None, *, sentences: int = 64, repeats: bool = True
) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw sentences that say a random segment twice, and the token that follows each token.

    generator : where the random numbers come from; None is torch's own, see `torch.manual_seed`
    repeats   : whether a token may stand several times in a segment
    inputs    : (sentences, n), long, from 0 to 11; n is twice a length drawn from 6 to 12
    targets   : (sentences, n), long: the next token in the repeated half; −100, which is not
                counted, in the first half and in the last row, which nothing follows

    Raises ValueError for fewer than 1 sentence.
    """
    sentences = expect.count("sentences", sentences)
    length = int(torch.randint(SHORTEST, LONGEST + 1, (), generator=generator))
    if repeats:
        segments = torch.randint(SYMBOLS, (sentences, length), generator=generator)
    else:
        order = torch.rand(sentences, SYMBOLS, generator=generator).argsort(dim=1)
        segments = order[:, :length]
    inputs = segments.repeat(1, 2)
    targets = inputs.roll(-1, dims=1)
    targets[:, :length] = targets[:, -1] = IGNORED
    return inputs, targets


class Repeater(nn.Module):
    """Layers of attention with one head each, in which no token sees a later one.

    layers  : how many, at least 1; each adds to every token what it brings
    width   : of a token, of queries, keys and values
    longest : tokens of the longest sentence

    A token's row begins as its own vector plus that of its place, both learned; a Linear turns its
    last row into scores.

    Raises ValueError for a number of layers or a `longest` below 1, or a width that is not whole
    and at least 1.
    """

    def __init__(self, layers: int, width: int = 32, longest: int = 2 * LONGEST) -> None:
        super().__init__()
        layers, longest = expect.count("layers", layers), expect.count("longest", longest)
        width = expect.count("width", width)
        self.layers = nn.ModuleList(SelfAttention(width, width) for _ in range(layers))
        self.tokens = nn.Embedding(SYMBOLS, width)
        self.places = nn.Embedding(longest, width)
        self.unembed = nn.Linear(width, SYMBOLS)

    def weights(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return every layer's weights: (layers, b, n, n).

        Raises IndexError for a place that has no learned vector.
        """
        return self._attend(inputs)[1]

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return a score for each token that may come next: (b, n, 12).

        Raises IndexError for a place that has no learned vector.
        """
        return self.unembed(self._attend(inputs)[0])

    def _attend(self, inputs):
        """Return the last rows (b, n, width) and the weights of all layers."""
        n = inputs.shape[-1]
        allowed = torch.ones(n, n, dtype=torch.bool).tril()
        rows, found = self.tokens(inputs) + self.places(torch.arange(n)), []
        for layer in self.layers:
            context, weights = layer(rows, allowed=allowed, return_weights=True)
            rows = rows + context
            found.append(weights)
        return rows, torch.stack(found)


loss_of = loop.next_token_loss  # of the repeated half: nothing else counts


def share_right(model: nn.Module, inputs: torch.Tensor, targets: torch.Tensor) -> float:
    """Return the share of the repeated half in which the largest score is the next token's."""
    counts = targets != IGNORED
    with torch.no_grad():
        found = model(inputs).argmax(dim=-1)
    return (found == targets)[counts].float().mean().item()


def one_back(weights: torch.Tensor) -> float:
    """Return the mean weight that a row gives to the place before it, the first row left out.

    weights : (b, n, n), one head's, n at least 2

    Raises ValueError for weights of another shape.
    """
    weights = _expect_maps(weights)
    if weights.shape[-1] < 2:
        raise ValueError("expected at least 2 places: the first has none before it")
    return weights.diagonal(-1, dim1=-2, dim2=-1).mean().item()


def behind_match(weights: torch.Tensor, inputs: torch.Tensor) -> float:
    """Return the mean weight that a row gives to the places behind its token's earlier ones.

    weights : (b, n, n), one head's
    inputs  : (b, n), numbers of tokens, of any vocabulary

    A row counts if its token has stood before. Where it stood several times, the weights on all
    the places behind are added.

    Raises ValueError for weights and inputs that do not fit, or where no token comes again.
    """
    weights, inputs = _expect_maps(weights), torch.as_tensor(inputs)
    if inputs.shape != weights.shape[:2]:
        raise ValueError(
            f"inputs must be (b, n) for weights (b, n, n) {tuple(weights.shape)}, got "
            f"{tuple(inputs.shape)}"
        )
    same = inputs[:, :, None] == inputs[:, None, :]
    earlier = same.tril(-1)  # [row, place]: the row's token stood at this earlier place
    behind = earlier.roll(1, dims=-1)  # nothing rolls over: no place is earlier than itself
    comes_again = earlier.any(dim=-1)
    if not comes_again.any():
        raise ValueError("expected a token that comes again, got none")
    return (weights * behind).sum(dim=-1)[comes_again].mean().item()


def _expect_maps(weights):
    """Return the weights as a tensor without notes, or say that they are not (b, n, n)."""
    weights = torch.as_tensor(weights).detach()
    if weights.ndim != 3 or weights.shape[-1] != weights.shape[-2] or 0 in weights.shape:
        raise ValueError(f"weights must be (b, n, n), of one head, got {tuple(weights.shape)}")
    return weights
