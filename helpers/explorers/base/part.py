"""A part of an explorer's state as a trait."""

import traitlets


class Part(traitlets.TraitType):
    """A trait that follows the attribute of the state that has its name; to set it is a change.

    read : takes any value and returns it as the state has it, or raises ValueError in one sentence
    """

    def __init__(self, read=lambda value: value):
        super().__init__(None)
        self.read = read

    def set(self, explorer, value):
        """Set the trait while its explorer is quiet; else change the state."""
        if explorer.quiet:
            super().set(explorer, value)
        else:
            explorer.apply({self.name: value})


def alike(before, now):
    """Return whether two values are the same; arrays never are."""
    try:
        return before is now or bool(before == now)
    except Exception:  # an array has no truth, and a stranger's == may raise anything
        return False
