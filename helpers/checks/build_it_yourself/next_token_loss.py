"""Exercise 18.6: the loss of guessing each next token."""

from functools import partial

import numpy as np
import torch

from helpers.checks.build_it_yourself.gradients import with_gradients
from helpers.checks.build_it_yourself.parts import Part, ways_of
from helpers.checks.build_it_yourself.texts import texts_and_model
from helpers.checks.kinds.function import Mistake, explaining
from helpers.learner.calls import TroubleError

LAST_ASKED = (
    "Your model also reads the last token of each row. Nothing follows it, so there is nothing to "
    "guess, and here the model has no place for it: leave it out."
)
PLACES_FIRST = "`cross_entropy` wants (places, words) and (places,). Pick the places first."
NOT_LEFT_OUT = "`cross_entropy` leaves no target out but -100, or what its `ignore_index` names."
ONE_NUMBER = "It should return one number, of shape (): the mean. Yours is shape {}."
CUT = "Your loss has no notes to walk back along, so nothing can be learned. Which line cuts it?"


def _pairs(logits, tokens):
    """Return logits and targets of the places that have a next token."""
    return logits[:, :-1], tokens[:, 1:]


def _inside(lengths, n):
    """Return which targets (b, n - 1) stand within their text."""
    return torch.arange(1, n) < lengths[:, None]


def _loss(
    model,
    tokens,
    lengths,
    *,
    ask=lambda tokens: tokens,
    pairs=_pairs,
    inside=_inside,
    surprise=lambda logits: -logits.log_softmax(-1),
    mean=lambda losses, counted: losses[counted].mean(),
):
    """Return the loss as an array (1,), right by default.

    ask    : which tokens the model reads
    pairs  : takes logits (b, n, words) and tokens (b, n), and returns logits and targets
    inside : takes lengths and n, and returns which places count    surprise : of the logits
    mean   : takes the losses of all places and which count
    """
    room = model.places.num_embeddings
    logits = model(ask(tokens)[:, :room])
    if tokens.shape[1] > room:  # its row is asked for by no way that is right
        logits = torch.cat([logits, torch.zeros_like(logits[:, :1])], dim=1)
    logits, targets = pairs(logits, tokens)
    losses = surprise(logits).gather(-1, targets[..., None])[..., 0]
    return mean(losses, inside(lengths, tokens.shape[1])[:, : losses.shape[1]]).reshape(1)


def _broken(logits):
    b, n, words = logits.shape
    return logits.reshape(b, words, n).transpose(1, 2)


def _for_each(losses, logits):
    return losses[..., None].expand_as(logits)


def _everywhere(lengths, n):
    return torch.ones(len(lengths), n, dtype=torch.bool)


def _up_to(lengths, n):
    return torch.arange(n) < lengths[:, None]


_with = ways_of(_loss)
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
        {
            "ask": lambda tokens: tokens[:, 1:],
            "pairs": lambda logits, tokens: (logits[:, : tokens.shape[1] - 1], tokens[:, :-1]),
        },
    ),
    _with(
        "Your targets are shifted by two places. Each row guesses the token one place further on.",
        {
            "pairs": lambda logits, tokens: (logits[:, :-2], tokens[:, 2:]),
            "inside": lambda lengths, n: torch.arange(2, n) < lengths[:, None],
        },
    ),
    _with(
        "Your targets are shifted by a roll, so the last place has to guess the first token.",
        {"pairs": lambda logits, tokens: (logits, tokens.roll(-1, 1)), "inside": _up_to},
        {"pairs": lambda logits, tokens: (logits, tokens.roll(-1, 1)), "inside": _everywhere},
    ),
    _with(
        "The padding is counted: after a short text the model is asked to guess what only fills "
        "the row.",
        {"inside": _everywhere},
    ),
    _with(
        "A place or two of the padding are counted in each short text: its last token has nothing "
        "to guess.",
        {"inside": lambda lengths, n: torch.arange(n - 1) < lengths[:, None]},
        {"inside": lambda lengths, n: torch.arange(n - 1) <= lengths[:, None]},
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
        "You divide the sum by another number than that of the places that count: by all places, "
        "by all tokens, or by the texts.",
        {"mean": lambda losses, counted: (losses * counted).mean()},
        {"mean": lambda losses, counted: losses[counted].sum() / (counted.sum() + len(losses))},
        {"mean": lambda losses, counted: losses[counted].sum() / len(losses)},
    ),
    _with(
        "Only the first text counts. The mean is over the places of all.",
        {"mean": lambda losses, counted: losses[0][counted[0]].mean()},
    ),
    _with(
        "You take the logarithm of the mean share. The mean of the logarithms is asked for.",
        {"mean": lambda losses, counted: -(-losses[counted]).exp().mean().log()},
    ),
    _with(
        "Your loss never asks which token follows. Of each place, the share of that token counts.",
        {"surprise": lambda logits: _for_each(-logits.log_softmax(-1).mean(-1), logits)},
        {"surprise": lambda logits: _for_each(-logits.log_softmax(-1).amax(-1), logits)},
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
        "You count the end of each text alone. Every place of a text gives a guess.",
        {"inside": lambda lengths, n: torch.arange(1, n) == lengths[:, None] - 1},
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
    """Return a learner's loss as (1,), or say what is no loss to learn from."""

    def asked(tokens, lengths):
        with (
            explaining(ValueError, "a text must have", LAST_ASKED),
            explaining(RuntimeError, "Expected target size", PLACES_FIRST),
            explaining(IndexError, "Target -", NOT_LEFT_OUT),
        ):
            loss = given(model, tokens, lengths)
        if isinstance(loss, torch.Tensor) and loss.ndim:
            raise TroubleError(ONE_NUMBER.format(tuple(loss.shape)))
        if isinstance(loss, torch.Tensor) and not loss.requires_grad:
            raise TroubleError(CUT)
        return loss.reshape(1) if isinstance(loss, torch.Tensor) else loss

    texts, numbers = {"tokens": tokens, "lengths": lengths}, dict(model.named_parameters())
    return with_gradients(asked, partial(_loss, model), texts, numbers, numbers)


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
