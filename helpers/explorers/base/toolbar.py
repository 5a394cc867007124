"""The one quiet row of buttons below the picture."""

import ipywidgets
import numpy as np
import traitlets

BUTTONS = {
    "pin": ("pin", "keep this state, to compare"),
    "guess": ("guess", "hide the result until you have guessed it"),
    "code": ("code", "show the lines of Python that compute this state"),
}
NARROW = {"width": "auto"}  # as wide as what stands on it


class Toolbar(ipywidgets.HBox):
    """An explorer's examples, its switches and the buttons that every explorer has.

    buttons, presets, reset : the toggle buttons by their names, the list of examples, the button
    """

    def __init__(self, explorer):
        self._explorer = explorer
        self.buttons = {
            name: ipywidgets.ToggleButton(description=text, tooltip=tooltip, layout=NARROW)
            for name, (text, tooltip) in {**explorer.switches, **BUTTONS}.items()
            if explorer.guesses or name != "guess"
        }
        self.presets = ipywidgets.Dropdown(options=list(explorer.examples), description="example")
        does = "return to what this cell opened with"
        self.reset = ipywidgets.Button(description="reset", tooltip=does, layout=NARROW)
        super().__init__([self.presets, *self.buttons.values(), self.reset])
        self.add_class("abh-toolbar")

    def listen(self, begin, say):
        """Tie buttons to traits, both ways.

        begin : called with the title of an example    say : called when the code is to be shown
        """
        explorer, traits = self._explorer, {"pin": "pinned", "guess": "guessing"}
        for name, button in self.buttons.items():
            if name != "code":
                traitlets.link((explorer, traits.get(name, name)), (button, "value"))
        self.buttons["code"].observe(lambda _: say(), "value")
        self.reset.on_click(lambda _: explorer.reset())
        self.presets.observe(lambda change: explorer.quiet or begin(change.new), "value")
        explorer.observe(lambda change: self._project(change.new), "projector")
        self._project(explorer.projector)

    def _project(self, on):
        """Turn a presentation's large numbers on or off; it keeps the guess and the reset."""
        explorer = self._explorer
        (explorer.add_class if on else explorer.remove_class)("abh-projector")
        for name, button in self.buttons.items():
            button.layout.display = "none" if on and name != "guess" else None

    def show(self):
        """Show what was begun, whether it is the user's by now, and what the guess button does."""
        self.presets.value = self._explorer.example_title
        self.presets.description = "your own, from" if _is_own(self._explorer) else "example"
        if "guess" in self.buttons:
            reveals = self._explorer.guessing
            self.buttons["guess"].description = "reveal" if reveals else "guess"


def _is_own(explorer):
    """Return whether the user has made something else of the example."""
    values = (
        (getattr(explorer.start, name), getattr(explorer.state, name))
        for name in {*explorer.follows} - {*explorer.questions}
    )
    return not all(then is now or np.array_equal(then, now) for then, now in values)
