"""One projection in the hand: a map by its name, its four numbers, and a switch to drop it."""

import ipywidgets

from helpers.explorers.base.arithmetic import numbered
from helpers.explorers.projection.maps import NAMED, OWN, name_of
from helpers.views.grid import Grid

MAKES = {"W_Q": "queries", "W_K": "keys", "W_V": "values"}

WIDTHS = {False: ("188px", "34px"), True: ("270px", "56px")}  # of the dropdown, and its name


class MatrixField(ipywidgets.HBox):
    """A dropdown of maps, a grid of numbers and a button.

    name   : W_Q, W_K or W_V    choose : called with the name and a map's name
    type_  : called with the name and a report of the grid    drop : with the name and a bool
    """

    def __init__(self, name, choose, type_, drop):
        self._name = name
        self._maps = ipywidgets.Dropdown(options=[*NAMED, OWN], description=name)
        self._grid = Grid(
            lambda report: type_(name, report), label=f"{name}, which makes {MAKES[name]}"
        )
        self._drop = ipywidgets.ToggleButton(
            description="drop",
            tooltip=f"do without {name}: the {MAKES[name]} are the embeddings",
            layout={"width": "auto"},
        )
        self._maps.observe(lambda change: choose(name, change.new), "value")
        self._drop.observe(lambda change: drop(name, change.new), "value")
        self.buttons = ipywidgets.HBox([self._drop])
        left = ipywidgets.VBox([self._maps, self.buttons], layout={"align_items": "flex-end"})
        super().__init__([left, self._grid], layout={"align_items": "center"})
        self.add_class("abh-matrix")

    def add_button(self, text, does, press):
        """Return one more button, which calls `press` with a bool."""
        button = ipywidgets.ToggleButton(description=text, tooltip=does, layout={"width": "auto"})
        button.observe(lambda change: press(change.new), "value")
        self.buttons.children = (button, *self.buttons.children)
        return button

    def draw(self, matrix, dropped, tied, simple):
        """Show the matrix that acts; one that cannot be set is greyed.

        simple : whether it is for a wall: larger, and without the buttons
        """
        width, name_width = WIDTHS[simple]
        self._maps.layout.width, self._maps.style.description_width = width, name_width
        letter = self._name[-1].lower()
        self._maps.value = name_of(matrix)
        self._maps.disabled = dropped or tied
        self._drop.value, self._drop.disabled = dropped, tied
        self.buttons.layout.display = "none" if simple else None
        self._grid.draw(
            texts=[[f"{entry:.4g}" for entry in row] for row in matrix.tolist()],
            rows=numbered("x", 2),
            columns=numbered(letter, 2),
            restore=True,
        )
