"""What can be read off a context: a linear fit, tested on sentences that it has not seen."""

import torch


def read_off(contexts: torch.Tensor, wanted: torch.Tensor) -> float:
    """Return how well weights and a constant, fitted to half of the sentences, read the others.

    contexts : (sentences, words, width)
    wanted   : (words,), the number that should be read from the context at each place
    returns  : R², the part of the differences that is read: 1 is perfect, 0 no better than to
               answer always with the mean (or worse)

    Raises ValueError for fewer than 2 sentences, or without one wanted number for each word.
    """
    sentences, words, _ = contexts.shape
    if sentences < 2 or wanted.shape != (words,):
        raise ValueError(
            f"expected 2 sentences at least and a wanted number for each of {words} words, got "
            f"{sentences} sentences and wanted of shape {tuple(wanted.shape)}"
        )
    contexts, wanted = contexts.detach().double(), wanted.double()
    with_ones = torch.cat([contexts, torch.ones_like(contexts[..., :1])], dim=-1)
    known, new = with_ones[: sentences // 2], with_ones[sentences // 2 :]
    fit = torch.linalg.lstsq(known.flatten(0, 1), wanted.repeat(len(known))[:, None]).solution
    missed = ((new @ fit)[..., 0] - wanted).square().mean() / wanted.var(correction=0)
    return max(0.0, 1 - missed.item())
