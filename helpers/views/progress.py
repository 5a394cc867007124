"""How far a training or a scan is: a bar, the step and the loss, which move while it runs."""

import math
import time

from helpers import expect
from helpers.views.stage import Stage
from helpers.views.view import View

PAUSE = 0.05  # seconds between two pictures: more than an eye takes in would slow the training


class Bar(View):
    """How far something long is.

    A scene holds steps, taken (how many are), text (what stands beside the bar while it moves) and
    said (how it ended, "" before; it is read out). It reports nothing, so nothing has to be
    answered: a kernel that trains has no time for it.
    """


class Progress(Stage):
    """A watcher for `loop.train` that shows how far it is; its own cell stands before that of it.

    A loop without losses calls it as `progress(step)`, and `progress.end()` after the last step.

    steps : how many steps the training will take
    name  : what is trained, for the page and for a screen reader

    Raises ValueError for fewer than 1 step.
    """

    def __init__(self, steps, name="training"):
        steps = expect.count("steps", steps)
        self.steps, self._drawn, self._bar = steps, -math.inf, Bar(label=name)
        self._show(0, f"not started: {steps} steps")
        super().__init__(self._bar)

    def __call__(self, step, loss=None, _model=None):
        """Show the step that is about to be taken, from 0, and the loss before it, if any."""
        if loss is not None and not math.isfinite(loss):
            self._show(step, said=f"Stopped at step {step} of {self.steps}: the loss is {loss}.")
        elif step == 0 or time.monotonic() - self._drawn >= PAUSE:
            known = "" if loss is None else f", loss {_shown(loss)}"
            self._show(step + 1, f"step {step + 1} of {self.steps}{known}")

    def end(self, losses=None, _model=None):
        """Say how it ended, after all steps or stopped by hand; without losses, after all."""
        taken = self.steps if losses is None else len(losses)
        of = "Done: {}" if taken >= self.steps else "Stopped after {} of {}"
        loss = f", the last loss {_shown(losses[-1])}" if losses else ""
        self._show(taken, said=f"{of.format(taken, self.steps)} steps{loss}.")

    def _show(self, taken, text="", said=""):
        self._drawn = time.monotonic()
        with self.telling():
            self._bar.draw(steps=self.steps, taken=taken, text=text, said=said)

    def still(self):
        """Return words that are the same before and after every training."""
        label = self._bar.label.capitalize()
        words = f"{label}, {self.steps} steps: run the cell to watch it."
        return {"text/plain": words}, {}


def _shown(loss):
    """Return a loss as text of nearly always the same width."""
    return f"{loss:.4f}" if abs(loss) >= 0.001 else f"{loss:.1e}"
