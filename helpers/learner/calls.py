"""Calls what a learner wrote, and says in one sentence what became of it."""

import contextlib
import copy
import inspect
import io
import re
import sys
import time
import traceback
import warnings
from typing import NamedTuple

import numpy as np

from helpers.learner import page
from helpers.learner.arrays import is_tensor
from helpers.learner.compared import UnusableError, in_short, same
from helpers.learner.messages import LONGEST, in_one_line, kind_of
from helpers.learner.undisturbed import put_right

MOST_SHOWN = 24  # numbers of an array that a message shows; of a larger one it says the shape
SLOW = 0.5  # seconds, past which a drag shows its result on release only
CELL = re.compile(r"^<|[\\/]ipykernel_\d+[\\/]")  # how the file of a cell's code is called

CHANGED = (
    "`{name}` changes the {kind} that it's given, so its caller is left with different numbers. "
    "Which line writes into the argument? Make a new {kind} there."
)
CHANGED_MODEL = (
    "`{name}` changes the numbers of the model that it's given, so the next call would use "
    "different ones. Which line changes the model in place?"
)
CHANGED_ON_THE_PAGE = (
    "`{name}` changes `{table}`, which isn't one of its arguments and which other cells still "
    "need. Which line writes into it? (The check has put it back.)"
)


class TroubleError(Exception):
    """What is wrong with what a learner wrote or with what it returned, in one sentence."""


class FailedError(ValueError):
    """A learner's function gave an explorer nothing to draw, in one sentence."""


class Outcome(NamedTuple):
    """What a call gave: a result, or why there is none ("" when all is well)."""

    result: object
    trouble: str = ""


class Answer(NamedTuple):
    """What a function gave an explorer: a result or None, a message or "", and its seconds."""

    result: object
    message: str
    seconds: float


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
    try:
        if run is None:
            misfit = _misfit(given, inputs)
            if misfit:
                return Outcome(None, misfit)
        with _harmless(quiet), _without_exit(), page.kept(given) as changed:
            result = run(given, *copies) if run else given(*copies)
    except TroubleError as error:
        return Outcome(None, str(error))
    except BaseException as error:  # the learner's code may raise anything at all
        return Outcome(None, f"`{name}` {_what_it_did(error, given)}")
    for one, copied in zip(inputs, copies, strict=True):
        if not same(one, copied):
            words = CHANGED_MODEL if hasattr(one, "state_dict") else CHANGED
            kind = "list" if isinstance(one, list | tuple) else "array"
            return Outcome(None, words.format(name=name, kind=kind))
    if changed:
        return Outcome(None, CHANGED_ON_THE_PAGE.format(name=name, table=changed[0]))
    return Outcome(result)


def ask(function, given, read, unnamed="your function"):
    """Call a learner's function for an explorer; whatever it does, return an `Answer`.

    given   : its one argument, which it may change
    read    : takes what came back and returns it as it is used, or raises `UnusableError`
    unnamed : what the messages call a function that has no name

    Only an interrupt passes: it is meant for the cell that asks.
    """
    name, started = name_of(function, unnamed), time.perf_counter()
    try:
        with np.errstate(all="ignore"), _without_exit():
            back = function(given)
        if back is None or back is ...:
            why = ": it returns None" if back is None else ""
            raise UnusableError(f"isn't written yet{why}.")
        result, message = read(back), ""
    except KeyboardInterrupt:
        raise
    except UnusableError as error:
        result, message = None, f"{name} {error}"
    except BaseException as error:  # the learner's function may raise anything at all
        result, message = None, f"{name} {_what_it_did(error, function)}"
    seconds = time.perf_counter() - started
    if not message and seconds > SLOW:
        message = f"{name} took {seconds:.1f} s, so the picture follows when you let go."
    return Answer(result, message, seconds)


@contextlib.contextmanager
def _harmless(quiet):
    """Let nothing warn, and nothing be printed where that is quiet."""
    out = contextlib.redirect_stdout(io.StringIO() if quiet else sys.stdout)
    with out, np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        finally:
            put_right()


@contextlib.contextmanager
def _without_exit():
    """Have the `exit` and `quit` of a notebook raise SystemExit, where they would end the kernel.

    As Python's own do. `os._exit` ends the process at once, and nothing can be done about it.
    """
    find = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = find() if find else None
    if shell is None:
        yield
        return
    shell.ask_exit = sys.exit  # found before that of the shell's class
    try:
        yield
    finally:
        vars(shell).pop("ask_exit", None)


def _what_it_did(error, given):
    """Return how a call ended that ended with this error, in which line of its cell."""
    line = _line(error, given)
    if isinstance(error, KeyboardInterrupt):
        return f"was interrupted{line}. Does its loop come to an end?"
    if isinstance(error, SystemExit):
        return f"called exit{line}. Nothing here needs that: return the result."
    return f"raised {kind_of(error)}{line}: {in_one_line(error)}"


def name_of(given, unnamed="your function"):
    """Return what the messages call a function or class."""
    name = None
    with contextlib.suppress(Exception):  # a learner's object may answer as it likes
        name = given.__name__
    usable = isinstance(name, str) and name.isidentifier() and len(name) <= LONGEST
    return name if usable else unnamed


def called_with(function, inputs):
    """Return what a function was called with, as a sentence: "" where it doesn't take that."""
    try:
        bound = inspect.signature(function).bind(*inputs).arguments
    except (TypeError, ValueError):
        return ""
    shown = [text for name, value in bound.items() if (text := _argument(name, value))]
    return f"It was called with {', '.join(shown)}." if shown else ""


def _argument(name, value):
    """Return an argument as a message shows it, "" for what has no short form."""
    if is_tensor(value):
        value = value.detach().cpu().numpy()
    if isinstance(value, np.ndarray):
        short = f"`{name} = {in_short(value)}`"
        return short if value.size <= MOST_SHOWN else f"`{name}` of shape {value.shape}"
    is_plain = isinstance(value, int | float | str | list) and "array" not in repr(value)
    text = repr(value)
    return f"`{name} = {text}`" if is_plain and len(text) <= LONGEST else ""


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


def _line(error, given):
    """Return " in line 3", counted in the cell of the learner's code, or "" where none is known."""
    own = {file for file in page.cells(given) if CELL.search(file)}
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename in own
    ]
    return f" in line {lines[-1]} of its cell" if lines else ""
