"""Every printed number of a worked example, computed again in two ways, and what that implies."""

from dataclasses import dataclass

import numpy as np

from helpers.attention import project, softmax
from helpers.readers.expressions import evaluate

INPUTS = ("embeddings", "W_Q", "W_K", "W_V", "head_2")
NEITHER = ("slip", "scan")


@dataclass(frozen=True, eq=False)
class Recomputed:
    """One printed line beside the same numbers, recomputed.

    from_inputs   : from the embeddings and matrices; None where nothing can be computed
    from_previous : from what the source prints before it; None where the line starts afresh
    possible      : the verdicts that the two comparisons leave open, one or two
    """

    printed: object
    from_inputs: np.ndarray | None
    from_previous: np.ndarray | None
    possible: tuple[str, ...]


def recompute(example):
    """Return one `Recomputed` for each printed line of a `WorkedExample`, in order.

    Raises ValueError, naming the example and the line, when a line asks for what is not there.
    """
    lines = []
    for i, line in enumerate(example.printed):
        try:
            lines.append(_recompute(example, line, example.printed[:i]))
        except ValueError as error:
            raise ValueError(f"{example.name}: {line.where}: {error}") from None
    return tuple(lines)


def agree(printed, numbers):
    """Whether a line shows these numbers, within half a unit of its last printed place."""
    if printed.value.shape != numbers.shape:
        return False
    half = 0.5 * 10.0**-printed.decimals
    return bool(np.all(np.abs(printed.value - numbers) <= half + 1e-9))


def steps(example, earlier=(), starts_from=(), rounding=None):
    """Return every step of the example as a dict of arrays, each computed from those before.

    earlier     : printed lines; those of a quantity in `starts_from` replace what was computed
    rounding    : dict of quantities to decimals, rounded on the way, halves away from zero
    """
    done = {}
    for name, compute in _recipes(example).items():
        done[name] = compute(done)
        if name in starts_from:
            done[name] = _replace(example, done[name], name, earlier)
        if name in (rounding or {}):
            done[name] = _round(done[name], rounding[name])
    return done


def _recompute(example, line, earlier):
    """Compute one line from the inputs and from the `earlier` lines, and compare it with both."""
    if line.quantity in INPUTS:
        if getattr(example, line.quantity) is None:
            raise ValueError(f"{line.quantity} is not among the inputs")
        given = _rows_of(example, line, getattr(example, line.quantity))
        same = np.array_equal(line.value, given)
        return Recomputed(line, given, None, ("given",) if same else NEITHER)
    compute = _expression if line.quantity == "expression" else _quantity
    from_inputs, from_previous = compute(example, line, earlier)
    return Recomputed(line, from_inputs, from_previous, _possible(line, from_inputs, from_previous))


def _possible(line, from_inputs, from_previous):
    """Return the verdicts that fit, given which of the two computations the line agrees with."""
    if from_inputs is None:
        return ("uncheckable",)
    right = agree(line, from_inputs)
    if from_previous is None:
        return ("agrees",) if right else NEITHER
    followed = agree(line, from_previous)
    verdicts = {(True, True): "agrees", (False, True): "follows", (True, False): "recovers"}
    return (verdicts[right, followed],) if right or followed else NEITHER


def _quantity(example, line, earlier):
    """Compute a line that shows one step of attention, or some rows of it."""
    if example.embeddings is None:
        raise ValueError(f"{line.quantity} cannot be computed without embeddings")
    from_inputs = _pick(example, line, steps(example, rounding=line.rounding))
    if not line.starts_from:
        return from_inputs, None
    same_row = [other for other in earlier if _may_share_a_row(line, other)]
    previous = steps(example, same_row, line.starts_from, line.rounding)
    return from_inputs, _pick(example, line, previous)


def _may_share_a_row(line, other):
    """Whether two lines can be about the same query."""
    return line.query is None or other.query in (None, line.query)


def _expression(example, line, earlier):
    """Compute a line that shows arithmetic; its previous step is the same arithmetic, printed."""
    if line.expression is None:
        return None, None
    names = {"softmax": lambda *scores: softmax(np.array(scores, dtype=float)), "sum": np.sum}
    if example.embeddings is not None:
        d_model = example.embeddings.shape[1]
        d_k = d_model if example.W_K is None else example.W_K.shape[1]
        names |= {"n": len(example.tokens), "d_model": d_model, "d_k": d_k}
    from_inputs = np.asarray(evaluate(line.expression, names), dtype=float)
    if not line.starts_from:
        return from_inputs, None
    before = [other.value for other in earlier if other.expression == line.expression]
    if not before:
        raise ValueError(f"it starts from a line on {line.expression}, but none stands before it")
    return from_inputs, before[-1]


def _recipes(example):
    """Return how each step is computed, in order, from the dict of the steps before it."""
    X = example.embeddings
    W_Q, W_K, W_V = example.W_Q, example.W_K, example.W_V
    projected = (X, X, X) if W_Q is None else project(X, W_Q, W_K, W_V)
    divisor = np.sqrt(projected[1].shape[1]) if example.scale else 1.0
    recipes = {
        "queries": lambda done: projected[0],
        "keys": lambda done: projected[1],
        "values": lambda done: projected[2],
        "scores": lambda done: done["queries"] @ done["keys"].T,
        "scaled": lambda done: done["scores"] / divisor,
        "weights": lambda done: softmax(done["scaled"]),
        "sums": lambda done: done["weights"].sum(axis=1),
        "terms": lambda done: done["weights"][:, :, None] * done["values"],
        "context": lambda done: done["terms"].sum(axis=1),
        "head_output": lambda done: done["context"],
    }
    if example.head_2 is not None:
        recipes["concatenated"] = lambda done: np.hstack([done["head_output"], example.head_2])
    return recipes


def _replace(example, numbers, quantity, earlier):
    """Return the numbers with all that was printed of the quantity, finer places and later last."""
    numbers = np.array(numbers, dtype=float)
    lines = [line for line in earlier if line.quantity == quantity]
    if not lines:
        raise ValueError(f"it starts from the printed {quantity}, but none stand before it")
    for line in sorted(lines, key=lambda line: line.decimals):
        if _rows_of(example, line, numbers).shape != line.value.shape:
            raise ValueError(f"it starts from {quantity} that have another shape: {line.where}")
        numbers[_places(example, line)] = line.value
    return numbers


def _pick(example, line, done):
    """Return the numbers of a line out of all steps."""
    if line.quantity not in done:
        raise ValueError(f"quantity {line.quantity!r} is none of {', '.join((*INPUTS, *done))}")
    return _rows_of(example, line, done[line.quantity])


def _rows_of(example, line, numbers):
    """Return the row or the entry of the numbers that a line is about."""
    return np.asarray(numbers[_places(example, line)])


def _places(example, line):
    """Return the index of a line's query and key, empty for the whole quantity."""
    return tuple(example.tokens.index(token) for token in (line.query, line.key) if token)


def _round(numbers, decimals):
    """Round halves away from zero, as people do; 1e-9 makes good what binary takes off."""
    unit = 10.0**-decimals
    return np.sign(numbers) * np.floor(np.abs(numbers) / unit + 0.5 + 1e-9) * unit
