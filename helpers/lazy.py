"""Packages whose names are imported when they are first used."""

from importlib import import_module


def names(package, homes):
    """Return the `__getattr__`, `__dir__` and `__all__` of a package.

    package : its `__name__`    homes : for each name the module of the package that holds it
    """

    def find(name):
        if name not in homes:
            raise AttributeError(f"{package} has no {name!r}; it has {', '.join(homes)}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return find, lambda: list(homes), list(homes)
