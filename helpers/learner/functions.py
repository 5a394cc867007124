"""Calls a learner's own function and says in one sentence what is wrong with it."""

import contextlib
import time
from typing import NamedTuple

import numpy as np

from helpers.attention import Attention
from helpers.learner.exits import without_exit
from helpers.learner.parse import LONGEST, NotNumbersError, kind_of, real_numbers, shortened

SLOW = 0.5  # seconds, past which a drag shows its result on release only
WIDEST = 4096  # numbers of a row
SQUARE = ("scores", "scaled", "weights")  # one row and one column per token


class Answer(NamedTuple):
    """What the function gave: a usable result or None, a message or "", and its seconds."""

    result: object
    message: str
    seconds: float


def ask(attend, embeddings):
    """Call `attend` on a copy of the embeddings; whatever happens, return an `Answer`.

    attend     : takes (n, d) and returns an `Attention`, or (weights, context)
    embeddings : (n, d)

    Of a bare (weights, context) the other fields of the result are None. Only an interrupt passes:
    it is meant for the cell that asks; see `HeldState.change` for a hand.
    """
    given = embeddings.copy()
    return _answer(attend, name_of(attend), given, lambda back: _usable(back, len(embeddings)))


def ask_rows(function, rows, name):
    """Call a function on a copy of rows (n, d); return an `Answer` whose result is such rows, too.

    name : what the messages call a function that has no name
    """
    name = name_of(function, name)
    return _answer(function, name, rows.copy(), lambda back: _rows(back, rows.shape))


def ask_for_mask(rule, n, name):
    """Call a function of n; return an `Answer` whose result is what it made, not read yet.

    name : what the messages call a function that has no name
    """
    return _answer(rule, name_of(rule, name), n, _written)


def _answer(function, name, given, usable):
    """Call a function on what it is given; `usable` reads what comes back, or raises."""
    started = time.perf_counter()
    try:
        with np.errstate(all="ignore"), without_exit():
            back = function(given)
        result, message = usable(back), ""
    except KeyboardInterrupt:
        raise
    except _UnusableError as error:
        result, message = None, f"{name} {error}"
    except SystemExit:  # in a drag it would end the kernel, and all variables with it
        result, message = None, f"{name} called exit, which nothing here needs: return the result."
    except BaseException as error:  # the learner's function may raise anything at all
        result, message = None, f"{name} raised {kind_of(error)}: {_one_line(error)}"
    seconds = time.perf_counter() - started
    if not message and seconds > SLOW:
        message = f"{name} took {seconds:.1f} s, so the picture follows when you let go."
    return Answer(result, message, seconds)


def name_of(function, unnamed="attend"):
    """Return what the messages call the function."""
    name = None
    with contextlib.suppress(Exception):  # a learner's object may answer as it likes
        name = function.__name__
    usable = isinstance(name, str) and name.isidentifier() and len(name) <= LONGEST
    return name if usable else unnamed


class _UnusableError(Exception):
    """What came back cannot be drawn, and why."""


def _usable(given, n):
    """Return what came back as an `Attention`, or raise `_UnusableError`."""
    if isinstance(_written(given), Attention):
        parts = given._asdict()
    elif isinstance(given, tuple) and len(given) == 2:
        parts = {"weights": given[0], "context": given[1]}
    else:
        kind = kind_of(given)
        raise _UnusableError(f"must return an Attention or (weights, context), not {kind}.")
    arrays = {part: _array(part, array, n) for part, array in parts.items()}
    return Attention(**{field: arrays.get(field) for field in Attention._fields})


def _written(given):
    """Return what came back, or raise `_UnusableError` where that is a stub's."""
    if given is None or given is ...:
        raise _UnusableError(f"is not written yet{': it returns None' if given is None else ''}.")
    return given


def _rows(given, shape):
    """Return what came back as rows of this shape, or raise `_UnusableError`."""
    try:
        array = real_numbers(_written(given))
    except NotNumbersError as error:
        came = f", not {error}" if str(error) else ""
        raise _UnusableError(f"must return rows of numbers{came}.") from None
    if array.shape != shape:
        raise _UnusableError(f"returned shape {array.shape}; expected {shape}, as it was given.")
    array = array.astype(float)
    if not np.isfinite(array).all():
        row = int(np.argwhere(~np.isfinite(array))[0][0])
        raise _UnusableError(f"returned NaN or inf in row {row}.")
    return array


def _array(part, given, n):
    """Return one part as an array of its own, or raise `_UnusableError`."""
    if given is None and part not in ("weights", "context"):
        return None
    if given is None or given is ...:
        raise _UnusableError(f"has no {part} yet.")
    try:
        array = real_numbers(given)
    except NotNumbersError as error:
        came = f" but {error}" if str(error) else ""
        raise _UnusableError(f"returned {part} that are not rows of numbers{came}.") from None
    fits = array.ndim == 2 and len(array) == n and (part not in SQUARE or array.shape[1] == n)
    if not fits or array.shape[1] == 0:
        wanted = f"({n}, {n})" if part in SQUARE else f"({n}, ...)"
        raise _UnusableError(f"returned {part} of shape {array.shape}; expected {wanted}.")
    if array.shape[1] > WIDEST:
        widest = f"a row here has at most {WIDEST}"
        raise _UnusableError(f"returned {array.shape[1]} numbers for a row of {part}; {widest}.")
    array = array.astype(float)
    if part not in ("scores", "scaled") and not np.isfinite(array).all():
        row = int(np.argwhere(~np.isfinite(array))[0][0])
        raise _UnusableError(f"returned NaN or inf in {part}, row {row}.")
    return array


def _one_line(error):
    """Return an error's words on one line, shortened where they are long."""
    try:
        words = " ".join(str(error).encode("utf-8", "replace").decode().split()) or "no message"
    except Exception:  # its own __str__ may fail
        words = "its message cannot be read"
    words = shortened(words, 160)
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."
