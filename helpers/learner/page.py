"""The page's own tables, which a learner's function sees beside its arguments."""

import contextlib
from types import FunctionType, MethodType

import numpy as np

from helpers.learner.arrays import is_tensor
from helpers.learner.compared import same

LARGEST = 100_000  # numbers; a larger table is not watched, for every call copies them


@contextlib.contextmanager
def kept(given):
    """Put the page's tables back after a call; give a list to which the changed ones are added.

    given : the function or class whose page it is
    """
    scope, changed = _scope(given), []
    tables = {name: value for name, value in list(scope.items()) if _is_table(name, value)}
    before = {name: _copied(table) for name, table in tables.items()}
    try:
        yield changed
    finally:
        for name, table in tables.items():
            if scope.get(name) is not table or not same(before[name], table):
                changed.append(name)
                scope[name] = table
                with contextlib.suppress(Exception):  # its shape may have been changed
                    _read(table)[...] = _read(before[name])


def read_instead(given, inputs):
    """Return the name of a table of the page that a function reads and that is one of its inputs.

    inputs : those of the page; "" where there is none
    """
    scope = _scope(given)
    for name in sorted(names(given)):
        value = scope.get(name)
        if _is_table(name, value) and any(same(_read(value), _read(one)) for one in inputs):
            return name
    return ""


def names(given):
    """Return the names that a function or class looks up outside of itself."""
    return set().union(*map(_names, _codes(given)))


def cells(given):
    """Return the files of the cells in which a function or class was written."""
    return {code.co_filename for code in _codes(given)}


def _functions(given):
    """Return the plain functions of a function, a class, or an object that can be called."""
    if isinstance(given, FunctionType | MethodType):
        return [given]
    owner = given if isinstance(given, type) else type(given)
    return [one for one in vars(owner).values() if isinstance(one, FunctionType)]


def _codes(given):
    return [function.__code__ for function in _functions(given)]


def _scope(given):
    """Return the global names that a learner's code sees, {} where it has no code of its own."""
    return next((function.__globals__ for function in _functions(given)), {})


def _names(code):
    """Return the names that code looks up outside of itself, that of functions within it too."""
    inner = [one for one in code.co_consts if hasattr(one, "co_names")]
    return set(code.co_names).union(*map(_names, inner))


def _copied(table):
    return table.detach().clone() if is_tensor(table) else table.copy()


def _read(table):
    """Return a tensor as an array, anything else as it is."""
    return table.detach().cpu().numpy() if is_tensor(table) else table


def _is_table(name, value):
    """Return whether this is a table that the page has named; `_` and `_7` are its outputs."""
    if name.startswith("_") or not (isinstance(value, np.ndarray) or is_tensor(value)):
        return False
    with contextlib.suppress(Exception):  # not every tensor can be read as an array
        table = _read(value)
        return table.dtype.kind in "biuf" and 0 < table.size <= LARGEST
    return False
