"""A number to guess, with a slider."""

from helpers.views.slider import Slider


class GuessSlider(Slider):
    """The slider of a guessed number, there while its explorer hides the result.

    Letting go of it reveals; keys move it, and reveal with Enter.
    """

    def __init__(self, explorer, label="your guess"):
        super().__init__(lambda report: explorer.on_guess(report, report.value), label=label)
        self._explorer = explorer

    def show(self, text=None, **scale):
        """Draw the slider where there is something to guess; `text` writes its number."""
        self.layout.display = None if self._explorer.guessing else "none"
        guessed = self._explorer.guess_so_far
        shown = f"{guessed:g}" if text is None else text(guessed)
        if self._explorer.guessing:
            self.draw(value=guessed, text=shown, **scale)
