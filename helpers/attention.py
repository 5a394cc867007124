"""Attention in NumPy, one step per function.

Shapes: n queries, m keys, width d_k of queries and keys, width d_v of values; `...` stands for
any leading batch axes. Queries are rows and keys are columns, everywhere. float16, float32 and
float64 are kept, integers become float64, and mixed floats follow `np.result_type`.
"""

import math
from typing import NamedTuple

import numpy as np

from helpers import expect


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


def softmax(scores, axis=-1, temperature=1.0):
    """Turn scores into weights that are not negative and sum to 1 along `axis`.

    scores      : any shape; -inf is legal and gets weight exactly 0
    temperature : above 0; below 1 sharpens, above 1 flattens
    returns     : the shape of `scores`, each entry e^(s / temperature) over the sum of them all

    The maximum is subtracted first: it cancels in the fraction, and nothing can overflow.
    Raises ValueError for NaN, +inf, no score above -inf, or a temperature that is not above 0.
    Source: Attention Is All You Need (2017), the softmax of equation 1.
    """
    scores = expect.floats(scores, "scores", least_axes=1)
    if not (temperature > 0 and math.isfinite(temperature)):
        raise ValueError(f"temperature must be finite and above 0, got {temperature}")
    if not -scores.ndim <= axis < scores.ndim:
        raise ValueError(f"axis must be an axis of the scores {scores.shape}, got {axis}")
    if scores.shape[axis] == 0:
        raise ValueError(f"softmax needs at least one score along axis {axis}, got {scores.shape}")
    peak = scores.max(axis=axis, keepdims=True)
    expect.usable_peak(peak, axis)
    with np.errstate(over="ignore"):  # a difference too wide for the dtype is -inf: weight 0
        shifted = scores - peak
        if temperature != 1.0:
            shifted /= temperature
    weights = np.exp(shifted, out=shifted)
    weights /= weights.sum(axis=axis, keepdims=True)
    return weights


def attention(queries, keys, values, *, allowed=None, scale=None):
    """Average the values for each query, weighted by how well its query fits their keys.

    queries : (..., n, d_k)    keys : (..., m, d_k)    values : (..., m, d_v), all finite
    allowed : (..., n, m) bool or what broadcasts to it, True where a query may look
    scale   : factor on the scores; None is 1/sqrt(d_k), 1.0 is unscaled
    returns : an `Attention` with every intermediate step

    Raises ValueError for widths or counts that do not fit, NaN or inf in an input, a score of
    +inf, or a query that may look nowhere (its average would be undefined).
    Source: Attention Is All You Need (2017), equation 1; our n and m are its sequence lengths.
    """
    queries, keys, values = expect.fitting(queries, keys, values)
    with np.errstate(over="ignore", invalid="ignore"):  # softmax names what overflowed
        scores = queries @ keys.swapaxes(-1, -2)
        scaled = scores * _scale(scale, queries)
    weights = softmax(scaled if allowed is None else _hide(scaled, allowed))
    return Attention(queries, keys, values, scores, scaled, weights, weights @ values)


def simplified_attention(embeddings):
    """Let every token look at every token with nothing learned: Q = K = V = X, unscaled.

    embeddings : (..., n, d), finite
    returns    : an `Attention` whose context has the shape of the embeddings

    Raises ValueError as `attention` does.
    """
    return attention(embeddings, embeddings, embeddings, scale=1.0)


def project(embeddings, W_Q, W_K, W_V):
    """Make queries, keys and values from embeddings: X W_Q, X W_K and X W_V.

    embeddings : (..., n, d_model)    W_Q, W_K : (d_model, d_k)    W_V : (d_model, d_v)
    returns    : queries (..., n, d_k), keys (..., n, d_k), values (..., n, d_v)

    Raises ValueError when a matrix has not d_model rows, or W_Q and W_K differ in width.
    Source: Attention Is All You Need (2017), section 3.2.2, for one head.
    """
    embeddings = expect.floats(embeddings, "embeddings")
    matrices = {"W_Q": W_Q, "W_K": W_K, "W_V": W_V}
    W_Q, W_K, W_V = (
        expect.rows(name, matrix, embeddings.shape[-1], f"embeddings {embeddings.shape}")
        for name, matrix in matrices.items()
    )
    if W_Q.shape[-1] != W_K.shape[-1]:
        raise ValueError(f"W_Q and W_K must have one width, got {W_Q.shape} and {W_K.shape}")
    return embeddings @ W_Q, embeddings @ W_K, embeddings @ W_V


def multi_head_attention(embeddings, heads, W_O=None, *, allowed=None):
    """Attend once per head, put the contexts side by side and mix them with W_O.

    embeddings : (..., n, d_model)    heads : a sequence of (W_Q, W_K, W_V), at least one
    W_O        : (sum of the heads' d_v, d_out); None leaves the heads side by side
    allowed    : (..., n, n) bool, the same for every head
    returns    : a `MultiHead`; each head is scaled by its own 1/sqrt(d_k)

    Raises ValueError as `project` and `attention` do, and when W_O does not fit.
    Source: Attention Is All You Need (2017), section 3.2.2.
    """
    heads = tuple(heads)
    if not heads:
        raise ValueError("heads must hold at least one (W_Q, W_K, W_V), got none")
    for i, head in enumerate(heads):
        if len(head) != 3:
            raise ValueError(f"head {i} must be (W_Q, W_K, W_V), got {len(head)} parts")
    attended = tuple(attention(*project(embeddings, *head), allowed=allowed) for head in heads)
    concatenated = np.concatenate([head.context for head in attended], axis=-1)
    if W_O is None:
        return MultiHead(attended, concatenated, concatenated)
    W_O = expect.rows("W_O", W_O, concatenated.shape[-1], f"concatenated {concatenated.shape}")
    return MultiHead(attended, concatenated, concatenated @ W_O)


def causal_mask(n, m=None):
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


def window_mask(n, width):
    """Allow each query the keys at most `width` places away: |i - j| <= width.

    n       : count of tokens, at least 1    width : 0 (oneself only) or more
    returns : (n, n) bool, True where a query may look
    """
    places = np.arange(expect.count("n", n))
    return np.abs(places[:, None] - places) <= expect.count("width", width, least=0)


def prefix_mask(n, length):
    """Allow each query the keys up to its own place, and the first `length` keys to all.

    n       : count of tokens, at least 1    length : of the prefix, from 0 to n
    returns : (n, n) bool, True where a query may look
    """
    n = expect.count("n", n)
    length = expect.count("length", length, least=0, most=n)
    return causal_mask(n) | (np.arange(n) < length)


def padding_mask(lengths, n):
    """Allow only real tokens: the first `lengths[i]` keys of sentence i.

    lengths : (b,) integers, each from 1 to n    n : tokens per padded sentence
    returns : (b, 1, n) bool, which broadcasts over the queries
    """
    n = expect.count("n", n)
    lengths = [expect.count(f"lengths[{i}]", length, most=n) for i, length in enumerate(lengths)]
    return np.arange(n) < np.array(lengths, dtype=int)[:, None, None]


def streaming_attention(queries, keys, values, *, causal=False, scale=None, block=1024):
    """Compute the context of `attention` block by block, never holding all n x m scores.

    queries : (..., n, d_k)    keys : (..., m, d_k)    values : (..., m, d_v)
    causal  : hide later keys (needs n = m)    block : queries and keys per block, at least 1
    returns : context (..., n, d_v); memory grows with block^2, not with n * m

    Raises ValueError as `attention` does, and for `causal` with n != m.
    Source: Online normalizer calculation for softmax (Milakov and Gimelshein, 2018), algorithm 3,
    and FlashAttention (Dao et al., 2022), algorithm 1.
    """
    queries, keys, values = expect.fitting(queries, keys, values)
    block = expect.count("block", block)
    n, m = queries.shape[-2], keys.shape[-2]
    if causal and n != m:
        raise ValueError(f"causal streaming needs as many keys as queries, got n={n}, m={m}")
    queries = queries * _scale(scale, queries)
    contexts, peaks = zip(
        *(
            _stream_keys(queries[..., i : i + block, :], keys, values, i if causal else None, block)
            for i in range(0, n, block)
        ),
        strict=True,
    )
    expect.usable_peak(np.concatenate(peaks, axis=-2), axis=-1)
    return np.concatenate(contexts, axis=-2)


def window_attention(queries, keys, values, width, *, scale=None):
    """Compute the context of `attention` under `window_mask`, looking only inside the window.

    queries, keys : (..., n, d_k)    values : (..., n, d_v)    width : 0 or more places
    returns       : context (..., n, d_v); time and memory grow with n * width

    Raises ValueError as `attention` does, and when queries and keys differ in number.
    Source: Longformer (Beltagy et al., 2020), section 3.1, the sliding window.
    """
    queries, keys, values = expect.fitting(queries, keys, values)
    n, m = queries.shape[-2], keys.shape[-2]
    if n != m:
        raise ValueError(f"a window needs as many keys as queries, got n={n}, m={m}")
    width = min(expect.count("width", width, least=0), n - 1)
    queries = queries * _scale(scale, queries)
    batch = np.broadcast_shapes(queries.shape[:-2], keys.shape[:-2])
    scaled = np.full((*batch, n, 2 * width + 1), -np.inf, dtype=queries.dtype)
    pairs = list(_window_pairs(n, width))
    with np.errstate(over="ignore", invalid="ignore"):
        for column, rows, seen in pairs:
            scaled[..., rows, column] = (queries[..., rows, :] * keys[..., seen, :]).sum(axis=-1)
    weights = softmax(scaled)
    batch = np.broadcast_shapes(batch, values.shape[:-2])
    context = np.zeros((*batch, n, values.shape[-1]), dtype=values.dtype)
    for column, rows, seen in pairs:
        context[..., rows, :] += weights[..., rows, column, None] * values[..., seen, :]
    return context


def _window_pairs(n, width):
    """Yield each distance as (its column, the rows that have it, the rows they then see)."""
    for column, distance in enumerate(range(-width, width + 1)):
        first, last = max(0, -distance), min(n, n - distance)
        yield column, slice(first, last), slice(first + distance, last + distance)


def _stream_keys(queries, keys, values, first, block):
    """Fold the keys into (context, peak), a block at a time; `first` is the first query's place.

    With `first` None every key is seen. Whenever the peak grows, what has been summed so far
    shrinks by e^(old peak - new peak), as if the new peak had been subtracted all along.
    """
    last = keys.shape[-2] if first is None else first + queries.shape[-2]
    peak, total, mixed = -np.inf, 0.0, 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, last, block):
            stop = min(start + block, last)
            scaled = queries @ keys[..., start:stop, :].swapaxes(-1, -2)
            if first is not None and stop > first:
                places = np.arange(first, last)[:, None]
                scaled = _hide(scaled, np.arange(start, stop) <= places)
            new_peak = np.maximum(peak, scaled.max(axis=-1, keepdims=True))
            reference = np.where(np.isneginf(new_peak), 0, new_peak)
            parts = np.exp(np.subtract(scaled, reference, out=scaled), out=scaled)
            shrink = np.exp(peak - reference)
            total = total * shrink + parts.sum(axis=-1, keepdims=True)
            mixed = mixed * shrink + parts @ values[..., start:stop, :]
            peak = new_peak
        return mixed / total, peak


def _scale(scale, queries):
    """Return the factor on the scores as a Python float, which keeps the arrays' dtype."""
    scale = 1 / math.sqrt(queries.shape[-1]) if scale is None else float(scale)
    if not math.isfinite(scale):
        raise ValueError(f"scale must be a finite number, got {scale}")
    return scale


def _hide(scaled, allowed):
    """Set the scores of pairs that are not allowed to -inf, so that their weight is 0."""
    allowed = np.asarray(allowed)
    if allowed.dtype != bool:
        raise ValueError(
            f"allowed must be boolean, True where a query may look, got {allowed.dtype}"
        )
    try:
        allowed = np.broadcast_to(allowed, scaled.shape)
    except ValueError:
        message = f"allowed must broadcast to the scores {scaled.shape}, got {allowed.shape}"
        raise ValueError(message) from None
    hidden = np.where(allowed, scaled, scaled.dtype.type(-np.inf))
    blind = ~allowed.any(axis=-1)
    if blind.any():
        raise ValueError(
            f"query {expect.first_place(blind)} may look nowhere: allow it at least one key"
        )
    return hidden
