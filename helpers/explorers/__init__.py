"""The explorers of the series, one in each folder; nothing heavy is imported until one is used."""

from pkgutil import iter_modules

from helpers import lazy

# Each folder, and the name of its explorer.
FOLDERS = {
    folder: f"{folder.title().replace('_', '')}Explorer"
    for folder in sorted(module.name for module in iter_modules(__path__))
    if folder != "base"
}

__getattr__, __dir__, __all__ = lazy.names(
    __name__, {name: f"{folder}.explorer" for folder, name in FOLDERS.items()}
)
