"""Attention in torch: the steps of `helpers.attention`, with projections that can be trained.

Shapes: b sentences, n queries, m keys, h heads. A single sentence may come without its b: then b
is missing everywhere. Queries are rows and keys are columns, as in NumPy.
"""

import contextlib
import math
from collections.abc import Callable

import torch
from torch import nn
from torch.nn import functional

from helpers import expect


class SelfAttention(nn.Module):
    """One head of attention that learns its queries, keys and values: softmax(Q Kᵀ/√d_k) V.

    d_in  : width of the embeddings, d_model in the paper
    d_out : width of queries, keys and values, so d_k = d_v = d_out, and of the context
    bias  : whether each projection also adds a learned vector

    q_proj, k_proj and v_proj are `nn.Linear`, made in this order. A Linear computes x weightᵀ: the
    paper's W_Q is `q_proj.weight.T`, of shape (d_in, d_out). There is no W_O.

    Raises ValueError for a width that is not a whole number from 1.
    Source: Attention Is All You Need (2017), equation 1. In torch:
    `functional.scaled_dot_product_attention` after three Linear layers.
    """

    def __init__(self, d_in: int, d_out: int, *, bias: bool = False) -> None:
        super().__init__()
        d_in, d_out = expect.count("d_in", d_in), expect.count("d_out", d_out)
        self.q_proj = nn.Linear(d_in, d_out, bias=bias)
        self.k_proj = nn.Linear(d_in, d_out, bias=bias)
        self.v_proj = nn.Linear(d_in, d_out, bias=bias)

    def forward(
        self,
        x: torch.Tensor,
        memory: torch.Tensor | None = None,
        *,
        allowed: torch.Tensor | None = None,
        return_weights: bool = False,
    ) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
        """Return the context of every row of x, and the weights where asked for.

        x              : (b, n, d_in)
        memory         : (b, m, d_in), what keys and values come from; None is x itself, m = n
        allowed        : (n, m) or (b, n, m) bool, True where a query may look; 1 may stand for
                         n or b where it is the same for all. A hidden row must be finite, too:
                         its weight is 0, and 0 times NaN or inf is NaN in every row that hides it
        return_weights : compute step by step instead of fused, and keep the weights
        returns        : context (b, n, d_out), or (context, weights (b, n, m))

        Raises ValueError for shapes that do not fit, or for a query that may look nowhere (not
        inside torch.compile, torch.export and vmap, which cannot look at values).
        """
        memory = _expect_inputs(x, memory, self.q_proj.in_features)
        queries, keys, values = self.q_proj(x), self.k_proj(memory), self.v_proj(memory)
        one_head = (part.unsqueeze(-3) for part in (queries, keys, values))  # (b, 1, n, d_out)
        context, weights = _attend(*one_head, allowed, return_weights=return_weights)
        context = context.squeeze(-3)  # (b, n, d_out)
        return (context, weights.squeeze(-3)) if return_weights else context  # (b, n, m)


class MultiHeadAttention(nn.Module):
    """Several heads that attend side by side, and a learned mixture of what they bring.

    d_in         : width of the embeddings, d_model in the paper
    d_out        : width of all heads together and of the output; each has d_k = d_v = d_out / h
    num_heads    : h, a divisor of d_out
    num_kv_heads : g, a divisor of h: each head's keys and values serve h / g queries in a row
                   (grouped-query attention; 1 is multi-query attention); None is h
    bias         : whether the three projections of the heads also add a learned vector
    causal       : hide later keys; the last query is aligned with the last key
    dropout      : fraction of the weights that training sets to 0, from 0 to below 1
    turn         : takes queries (b, h, n, d_k) and keys (b, g, m, d_k) and returns both, turned by
                   their positions (RoPE, for example), before they are compared

    q_proj, k_proj, v_proj and out_proj (with a bias) are `nn.Linear`, made in this order. Head i
    owns rows i·d_k to (i + 1)·d_k of the first three `.weight`; W_O is `out_proj.weight.T`.

    Raises ValueError when num_heads does not divide d_out or num_kv_heads num_heads, or for a
    number out of its range or not whole.
    Source: Attention Is All You Need (2017), section 3.2.2; GQA (Ainslie et al., 2023) for
    num_kv_heads. In torch: `nn.MultiheadAttention`, where `in_proj_weight` holds the weights of
    q_proj, k_proj and v_proj one below the other.
    """

    def __init__(
        self,
        d_in: int,
        d_out: int,
        num_heads: int,
        *,
        num_kv_heads: int | None = None,
        bias: bool = False,
        causal: bool = False,
        dropout: float = 0.0,
        turn: Callable[[torch.Tensor, torch.Tensor], tuple[torch.Tensor, torch.Tensor]]
        | None = None,
    ) -> None:
        super().__init__()
        d_in, d_out = expect.count("d_in", d_in), expect.count("d_out", d_out)
        num_heads = expect.divisor("num_heads", num_heads, "d_out", d_out)
        num_kv_heads = num_heads if num_kv_heads is None else num_kv_heads
        num_kv_heads = expect.divisor("num_kv_heads", num_kv_heads, "num_heads", num_heads)
        dropout = expect.number("dropout", dropout, least=0, below=1)
        self.num_heads, self.num_kv_heads = num_heads, num_kv_heads
        self.causal, self.dropout, self.turn = causal, dropout, turn
        shared = d_out // num_heads * num_kv_heads
        self.q_proj = nn.Linear(d_in, d_out, bias=bias)
        self.k_proj = nn.Linear(d_in, shared, bias=bias)
        self.v_proj = nn.Linear(d_in, shared, bias=bias)
        self.out_proj = nn.Linear(d_out, d_out)

    def forward(
        self,
        x: torch.Tensor,
        memory: torch.Tensor | None = None,
        *,
        allowed: torch.Tensor | None = None,
        cache: dict[str, torch.Tensor] | None = None,
        return_weights: bool = False,
    ) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
        """Return the mixed contexts of every row of x, and each head's weights where asked for.

        x              : (b, n, d_in)
        memory         : (b, m, d_in), what keys and values come from; None is x itself, m = n
        allowed        : (n, m), (b, n, m) or (b, h, n, m) bool, True where a query may look; 1
                         may stand for n, b or h where it is the same for all. A hidden row must
                         be finite, too, as in `SelfAttention`
        cache          : the "keys" and "values" (b, g, m, d_k) of the rows before, an empty dict
                         at first; those of x (or memory) are added to them, and m counts them all
        return_weights : compute step by step instead of fused, and keep the weights
        returns        : output (b, n, d_out), or (output, weights (b, h, n, m)); the weights are
                         those used, after dropout

        Raises ValueError for shapes that do not fit, a query that may look nowhere (not inside
        torch.compile, torch.export and vmap, which cannot look at values), or more queries than
        keys where it is causal.
        """
        memory = _expect_inputs(x, memory, self.q_proj.in_features)
        projected = self.q_proj(x), self.k_proj(memory), self.v_proj(memory)
        queries, keys, values = map(self.split_heads, projected)
        if cache:
            keys, values = _behind(cache["keys"], keys), _behind(cache["values"], values)
        longer = {"keys": keys, "values": values}
        if self.turn is not None:
            queries, keys = self.turn(queries, keys)
        context, weights = _attend(
            queries,
            keys,
            values,
            allowed,
            causal=self.causal,
            dropout=self.dropout if self.training else 0.0,
            return_weights=return_weights,
        )
        if cache is not None:
            cache.update(longer)
        beside = context.transpose(-3, -2)  # (b, n, h, d_k), from (b, h, n, d_k)
        output = self.out_proj(beside.flatten(-2))  # (b, n, d_out), from (b, n, h · d_k)
        return (output, weights) if return_weights else output

    def split_heads(self, projected):
        """Turn (b, n, h · d_k) into (b, h, n, d_k): every head its own columns."""
        d_k = self.out_proj.in_features // self.num_heads
        heads = projected.unflatten(-1, (-1, d_k))  # (b, n, h, d_k)
        return heads.transpose(-3, -2)  # (b, h, n, d_k)

    def extra_repr(self) -> str:
        """Return what `print` shows beside the four layers."""
        shared = self.num_kv_heads != self.num_heads
        kv_heads = f"num_kv_heads={self.num_kv_heads}, " if shared else ""
        return f"num_heads={self.num_heads}, {kv_heads}causal={self.causal}, dropout={self.dropout}"


def _attend(queries, keys, values, allowed, *, causal=False, dropout=0.0, return_weights=False):
    """Return context (b, h, n, d_v), and weights (b, h, n, m) or None.

    SDPA's own `is_causal` aligns the first query with the first key: for n = m, and only then, it
    means the same as ours.
    """
    n, m = queries.shape[-2], keys.shape[-2]
    if causal and n > m:
        raise ValueError(f"causal attention needs at least as many keys as queries, got {n=}, {m=}")
    if (group := queries.shape[-3] // keys.shape[-3]) > 1:  # heads in a row share keys and values
        keys, values = (part.repeat_interleave(group, dim=-3) for part in (keys, values))
    causal = causal and n > 1  # a single query is the last, which may look everywhere
    fused_causal = causal and allowed is None and n == m and not return_weights
    if allowed is not None:
        allowed = _expect_allowed(allowed, (*_shape(queries)[:-1], m), queries.device)
    if causal and not fused_causal:
        past = torch.ones(n, m, dtype=torch.bool, device=queries.device).tril(m - n)
        allowed = past if allowed is None else allowed & past
    if allowed is not None:
        _expect_some_key(allowed)
    if not return_weights:
        context = functional.scaled_dot_product_attention(
            queries, keys, values, allowed, dropout, is_causal=fused_causal
        )
        return context, None
    with _without_autocast(queries.device.type):
        return _step_by_step(queries, keys, values, allowed, dropout)


def _step_by_step(queries, keys, values, allowed, dropout):
    """Return context and weights in the dtype of the values, computed in float32 or wider.

    The fused function computes so, too: a float16 ends at 65504, which scores may well pass.
    """
    wide = torch.promote_types(values.dtype, torch.float32)
    scaled = queries.to(wide) / math.sqrt(queries.shape[-1]) @ keys.to(wide).mT  # (b, h, n, m)
    if allowed is not None:
        scaled = scaled.masked_fill(~allowed, -math.inf)
    weights = functional.dropout(scaled.softmax(dim=-1), dropout)
    return (weights @ values.to(wide)).to(values.dtype), weights.to(values.dtype)


def _without_autocast(device_type):
    """Return a context in which no product is computed in a narrower dtype than it's given."""
    if torch.amp.is_autocast_available(device_type):
        return torch.autocast(device_type, enabled=False)
    return contextlib.nullcontext()  # the meta device has none


def _behind(held, new):
    """Return the rows (b, g, m, d_k) of a cache and the new ones behind them."""
    if held.shape[:-2] != new.shape[:-2] or held.shape[-1] != new.shape[-1]:
        raise ValueError(f"the cache must fit new rows {_shape(new)}, got {_shape(held)}")
    return torch.cat([held, new], dim=-2)


def _expect_inputs(x, memory, d_in):
    """Return the memory, x itself where there is none, or say which shape does not fit."""
    memory = x if memory is None else memory
    for name, rows in {"x": x, "memory": memory}.items():
        if rows.ndim not in (2, 3) or rows.shape[-1] != d_in or rows.shape[-2] == 0:
            raise ValueError(
                f"{name} must be (b, n, d_in) or (n, d_in) with d_in={d_in}, got {_shape(rows)}"
            )
    if x.shape[:-2] != memory.shape[:-2]:
        raise ValueError(
            f"x and memory must hold as many sentences, got x {_shape(x)}, memory {_shape(memory)}"
        )
    return memory


def _expect_allowed(allowed, shape, device):
    """Return the mask, made to broadcast to the scores' shape (b, h, n, m), or say what is wrong.

    A mask (b, n, m) has no heads: it gets an axis of 1 there, or its b would be taken for them.
    """
    allowed = torch.as_tensor(allowed, device=device)
    if allowed.dtype != torch.bool:
        raise ValueError(
            f"allowed must be boolean, True where a query may look, got {allowed.dtype}"
        )
    sizes = _shape(allowed)
    if len(sizes) == 3 and len(shape) == 4:
        allowed = allowed.unsqueeze(1)  # (b, 1, n, m)
    pairs = zip(allowed.shape[-2::-1], shape[-2::-1], strict=False)
    sized = all(size in (1, whole) for size, whole in pairs)
    if not (2 <= len(sizes) <= len(shape) and sizes[-1] == shape[-1] and sized):
        raise ValueError(f"allowed must fit the scores {shape}, got {sizes}")
    return allowed


def _expect_some_key(allowed):
    """Raise ValueError for a query that may look nowhere, where the mask's values can be seen.

    Where they can't, such a query's row of the output is not defined.
    """
    blind = ~allowed.any(dim=-1)
    if is_seen(blind.any()):
        query, m = int(blind.nonzero()[0, -1]), allowed.shape[-1]
        raise ValueError(f"query {query} may look nowhere: allow it at least one of {m} keys")


def is_seen(flag):
    """Return whether a tensor with one bool is True, and is seen to be.

    Inside torch.compile, torch.export and vmap, and on the meta device, no tensor has a value to
    look at, and a raise that depends on one is no operation: there it's never seen. RuntimeError:
    the value can't be read for another reason, such as too little memory.
    """
    if torch.compiler.is_compiling():
        return False
    try:
        return bool(flag)
    except RuntimeError:
        if _has_storage(flag):  # so its value could not be read for some graver reason
            raise
        return False


def _has_storage(tensor):
    """Return whether a tensor has memory of its own: those of vmap, meta and fake mode haven't."""
    try:
        return tensor.untyped_storage().device.type != "meta"
    except NotImplementedError:  # what vmap answers
        return False


def _shape(tensor):
    return tuple(tensor.shape)
