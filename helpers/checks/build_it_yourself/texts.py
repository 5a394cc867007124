"""Padded texts with a small model, its right loss, and all that it has learned."""

import torch
from torch import nn

from helpers.checks.build_it_yourself.made import with_drawn
from helpers.language_model import LanguageModel


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


def loss_of(model, tokens, lengths):
    """Return the mean of -log of the share of each next token, with its notes."""
    logits, targets = model(tokens[:, :-1]), tokens[:, 1:]
    losses = -logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    return losses[torch.arange(1, tokens.shape[1]) < lengths[:, None]].mean()


def numbers_of(model):
    """Return all that a model has learned as one array."""
    return nn.utils.parameters_to_vector(model.parameters()).detach().numpy().astype(float)
