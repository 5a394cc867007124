"""The way from a query's vector x to its context z, where there is one to draw."""

from typing import NamedTuple

import numpy as np

CLOSE = 1e-6  # relative: how near to z the pulls must end


class Shift(NamedTuple):
    """values (n, d) that pull, or None where no shift can be drawn; a remark or ""."""

    values: np.ndarray | None
    pulls: bool
    remark: str


def of(result, embeddings, query, name):
    """Return the `Shift` of one query: z - x as the sum over j of weight j times (v_j - x).

    result     : an `Attention`; where it has no values, the embeddings are the values
    embeddings : (n, d)    query : a place    name : of the function, for the remark
    """
    width = embeddings.shape[1]
    if result.context.shape[1] != width:
        return Shift(
            None,
            False,
            f"z from {name} has {_numbers(result.context.shape[1])} and x has {width}:"
            " there is no way from x to z to draw.",
        )
    values = embeddings if result.values is None else result.values
    if values.shape != embeddings.shape:
        return Shift(
            embeddings,
            False,
            f"The pulls are not drawn: a value has {_numbers(values.shape[1])}, z has {width}.",
        )
    x, z, weights = embeddings[query], result.context[query], result.weights[query]
    gap = np.linalg.norm(x + weights @ (values - x) - z)
    size = max(np.abs(z).max(), np.abs(values).max(), np.abs(x).max())
    if gap <= CLOSE * size:
        return Shift(values, True, "")
    return Shift(
        values,
        False,
        f"The pulls are not drawn: this row of the weights sums to {weights.sum():.6g},"
        f" and the pulls end {gap:.3g} away from z.",
    )


def _numbers(count):
    return f"{count} number{'s' if count != 1 else ''}"
