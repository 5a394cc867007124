"""A text of one's own as characters to guess: what is trained on, and what is kept apart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from helpers import expect
from helpers.training import loop
from helpers.training.loop import next_token_loss as loss_of

LENGTH, COUNT = 128, 16  # characters in a window, windows in a batch
APART = 0.1
SHORTEST = 20 * LENGTH
OPTIONS = {"learning_rate": 2e-3, "optimizer": torch.optim.AdamW, "warm_up": 100, "clip": 1.0}


@dataclass(frozen=True, eq=False)
class Text:
    """A text as tokens, each a character: most of it to train on, its end kept apart.

    characters : all that occur in the text, sorted; the token of each is its place
    training   : (n,), the tokens to train on
    apart      : (m,), those behind them, which no training sees
    """

    characters: tuple[str, ...]
    training: torch.Tensor
    apart: torch.Tensor

    def tokens(self, string: str) -> torch.Tensor:
        """Return the token of each character: (n,); ValueError names those that the text lacks."""
        numbers = {character: token for token, character in enumerate(self.characters)}
        unknown = sorted(set(string) - set(numbers))
        if unknown:
            named = ", ".join(map(repr, unknown))
            raise ValueError(f"expected characters that occur in the text, got {named}")
        return torch.tensor([numbers[character] for character in string], dtype=torch.long)

    def string(self, tokens: torch.Tensor) -> str:
        """Return the characters of tokens (n,) in a row."""
        return "".join(self.characters[token] for token in tokens.tolist())


def read(path: str | Path) -> Text:
    """Return the text that a file holds.

    The file is UTF-8, with or without the mark that Windows puts before it, or UTF-16 with its
    mark. The line ends of Windows become those of Unix. A tenth, the end, is kept apart.

    Raises ValueError for a file that is no such text, or is empty or too short; FileNotFoundError
    where there is none of this name; another OSError where it cannot be opened.
    """
    if not Path(path).is_file():
        raise FileNotFoundError(
            f"{path}: expected the name of a text file in {Path.cwd()}, where this notebook runs, "
            "or its whole path; found no such file"
        )
    content = Path(path).read_bytes()
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        string = content.decode(encoding)
    except UnicodeDecodeError as error:
        came = f"byte {content[error.start]:#04x} at place {error.start}"
        raise ValueError(_no_text(path, came)) from None
    if "\0" in string:
        raise ValueError(_no_text(path, f"byte 0x00 at place {content.index(0)}"))
    return split(string.replace("\r\n", "\n").replace("\r", "\n"), Path(path).name)


def split(string: str, name: str = "the text") -> Text:
    """Return a string as a `Text`; ValueError, with its name, where that cannot be."""
    if len(string) < SHORTEST:
        raise ValueError(f"{name}: expected {SHORTEST:,} characters or more, got {len(string):,}")
    if len(set(string)) < 2:
        raise ValueError(
            f"{name}: expected 2 different characters or more, got {string[0]!r} alone"
        )
    text = Text(tuple(sorted(set(string))), *torch.empty(2, 0, dtype=torch.long))
    tokens = text.tokens(string)
    return Text(text.characters, *tokens.tensor_split([round((1 - APART) * len(tokens))]))


def drawn(
    text: Text, seed: int, *, length: int = LENGTH, count: int = COUNT
) -> Callable[[], tuple[torch.Tensor, torch.Tensor]]:
    """Return a function that draws windows of the part to train on, for `loop.train`.

    Each call gives inputs (count, length), from places drawn at random, and their targets: the same
    windows one character further on. Raises ValueError for windows longer than the part.
    """
    length = expect.count("length", length, most=len(text.training) - 1)
    starts, count = len(text.training) - length, expect.count("count", count)
    generator = torch.Generator().manual_seed(expect.seed(seed))
    windows = text.training.unfold(0, length + 1, 1)  # (starts, length + 1), a view

    def draw():
        chosen = windows[torch.randint(starts, (count,), generator=generator)]
        return chosen[:, :-1], chosen[:, 1:]

    return draw


def learn(
    model: nn.Module,
    text: Text,
    seed: int,
    *,
    steps: int,
    watch: Sequence[Callable[[int, float, nn.Module], object]] = (),
) -> list[float]:
    """Train a model in place on windows of a text and return its losses, as `loop.train` does.

    model : gives logits (b, n, characters) for tokens (b, n), with n up to LENGTH
    """
    return loop.train(model, drawn(text, seed), loss_of, steps=steps, watch=watch, **OPTIONS)


@torch.no_grad()
def loss(
    model: Callable[[torch.Tensor], torch.Tensor], tokens: torch.Tensor, *, length: int = LENGTH
) -> float:
    """Return the loss per character in a text, the mean over windows side by side.

    model  : gives logits (b, length, characters) for tokens (b, length)
    tokens : (n,); what fills no window at the end is left out

    The first characters of a window have little before them to go by. Raises ValueError for a text
    shorter than a window and one more.
    """
    rows = (len(tokens) - 1) // expect.count("length", length)
    if rows < 1:
        raise ValueError(f"expected {length + 1} tokens or more, got {len(tokens)}")
    inputs = tokens[: rows * length].view(rows, length)
    targets = tokens[1 : rows * length + 1].view(rows, length)
    pairs = zip(inputs.split(COUNT), targets.split(COUNT), strict=True)
    losses = (loss_of(model(some), goal).item() * len(some) for some, goal in pairs)
    return sum(losses) / rows


def pair_counts(text: Text) -> torch.Tensor:
    """Return how often each character (row) was followed by each (column), and one: (c, c).

    Counted in the part to train on. As a model: `lambda tokens: counts.log()[tokens]`.
    """
    size = len(text.characters)
    counts = torch.ones(size, size)
    at = text.training[:-1], text.training[1:]
    return counts.index_put_(at, torch.tensor(1.0), accumulate=True)


def _no_text(path, came):
    """Return what is said of a file that is not text."""
    return (
        f"{Path(path).name}: expected a text in UTF-8, got {came}; open it in an editor and save "
        "it as plain text with the encoding UTF-8"
    )
