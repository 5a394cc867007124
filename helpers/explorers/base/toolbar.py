"""The one quiet row of buttons below the picture."""

from functools import partial

import numpy as np

from helpers.views.parts import Button, HBox, Menu, Toggle

BUTTONS = {
    "pin": ("pin", "keep this state, to compare"),
    "guess": ("guess", "hide the result until you have guessed it"),
    "code": ("code", "show the lines of Python that compute this state"),
}
TRAITS = {"pin": "pinned", "guess": "guessing"}  # of the buttons that are not named like theirs


class Toolbar(HBox):
    """An explorer's examples, its switches and the buttons that every explorer has.

    buttons, presets, reset : the toggles by their names, the list of examples, the button
    own   : buttons of this explorer alone
    begin : called with the title of an example
    """

    def __init__(self, explorer, own, begin):
        self._explorer = explorer
        turn = partial(setattr, explorer)
        acts = {"code": lambda _on: explorer.change()}  # nothing but what is shown
        self.buttons = {
            name: Toggle(text, acts.get(name, partial(turn, TRAITS.get(name, name))), does)
            for name, (text, does) in {**explorer.switches, **BUTTONS}.items()
            if explorer.guesses or name != "guess"
        }
        titles = dict.fromkeys(explorer.examples)
        self.presets = Menu("example", {title: title for title in titles}, begin)
        does = "go back to this cell's first state"
        self.reset = Button("reset", explorer.reset, does)
        self.more = Toggle("more", lambda _on: self.show(), "switches you'll need less often")
        rare = [self.buttons[name] for name in self.buttons if name in explorer.rare]
        often = [button for button in self.buttons.values() if button not in rare]
        row = [self.presets, *own, *often, self.reset, self.more, *rare]
        super().__init__(row, "abh-toolbar")

    def show(self):
        """Show what was begun, whether it's the user's by now, and which switches are on.

        A rare switch that is on stays in sight; a presentation keeps the guess and the reset.
        """
        explorer = self._explorer
        self.presets.chosen = explorer.example_title
        self.presets.label = "your version of" if _is_own(explorer) else "example"
        self.more.hidden = explorer.projector
        for name, button in self.buttons.items():
            if name != "code":
                button.on = getattr(explorer, TRAITS.get(name, name))
            folded = name in explorer.rare and not (self.more.on or button.on)
            button.hidden = folded or (explorer.projector and name != "guess")
        if "guess" in self.buttons:
            self.buttons["guess"].text = "reveal" if explorer.guessing else "guess"


def _is_own(explorer):
    """Return whether the user has made something else of the example."""
    values = (
        (getattr(explorer.start, name), getattr(explorer.state, name))
        for name in {*explorer.follows} - {*explorer.questions}
    )
    return not all(then is now or np.array_equal(then, now) for then, now in values)
