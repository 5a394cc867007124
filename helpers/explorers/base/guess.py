"""What the user guesses before an explorer shows it."""

from typing import ClassVar

import traitlets

from helpers.views.slider import Slider


class GuessSlider(Slider):
    """The slider of a guessed number, there while its explorer hides the result.

    Letting go of it reveals; keys move it, and reveal with Enter.
    """

    def __init__(self, explorer, label="your guess"):
        super().__init__(self._on_report, label=label)
        self._explorer = explorer

    def _on_report(self, report):
        """Take what was guessed; Esc that leads back to the start leaves nothing guessed."""
        begins = report.by == "esc" and report.value == self._start
        self._explorer.on_guess(report, None if begins else report.value)

    def show(self, text=None, **scale):
        """Draw the slider where there is something to guess; `text` writes its number."""
        self.hidden = not self._explorer.guessing
        guessed = self._explorer.guess_so_far
        if self._explorer.guess is None:
            self._start = guessed
        shown = f"{guessed:g}" if text is None else text(guessed)
        if self._explorer.guessing:
            self.draw(value=guessed, text=shown, **scale)


class Guessing(traitlets.HasTraits):
    """The part of an explorer that hides its result until the user has guessed it.

    guessing : whether the result is hidden
    guess    : what was guessed; None before, and once the state is another
    """

    guessing = traitlets.Bool()
    guess = None

    guesses = False  # whether there is something to guess: then its words judge it
    first_guess = 0.0  # what a guess begins from: a number, a place (2,) or a row of numbers
    ends_guess: ClassVar = ()  # parts of the state: another value ends a guess in the making too
    keeps_guess: ClassVar = ()  # parts whose other value ends no guess

    def place_guess(self, guess, resting=True):
        """Set the guess; at rest the result is revealed, and the guess stays beside it."""
        if self.guessing:
            self.change(resting, guess=guess, guessing=not resting)

    @property
    def guess_so_far(self):
        """The guess, or what a guess begins from."""
        return self.first_guess if self.guess is None else self.guess

    def on_guess(self, report, guess):
        """Take a guess along with the pointer; letting go reveals, as does Enter after keys."""
        if report.kind != "choose":
            self.place_guess(guess, report.resting and not report.by)
        elif self.guess is not None:
            self.place_guess(self.guess)

    def _settle_guess(self, changed):
        """Forget the guess where it was of another state."""
        others = {*self.follows} - {*self.keeps_guess}
        ends = {"guessing", *self.ends_guess} if self.guessing else others
        if changed & ends:
            self.guess = None
