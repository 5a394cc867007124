"""Right and wrong answers to the exercises of notebook 18."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from answers.case import right, right_each, wrong, wrong_each
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


wrong_each(
    NAME,
    {
        "for one text only": (
            lambda q, k, v: (
                (q @ k.T / k.shape[1] ** 0.5 + torch.full((len(q), len(q)), -1e9).triu(1)).softmax(
                    1
                )
                @ v
            ),
            "two texts of three heads each",
        ),
        "NumPy": (lambda q, k, v: by_fused_call(q, k, v).numpy(), "torch tensor"),
        "no notes": (torch.no_grad()(by_fused_call), "lost its notes"),
        "through NumPy": (
            lambda *roles: torch.tensor(by_fused_call(*roles).numpy()),
            "lost its notes",
        ),
        "queries cut off": (
            lambda q, k, v: by_fused_call(q.detach(), k, v),
            "the gradient of `queries` is not",
        ),
        "keys turned over whole": (
            lambda q, k, v: (
                (q @ k.T / k.shape[1] ** 0.5)
                .masked_fill(torch.ones(len(k), len(k)).triu(1).bool(), -torch.inf)
                .softmax(-1)
                @ v
            ),
            "last two axes",
        ),
    },
)


@wrong(NAME, "undivided, and the mask after softmax", "Two things at once. The mask comes after")
def masks_late_undivided(queries, keys, values):
    return (queries @ keys.mT).softmax(-1).tril() @ values


@wrong(NAME, "a low score among them", "It was called with `queries = [[")
def hides_by_the_lowest(queries, keys, values):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    hidden = torch.ones(scores.shape[-2:]).triu(1).bool()
    return scores.masked_fill(hidden, scores.min().item() - 1).softmax(-1) @ values


NAME = "ManyHeads"


class FourLayers(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads, self.d_k = num_heads, d_model // num_heads
        self.q_proj = nn.Linear(d_model, d_model, bias=False)
        self.k_proj = nn.Linear(d_model, d_model, bias=False)
        self.v_proj = nn.Linear(d_model, d_model, bias=False)
        self.out_proj = nn.Linear(d_model, d_model)


@right(NAME, "view and transpose")
class ByView(FourLayers):
    def forward(self, rows):
        b, n, d_model = rows.shape
        q = self.q_proj(rows).view(b, n, self.num_heads, self.d_k).transpose(1, 2)
        k = self.k_proj(rows).view(b, n, self.num_heads, self.d_k).transpose(1, 2)
        v = self.v_proj(rows).view(b, n, self.num_heads, self.d_k).transpose(1, 2)
        out = parts.masked_head(q, k, v)
        return self.out_proj(out.transpose(1, 2).contiguous().view(b, n, d_model))


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


def heads(split=None, join=None, attend=None, finish=True):
    """Return a class that goes these ways instead."""
    split = split or (lambda rows, h: rows.unflatten(-1, (h, -1)).transpose(1, 2))
    join = join or (lambda heads: heads.transpose(1, 2).flatten(2))
    attend = attend or by_fused_call

    class Heads(FourLayers):
        def forward(self, rows):
            roles = self.q_proj(rows), self.k_proj(rows), self.v_proj(rows)
            joined = join(attend(*(split(one, self.num_heads) for one in roles)))
            return self.out_proj(joined) if finish else joined

    return Heads


def begun(change):
    """Return a class whose `__init__` changes something at its end."""

    class Heads(ByView):
        def __init__(self, d_model, num_heads):
            super().__init__(d_model, num_heads)
            change(self, d_model, num_heads)

    return Heads


class NamesThemH(FourLayers):
    def __init__(self, d_model, num_heads):
        super().__init__(d_model, num_heads)
        self.h = num_heads
        del self.num_heads

    def forward(self, rows):
        projections = self.q_proj, self.k_proj, self.v_proj
        roles = (one(rows).unflatten(-1, (self.h, -1)).transpose(1, 2) for one in projections)
        return self.out_proj(by_fused_call(*roles).transpose(1, 2).flatten(2))


wrong_each(
    NAME,
    {
        "no out_proj, no mask": (
            heads(attend=functional.scaled_dot_product_attention, finish=False),
            "Two things at once. `out_proj` is forgotten",
        ),
        "a bias": (
            begun(lambda self, d, h: setattr(self, "k_proj", nn.Linear(d, d))),
            "not asked for: `k_proj.bias`",
        ),
        "out_proj without bias": (
            begun(lambda self, d, h: setattr(self, "out_proj", nn.Linear(d, d, bias=False))),
            "missing: `out_proj.bias`",
        ),
        "num_heads under another name": (NamesThemH, "asks for it"),
        "projections of a head": (
            begun(lambda self, d, h: setattr(self, "q_proj", nn.Linear(d, d // h, bias=False))),
            "`q_proj.weight` should be shape (24, 24)",
        ),
        "another name": (
            begun(lambda self, d, h: setattr(self, "W_O", nn.Linear(d, d))),
            "not asked for: `W_O.weight`",
        ),
        "the mask as a buffer": (
            begun(lambda self, d, h: self.register_buffer("mask", torch.ones(9, 9))),
            "not asked for: `mask`",
        ),
        "no arguments": (
            type(NAME, (nn.Module,), {"__init__": lambda self: None}),
            "d_model, num_",
        ),
        "an object": (ByView(4, 2), "an object made of the class"),
        "no forward": (FourLayers, "no method called"),
        "no register": (
            type(NAME, (nn.Module,), {"__init__": lambda *_: None, "forward": lambda *_: 1}),
            "must come first",
        ),
        "detached": (
            type(NAME, (ByView,), {"forward": lambda self, x: ByView.forward(self, x).detach()}),
            "lost its notes",
        ),
        "rows cut off": (
            type(NAME, (ByView,), {"forward": lambda self, x: ByView.forward(self, x.detach())}),
            "the gradient of `rows` is not",
        ),
        "heads cut off": (
            heads(attend=lambda *roles: by_fused_call(*roles).detach()),
            "the gradient of `rows` is not",
        ),
    },
)
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


def plain(self, d_model):
    nn.Module.__init__(self)
    self.weight, self.bias = torch.ones(d_model), torch.zeros(d_model)


def buffered(self, d_model):
    nn.Module.__init__(self)
    self.register_buffer("weight", torch.ones(d_model))
    self.register_buffer("bias", torch.zeros(d_model))


def norm(compute):
    """Return a class with this `forward`, without weight and bias at its end."""
    return type(
        NAME,
        (WeightAndBias,),
        {"forward": lambda self, rows: compute(rows) * self.weight + self.bias},
    )


def normed(rows, axis=-1, epsilon=1e-5, **how):
    variance = rows.var(axis, keepdim=True, **how)
    return (rows - rows.mean(axis, keepdim=True)) / (variance + epsilon).sqrt()


wrong_each(
    NAME,
    {
        "begun with weights 0": (
            type(NAME, (nn.LayerNorm,), {"reset_parameters": lambda self: empty(self)}),
            "each weight should be 1",
        ),
        "gain and shift": (
            type("Gain", (nn.LayerNorm,), {"__init__": lambda self, d: gained(self, d)}),
            "not asked for: `gain`",
        ),
        "plain tensors": (
            type("Plain", (nn.Module,), {"__init__": plain, "forward": lambda self, rows: rows}),
            "`weight` is a plain tensor",
        ),
        "buffers": (
            type("Kept", (nn.Module,), {"__init__": buffered, "forward": lambda self, rows: rows}),
            "`weight` is a buffer",
        ),
        "variance cut off": (
            norm(
                lambda rows: (
                    (rows - rows.mean(-1, keepdim=True))
                    / (rows.var(-1, keepdim=True, correction=0).detach() + 1e-5).sqrt()
                )
            ),
            "the gradient of `rows` is not",
        ),
        "of a sample, undivided by the root": (
            norm(lambda r: (r - r.mean(-1, keepdim=True)) / (r.var(-1, keepdim=True) + 1e-5)),
            "Two things at once. Your variance divides by one less than the width",
        ),
        "1 added to the weight": (
            type(
                NAME,
                (WeightAndBias,),
                {"forward": lambda s, rows: normed(rows, correction=0) * (1 + s.weight) + s.bias},
            ),
            "It was called with `rows` of shape (4, 4, 4).",
        ),
        "weights of a row": (lambda d_model: nn.LayerNorm((1, d_model)), "should be shape (4,)"),
        "a table that learns nothing": (
            type(NAME, (nn.Module,), {"forward": lambda self, rows: rows}),
            "takes d_model",
        ),
    },
)


def empty(self):
    nn.init.zeros_(self.weight)
    nn.init.zeros_(self.bias)


def gained(self, d_model):
    nn.LayerNorm.__init__(self, d_model)
    self.gain = nn.Parameter(torch.ones(d_model))


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


def block(step, start=lambda self, d: None):
    """Return a class that takes this step with attention and with MLP."""

    class Other(TwoNorms):
        def __init__(self, d_model, num_heads):
            super().__init__(d_model, num_heads)
            start(self, d_model)

        def forward(self, rows):
            return step(step(rows, self.attention_norm, self.attention), self.mlp_norm, self.mlp)

    return Other


def pre(rows, norm, part):
    return rows + part(norm(rows))


def mlp_of(*layers):
    return lambda self, d: setattr(self, "mlp", nn.Sequential(*(make(d) for make in layers)))


def wide(d):
    return nn.Linear(d, 4 * d)


def back(d):
    return nn.Linear(4 * d, d)


wrong_each(
    NAME,
    {
        "no ReLU": (block(pre, mlp_of(wide, back)), "Is the ReLU missing"),
        "post-norm, then no path": (
            type(
                NAME,
                (TwoNorms,),
                {
                    "forward": lambda s, rows: s.mlp(
                        s.mlp_norm(s.attention_norm(rows + s.attention(rows)))
                    )
                },
            ),
            "Two things at once. Post-norm round the attention",
        ),
        "not widened": (
            block(
                pre,
                mlp_of(lambda d: nn.Linear(d, d), lambda d: nn.ReLU(), lambda d: nn.Linear(d, d)),
            ),
            "`mlp.0.weight` should be shape (48, 12)",
        ),
        "a class for a norm": (
            block(
                pre,
                lambda self, d: [
                    delattr(self, "mlp_norm"),
                    setattr(self, "mlp_norm", nn.LayerNorm),
                ],
            ),
            "`mlp_norm` is a class",
        ),
        "the path cut off": (
            block(lambda x, norm, part: x.detach() + part(norm(x))),
            "the gradient of `rows` is not",
        ),
        "attention cut off": (
            block(lambda x, norm, part: x + torch.no_grad()(part)(norm(x))),
            "the gradient of `rows` is not",
        ),
        "one norm for both": (
            block(pre, lambda self, d: setattr(self, "mlp_norm", self.attention_norm)),
            "one and the same",
        ),
        "a list of layers": (
            block(
                pre,
                lambda self, d: [delattr(self, "mlp"), setattr(self, "mlp", [wide(d), back(d)])],
            ),
            "`mlp` is a plain list",
        ),
    },
)


NAME = "Model"


class Tables(nn.Module):
    def __init__(self, words, d_model, num_heads, blocks, longest):
        super().__init__()
        self.embed = nn.Embedding(words, d_model)
        self.places = nn.Embedding(longest, d_model)
        self.blocks = nn.ModuleList([parts.Block(d_model, num_heads) for _ in range(blocks)])
        self.norm = parts.RowNorm(d_model)
        self.unembed = nn.Linear(d_model, words, bias=False)


@right(NAME, "a loop over the blocks")
class ByBlocks(Tables):
    def forward(self, tokens):
        rows = self.embed(tokens) + self.places(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            rows = block(rows)
        return self.unembed(self.norm(rows))


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


def model(embed=None, say=None, blocks=None, start=None):
    """Return a class that goes these ways instead."""

    class Other(Tables):
        def __init__(self, *sizes):
            super().__init__(*sizes)
            if start:
                start(self, *sizes)

        def forward(self, tokens):
            places = self.places.weight[: tokens.shape[1]]
            rows = embed(self, tokens) if embed else self.embed(tokens) + places
            for block in blocks(self.blocks) if blocks else self.blocks:
                rows = block(rows)
            return say(self, rows) if say else self.unembed(self.norm(rows))

    return Other


wrong_each(
    NAME,
    {
        "only one block called": (model(blocks=lambda blocks: blocks[:1]), "calls only one"),
        "one block, twice in the list": (
            model(
                start=lambda self, words, d, h, count, longest: setattr(
                    self, "blocks", nn.ModuleList([parts.Block(d, h)] * count)
                )
            ),
            "one and the same",
        ),
        "a plain list": (
            model(
                start=lambda self, words, d, h, count, longest: [
                    delattr(self, "blocks"),
                    setattr(self, "blocks", [parts.Block(d, h) for _ in range(count)]),
                ]
            ),
            "`blocks` is a plain list",
        ),
        "a bias": (
            model(start=lambda self, words, d, *_: setattr(self, "unembed", nn.Linear(d, words))),
            "not asked for: `unembed.bias`",
        ),
        "words and places exchanged": (
            model(
                start=lambda self, words, d, h, count, longest: setattr(
                    self, "embed", nn.Embedding(longest, d)
                )
            ),
            "`embed.weight` should be shape (9, 8)",
        ),
        "another name": (
            model(
                start=lambda self, *_: [
                    setattr(self, "head", self.unembed),
                    delattr(self, "unembed"),
                ]
            ),
            "missing: `unembed.weight`; not asked for: `head.weight`",
        ),
        "no notes": (
            type(NAME, (Tables,), {"forward": torch.no_grad()(ByBlocks.forward)}),
            "lost its notes",
        ),
        "places cut off": (
            model(
                embed=lambda self, tokens: (
                    self.embed(tokens) + self.places.weight.data[: tokens.shape[1]]
                )
            ),
            "the gradient of `places.weight` is not",
        ),
        "as many places as texts": (
            model(
                embed=lambda self, tokens: self.embed(tokens) + self.places.weight[: len(tokens)]
            ),
            "not as many rows of places",
        ),
        "always two blocks": (
            model(
                start=lambda self, words, d, h, count, longest: setattr(
                    self, "blocks", nn.ModuleList(parts.Block(d, h) for _ in range(2))
                )
            ),
            "Asked for one block, it has 2",
        ),
    },
)

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


def flat(logits, targets, **how):
    return functional.cross_entropy(logits.flatten(0, 1), targets.flatten(), **how)


def of_places(pairs=None, count=None, loss=functional.cross_entropy):
    """Return a loss that goes these ways instead."""

    def compute(model, tokens, lengths):
        logits, targets = (pairs or right_pairs)(model, tokens)
        counted = torch.arange(targets.shape[1]) < (lengths - 1 + (count or 0))[:, None]
        return loss(logits[counted], targets[counted])

    return compute


def written_into(model, tokens, lengths):
    targets = tokens[:, 1:]
    targets[torch.arange(1, tokens.shape[1]) >= lengths[:, None]] = -100
    return flat(model(tokens[:, :-1].clamp(min=0)), targets)


def right_pairs(model, tokens):
    return model(tokens[:, :-1]), tokens[:, 1:]


wrong_each(
    NAME,
    {
        "padding counted, the sum": (
            lambda model, tokens, lengths: flat(
                model(tokens[:, :-1]), tokens[:, 1:], reduction="sum"
            ),
            "Two things at once. The padding is counted",
        ),
        "a perplexity": (
            lambda *given: by_gather(*given).exp(),
            "`lengths = [6, 4, 3]`",
        ),
        "all tokens asked": (
            of_places(lambda m, t: (m(t)[:, :-1], t[:, 1:])),
            "also reads the last token",
        ),
        "a plain number": (
            lambda *given: by_gather(*given).item(),
            "should return a torch tensor",
        ),
        "detached": (lambda *given: by_gather(*given).detach(), "no notes"),
        "the model cut off": (
            of_places(lambda m, t: (m(t[:, :-1]).detach().requires_grad_(), t[:, 1:])),
            "the gradient of `blocks.0.attention.q_proj.weight`",
        ),
        "in a list of one": (lambda *given: by_gather(*given)[None], "Yours is shape (1,)"),
        "places and texts on axes of their own": (
            lambda model, tokens, lengths: functional.cross_entropy(
                model(tokens[:, :-1]), tokens[:, 1:]
            ),
            "Pick the places first",
        ),
        "-1 for what does not count": (
            lambda model, tokens, lengths: flat(
                model(tokens[:, :-1]), torch.full_like(tokens[:, 1:], -1)
            ),
            "leaves no target out",
        ),
        "padding written into the tokens": (written_into, "changes the array"),
        "a loss per place": (
            of_places(loss=lambda *pair: functional.cross_entropy(*pair, reduction="none")),
            "one number, of shape (): the mean. Yours is shape (10,)",
        ),
    },
)

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


def step(order="clear back clip step", returned=lambda loss: loss.item(), clip=None):
    """Return a step that does what is named, in this order."""

    def compute(model, optimizer, tokens, lengths):
        loss = parts.next_token_loss(model, tokens, lengths)
        shorten = clip or (lambda parameters: nn.utils.clip_grad_norm_(parameters, 1.0))
        does = {"clear": optimizer.zero_grad, "back": loss.backward, "step": optimizer.step}
        does["clip"] = lambda: shorten(list(model.parameters()))
        for name in order.split():
            does[name]()
        return returned(loss)

    return compute


wrong_each(
    NAME,
    {
        "cleared after the step, never shortened": (
            step("back step clear"),
            "Two things at once. You clear the gradients after the step",
        ),
        "step before the way back": (step("clear step back"), "steps before the loss goes back"),
        "step before all else": (step("step back clip"), "steps before the loss goes back"),
        "cleared between": (step("back clear step"), "cleared after the loss has gone back"),
        "no way back": (step("clear step"), "Nothing goes back"),
        "no step": (step("clear back clip"), "never steps"),
        "two steps": (step("clear back clip step step"), "takes 2 steps"),
        "a tensor with its notes": (step(returned=lambda loss: loss), "the loss as a tensor"),
        "detached": (step(returned=lambda loss: loss.detach()), "the loss as a tensor"),
        "no return": (step(returned=lambda loss: None), "returned None"),
        "a text": (step(returned=lambda loss: "low"), "one number"),
    },
)


@wrong(NAME, "the loss cut off at 1", "brings back are all 0")
def cuts_the_loss(model, optimizer, tokens, lengths):
    loss = parts.next_token_loss(model, tokens, lengths).clamp(max=1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


@wrong(NAME, "tokens and lengths exchanged", "the tokens, then their lengths")
def exchanges_them(model, optimizer, tokens, lengths):
    return cleared_by_the_model(model, optimizer, lengths, tokens)


@wrong(NAME, "an optimizer of its own", "Which one moves them?")
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


def loop(
    rate=lambda k, w: min(1, (k + 1) / w),
    kind=torch.optim.AdamW,
    anew=False,
    once=False,
    told=True,
    take=cleared_by_the_model,
):
    """Return a loop that goes these ways instead."""

    def compute(model, draw, steps, learning_rate, warm_up, watch):
        optimizer = kind(model.parameters(), lr=learning_rate)
        losses, first = [], draw() if once else None
        for k in range(steps):
            if anew:
                optimizer = kind(model.parameters(), lr=learning_rate)
            optimizer.param_groups[0]["lr"] = learning_rate * rate(k, warm_up)
            losses.append(take(model, optimizer, *(first or draw())))
            if told:
                watch(k, losses[-1], model)
        return losses

    return compute


wrong_each(
    NAME,
    {
        "Adam, no warm-up": (
            loop(kind=torch.optim.Adam, rate=lambda k, w: 1),
            "Two things at once. There is no warm-up",
        ),
        "watch not called": (loop(told=False), "`watch` should be called"),
        "a step too few": (
            lambda model, draw, steps, *how: by_scheduler(model, draw, steps - 1, *how),
            "It takes 3 steps; 4 are asked for",
        ),
        "losses as tensors": (
            lambda *given: list(map(torch.tensor, by_scheduler(*given))),
            "as numbers",
        ),
        "a return inside the loop": (
            lambda model, draw, steps, *how: by_scheduler(model, draw, 1, *how),
            "inside the loop",
        ),
        "a step too many": (
            lambda model, draw, steps, *how: by_scheduler(model, draw, steps + 1, *how),
            "It takes 5 steps; 4 are asked for",
        ),
        "two draws a step": (
            lambda model, draw, *how: by_scheduler(model, lambda: (draw()[0], draw()[1]), *how),
            "`draw` is called more than once",
        ),
        "all losses to watch": (
            lambda *given: by_scheduler(
                *given[:-1], lambda k, loss, model: given[-1](k, [], model)
            ),
            "The loss that `watch` gets",
        ),
        "0 to watch": (
            lambda *given: by_scheduler(*given[:-1], lambda k, loss, model: given[-1](k, 0, model)),
            "The loss that `watch` gets",
        ),
        "the last loss alone": (lambda *given: by_scheduler(*given)[-1], "list with the loss"),
        "no return": (lambda *given: by_scheduler(*given) is None or None, "returned None"),
    },
)


@wrong(NAME, "losses with their notes", "keeps all the notes")
def losses_with_notes(model, draw, steps, learning_rate, warm_up, watch):
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    losses = []
    for step in range(steps):
        loss = by_gather(model, *draw())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
        watch(step, loss, model)
    return losses


NAME = "continue_text"


@right(NAME, "a list of numbers")
@torch.no_grad()
def with_a_list(model, tokens, count, temperature=0, generator=None):
    text = tokens.tolist()
    for _ in range(count):
        logits = model(torch.tensor([text]))[0][-1]
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
        last = model(batch)[:, -1, :]
        if temperature:
            new = torch.multinomial(
                functional.softmax(last / temperature, dim=1), 1, generator=generator
            )
        else:
            new = last.topk(1).indices
        batch = torch.hstack([batch, new])
    return batch.squeeze(0)


def draws_always(model, tokens, count, temperature, generator):
    for _ in range(count):
        shares = (model(tokens[None])[0, -1] / temperature).softmax(-1)
        tokens = torch.cat([tokens, torch.multinomial(shares, 1, generator=generator)])
    return tokens


def likeliest_of_all_rows(model, tokens, count, *_):
    for _ in range(count):
        tokens = torch.cat([tokens, model(tokens[None]).argmax()[None]])
    return tokens


def writes(shares=lambda logits, t: (logits / t).softmax(-1), row=-1, read=lambda t: t, draws=None):
    """Return a writer that goes these ways instead."""

    def compute(model, tokens, count, temperature=0, generator=None):
        for _ in range(count):
            logits = model(read(tokens)[None])[0, row]
            if temperature == 0:
                new = logits.argmax(keepdim=True)
            else:
                own = draws() if draws else generator
                new = torch.multinomial(shares(logits, temperature), 1, generator=own)
            tokens = torch.cat([tokens, new])
        return tokens

    return compute


wrong_each(
    NAME,
    {
        "multiplied, the first row": (
            writes(lambda logits, t: (logits * t).softmax(-1), row=0),
            "Two things at once. You multiply by the temperature",
        ),
        "another generator": (writes(draws=lambda: None), "another text the second time"),
        "no batch": (
            lambda model, *how: with_a_list(lambda tokens: model(tokens[0])[None], *how),
            "`tokens[None]` is a batch of one",
        ),
        "always drawn": (draws_always, "you divide by 0"),
        "logits for shares": (writes(lambda logits, t: logits), "numbers below 0"),
        "the likeliest of all rows": (
            likeliest_of_all_rows,
            "no word of the model",
        ),
    },
)

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


def overwritten(cache, logits, longer):
    cache[:] = longer
    return logits, cache


def more(
    project=lambda layer, row, new: (layer.q_proj(new), layer.k_proj(new), layer.v_proj(new)),
    path=lambda row: row,
    mix=lambda layer, joined: layer.out_proj(joined),
    mlp=lambda block, row: row + block.mlp(block.mlp_norm(row)),
    place=lambda m: m,
    keep=lambda kept, longer: longer,
    meet=lambda kept, longer: longer,
    masked=False,
    weigh=None,
):
    """Return a step that goes these ways instead."""

    def compute(model, token, cache):
        row, returned = model.embed(token) + model.places.weight[place(len(cache[0][0]))], []
        for block, kept in zip(model.blocks, cache, strict=True):
            layer, normed = block.attention, block.attention_norm(row)[None]
            query, key, value = project(layer, row[None], normed)
            longer = torch.cat([kept[0], key]), torch.cat([kept[1], value])
            returned.append(keep(kept, longer))
            heads = [
                one.unflatten(-1, (layer.num_heads, -1)).transpose(0, 1)
                for one in (query, *meet(kept, longer))
            ]
            context = functional.scaled_dot_product_attention(*heads, is_causal=masked)
            if weigh:
                q, k, v = heads
                context = weigh(q @ k.mT / k.shape[-1] ** 0.5) @ v
            row = path(row) + mix(layer, context.transpose(0, 1).flatten())
            row = mlp(block, row)
        return model.unembed(model.norm(row)), returned

    return compute


wrong_each(
    NAME,
    {
        "undivided, over the heads": (
            more(weigh=lambda scores: (scores * 2).softmax(0)),
            "Two things at once. The scores go into softmax undivided",
        ),
        "the cache overwritten": (
            lambda model, token, cache: overwritten(cache, *heads_at_once(model, token, cache)),
            "changes the list that it is given",
        ),
        "the cache emptied": (
            lambda model, token, cache: (heads_at_once(model, token, cache), cache.clear())[0],
            "changes the list that it is given",
        ),
        "the place added into the table": (
            torch.no_grad()(
                lambda model, token, cache: (
                    heads_at_once(model, token, cache),
                    model.embed.weight[token].add_(model.places.weight[0]),
                )[0]
            ),
            "changes the numbers of the model",
        ),
        "the logits alone": (lambda *given: heads_at_once(*given)[0], "two things"),
        "the other order": (lambda *given: heads_at_once(*given)[::-1], "two things"),
        "one pair alone": (
            lambda *given: ((found := heads_at_once(*given))[0], found[1][-1:]),
            "1 of the 2 pairs",
        ),
        "the first number of one": (
            lambda model, token, cache: heads_at_once(model, token[0], cache),
            "one number already",
        ),
    },
)
