"""Calls what a learner wrote, and says in one sentence what became of it."""

import contextlib
import copy
import inspect
import io
import re
import traceback
import warnings
from typing import NamedTuple

import numpy as np

LONGEST = 160  # characters of an error's own words


class TroubleError(Exception):
    """Raised by a `run` that can say itself, in one sentence, what is wrong."""


class Outcome(NamedTuple):
    """What a call gave: a result, or why there is none ("" when all is well)."""

    result: object
    trouble: str = ""


def call(given, inputs, run=None, quiet=False):
    """Call what a learner wrote on copies of the inputs; whatever it does, return an `Outcome`.

    given  : a function or a class
    inputs : the arguments
    run    : takes `given` and the arguments where calling is not enough, as for a class; it may
             raise `TroubleError`
    quiet  : whether what it prints is dropped, as in a second call

    No exception passes, an interrupt and SystemExit included: an endless loop ends in a sentence
    that names its line, and `exit()` does not end the kernel.
    """
    name = name_of(given)
    copies = copy.deepcopy(inputs)
    drop = contextlib.redirect_stdout(io.StringIO()) if quiet else contextlib.nullcontext()
    try:
        if run is None:
            misfit = _misfit(given, inputs)
            if misfit:
                return Outcome(None, misfit)
        with drop, np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = run(given, *copies) if run else given(*copies)
    except KeyboardInterrupt as error:
        words = f"`{name}` was interrupted{_line(error)}. Does its loop come to an end?"
        return Outcome(None, words)
    except SystemExit as error:
        words = f"`{name}` called exit{_line(error)}. Nothing here needs that: return the result."
        return Outcome(None, words)
    except TroubleError as error:
        return Outcome(None, str(error))
    except BaseException as error:  # the learner's code may raise anything at all
        kind = type(error).__name__
        return Outcome(None, f"`{name}` raised {kind}{_line(error)}: {_one_line(error)}")
    if not same(inputs, copies):
        return Outcome(None, _changed(name))
    return Outcome(result)


def name_of(given):
    """Return what the messages call a function or class."""
    with contextlib.suppress(Exception):  # a learner's object may answer as it likes
        if isinstance(given.__name__, str):
            return given.__name__
    return "your function"


def same(first, second):
    """Return whether two nests of arrays, numbers and texts hold the same, up to rounding."""
    if isinstance(first, tuple | list):
        alike = len(first) == len(second)
        return alike and all(map(same, first, second))
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[k], second[k]) for k in first)
    if is_tensor(first):
        first, second = (one.detach().cpu().numpy() for one in (first, second))
    if isinstance(first, np.ndarray):
        fits = isinstance(second, np.ndarray) and first.shape == second.shape
        if not fits or first.dtype.kind != "f":
            return fits and np.array_equal(first, second)
        return np.allclose(first, second, rtol=1e-9, atol=1e-12, equal_nan=True)
    return first == second if isinstance(first, int | float | str | bool) else True


def is_tensor(thing):
    """Return whether a thing is a torch tensor, without importing torch."""
    return type(thing).__module__.split(".")[0] == "torch" and hasattr(thing, "detach")


def _misfit(given, inputs):
    """Return what is wrong with the arguments that a function asks for, if anything is."""
    try:
        signature = inspect.signature(given)
    except (TypeError, ValueError):
        return ""
    try:
        signature.bind(*inputs)
    except TypeError:
        asks = ", ".join(signature.parameters) or "nothing"
        count = f"{len(inputs)} argument{'s' if len(inputs) > 1 else ''}"
        return f"`{name_of(given)}` takes ({asks}), but is called with {count}, as in the task."
    return ""


def _changed(name):
    return (
        f"`{name}` changes the array that it is given: whoever calls it finds other numbers in it "
        f"afterwards. Which line writes into its argument? Make a new array there."
    )


def _line(error):
    """Return " in line 3", counted in the cell of the learner's code, or "" where none is known."""
    own = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if "ipykernel" in frame.filename or frame.filename.startswith("<")
    ]
    return f" in line {own[-1]} of its cell" if own else ""


def _one_line(error):
    """Return an error's words on one line, shortened where they are long."""
    try:
        words = " ".join(str(error).split()) or "no message"
    except Exception:  # its own __str__ may fail
        words = "its message cannot be read"
    sizes = re.search(r"core dimension.*\(size (\d+) is different from (\d+)\)", words)
    if sizes:  # NumPy speaks of gufuncs
        words = f"two tables do not fit for @, {sizes[2]} columns on the left meet {sizes[1]} rows"
    words = words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."
