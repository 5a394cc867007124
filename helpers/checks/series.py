"""Which exercises each notebook has, as the folders of their checks say."""

import pkgutil
from importlib import import_module
from typing import NamedTuple

import helpers.checks


class Chapter(NamedTuple):
    """A notebook of the main line: its title, the folder of its checks, their names in order."""

    title: str
    module: str
    names: tuple[str, ...]


def _notebooks():
    """Return the chapter of each notebook by its number, in order."""
    folders = [one.name for one in pkgutil.iter_modules(helpers.checks.__path__) if one.ispkg]
    made = {name: import_module(f"helpers.checks.{name}") for name in folders if name != "kinds"}
    found = {one.NUMBER: Chapter(one.TITLE, name, one.EXERCISES) for name, one in made.items()}
    return dict(sorted(found.items()))


NOTEBOOKS = _notebooks()
