"""A row of toggle buttons of which exactly one is on."""

import ipywidgets
import traitlets


class Choice(ipywidgets.HBox):
    """Names to choose one of; a name that is not to be had is disabled, with its reason.

    chosen : the name that is on
    """

    chosen = traitlets.Unicode()

    def __init__(self, names, chosen, **traits):
        self.buttons = {
            name: ipywidgets.ToggleButton(
                description=name, value=name == chosen, layout={"width": "auto"}
            )
            for name in names
        }
        super().__init__(list(self.buttons.values()), chosen=chosen, **traits)
        self.layout.flex_flow = "row wrap"
        for name, button in self.buttons.items():
            button.observe(lambda change, name=name: self._press(name, change.new), "value")
        self.observe(lambda _: self._redraw(), "chosen")

    def _press(self, name, on):
        """Choose a name whose button went on; the one that is on stays on."""
        if on:
            self.chosen = name
        self._redraw()

    def _redraw(self):
        for name, button in self.buttons.items():
            button.value = name == self.chosen

    def refuse(self, name, reason):
        """Disable a name and say why where the pointer rests on it; without a reason, enable it."""
        self.buttons[name].disabled = bool(reason)
        self.buttons[name].tooltip = reason  # ipywidgets 7, which Colab has, takes no None
