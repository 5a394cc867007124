"""Layers to compute at random, and other ways to compute them: loops, heads apart, torch's own."""

import math
from typing import NamedTuple

import torch
from hypothesis import strategies as st
from torch import nn

from helpers.attention import causal_mask, padding_mask
from helpers.layers import MultiHeadAttention, SelfAttention

PROJECTIONS = ("q_proj", "k_proj", "v_proj")
MASKS = ("none", "padding", "(n, m)", "(1, m)", "(b, n, m)", "(1, h, n, m)", "(b, h, n, m)")


class Case(NamedTuple):
    """A layer with something to compute, and where its queries may look."""

    layer: MultiHeadAttention
    x: torch.Tensor
    memory: torch.Tensor
    mask: torch.Tensor | None  # what is given as `allowed`
    seen: torch.Tensor  # (b, h, n, m), that and the causal mask together


@st.composite
def cases(draw, square=False, biases=(True, False), crossed=(True, False), masks=MASKS):
    """Draw a layer with inputs; `square` makes d_in equal d_out, as torch's layer wants it."""
    b, n, h = draw(st.integers(1, 3)), draw(st.integers(1, 5)), draw(st.integers(1, 4))
    d_out = h * draw(st.integers(1, 4))
    d_in = d_out if square else draw(st.integers(1, 6))
    causal, cross = draw(st.booleans()), draw(st.sampled_from(crossed))
    m = n + draw(st.integers(0 if causal else 1 - n, 3)) if cross else n
    dtype = draw(st.sampled_from([torch.float32, torch.float64]))
    torch.manual_seed(draw(st.integers(0, 10_000)))
    bias = draw(st.sampled_from(biases))
    g = h if square else draw(st.sampled_from([g for g in range(1, h + 1) if h % g == 0]))
    layer = MultiHeadAttention(d_in, d_out, h, num_kv_heads=g, bias=bias, causal=causal).to(dtype)
    x = torch.randn(b, n, d_in, dtype=dtype, requires_grad=True)
    memory = torch.randn(b, m, d_in, dtype=dtype, requires_grad=True) if cross else x
    mask = _mask(draw(st.sampled_from(masks)), {"b": b, "h": h, "n": n, "m": m, "1": 1})
    seen = torch.ones(b, h, n, m, dtype=torch.bool)
    if mask is not None:
        seen &= mask.unsqueeze(1) if mask.ndim == 3 else mask
    if causal:
        seen &= torch.from_numpy(causal_mask(n, m))
    return Case(layer, x, memory, mask, seen)


def _mask(kind, sizes):
    """Return a random mask of a kind; all see the first key, which no causal mask hides."""
    if kind == "none":
        return None
    if kind == "padding":
        lengths = torch.randint(1, sizes["m"] + 1, (sizes["b"],)).tolist()
        return torch.from_numpy(padding_mask(lengths, sizes["m"]))
    mask = torch.rand([sizes[letter] for letter in kind.strip("()").split(", ")]) < 0.5
    mask[..., 0] = True
    return mask


def head_parameters(layer, head):
    """Return a head's rows of the three projections, by the names of `SelfAttention`."""
    d_k = layer.out_proj.in_features // layer.num_heads
    shared = head // (layer.num_heads // layer.num_kv_heads)
    return {
        name: parameter.unflatten(0, (-1, d_k))[head if name.startswith("q") else shared]
        for name, parameter in layer.named_parameters()
        if not name.startswith("out_proj")
    }


def by_rows(case):
    """Compute one query of one head of one sentence at a time, as by hand."""
    heads = [head_parameters(case.layer, head) for head in range(case.layer.num_heads)]
    sentences = []
    for x, memory, seen in zip(case.x, case.memory, case.seen, strict=True):
        rows = [
            torch.cat([_one_row(head, x[i], memory, seen[h, i]) for h, head in enumerate(heads)])
            for i in range(len(x))
        ]
        sentences.append(torch.stack([case.layer.out_proj(row) for row in rows]))
    return torch.stack(sentences)


def _one_row(head, token, memory, seen):
    """Return one head's context of one token, key by key."""
    query, total, context = _projected(head, "q_proj", token), 0.0, 0.0
    for other, may_look in zip(memory, seen, strict=True):
        if may_look:
            score = (query * _projected(head, "k_proj", other)).sum()
            power = torch.exp(score / math.sqrt(len(query)))
            total, context = total + power, context + power * _projected(head, "v_proj", other)
    return context / total


def _projected(head, name, token):
    """Return the dot products of a token with each row of a projection."""
    numbers = torch.stack([(row * token).sum() for row in head[f"{name}.weight"]])
    return numbers + head[f"{name}.bias"] if f"{name}.bias" in head else numbers


def by_stacked_heads(case):
    """Compute each head as a `SelfAttention` of its own and put them side by side."""
    layer = case.layer
    d_k, bias = layer.out_proj.in_features // layer.num_heads, layer.q_proj.bias is not None
    one = SelfAttention(layer.q_proj.in_features, d_k, bias=bias)
    contexts = [
        torch.func.functional_call(
            one,
            head_parameters(layer, head),
            (case.x, case.memory),
            {"allowed": case.seen[:, head]},
        )
        for head in range(layer.num_heads)
    ]
    return layer.out_proj(torch.cat(contexts, dim=-1))


def by_torch(case):
    """Compute with `nn.MultiheadAttention`, which is given our parameters."""
    layer, width = case.layer, case.layer.out_proj.in_features
    bias = layer.q_proj.bias is not None
    theirs = nn.MultiheadAttention(width, layer.num_heads, bias=bias, batch_first=True)
    ours = dict(layer.named_parameters())
    given = {
        f"in_proj_{kind}": torch.cat([ours[f"{name}.{kind}"] for name in PROJECTIONS])
        for kind in (("weight", "bias") if bias else ("weight",))
    }
    given["out_proj.weight"] = ours["out_proj.weight"]
    if bias:
        given["out_proj.bias"] = ours["out_proj.bias"]
    arguments = {"attn_mask": ~case.seen.flatten(0, 1), "need_weights": False}
    inputs = (case.x, case.memory, case.memory)
    output = torch.func.functional_call(theirs, given, inputs, arguments)[0]
    return output if bias else output + layer.out_proj.bias  # theirs then has no last bias


def fused(case):
    """Compute our layer as it computes when nobody asks for weights."""
    return case.layer(case.x, case.memory, allowed=case.mask)


def step_by_step(case):
    """Compute our layer as it computes when its weights are wanted."""
    return case.layer(case.x, case.memory, allowed=case.mask, return_weights=True)[0]


def with_gradients(compute, case):
    """Return what is computed, and its gradients by the inputs and every parameter."""
    output = compute(case)
    leaves = [case.x, *([] if case.memory is case.x else [case.memory]), *case.layer.parameters()]
    direction = torch.linspace(-1, 1, output.numel(), dtype=output.dtype).view(output.shape)
    gradients = torch.autograd.grad((output * direction).sum(), leaves)
    return [output.detach(), *gradients]
