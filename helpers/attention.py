"""Attention in NumPy: the mathematics first, bare; then the same with its arguments checked.

Shapes: n queries, m keys, width d_k of queries and keys, width d_v of values; `...` stands for
any leading batch axes. Queries are rows and keys are columns, everywhere.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helpers import expect


def _softmax(scores, axis=-1):
    """Softmax in three lines: e to the power of each score, over the sum of these powers."""
    shifted = scores - scores.max(axis=axis, keepdims=True)  # so that nothing can overflow
    powers = np.exp(shifted, out=shifted)  # in the same memory: a second array costs more than e^x
    powers *= (1 / _total(powers, axis)).astype(powers.dtype)  # faster than dividing by the sum
    return powers


def _attention(queries, keys, values, allowed, scale):
    """Attention in five: compare, scale, turn into weights, average."""
    scores = queries @ keys.swapaxes(-1, -2)  # (..., n, m)
    scaled = scores * scale
    weights = _softmax(scaled if allowed is None else _hide(scaled, allowed))
    context = weights @ values  # (..., n, d_v)
    return scores, scaled, weights, context


# From here on: what may come in, and in which format each step is computed. float16, float32 and
# float64 are kept, integers become float64, and mixed floats follow `np.result_type`. Every step is
# computed in float32 or wider and every sum of weights in float64 or wider, whatever comes in. What
# is returned is rounded to the inputs' format once, at the end, where a score beyond 65504 can only
# be shown as inf in float16: its weight is right all the same.


class Attention(NamedTuple):
    """Every step of one attention computation; `scores` and `scaled` are before the mask."""

    queries: np.ndarray  # (..., n, d_k)
    keys: np.ndarray  # (..., m, d_k)
    values: np.ndarray  # (..., m, d_v)
    scores: np.ndarray  # (..., n, m), any real number
    scaled: np.ndarray  # (..., n, m), scores times the scale
    weights: np.ndarray  # (..., n, m), from 0 to 1, each row sums to 1
    context: np.ndarray  # (..., n, d_v)


class MultiHead(NamedTuple):
    """Every head's computation, the heads side by side, and their mixture by W_O."""

    heads: tuple[Attention, ...]
    concatenated: np.ndarray  # (..., n, h * d_v)
    context: np.ndarray  # (..., n, d_out), equal to `concatenated` without W_O


def softmax(scores: ArrayLike, axis: int = -1, temperature: float = 1.0) -> np.ndarray:
    """Turn scores into weights that are not negative and sum to 1 along `axis`.

    scores      : any shape; -inf is legal and gets weight exactly 0
    temperature : above 0; below 1 sharpens, above 1 flattens
    returns     : the shape of `scores`, each entry e^(s / temperature) over the sum of them all

    The maximum is subtracted first: it cancels in the fraction, and nothing can overflow.
    Raises ValueError for NaN, +inf, no score above -inf, or a temperature that is 0 or inf in the
    format of the scores.
    Source: Attention Is All You Need (2017), the softmax of equation 1.
    """
    scores = expect.floats(scores, "scores", least_axes=1)
    axis = expect.axis(axis, scores.shape)
    temperature = expect.temperature(temperature, scores.dtype)
    wide = _widened(scores)
    peak = wide.max(axis=axis, keepdims=True)
    expect.usable_peak(peak, axis)
    with np.errstate(over="ignore"):  # a difference too wide for the dtype is -inf: weight 0
        if temperature != 1:
            half = 0.5 if temperature > 1 else 1.0  # no difference may overflow before it shrinks
            wide = (wide * half - peak * half) / (temperature * half)
        return _narrowed(_softmax(wide, axis), scores.dtype)


def attention(
    queries: ArrayLike,
    keys: ArrayLike,
    values: ArrayLike,
    *,
    allowed: ArrayLike | None = None,
    scale: float | None = None,
) -> Attention:
    """Return softmax(Q Kᵀ/√d_k) V: for each query the average of the values, by how keys fit it.

    queries : (..., n, d_k)    keys : (..., m, d_k)    values : (..., m, d_v), all finite
    allowed : (n, m) or (..., n, m) bool, True where a query may look; 1 stands for an axis along
              which it is the same for all
    scale   : factor on the scores in place of 1/√d_k; 1.0 is unscaled
    returns : an `Attention` with every intermediate step

    Raises ValueError for widths or counts that do not fit, NaN or inf in an input, a query and a
    key so large that their score could overflow, or a query that may look nowhere (its average
    would be undefined).
    Source: Attention Is All You Need (2017), equation 1; our n and m are its sequence lengths.
    """
    queries, keys, values, scale, dtype = _ready(queries, keys, values, scale)
    with np.errstate(over="ignore"):  # at the format's end rounding can, and `_bounded` corrects it
        *steps, context = _attention(queries, keys, values, allowed, scale)
    steps = queries, keys, values, *steps, _bounded(context, values.dtype)
    return Attention(*(_narrowed(step, dtype) for step in steps))


def simplified_attention(embeddings: ArrayLike) -> Attention:
    """Let every token look at every token with nothing learned: Q = K = V = X, unscaled.

    embeddings : (..., n, d), finite
    returns    : an `Attention` whose context has the shape of the embeddings

    Raises ValueError as `attention` does.
    """
    return attention(embeddings, embeddings, embeddings, scale=1.0)


def project(
    embeddings: ArrayLike, W_Q: ArrayLike, W_K: ArrayLike, W_V: ArrayLike
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Make queries, keys and values from embeddings: X W_Q, X W_K and X W_V.

    embeddings : (..., n, d_model)    W_Q, W_K : (d_model, d_k)    W_V : (d_model, d_v), all finite
    returns    : queries (..., n, d_k), keys (..., n, d_k), values (..., n, d_v)

    Raises ValueError when a matrix has not d_model rows, W_Q and W_K differ in width, NaN or inf
    comes in, or a product passes the largest number of its format.
    Source: Attention Is All You Need (2017), section 3.2.2, for one head.
    """
    embeddings = expect.finite(expect.floats(embeddings, "embeddings"), "embeddings")
    matrices = {"W_Q": W_Q, "W_K": W_K, "W_V": W_V}
    W_Q, W_K, W_V = (
        expect.rows(name, matrix, embeddings.shape[-1], f"embeddings {embeddings.shape}")
        for name, matrix in matrices.items()
    )
    if W_Q.shape[-1] != W_K.shape[-1]:
        raise ValueError(f"W_Q and W_K must have one width, got {W_Q.shape} and {W_K.shape}")
    named = {"queries": W_Q, "keys": W_K, "values": W_V}
    return tuple(_product(embeddings, matrix, name) for name, matrix in named.items())


def multi_head_attention(
    embeddings: ArrayLike,
    heads: Sequence[tuple[ArrayLike, ArrayLike, ArrayLike]],
    W_O: ArrayLike | None = None,
    *,
    allowed: ArrayLike | None = None,
) -> MultiHead:
    """Attend once per head, put the contexts side by side and mix them with W_O.

    embeddings : (..., n, d_model)    heads : a sequence of (W_Q, W_K, W_V), at least one
    W_O        : (sum of the heads' d_v, d_out); None leaves the heads side by side
    allowed    : (n, n) or (..., n, n) bool, the same for every head
    returns    : a `MultiHead`; each head is scaled by its own 1/sqrt(d_k)

    Raises ValueError as `project` and `attention` do, and when W_O does not fit.
    Source: Attention Is All You Need (2017), section 3.2.2.
    """
    attended = tuple(
        attention(*project(embeddings, *head), allowed=allowed) for head in expect.heads(heads)
    )
    concatenated = np.concatenate([head.context for head in attended], axis=-1)
    if W_O is None:
        return MultiHead(attended, concatenated, concatenated)
    W_O = expect.rows("W_O", W_O, concatenated.shape[-1], f"concatenated {concatenated.shape}")
    return MultiHead(attended, concatenated, _product(concatenated, W_O, "the mixed contexts"))


def causal_mask(n: int, m: int | None = None) -> np.ndarray:
    """Allow each query the keys up to its own place; the last query stands at the last key.

    n, m    : counts of queries and of keys, 1 <= n <= m; m is n when left out
    returns : (n, m) bool, True where a query may look

    Raises ValueError when n > m: the first queries could look nowhere.
    """
    n = expect.count("n", n)
    m = n if m is None else expect.count("m", m)
    if n > m:
        raise ValueError(f"a causal mask needs at least as many keys as queries, got n={n}, m={m}")
    return np.tri(n, m, m - n, dtype=bool)


def window_mask(n: int, width: int) -> np.ndarray:
    """Allow each query the keys at most `width` places away: |i - j| <= width.

    n       : count of tokens, at least 1    width : 0 (oneself only) or more
    returns : (n, n) bool, True where a query may look

    Raises ValueError for other counts.
    """
    places = np.arange(expect.count("n", n))
    return np.abs(places[:, None] - places) <= expect.count("width", width, least=0)


def prefix_mask(n: int, length: int) -> np.ndarray:
    """Allow each query the keys up to its own place, and the first `length` keys to all.

    n       : count of tokens, at least 1    length : of the prefix, from 0 to n
    returns : (n, n) bool, True where a query may look

    Raises ValueError for other counts.
    """
    n = expect.count("n", n)
    length = expect.count("length", length, least=0, most=n)
    return causal_mask(n) | (np.arange(n) < length)


def padding_mask(lengths: Sequence[int], n: int) -> np.ndarray:
    """Allow only real tokens: the first `lengths[i]` keys of sentence i.

    lengths : (b,) integers, each from 1 to n    n : tokens per padded sentence
    returns : (b, 1, n) bool, which broadcasts over the queries

    Where heads are stacked, scores are (b, h, n, n): `padding_mask(lengths, n)[:, None]` gives
    each head its sentence's mask. Raises ValueError for other lengths or counts.
    """
    n = expect.count("n", n)
    lengths = enumerate(expect.sequence("lengths", lengths, "one length per sentence"))
    lengths = [expect.count(f"lengths[{i}]", length, most=n) for i, length in lengths]
    return np.arange(n) < np.array(lengths, dtype=int)[:, None, None]


def streaming_attention(
    queries: ArrayLike,
    keys: ArrayLike,
    values: ArrayLike,
    *,
    causal: bool = False,
    scale: float | None = None,
    block: int = 1024,
) -> np.ndarray:
    """Compute the context of `attention` block by block, never holding all n x m scores.

    queries : (..., n, d_k)    keys : (..., m, d_k)    values : (..., m, d_v)
    causal  : hide later keys (needs n = m)    block : queries and keys per block, at least 1
    returns : context (..., n, d_v); memory grows with block^2, not with n * m

    Raises ValueError as `attention` does, and for `causal` with n != m.
    Source: Online normalizer calculation for softmax (Milakov and Gimelshein, 2018), algorithm 3,
    and FlashAttention-2 (Dao, 2023), algorithm 1, where queries are the outer loop as here.
    """
    queries, keys, values, scale, dtype = _ready(queries, keys, values, scale)
    block = expect.count("block", block)
    n, m = queries.shape[-2], keys.shape[-2]
    if causal and n != m:
        raise ValueError(f"causal streaming needs as many keys as queries, got n={n}, m={m}")
    contexts = []
    for start in range(0, n, block):
        stop = min(start + block, n)
        seen = slice(stop if causal else m)  # the last key seen stands at the last query
        rows = queries[..., start:stop, :], keys[..., seen, :], values[..., seen, :]
        contexts.append(_narrowed(_stream_keys(*rows, scale, causal, block), dtype))
    return np.concatenate(contexts, axis=-2)


def _stream_keys(queries, keys, values, scale, causal, block):
    """Return the context of one block of queries, whose keys are read a block at a time.

    At the end of each round the context is the average of all values read so far: what came
    before keeps its share of the total, and the new block brings the rest.
    """
    peak, total, context = -np.inf, 0.0, 0.0
    m = keys.shape[-2]
    for start in range(0, m, block):
        stop = min(start + block, m)
        scaled = queries @ keys[..., start:stop, :].swapaxes(-1, -2) * scale
        if causal and stop == m:  # these keys stand where the queries stand
            scaled = _hide(scaled, causal_mask(stop - start))
        highest = np.maximum(peak, scaled.max(axis=-1, keepdims=True))
        powers = np.exp(np.subtract(scaled, highest, out=scaled), out=scaled)
        before = total * np.exp(peak - highest)  # the old sum, as if `highest` had been its peak
        total = before + _total(powers, axis=-1)
        powers /= total  # now the weights of this block
        with np.errstate(over="ignore"):
            context = before / total * context + powers @ values[..., start:stop, :]
            context = _bounded(context, values.dtype)
        peak = highest
    return context


def window_attention(
    queries: ArrayLike,
    keys: ArrayLike,
    values: ArrayLike,
    width: int,
    *,
    scale: float | None = None,
) -> np.ndarray:
    """Compute the context of `attention` under `window_mask`, looking only inside the window.

    queries, keys : (..., n, d_k)    values : (..., n, d_v)    width : 0 or more places
    returns       : context (..., n, d_v); time and memory grow with n * width

    Raises ValueError as `attention` does, and when queries and keys differ in number.
    Source: Longformer (Beltagy et al., 2020), section 3.1, the sliding window.
    """
    queries, keys, values, scale, dtype = _ready(queries, keys, values, scale)
    n, m = queries.shape[-2], keys.shape[-2]
    if n != m:
        raise ValueError(f"a window needs as many keys as queries, got n={n}, m={m}")
    width = min(expect.count("width", width, least=0), n - 1)
    batch = np.broadcast_shapes(queries.shape[:-2], keys.shape[:-2])
    scaled = np.full((*batch, n, 2 * width + 1), -np.inf, dtype=queries.dtype)
    pairs = list(_window_pairs(n, width))
    for column, rows, seen in pairs:
        scores = (queries[..., rows, :] * keys[..., seen, :]).sum(axis=-1)
        scaled[..., rows, column] = scores * scale
    weights = _softmax(scaled)
    batch = np.broadcast_shapes(batch, values.shape[:-2])
    context = np.zeros((*batch, n, values.shape[-1]), dtype=values.dtype)
    with np.errstate(over="ignore"):
        for column, rows, seen in pairs:
            context[..., rows, :] += weights[..., rows, column, None] * values[..., seen, :]
    return _narrowed(_bounded(context, values.dtype), dtype)


def _window_pairs(n, width):
    """Yield each distance as (its column, the rows that have it, the rows they then see)."""
    for column, distance in enumerate(range(-width, width + 1)):
        first, last = max(0, -distance), min(n, n - distance)
        yield column, slice(first, last), slice(first + distance, last + distance)


def _ready(queries, keys, values, scale):
    """Return the three in the format they are computed in, the scale, and the format to return."""
    given = expect.fitting(queries, keys, values)
    queries, keys, values = map(_widened, given)
    default = 1 / math.sqrt(queries.shape[-1])  # a Python float, which keeps the arrays' format
    scale = default if scale is None else expect.factor("scale", scale, queries.dtype)
    expect.reachable_scores(queries, keys, scale)
    return queries, keys, values, scale, given[0].dtype


def _hide(scaled, allowed):
    """Set the scores of pairs that are not allowed to -inf, so that their weight is 0."""
    return np.where(expect.mask(allowed, scaled.shape), scaled, scaled.dtype.type(-np.inf))


def _product(rows, matrix, name):
    """Return rows @ matrix, rounded once to the format of both, or say where it leaves that."""
    dtype = np.result_type(rows, matrix)
    with np.errstate(over="ignore", invalid="ignore"):
        product = _narrowed(_widened(rows) @ _widened(matrix), dtype)
    return expect.inside(product, name)


def _widened(array):
    """Return an array in the format that it is computed in, float32 or wider."""
    return array.astype(np.promote_types(array.dtype, np.float32), copy=False)


def _narrowed(array, dtype):
    """Return an array in the format that was asked for."""
    if array.dtype == dtype:
        return array
    with np.errstate(over="ignore"):  # float16 shows a large score as inf
        return array.astype(dtype)


def _total(weights, axis):
    """Sum weights in float64 or wider: float16 counts to 2,048 and float32 to 2²⁴."""
    wider = np.promote_types(weights.dtype, np.float64)
    return weights.sum(axis=axis, keepdims=True, dtype=wider)


def _bounded(context, dtype):
    """Return a context of finite values; rounding alone can carry it past the largest number."""
    largest = np.finfo(dtype).max
    return context.clip(-largest, largest, out=context)
