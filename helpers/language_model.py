"""A language model: tokens become vectors, pass some blocks, and score every word as the next."""

import numpy as np
import torch
from torch import nn

from helpers import expect
from helpers.layers import MultiHeadAttention, is_seen


class Block(nn.Module):
    """Attention, then an MLP, each beside a residual path and behind a norm of its own: pre-norm.

    d_model   : width of the rows that come in and go out
    num_heads : heads of the attention, a divisor of d_model
    causal    : hide later rows

    The MLP is 4 · d_model wide inside, with ReLU; GPT-2's has GELU in its place.

    Raises ValueError when num_heads does not divide d_model, or for a number below 1 or not whole.
    Source: Language Models are Unsupervised Multitask Learners (2019), section 2.3, for the norms.
    """

    def __init__(self, d_model: int, num_heads: int, *, causal: bool = True) -> None:
        super().__init__()
        d_model = expect.count("d_model", d_model)
        num_heads = expect.divisor("num_heads", num_heads, "d_model", d_model)
        self.attention = MultiHeadAttention(d_model, d_model, num_heads, causal=causal)
        self.attention_norm, self.mlp_norm = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.mlp = nn.Sequential(
            nn.Linear(d_model, 4 * d_model), nn.ReLU(), nn.Linear(4 * d_model, d_model)
        )

    def forward(
        self,
        rows: torch.Tensor,
        *,
        allowed: torch.Tensor | None = None,
        cache: dict[str, torch.Tensor] | None = None,
        return_weights: bool = False,
    ) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
        """Return the rows, each with what attention and MLP add to it, and the weights if asked.

        rows           : (b, n, d_model), or (n, d_model) for a single sentence
        allowed, cache : as in `MultiHeadAttention`; `allowed` beside the causal mask
        return_weights : compute attention step by step, and keep its weights
        returns        : (b, n, d_model), or that and the weights (b, h, n, n)

        Raises ValueError for shapes that do not fit, or a row that may look nowhere.
        """
        added = self.attention(
            self.attention_norm(rows), allowed=allowed, cache=cache, return_weights=return_weights
        )
        added, weights = added if return_weights else (added, None)
        rows = rows + added
        rows = rows + self.mlp(self.mlp_norm(rows))
        return (rows, weights) if return_weights else rows


class LanguageModel(nn.Module):
    """Embedding, learned places, causal blocks, a last norm, and a score for every word.

    words     : how many words there are; a token is a number from 0 to words - 1
    d_model   : width of a token's row
    num_heads : heads in each block, a divisor of d_model
    blocks    : how many blocks
    longest   : how many tokens the longest text may have

    The parts are `embed` (words, d_model) and `places` (longest, d_model), which are added;
    `blocks`; `norm`; and `unembed`, a Linear without bias from d_model to words.

    Raises ValueError when num_heads does not divide d_model, or for a number below 1 or not whole.
    Source: Language Models are Unsupervised Multitask Learners (2019), section 2.3, for the norms
    and the last one; Using the Output Embedding to Improve Language Models (Press and Wolf, 2017)
    takes the table of `embed` for `unembed` as well, and here it is a matrix of its own.
    """

    def __init__(
        self, words: int, d_model: int = 64, num_heads: int = 4, blocks: int = 2, longest: int = 64
    ) -> None:
        super().__init__()
        words, longest = expect.count("words", words), expect.count("longest", longest)
        blocks = range(expect.count("blocks", blocks))
        self.blocks = nn.ModuleList(Block(d_model, num_heads) for _ in blocks)
        self.embed, self.places = nn.Embedding(words, d_model), nn.Embedding(longest, d_model)
        for table in (self.embed, self.places):
            # N(0, 1), torch's own start, is so long that what the blocks add is hardly heard
            nn.init.normal_(table.weight, std=0.1)
        self.norm = nn.LayerNorm(d_model)
        self.unembed = nn.Linear(d_model, words, bias=False)

    def forward(
        self,
        tokens: torch.Tensor,
        *,
        allowed: torch.Tensor | None = None,
        return_weights: bool = False,
    ) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
        """Return for every token a score of each word as the next one, and the weights if asked.

        tokens         : (b, n) whole numbers of any format, or (n,) for a single text; also a list
        allowed        : as in `MultiHeadAttention`, for all blocks, beside the causal mask
        return_weights : compute attention step by step, and keep its weights
        returns        : logits (b, n, words), or (logits, weights (blocks, b, h, n, n))

        Raises ValueError for a text longer than `longest` or empty, or a token that is no word (not
        inside torch.compile, torch.export and vmap, which cannot look at values).
        """
        rows, weights = self._through(tokens, allowed, return_weights)
        logits = self.unembed(self.norm(rows[-1]))
        return (logits, torch.stack(weights)) if return_weights else logits

    def rows(self, tokens: torch.Tensor) -> torch.Tensor:
        """Return what stands for every token before the first block and after each.

        tokens  : (b, n) whole numbers of any format, or (n,) for a single text; also a list
        returns : (blocks + 1, b, n, d_model); the last is what the last norm is given

        Raises ValueError for a text longer than `longest` or empty, or a token that is no word.
        """
        return torch.stack(self._through(tokens, None, False)[0])

    def embedded(self, tokens: torch.Tensor, before: int = 0) -> torch.Tensor:
        """Return what stands for every token before the first block: its row, plus its place's.

        tokens  : (b, n) whole numbers of any format, or (n,) for a single text; also a list
        before  : how many tokens of the text stand before these
        returns : (b, n, d_model)

        Raises ValueError for a text longer than `longest` or empty, or a token that is no word.
        """
        before, tokens = expect.count("before", before, least=0), _as_whole_numbers(tokens)
        expect.text_length(tokens.shape[-1], self.places.num_embeddings, before)
        numbers = tokens.to(self.embed.weight.device, torch.long)
        words = self.embed.num_embeddings
        wrong = (numbers < 0) | (numbers >= words)  # a uint64 above what a long holds is below 0
        if is_seen(wrong.any()):
            expect.known(tokens, wrong, words)
        places = torch.arange(before, before + tokens.shape[-1], device=tokens.device)
        return self.embed(numbers) + self.places(places)

    def _through(self, tokens, allowed, return_weights):
        """Return the rows before the first block and after each, and each block's weights."""
        rows, weights = [self.embedded(tokens)], []
        for block in self.blocks:
            passed = block(rows[-1], allowed=allowed, return_weights=return_weights)
            passed, looked = passed if return_weights else (passed, None)
            rows.append(passed)
            weights.append(looked)
        return rows, weights


def _as_whole_numbers(tokens):
    """Return tokens as a tensor of whole numbers, (b, n) or (n,), or say what came."""
    try:
        given = tokens if torch.is_tensor(tokens) else torch.from_numpy(np.array(tokens, order="C"))
        came = f"{given.dtype} of shape {tuple(given.shape)}"
    except (TypeError, ValueError):  # words, for example, or rows of several lengths
        given, came = torch.empty(0), " ".join(repr(tokens).split())[:60]
    is_whole = not (given.is_floating_point() or given.is_complex() or given.dtype == torch.bool)
    if given.ndim not in (1, 2) or not is_whole:
        raise ValueError(f"tokens must be whole numbers, (b, n) or (n,), got {came}")
    return given
