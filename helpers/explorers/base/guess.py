"""One number to guess: a slider for it, a button that reveals, and the guess that stays."""

from typing import ClassVar

import ipywidgets

from helpers.explorers.base.readers import finite
from helpers.views.slider import Slider


class GuessedNumber:
    """For an explorer that hides a number while `guessing`, until the hand lets go of a slider.

    `_guess` is None until the hand has made one: what was never guessed is not judged. Once
    revealed it stays, as a ghost, until the state changes.
    """

    unguessed: ClassVar = {"_guess": None}
    _guess = None

    def _guess_row(self, label):
        """Return the slider and the button, in one row."""
        self._slider = Slider(self._on_guess, label=label, layout={"flex": "1 1 260px"})
        self._reveal = ipywidgets.Button(description="reveal", layout={"width": "auto"})
        self._reveal.on_click(lambda _: self.set_trait("guessing", False))
        self._guessed = ipywidgets.HBox([self._slider, self._reveal])
        return self._guessed

    def _follow(self, changed):
        """Ask for a guess when guessing begins; let go of the last one when the state changes."""
        super()._follow(changed)
        begins = self.guessing and "guessing" in changed
        if begins or (not self.guessing and any(map(self.holds, changed))):
            self._guess = None

    def _on_guess(self, report):
        """Take the guess; letting go of the slider reveals, keys reveal with Enter."""
        kind, scale = report.get("kind"), self._slider.scene
        value = finite(report.get("value"), scale["low"], scale["high"]) if self.guessing else None
        if value is None or kind not in ("move", "release"):
            return
        self._guess = value
        if kind == "release" and report.get("by") != "keys":
            self.guessing = False
        else:
            self._show(resting=False)

    def _draw_guess(self, **scale):
        """Show the row while there is something to guess."""
        self._guessed.layout.display = None if self.guessing else "none"
        if self.guessing:
            self._slider.draw(value=self._guess or 0.0, **scale)
