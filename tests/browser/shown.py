"""An explorer on its page together with its kernel, as the browser tests hold it."""

import contextlib

import numpy as np
from lab_server import until

from browser import explorer_page


class Shown:
    """An explorer that is drawn, and the kernel behind it."""

    def __init__(self, case, page, explorer, ask, heard):
        self.case, self.page, self.explorer = case, page, explorer
        self.ask, self.heard = ask, heard

    def state(self):
        """Return what the kernel holds now."""
        return self.ask(self.case.state)

    def complaints(self):
        """Return which numbers of the page are not those of the kernel's state."""
        exact = self.case.exact(self.state())
        return [
            f"{name} {wrong}"
            for name, where in self.case.shown.items()
            for wrong in explorer_page.unlike(
                explorer_page.texts(self.explorer, *where), np.ravel(exact[name])
            )
        ]

    def settles(self):
        """Wait until the page shows the kernel's state, and nothing has gone wrong."""
        with contextlib.suppress(AssertionError):
            until(lambda: not self.complaints(), "the numbers", seconds=5)
        assert self.complaints() == []
        assert self.heard == []

    def becomes(self, name, wanted):
        """Wait until the kernel holds this."""
        with contextlib.suppress(AssertionError):
            until(lambda: alike(self.state()[name], wanted), name, seconds=5)
        assert alike(self.state()[name], wanted), (self.state()[name], wanted)
        self.settles()

    def rests(self):
        """Wait until the kernel has handled what came before, and the page has painted it."""
        self.state()
        self.page.evaluate("() => new Promise(done => setTimeout(done, 100))")

    def press(self, names):
        """Press buttons by their names."""
        for name in names:
            self.explorer.get_by_role("button", name=name, exact=True).click()


def alike(value, wanted):
    """Whether two states are the same: numbers to half a finest step, words in any order."""
    try:
        return np.allclose(value, wanted, atol=0.0051)
    except (TypeError, ValueError):
        return sorted(value) == sorted(wanted)
