"""A trait that its explorer may refuse."""

import traitlets


class Guarded(traitlets.TraitType):
    """A trait whose explorer takes what code sets, or keeps the last good value and says why.

    The explorer has `wish(name, value)`, called when code sets the trait, and `adopting`, true
    while it sets the trait itself.
    """

    def set(self, explorer, value):
        """Set the trait, or pass on what code wishes."""
        if explorer.adopting:
            super().set(explorer, value)
        else:
            explorer.wish(self.name, value)
