"""Exercise 18.6: the loss of guessing each next token."""

import numpy as np
import torch

from helpers.checks.build_it_yourself.made import with_drawn
from helpers.checks.build_it_yourself.parts import Part
from helpers.checks.kinds.function import Mistake, explaining
from helpers.language_model import LanguageModel
from helpers.learner.calls import TroubleError

LAST_ASKED = (
    "Your model also reads the last token of each row. Nothing follows it, so there is nothing to "
    "guess, and here the model has no place for it: leave it out."
)
CUT = "Your loss has no notes to walk back along, so nothing can be learned. Which line cuts it?"


def _pairs(logits, tokens):
    """Return logits and targets of the places that have a next token."""
    return logits[:, :-1], tokens[:, 1:]


def _inside(lengths, n):
    """Return which targets (b, n - 1) stand within their text."""
    return torch.arange(1, n) < lengths[:, None]


@torch.no_grad()
def _loss(
    model,
    tokens,
    lengths,
    *,
    pairs=_pairs,
    inside=_inside,
    surprise=lambda logits: -logits.log_softmax(-1),
    mean=lambda losses, counted: losses[counted].mean(),
):
    """Return the loss as an array (1,), right by default.

    pairs  : takes logits (b, n, words) and tokens (b, n), and returns logits and targets
    inside : takes lengths and n, and returns which places count    surprise : of the logits
    mean   : takes the losses of all places and which count
    """
    room = model.places.num_embeddings
    logits = model(tokens[:, :room])
    if tokens.shape[1] > room:  # its row is asked for by no way that is right
        logits = torch.cat([logits, torch.zeros_like(logits[:, :1])], dim=1)
    logits, targets = pairs(logits, tokens)
    losses = surprise(logits).gather(-1, targets[..., None])[..., 0]
    return mean(losses, inside(lengths, tokens.shape[1])[:, : losses.shape[1]]).reshape(1)


def _with(words, *ways):
    """Return the mistake of somebody who goes one of these ways instead: {step: function}."""
    return Mistake(words, *(lambda *given, way=way: _loss(*given, **way) for way in ways))


def _broken(logits):
    b, n, words = logits.shape
    return logits.reshape(b, words, n).transpose(1, 2)


def _everywhere(lengths, n):
    return torch.ones(len(lengths), n, dtype=torch.bool)


def _up_to(lengths, n):
    return torch.arange(n) < lengths[:, None]


MISTAKES = (
    _with(
        "Your targets are not shifted: each token has to guess itself, which it has read. Which "
        "token is to be guessed from row k?",
        {"pairs": lambda logits, tokens: (logits, tokens), "inside": _up_to},
        {"pairs": lambda logits, tokens: (logits[:, :-1], tokens[:, :-1])},
        {"pairs": lambda logits, tokens: (logits[:, :-1], tokens[:, :-1]), "inside": _up_to},
        {"pairs": lambda logits, tokens: (logits, tokens), "inside": _everywhere},
        {"pairs": lambda logits, tokens: (logits[:, :-1], tokens[:, :-1]), "inside": _everywhere},
    ),
    _with(
        "Your targets are shifted the wrong way: each token has to guess the one before it.",
        {"pairs": lambda logits, tokens: (logits[:, 1:], tokens[:, :-1])},
        {"pairs": lambda logits, tokens: (logits[:, 1:-1], tokens[:, :-2])},
        {"pairs": lambda logits, tokens: (logits[:, 1:], tokens[:, :-1]), "inside": _everywhere},
    ),
    _with(
        "Your targets are shifted by a roll, so the last place has to guess the first token.",
        {"pairs": lambda logits, tokens: (logits, tokens.roll(-1, 1)), "inside": _up_to},
        {"pairs": lambda logits, tokens: (logits, tokens.roll(-1, 1)), "inside": _everywhere},
    ),
    _with(
        "The padding is counted: behind a short text the model is asked to guess what only fills "
        "the row.",
        {"inside": _everywhere},
    ),
    _with(
        "One place of the padding is counted in each short text: its last token has nothing to "
        "guess.",
        {"inside": lambda lengths, n: torch.arange(n - 1) < lengths[:, None]},
    ),
    _with(
        "The last token of each text is not counted as a target. A text of 5 tokens gives 4 "
        "guesses.",
        {"inside": lambda lengths, n: torch.arange(n - 1) < lengths[:, None] - 2},
    ),
    _with(
        "You sum the losses of the places. The mean is asked for: with a sum, longer texts would "
        "make a longer step.",
        {"mean": lambda losses, counted: losses[counted].sum()},
    ),
    _with(
        "You take the mean over all places, the padding with 0 among them. Divide by the places "
        "that count.",
        {"mean": lambda losses, counted: (losses * counted).mean()},
    ),
    _with(
        "You divide the sum by the number of texts. Divide by the places that count.",
        {"mean": lambda losses, counted: losses[counted].sum() / len(losses)},
    ),
    Mistake(
        "Wherever the token 0 is to be guessed, your loss leaves it out. Within a text it is a "
        "token like others: `lengths` says what is padding.",
        lambda model, tokens, lengths: _loss(
            model, tokens, lengths, inside=lambda lengths, n: tokens[:, 1:] != 0
        ),
        lambda model, tokens, lengths: _loss(
            model, tokens, lengths, inside=lambda *how: _inside(*how) & (tokens[:, 1:] != 0)
        ),
    ),
    _with(
        "You take the mean of each text first, so a place of a short text counts for more. Every "
        "place counts alike.",
        {"mean": lambda losses, n: ((losses * n).sum(1) / n.sum(1)).mean()},
    ),
    _with(
        "Softmax runs twice: `cross_entropy` takes logits, and makes their softmax itself.",
        {"surprise": lambda logits: -logits.softmax(-1).log_softmax(-1)},
    ),
    _with(
        "You take the logits themselves. Their softmax and its logarithm come first.",
        {"surprise": lambda logits: -logits},
    ),
    _with(
        "Your softmax shares out among the places. Each place shares out among the words.",
        {"surprise": lambda logits: -logits.log_softmax(1)},
    ),
    _with(
        "You ask for the end of each row alone. Every place of a text gives a guess.",
        {
            "pairs": lambda logits, tokens: (logits[:, -2:-1], tokens[:, -1:]),
            "inside": _everywhere,
        },
    ),
    _with(
        "To have the words in front of the places you break the table anew, so the logits stand "
        "with other words. Two axes are to be exchanged.",
        {"pairs": lambda logits, tokens: (_broken(logits[:, :-1]), tokens[:, 1:])},
    ),
    _with("The minus is missing.", {"surprise": lambda logits: logits.log_softmax(-1)}),
    _with(
        "You take the shares without their logarithm.",
        {"surprise": lambda logits: logits.softmax(-1)},
        {"surprise": lambda logits: -logits.softmax(-1)},
        {"surprise": lambda logits: 1 - logits.softmax(-1)},
    ),
    _with(
        "Your logarithm is to base 2. The natural one is asked for.",
        {"surprise": lambda logits: -logits.log_softmax(-1) / np.log(2)},
    ),
)


def _run(given, model, tokens, lengths):
    """Return a learner's loss, or say that it cannot be learned from."""
    with explaining(ValueError, "a text must have", LAST_ASKED):
        loss = given(model, tokens, lengths)
    if isinstance(loss, torch.Tensor) and not loss.requires_grad:
        raise TroubleError(CUT)
    if isinstance(loss, torch.Tensor) and loss.numel() == 1:
        return loss.reshape(1)
    return loss


def texts_and_model(rng, lengths, room=1, size=0.6):
    """Return a model with drawn numbers of this size, texts of these lengths, and the lengths.

    room : how many places the model has beyond what it needs
    """
    lengths = torch.tensor([int(length) for length in lengths])
    n = int(lengths.max())
    model = LanguageModel(7, d_model=8, num_heads=2, blocks=1, longest=n - 1 + room)
    tokens = torch.from_numpy(rng.integers(7, size=(len(lengths), n)))
    tokens[torch.arange(n) >= lengths[:, None]] = 0
    tokens[:, 1] = 0  # in the midst of a text it is a token like others
    return with_drawn(model, rng, size), tokens, lengths


next_token_loss = Part(
    name="next_token_loss",
    expected=_loss,
    shown=texts_and_model(np.random.default_rng(0), [6, 4, 3]),
    draw=lambda rng: texts_and_model(rng, rng.permutation([3, 4, 5, 7])[: rng.integers(3, 5)]),
    mistakes=MISTAKES,
    also={
        "texts that fill all places": texts_and_model(np.random.default_rng(1), [5, 5, 3], room=0)
    },
    done="One text gives a task at every place but its last, and the padding gives none.",
    run=_run,
    library="torch",
)
