"""Writing with a language model and a KV cache, so that only new tokens are computed."""

from typing import NamedTuple

import torch

from helpers.language_model import LanguageModel


class Cache(NamedTuple):
    """The keys and the values of all tokens that a model has read, a tensor for each block.

    keys   : each (b, h, m, d_k), for m tokens
    values : each (b, h, m, d_v)
    """

    keys: tuple[torch.Tensor, ...]
    values: tuple[torch.Tensor, ...]

    @property
    def length(self) -> int:
        """Return m, how many tokens it holds."""
        return self.keys[0].shape[-2]

    @property
    def nbytes(self) -> int:
        """Return how many bytes its numbers take."""
        return sum(tensor.nbytes for tensor in (*self.keys, *self.values))


@torch.no_grad()
def step(
    model: LanguageModel, tokens: torch.Tensor, cache: Cache | None = None
) -> tuple[torch.Tensor, Cache]:
    """Return the logits of new tokens, computed with a cache, and the cache with them in it.

    tokens  : (b, n), or (n,) for a single text: a prompt (prefill), one token (decoding), or any
              number of them
    cache   : what the last step returned, which stays as it was; None at the beginning of a text
    returns : logits (b, n, words), those that `model` gives at these positions of the whole text,
              but without gradients; and a `Cache` of all its tokens

    Raises ValueError for a text longer than the model's `longest` or empty, a token that isn't a
    word, a model without its mask, or the cache of another model or of another number of texts.
    Source: Fast Transformer Decoding (Shazeer, 2019), section 2.4, writes out such a step.
    """
    if not all(block.attention.causal for block in model.blocks):
        raise ValueError("every block must be causal: else a new token changes the old rows")
    rows = model.embedded(tokens, cache.length if cache else 0)
    texts = rows if rows.ndim == 3 else rows.unsqueeze(0)  # torch's fused path needs all four axes
    kept: list[dict] = [{} for _ in model.blocks]
    if cache:
        kept = [{"keys": keys, "values": values} for keys, values in zip(*cache, strict=True)]
    if len(kept) != len(model.blocks):
        raise ValueError(f"the cache must hold {len(model.blocks)} blocks, got {len(kept)}")
    for block, own in zip(model.blocks, kept, strict=True):
        texts = block(texts, cache=own)
    logits = model.unembed(model.norm(texts))
    longer = Cache(*(tuple(own[name] for own in kept) for name in Cache._fields))
    return logits.view(*rows.shape[:-1], logits.shape[-1]), longer
