"""Views: small browser components that draw what they are given and report what the user does.

Those that a notebook names itself are found here, once they are asked for.
"""

from helpers import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, {"Progress": "progress"})
