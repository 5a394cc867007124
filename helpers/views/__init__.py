"""Views: small browser components that draw what they are given and report what the user does.

Those that a notebook names itself are found here, once they are asked for.
"""

from importlib import import_module

_HOMES = {"Progress": "progress"}
__all__ = list(_HOMES)


def __getattr__(name):
    """Import the module that holds `name` when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"helpers.views has no {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__():
    return __all__
