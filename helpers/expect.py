"""What the functions of attention expect of their arguments, and the errors that say what came."""

import math
import operator

import numpy as np


def rectangular(rows, name):
    """Return `rows` as an array, or say that they have no shape or that numbers are masked."""
    if _is_masked(rows):
        raise ValueError(
            f"{name} must be a plain array, got a masked one: fill it, and use `allowed` to hide"
        )
    try:
        return np.asarray(rows)
    except ValueError:
        raise ValueError(f"{name} must be a rectangular array, got rows of other lengths") from None


def _is_masked(rows):
    """Return whether `rows` is a masked array, or a list with one, which NumPy would strip."""
    if isinstance(rows, list | tuple):
        return any(map(_is_masked, rows))
    is_plain = not isinstance(rows, np.ndarray) or type(rows) is np.ndarray
    return not is_plain and isinstance(rows, np.ma.MaskedArray)  # np.ma is slow to import


def floats(array, name, least_axes=2):
    """Return `array` as floats: floats as they are, integers as float64."""
    array = rectangular(array, name)
    if array.dtype.kind not in "fiub":
        came = "None" if array.shape == () and array[()] is None else f"dtype {array.dtype}"
        raise ValueError(f"{name} must hold real numbers, got {came}")
    if array.ndim < least_axes:
        raise ValueError(f"{name} must have at least {least_axes} axes, got shape {array.shape}")
    return array if array.dtype.kind == "f" else array.astype(np.float64)


def finite(array, name):
    """Return `array`, or say which of its rows holds NaN or inf."""
    are_finite = np.isfinite(array)
    if not are_finite.all():
        row = first_place(~are_finite.all(axis=-1))
        raise ValueError(f"{name} must be finite, got NaN or inf in row {row}")
    return array


def inside(computed, name):
    """Return what was computed from finite numbers, or say which row has left their format."""
    are_inside = np.isfinite(computed)
    if not are_inside.all():
        row, largest = first_place(~are_inside.all(axis=-1)), np.finfo(computed.dtype).max
        raise ValueError(f"{name} pass {largest:.3g} in row {row}, where {computed.dtype} ends")
    return computed


def fitting(queries, keys, values):
    """Return the three as floats of one dtype, or say which two do not fit."""
    named = {"queries": queries, "keys": keys, "values": values}
    named = {name: floats(array, name) for name, array in named.items()}
    for name, array in named.items():
        if 0 in array.shape[-2:]:
            raise ValueError(f"{name} must have at least one row and one column, got {array.shape}")
        finite(array, name)
    queries, keys, values = named.values()
    if queries.shape[-1] != keys.shape[-1]:
        raise ValueError(f"queries and keys must have one width d_k, got {_shapes(named)}")
    if keys.shape[-2] != values.shape[-2]:
        raise ValueError(f"every key needs one value, got {_shapes(named)}")
    batches = {array.shape[:-2] for array in named.values()}
    try:
        if len(batches) > 1:
            np.broadcast_shapes(*batches)
    except ValueError:
        raise ValueError(f"the batch axes must fit each other, got {_shapes(named)}") from None
    dtype = np.result_type(queries, keys, values)
    return tuple(array.astype(dtype, copy=False) for array in (queries, keys, values))


def _shapes(named):
    """Return the shapes of arrays by their names, as text."""
    return ", ".join(f"{name} {array.shape}" for name, array in named.items())


def reachable_scores(queries, keys, scale):
    """Raise ValueError for a query and key whose score could leave the arrays' format.

    The bound holds for every sum on the way to a score, in whatever order it is added, so that no
    way to compute attention can overflow where another does not.
    """
    query, key = (max(rows.max(initial=0), -rows.min(initial=0)) for rows in (queries, keys))
    largest = float(np.finfo(queries.dtype).max)
    # Half of it, because sums are rounded.
    if float(query) * float(key) * queries.shape[-1] * max(abs(scale), 1.0) > largest / 2:
        pairs = (queries, query), (keys, key)
        first, second = (first_place((np.abs(rows) == most).any(-1)) for rows, most in pairs)
        raise ValueError(
            f"query {first} and key {second} are too large: with entries of {query:.3g} and "
            f"{key:.3g}, scaled by {scale:.3g}, a score could pass {largest:.3g}, where "
            f"{queries.dtype} ends"
        )


def rows(name, matrix, count, partner):
    """Return the matrix as floats, or say that its rows do not fit its partner's width."""
    matrix = floats(matrix, name)
    if matrix.ndim != 2 or matrix.shape[0] != count:
        raise ValueError(f"{name} must have {count} rows to fit {partner}, got {matrix.shape}")
    return finite(matrix, name)


def mask(allowed, shape):
    """Return the mask in the shape (..., n, m) of the scores, or say why it cannot be one.

    NumPy aligns shapes from the right, so the sentences of a mask (b, n, m) would be taken for the
    heads of scores (b, h, n, m): between two axes and all of them, a mask must say which it means.
    """
    allowed = rectangular(allowed, "allowed")
    if allowed.dtype != bool:
        raise ValueError(
            f"allowed must be boolean, True where a query may look, got {allowed.dtype}"
        )
    if allowed.ndim < 2:
        raise ValueError(
            f"allowed must have a row per query and a column per key, as the scores {shape} have, "
            f"got {allowed.shape}: write allowed[None, :] where it is the same for all queries"
        )
    if 2 < allowed.ndim < len(shape):
        raise ValueError(
            f"allowed must have two axes or all {len(shape)} of the scores {shape}, got "
            f"{allowed.shape}: write allowed[:, None] for a mask per sentence, the same for all "
            f"its heads, or allowed[None] for a mask per head"
        )
    try:
        allowed = np.broadcast_to(allowed, shape)
    except ValueError:
        message = f"allowed must broadcast to the scores {shape}, got {allowed.shape}"
        raise ValueError(message) from None
    blind = ~allowed.any(axis=-1)
    if blind.any():
        raise ValueError(f"query {first_place(blind)} may look nowhere: allow it at least one key")
    return allowed


def usable_peak(peak, axis):
    """Raise ValueError for a row of scores that has no largest number to subtract, by its peak."""
    reasons = {
        "holds NaN: every score must be a number": np.isnan(peak),
        "reaches +inf: scores must be finite, or -inf to hide a key": np.isposinf(peak),
        "may look nowhere: all its scores are -inf": np.isneginf(peak),
    }
    for reason, bad in reasons.items():
        if bad.any():
            raise ValueError(f"row {first_place(bad.squeeze(axis))} of the scores {reason}")


def first_place(bad):
    """Return where the first True stands: a plain number for one axis, else a tuple."""
    place = tuple(int(i) for i in np.argwhere(bad)[0])
    return place[0] if len(place) == 1 else place or 0


def sequence(name, things, of):
    """Return the things as a tuple, or say that what came cannot be gone through."""
    if _is_masked(things):
        raise ValueError(f"{name} must be a plain sequence of {of}, got a masked array")
    try:
        return tuple(things)
    except TypeError:
        raise ValueError(f"{name} must be a sequence of {of}, got {_shown(things)}") from None


def text_length(n, longest, before=0):
    """Raise ValueError unless a text of n tokens fits a model, behind those that it has read."""
    if not 1 <= n <= longest - before:
        behind = f" behind {before}" if before else ""
        raise ValueError(f"a text must have 1 to {longest} tokens, got {n}{behind}")


def known(tokens, wrong, words):
    """Return the tokens, an array or a tensor, or say which is the first that is marked wrong."""
    if wrong.any():
        place = tuple(np.argwhere(wrong.tolist())[0].tolist())
        raise ValueError(f"tokens must be from 0 to {words - 1}, got {tokens[place]} at {place}")
    return tokens


def heads(given):
    """Return the heads as triples, or say what came in place of one."""
    triples = [
        sequence(f"head {i}", head, "W_Q, W_K and W_V")
        for i, head in enumerate(sequence("heads", given, "(W_Q, W_K, W_V)"))
    ]
    if not triples:
        raise ValueError("heads must hold at least one (W_Q, W_K, W_V), got none")
    for i, head in enumerate(triples):
        if len(head) != 3:
            raise ValueError(f"head {i} must be (W_Q, W_K, W_V), got {len(head)} parts")
    return triples


def axis(number, shape):
    """Return an axis of the shape as a whole number, or say what came."""
    number = count("axis", number, least=-math.inf)
    if not -len(shape) <= number < len(shape):
        raise ValueError(f"axis must be an axis of the scores {shape}, got {number}")
    if shape[number] == 0:
        raise ValueError(f"softmax needs at least one score along axis {number}, got {shape}")
    return number


def count(name, number, least=1, most=math.inf):
    """Return a whole number within its limits, or say what came."""
    try:
        if isinstance(number, bool):
            raise TypeError
        number = operator.index(number)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, got {_shown(number)}") from None
    if not least <= number <= most:
        limits = f"at least {least}" if most == math.inf else f"from {least} to {most}"
        raise ValueError(f"{name} must be {limits}, got {number}")
    return number


def seed(number):
    """Return a seed that torch and Python take, or say what came."""
    return count("seed", number, least=-(2**63), most=2**63 - 1)


def divisor(name, part, of, whole):
    """Return a count that divides a whole, or say both."""
    part = count(name, part)
    if whole % part:
        raise ValueError(f"{name} must divide {of}, got {name}={part} and {of}={whole}")
    return part


def number(name, came, *, least=-math.inf, above=-math.inf, below=math.inf):
    """Return a number within its limits as a float, or say what came; NaN lies in none."""
    number = _as_float(name, came)
    if not (least <= number and above < number < below):
        limits = {"at least": least, "above": above, "below": below}
        said = [f"{how} {limit}" for how, limit in limits.items() if math.isfinite(limit)]
        raise ValueError(f"{name} must be a finite number {' and '.join(said)}, got {came}")
    return number


def factor(name, number, dtype):
    """Return a number as a Python float, which keeps an array's format, if it is finite there."""
    number = _as_float(name, number)
    if not abs(number) <= float(np.finfo(dtype).max):
        raise ValueError(f"{name} must be a finite number in {dtype}, got {number}")
    return number


def _as_float(name, number):
    """Return a number as a Python float, or say what came."""
    try:
        if isinstance(number, str | bool):
            raise TypeError
        return float(number)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be a number, got {_shown(number)}") from None


def temperature(number, dtype):
    """Return a temperature that is neither 0 nor inf in a format, or say what came."""
    number = factor("temperature", number, dtype)
    if not dtype.type(number) > 0:
        raise ValueError(f"temperature must be above 0 in {dtype}, got {number:g}")
    return number


def _shown(thing):
    """Return what came as one short line."""
    return " ".join(repr(thing).split())[:60]
