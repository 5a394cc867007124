"""The checks of the exercises, `checks.NAME(NAME)`; each is imported when it is used."""

from importlib import import_module
from importlib.util import find_spec


def __getattr__(name):
    """Import the check that is called `name` when it is first used."""
    homes = _homes()
    if name not in homes:
        raise AttributeError(f"helpers.checks has no {name!r}: is the exercise's name as it was?")
    return getattr(import_module(homes[name]), name)


def __dir__():
    return sorted(_homes())


def _homes():
    """Return the module of each name."""
    series = import_module(f"{__name__}.series")
    homes = {
        name: _home(f"{__name__}.{chapter.module}", name)
        for chapter in series.NOTEBOOKS.values()
        for name in chapter.names
    }
    return {**homes, "so_far": f"{__name__}.stations"}  # of its own name it would take its place


def _home(folder, name):
    """Return the module of an exercise: a file of its name, or the one that holds several."""
    return f"{folder}.{name}" if find_spec(f"{folder}.{name}") else f"{folder}.together"
