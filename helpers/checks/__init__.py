"""The checks of the exercises, `checks.NAME(NAME)`; a notebook's are imported when one is used."""

from importlib import import_module

from helpers.checks.series import NOTEBOOKS

_HOMES = {name: notebook.module for notebook in NOTEBOOKS.values() for name in notebook.names}
_HOMES["so_far"] = "stations"  # a module of its own name would take its place
__all__ = sorted(_HOMES)


def __getattr__(name):
    """Import the module that holds `name` when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"helpers.checks has no {name!r}: is the exercise's name as it was?")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__():
    return __all__
