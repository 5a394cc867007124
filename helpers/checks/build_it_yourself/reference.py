"""The parts that the capstone falls back on, each built from those below.

Each part's inputs and outputs are described in the notebook, above its exercise.
"""

import torch
from torch import nn
from torch.nn import functional

own = {}  # the reader's, by name, while their checks say that they are right


class Taken:
    """The parts in use: the reader's own, if there is one."""

    def __getattr__(self, name):
        return own[name] if name in own else globals()[name]


parts = Taken()
RowNorm = nn.LayerNorm


def masked_head(queries, keys, values):
    """Return the context of a causal head: (…, n, d_v)."""
    return functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)


class ManyHeads(nn.Module):
    """Causal heads side by side, as in `helpers.layers.MultiHeadAttention`."""

    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.q_proj, self.k_proj, self.v_proj = (
            nn.Linear(d_model, d_model, bias=False) for _ in range(3)
        )
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, rows):
        """Return the mixed contexts of rows (b, n, d_model)."""
        projected = self.q_proj(rows), self.k_proj(rows), self.v_proj(rows)
        heads = (one.unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for one in projected)
        return self.out_proj(parts.masked_head(*heads).transpose(1, 2).flatten(2))


class Block(nn.Module):
    """Attention and MLP, pre-norm, as in `helpers.language_model.Block`."""

    def __init__(self, d_model, num_heads):
        super().__init__()
        self.attention_norm, self.mlp_norm = parts.RowNorm(d_model), parts.RowNorm(d_model)
        self.attention = parts.ManyHeads(d_model, num_heads)
        widths = nn.Linear(d_model, 4 * d_model), nn.Linear(4 * d_model, d_model)
        self.mlp = nn.Sequential(widths[0], nn.ReLU(), widths[1])

    def forward(self, rows):
        """Return rows (b, n, d_model) with what attention and MLP add."""
        rows = rows + self.attention(self.attention_norm(rows))
        return rows + self.mlp(self.mlp_norm(rows))


class Model(nn.Module):
    """Embedding, positions, blocks, norm, unembedding: `helpers.language_model.LanguageModel`."""

    def __init__(self, words, d_model, num_heads, blocks, longest):
        super().__init__()
        self.embed, self.places = nn.Embedding(words, d_model), nn.Embedding(longest, d_model)
        self.blocks = nn.ModuleList(parts.Block(d_model, num_heads) for _ in range(blocks))
        self.norm = parts.RowNorm(d_model)
        self.unembed = nn.Linear(d_model, words, bias=False)

    def forward(self, tokens):
        """Return the logits (b, n, words) of tokens (b, n)."""
        rows = self.embed(tokens) + self.places.weight[: tokens.shape[1]]
        for block in self.blocks:
            rows = block(rows)
        return self.unembed(self.norm(rows))


def next_token_loss(model, tokens, lengths):
    """Return the mean of -log of the share of each next token, padding not counted: ()."""
    logits, targets = model(tokens[:, :-1]), tokens[:, 1:].clone()
    targets[torch.arange(1, tokens.shape[1]) >= lengths[:, None]] = -100  # what torch leaves out
    return functional.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=-100)


def one_step(model, optimizer, tokens, lengths):
    """Take one step of learning, and return the loss before it."""
    loss = parts.next_token_loss(model, tokens, lengths)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def train(model, draw, steps, learning_rate, warm_up, watch):
    """Train a model in place, and return the loss before each step."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    losses = []
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = learning_rate * min(1, (step + 1) / warm_up)
        losses.append(parts.one_step(model, optimizer, *draw()))
        watch(step, losses[-1], model)
    return losses


@torch.no_grad()
def continue_text(model, tokens, count, temperature=0, generator=None):
    """Return tokens (n,) with `count` more, the likeliest or drawn: (n + count,)."""
    for _ in range(count):
        logits = model(tokens[None, -model.places.num_embeddings :])[0, -1]
        if temperature == 0:
            new = logits.argmax(keepdim=True)
        else:
            new = torch.multinomial((logits / temperature).softmax(-1), 1, generator=generator)
        tokens = torch.cat([tokens, new])
    return tokens


@torch.no_grad()
def one_more(model, token, cache):
    """Return the logits (words,) behind one more token, and the cache with it."""
    row, longer = model.embed(token) + model.places.weight[len(cache[0][0])], []  # (d_model,)
    for block, kept in zip(model.blocks, cache, strict=True):
        layer, normed = block.attention, block.attention_norm(row)[None]
        keys, values = (
            torch.cat([old, project(normed)])
            for old, project in zip(kept, (layer.k_proj, layer.v_proj), strict=True)
        )
        longer.append((keys, values))
        heads = (one.unflatten(-1, (layer.num_heads, -1)) for one in (keys, values))
        keys, values = (one.transpose(0, 1) for one in heads)  # (h, m, d_k)
        query = layer.q_proj(normed).view(layer.num_heads, 1, -1)
        context = functional.scaled_dot_product_attention(query, keys, values)
        row = row + layer.out_proj(context.flatten())
        row = row + block.mlp(block.mlp_norm(row))
    return model.unembed(model.norm(row)), longer
