"""Right and wrong answers to the exercises of notebook 18."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from answers.case import right, right_each, wrong
from helpers.checks.build_it_yourself import parts
from helpers.language_model import Block as WholeBlock
from helpers.layers import MultiHeadAttention

NAME = "masked_head"


@right(NAME, "torch's fused call")
def by_fused_call(queries, keys, values):
    return functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)


@right(NAME, "einsum, a large minus added")
def by_einsum(queries, keys, values):
    n, d_k = queries.shape[-2:]
    scores = torch.einsum("...id,...jd->...ij", queries, keys) * d_k**-0.5
    weights = (scores + torch.full((n, n), -1e9).triu(1)).softmax(dim=-1)
    return torch.einsum("...ij,...jd->...id", weights, values)


@right(NAME, "a loop over the tokens")
def by_tokens(queries, keys, values):
    rows = []
    for i in range(queries.shape[-2]):
        seen = keys[..., : i + 1, :]
        scores = (seen @ queries[..., i, :, None])[..., 0] / keys.shape[-1] ** 0.5
        weights = scores.softmax(-1)
        rows.append((weights[..., None] * values[..., : i + 1, :]).sum(-2))
    return torch.stack(rows, dim=-2)


NAME = "ManyHeads"


class FourLayers(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads, self.d_k = num_heads, d_model // num_heads
        self.q_proj = nn.Linear(d_model, d_model, bias=False)
        self.k_proj = nn.Linear(d_model, d_model, bias=False)
        self.v_proj = nn.Linear(d_model, d_model, bias=False)
        self.out_proj = nn.Linear(d_model, d_model)


@right(NAME, "a loop over the heads")
class ByLoop(FourLayers):
    def forward(self, rows):
        found = []
        for i in range(self.num_heads):
            own = slice(i * self.d_k, (i + 1) * self.d_k)
            roles = self.q_proj(rows), self.k_proj(rows), self.v_proj(rows)
            found.append(parts.masked_head(*(one[..., own] for one in roles)))
        return self.out_proj(torch.cat(found, dim=-1))


@right(NAME, "einsum, its own mask")
class ByEinsum(FourLayers):
    def forward(self, rows):
        h = self.num_heads
        q, k, v = (
            layer(rows).unflatten(2, (h, -1)) for layer in (self.q_proj, self.k_proj, self.v_proj)
        )
        scores = torch.einsum("bihd,bjhd->bhij", q, k) / self.d_k**0.5
        future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
        weights = scores.masked_fill(future, -torch.inf).softmax(-1)
        return self.out_proj(torch.einsum("bhij,bjhd->bihd", weights, v).flatten(2))


@right(NAME, "chunks that are stacked")
class ByChunks(FourLayers):
    def forward(self, rows):
        q, k, v = (
            torch.stack(layer(rows).chunk(self.num_heads, dim=-1), dim=1)
            for layer in (self.q_proj, self.k_proj, self.v_proj)
        )
        return self.out_proj(torch.cat(parts.masked_head(q, k, v).unbind(1), dim=-1))


wrong(NAME, "an object", "an instance of the class")(ByLoop(4, 2))

right_each(
    NAME,
    {
        "the helper": lambda d_model, num_heads: MultiHeadAttention(
            d_model, d_model, num_heads, causal=True
        )
    },
)


NAME = "RowNorm"


class WeightAndBias(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))


@right(NAME, "var and rsqrt")
class ByVar(WeightAndBias):
    def forward(self, rows):
        variance, mean = torch.var_mean(rows, -1, correction=0, keepdim=True)
        return self.bias + self.weight * (rows - mean) * torch.rsqrt(variance + 1e-5)


@right(NAME, "a loop over the tokens of all texts")
class ByTokens(WeightAndBias):
    def forward(self, rows):
        normed = []
        for row in rows.reshape(-1, rows.shape[-1]):
            off = row - row.sum() / len(row)
            normed.append(off / (off.dot(off) / len(row) + 1e-5) ** 0.5)
        return torch.stack(normed).reshape(rows.shape) * self.weight + self.bias


right_each(NAME, {"torch's own": nn.LayerNorm})


NAME = "Block"


class TwoNorms(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.attention = parts.ManyHeads(d_model, num_heads)
        self.attention_norm, self.mlp_norm = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.mlp = nn.Sequential(
            nn.Linear(d_model, d_model * 4), nn.ReLU(), nn.Linear(d_model * 4, d_model)
        )


@right(NAME, "names for the steps, the MLP by hand")
class ByHand(TwoNorms):
    def forward(self, x):
        heard = self.attention(self.attention_norm(x)) + x
        widened = torch.relu(heard_again := self.mlp[0](self.mlp_norm(heard)))
        assert heard_again.shape == widened.shape
        return heard + self.mlp[2](widened)


@right(NAME, "a loop over the two parts, the MLP from a list")
class ByLoopOfParts(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        layers = [nn.Linear(d_model, 4 * d_model), nn.ReLU(), nn.Linear(4 * d_model, d_model)]
        self.mlp = nn.Sequential(*layers)
        self.attention = MultiHeadAttention(d_model, d_model, num_heads, causal=True)
        self.attention_norm, self.mlp_norm = parts.RowNorm(d_model), parts.RowNorm(d_model)

    def forward(self, rows):
        for norm, part in ((self.attention_norm, self.attention), (self.mlp_norm, self.mlp)):
            rows = rows + part(norm(rows))
        return rows


right_each(NAME, {"the helper's": WholeBlock})


NAME = "Model"


class Tables(nn.Module):
    def __init__(self, words, d_model, num_heads, blocks, longest):
        super().__init__()
        self.embed = nn.Embedding(words, d_model)
        self.places = nn.Embedding(longest, d_model)
        self.blocks = nn.ModuleList([parts.Block(d_model, num_heads) for _ in range(blocks)])
        self.norm = parts.RowNorm(d_model)
        self.unembed = nn.Linear(d_model, words, bias=False)


@right(NAME, "Sequential, slices of the places")
class BySequential(Tables):
    def __init__(self, words, d_model, num_heads, blocks, longest):
        super().__init__(words, d_model, num_heads, blocks, longest)
        self.blocks = nn.Sequential(*(WholeBlock(d_model, num_heads) for _ in range(blocks)))

    def forward(self, tokens):
        b, n = tokens.shape
        start = self.embed(tokens) + self.places.weight[:n].expand(b, n, -1)
        return self.unembed(self.norm(self.blocks(start)))


@right(NAME, "a product of the table, a list of modules")
class ByProduct(nn.Module):
    def __init__(self, words, d_model, num_heads, blocks, longest):
        super().__init__()
        self.places, self.embed = nn.Embedding(longest, d_model), nn.Embedding(words, d_model)
        self.blocks = nn.ModuleList()
        for _ in range(blocks):
            self.blocks.append(parts.Block(d_model, num_heads))
        self.unembed = nn.Linear(d_model, words, bias=False)
        self.norm = nn.LayerNorm(d_model)

    def forward(self, tokens):
        one_hot = functional.one_hot(tokens, self.embed.num_embeddings).float()
        rows = one_hot @ self.embed.weight
        rows = torch.stack([row + self.places.weight[: len(row)] for row in rows])
        for k in range(len(self.blocks)):
            rows = self.blocks[k](rows)
        return torch.einsum("bnd,wd->bnw", self.norm(rows), self.unembed.weight)


NAME = "next_token_loss"


@right(NAME, "a target that does not count")
def by_ignored_targets(model, tokens, lengths):
    logits = model(tokens[:, :-1])
    targets = tokens[:, 1:].clone()
    for row, length in zip(targets, lengths.tolist(), strict=True):
        row[length - 1 :] = -100
    return functional.cross_entropy(logits.transpose(1, 2), targets)


@right(NAME, "a loop over the texts")
def by_texts(model, tokens, lengths):
    losses = []
    for text, length in zip(tokens, lengths, strict=True):
        logits = model(text[None, : length - 1])[0]
        shares = torch.softmax(logits, dim=-1)
        losses.append(-shares[torch.arange(length - 1), text[1:length]].log())
    return torch.cat(losses).mean()


@right(NAME, "gather, weighted")
def by_gather(model, tokens, lengths):
    logs = model(tokens[:, :-1]).log_softmax(dim=-1)
    losses = -logs.gather(2, tokens[:, 1:].unsqueeze(-1)).squeeze(-1)
    counts = (torch.arange(1, tokens.shape[1]).repeat(len(tokens), 1) < lengths.view(-1, 1)).float()
    return (losses * counts).sum() / counts.sum()


NAME = "one_step"


@right(NAME, "cleared by the model")
def cleared_by_the_model(model, optimizer, tokens, lengths):
    model.zero_grad()
    loss = by_texts(model, tokens, lengths)
    loss.backward()
    nn.utils.clip_grad_norm_(list(model.parameters()), max_norm=1)
    optimizer.step()
    return float(loss.detach())


@right(NAME, "a closure")
def by_closure(model, optimizer, tokens, lengths):
    def closure():
        optimizer.zero_grad()
        loss = parts.next_token_loss(model, tokens, lengths)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        return loss

    return optimizer.step(closure).item()


@right(NAME, "shortened by hand")
def shortened_by_hand(model, optimizer, tokens, lengths):
    optimizer.zero_grad(set_to_none=False)
    loss = by_gather(model, tokens, lengths)
    loss.backward()
    gradients = [one.grad for one in model.parameters()]
    length = torch.cat([one.flatten() for one in gradients]).norm()
    if length > 1:
        for one in gradients:
            one /= length
    optimizer.step()
    return loss.detach().numpy()


@wrong(NAME, "an optimizer of its own", "What moves them?")
def makes_its_own(model, optimizer, tokens, lengths):
    return cleared_by_the_model(model, torch.optim.SGD(model.parameters(), lr=0.1), tokens, lengths)


NAME = "train"


@right(NAME, "a scheduler")
def by_scheduler(model, draw, steps, learning_rate, warm_up, watch):
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda k: min(1.0, (k + 1) / warm_up))
    losses = np.zeros(steps)
    for k in range(steps):
        tokens, lengths = draw()
        losses[k] = parts.one_step(model, optimizer, tokens, lengths)
        schedule.step()
        watch(k, losses[k], model)
    return losses


@right(NAME, "while, all in one")
def all_in_one(model, draw, steps, learning_rate, warm_up, watch):
    model.train()
    optimizer = torch.optim.AdamW(list(model.parameters()))
    history = []
    while len(history) < steps:
        batch = draw()
        for group in optimizer.param_groups:
            group["lr"] = (
                learning_rate
                if len(history) >= warm_up
                else (len(history) + 1) * learning_rate / warm_up
            )
        loss = cleared_by_the_model(model, optimizer, *batch)
        watch(len(history), loss, model)
        history += [loss]
    return tuple(history)


NAME = "continue_text"


@right(NAME, "a list of numbers")
@torch.no_grad()
def with_a_list(model, tokens, count, temperature=0, generator=None):
    text = tokens.tolist()
    for _ in range(count):
        logits = model(torch.tensor([text[-len(model.places.weight) :]]))[0][-1]
        if temperature > 0:
            powers = torch.exp((logits - logits.max()) / temperature)
            text.append(torch.multinomial(powers / powers.sum(), 1, generator=generator).item())
        else:
            text.append(int(torch.argmax(logits)))
    return torch.tensor(text)


@right(NAME, "a batch of one to the end")
def as_a_batch(model, tokens, count, temperature=0, generator=None):
    batch = tokens.unsqueeze(0)
    while batch.shape[1] < len(tokens) + count:
        last = model(batch[:, -model.places.num_embeddings :])[:, -1, :]
        if temperature:
            new = torch.multinomial(
                functional.softmax(last / temperature, dim=1), 1, generator=generator
            )
        else:
            new = last.topk(1).indices
        batch = torch.hstack([batch, new])
    return batch.squeeze(0)


NAME = "one_more"


@right(NAME, "the heads at once")
@torch.no_grad()
def heads_at_once(model, token, cache):
    row = model.embed(token) + model.places.weight[len(cache[0][0])]
    longer = []
    for block, (keys, values) in zip(model.blocks, cache, strict=True):
        layer, normed = block.attention, block.attention_norm(row)[None]
        keys = torch.cat([keys, layer.k_proj(normed)])
        values = torch.cat([values, layer.v_proj(normed)])
        longer.append((keys, values))
        q, k, v = (
            one.unflatten(-1, (layer.num_heads, -1)).transpose(0, 1)
            for one in (layer.q_proj(normed), keys, values)
        )
        weights = (q @ k.mT / k.shape[-1] ** 0.5).softmax(-1)
        row = row + layer.out_proj((weights @ v).flatten())
        row = row + block.mlp(block.mlp_norm(row))
    return model.unembed(model.norm(row)), longer


@right(NAME, "a loop over the heads")
def loop_over_heads(model, token, cache):
    m, h = cache[0][0].shape[0], model.blocks[0].attention.num_heads
    row, longer = model.embed(token) + model.places(torch.tensor(m)), []
    for block, kept in zip(model.blocks, cache, strict=True):
        normed = block.attention_norm(row)
        keys, values = (
            torch.vstack([old, layer(normed)])
            for old, layer in zip(
                kept, (block.attention.k_proj, block.attention.v_proj), strict=True
            )
        )
        query, d_k = block.attention.q_proj(normed), len(row) // h
        contexts = []
        for i in range(h):
            own = slice(i * d_k, (i + 1) * d_k)
            weights = torch.softmax(keys[:, own] @ query[own] / math.sqrt(d_k), dim=0)
            contexts.append(weights @ values[:, own])
        row = row + block.attention.out_proj(torch.cat(contexts))
        row = row + block.mlp(block.mlp_norm(row))
        longer += [[keys, values]]
    return model.unembed(model.norm(row)), longer


@right(NAME, "einsum, a table of one row")
def by_einsum_of_one_row(model, token, cache):
    rows, longer = model.embed(token[None]) + model.places.weight[len(cache[0][0])], []
    for k, block in enumerate(model.blocks):
        layer, normed = block.attention, block.attention_norm(rows)
        keys = torch.cat((cache[k][0], layer.k_proj(normed)), dim=0)
        values = torch.cat((cache[k][1], layer.v_proj(normed)), dim=0)
        split = [
            one.unflatten(1, (layer.num_heads, -1)) for one in (layer.q_proj(normed), keys, values)
        ]
        scores = torch.einsum("ihd,jhd->hij", *split[:2]) * split[0].shape[-1] ** -0.5
        context = torch.einsum("hij,jhd->ihd", scores.softmax(-1), split[2]).flatten(1)
        rows = rows + layer.out_proj(context)
        rows = rows + block.mlp(block.mlp_norm(rows))
        longer.append((keys, values))
    return model.unembed(model.norm(rows))[0], longer
