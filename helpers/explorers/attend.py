"""Calls the learner's own attention function and says in one sentence what is wrong with it."""

import time
from typing import NamedTuple

import numpy as np

from helpers.attention import Attention, simplified_attention

SLOW = 0.5  # seconds, past which a drag shows its result on release only


class Answer(NamedTuple):
    """What the function gave: a usable result or None, a message or "", and its seconds."""

    result: Attention | None
    message: str
    seconds: float


def ask(attend, embeddings):
    """Call `attend` on a copy of the embeddings; whatever happens, return an `Answer`.

    attend     : takes (n, d) and returns an `Attention`, or (weights, context)
    embeddings : (n, d)
    """
    name = getattr(attend, "__name__", "attend")
    started = time.perf_counter()
    try:
        with np.errstate(all="ignore"):
            given = attend(embeddings.copy())
        result, message = _usable(given, embeddings, name)
    except Exception as error:  # the learner's function may raise anything at all
        result, message = None, f"{name} raised {type(error).__name__}: {_one_line(error)}"
    seconds = time.perf_counter() - started
    if not message and seconds > SLOW:
        message = f"{name} took {seconds:.1f} s, so the picture follows when you let go."
    return Answer(result, message, seconds)


def _usable(given, embeddings, name):
    """Return (result, "") for what can be drawn, else (None, the reason)."""
    if given is None or given is ...:
        return None, f"{name} is not written yet: it returns {given!r}."
    if isinstance(given, Attention):
        parts = given._asdict()
    elif isinstance(given, tuple) and len(given) == 2:
        parts = {"weights": given[0], "context": given[1]}
    else:
        kind = type(given).__name__
        return None, f"{name} must return an Attention or (weights, context), not {kind}."
    n = len(embeddings)
    for part, array in parts.items():
        try:
            array = np.asarray(array, dtype=float)
        except (TypeError, ValueError):
            return None, f"{name} returned {part} that are not numbers."
        expected = (n, n) if part in ("scores", "scaled", "weights") else (n, array.shape[-1:])
        if array.ndim != 2 or array.shape[0] != n or (expected[1] == n and array.shape[1] != n):
            wanted = f"({n}, {n})" if expected[1] == n else f"({n}, ...)"
            return None, f"{name} returned {part} of shape {array.shape}; expected {wanted}."
        if part in ("weights", "context") and not np.isfinite(array).all():
            row = int(np.argwhere(~np.isfinite(array))[0][0])
            return None, f"{name} returned NaN or inf in {part}, row {row}."
        parts[part] = array
    return Attention(**{field: parts.get(field) for field in Attention._fields}), ""


def _one_line(error):
    """Return an error's words on one line, shortened where they are long."""
    words = " ".join(str(error).split()) or "no message"
    return words if len(words) <= 160 else words[:159] + "…"


def first_answer(attend, embeddings):
    """Return an `Answer` that can always be drawn: `simplified_attention`'s where need be."""
    answer = ask(attend, embeddings)
    if answer.result is not None:
        return answer
    message = f"{answer.message} Until then you see simplified_attention."
    return Answer(simplified_attention(embeddings), message, answer.seconds)
