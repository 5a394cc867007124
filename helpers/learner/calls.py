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

from helpers.learner import page
from helpers.learner.compared import same
from helpers.learner.errors import in_one_line
from helpers.learner.exits import without_exit

CELL = re.compile(r"^<|[\\/]ipykernel_\d+[\\/]")  # how the file of a cell's code is called

CHANGED = (
    "`{name}` changes the array that it is given: whoever calls it finds other numbers in it "
    "afterwards. Which line writes into its argument? Make a new array there."
)
CHANGED_ON_THE_PAGE = (
    "`{name}` changes `{table}`, which belongs to the page and is none of its arguments: other "
    "cells would find other numbers in it. Which line writes into it? (The check has put it back.)"
)


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
    try:
        if run is None:
            misfit = _misfit(given, inputs)
            if misfit:
                return Outcome(None, misfit)
        with _harmless(quiet), page.kept(given) as changed:
            result = run(given, *copies) if run else given(*copies)
    except TroubleError as error:
        return Outcome(None, str(error))
    except BaseException as error:  # the learner's code may raise anything at all
        return Outcome(None, f"`{name}` {_what_it_did(error, _line(error, given))}")
    if not same(inputs, copies):
        return Outcome(None, CHANGED.format(name=name))
    if changed:
        return Outcome(None, CHANGED_ON_THE_PAGE.format(name=name, table=changed[0]))
    return Outcome(result)


@contextlib.contextmanager
def _harmless(quiet):
    """Let nothing warn or end the kernel, and nothing be printed where that is quiet."""
    drop = contextlib.redirect_stdout(io.StringIO()) if quiet else contextlib.nullcontext()
    with drop, np.errstate(all="ignore"), warnings.catch_warnings(), without_exit():
        warnings.simplefilter("ignore")
        yield


def _what_it_did(error, line):
    """Return how a call ended that ended with this error, in this line of its cell."""
    if isinstance(error, KeyboardInterrupt):
        return f"was interrupted{line}. Does its loop come to an end?"
    if isinstance(error, SystemExit):
        return f"called exit{line}. Nothing here needs that: return the result."
    return f"raised {type(error).__name__}{line}: {in_one_line(error)}"


def name_of(given):
    """Return what the messages call a function or class."""
    with contextlib.suppress(Exception):  # a learner's object may answer as it likes
        if isinstance(given.__name__, str):
            return given.__name__
    return "your function"


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
