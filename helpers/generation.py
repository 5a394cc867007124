"""Writing with a language model: new tokens alone, beside the keys and values of those before."""

from typing import NamedTuple

import torch
from torch.nn import functional

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
    """Return the logits of new tokens, computed beside a cache, and the cache with them in it.

    tokens  : (b, n), or (n,) for a single text: a whole beginning (prefill), one token (decoding),
              or any number of them
    cache   : what the step before returned, which stays as it was; None at the beginning of a text
    returns : logits (b, n, words), those that `model` gives in these places of the whole text, but
              without gradients; and a `Cache` of all its tokens

    Raises ValueError for a text longer than the model's `longest` or empty, a token that is no
    word, a model without its mask, or the cache of another model or of another number of texts.
    Source: Fast Transformer Decoding (Shazeer, 2019), section 2.4, writes out such a step.
    """
    if not all(block.attention.causal for block in model.blocks):
        raise ValueError("every block must be causal: else a new token changes the old rows")
    rows = model.embedded(tokens, cache.length if cache else 0)
    texts = rows if rows.ndim == 3 else rows.unsqueeze(0)  # torch's fused path needs all four axes
    _expect_cache(cache, model, len(texts))
    keys, values = [], []
    for i, block in enumerate(model.blocks):
        past = (cache.keys[i], cache.values[i]) if cache else None
        added, *kept = _attend(block.attention, block.attention_norm(texts), past)
        keys.append(kept[0])
        values.append(kept[1])
        texts = texts + added
        texts = texts + block.mlp(block.mlp_norm(texts))
    logits = model.unembed(model.norm(texts))
    return logits.view(*rows.shape[:-1], logits.shape[-1]), Cache(tuple(keys), tuple(values))


def _attend(attention, rows, past):
    """Return what one block's attention adds to new rows, and all keys and values so far.

    rows : (b, n, d_model), of the new tokens alone
    past : keys and values (b, h, m - n, d_k) of the tokens before, or None
    """
    projected = attention.q_proj(rows), attention.k_proj(rows), attention.v_proj(rows)
    queries, keys, values = map(attention.split_heads, projected)
    if past is not None:
        keys, values = torch.cat([past[0], keys], dim=-2), torch.cat([past[1], values], dim=-2)
    n, m = queries.shape[-2], keys.shape[-2]
    allowed = None
    if 1 < n < m:  # the last query stands at the last key; a single one may look everywhere
        allowed = torch.ones(n, m, dtype=torch.bool, device=rows.device).tril(m - n)
    context = functional.scaled_dot_product_attention(
        queries, keys, values, attn_mask=allowed, is_causal=n == m
    )
    return attention.out_proj(context.transpose(-3, -2).flatten(-2)), keys, values


def _expect_cache(cache, model, texts):
    """Raise ValueError for a cache that this model has not made, or not of as many texts."""
    if cache is None:
        return
    attention = model.blocks[0].attention
    width = attention.k_proj.out_features // attention.num_heads
    wanted = len(model.blocks), texts, attention.num_heads, width
    b, h, _, d_k = cache.keys[0].shape
    if (len(cache.keys), b, h, d_k) != wanted:
        raise ValueError(
            "the cache must hold, as model and tokens do, (blocks, texts, heads, d_k) = "
            f"{wanted}, got {(len(cache.keys), b, h, d_k)}"
        )
