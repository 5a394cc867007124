"""The checks of the exercises, `checks.NAME(NAME)`; each is imported when it is used."""

from importlib import import_module

# Imported at once: it keeps what the libraries hold, before a page assigns to them.
undisturbed = import_module("helpers.learner.undisturbed").undisturbed


def __getattr__(name):
    """Import the check that is called `name` when it is first used."""
    homes = _homes()
    if name not in homes:
        raise AttributeError(f"helpers.checks has no {name!r}: is the exercise's name as it was?")
    with undisturbed():  # the inputs of a check are drawn as it is imported
        return getattr(import_module(homes[name]), name)


def __dir__():
    return sorted(_homes())


def _homes():
    """Return the module of each name."""
    series = import_module(f"{__name__}.series")
    homes = {
        name: f"{__name__}.{chapter.module}.{name}"
        for chapter in series.NOTEBOOKS.values()
        for name in chapter.names
    }
    return {**homes, "so_far": f"{__name__}.stations"}  # of its own name it would take its place
