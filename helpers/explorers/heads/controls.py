"""What the switches open: the tables, and one head's matrices."""

from functools import partial

import ipywidgets

from helpers.explorers.base.colours import ColouredTable
from helpers.explorers.heads import scenes
from helpers.explorers.heads.state import MOST_HEADS, NAMES
from helpers.numerals import wording
from helpers.numerals.arithmetic import numbered
from helpers.views.grid import Grid

CROWDED = 5  # tokens, past which two heads side by side need smaller cells
NARROW = {"width": "max-content"}  # also where it stands in a column


def display(widget, shown):
    """Show a widget, or take it out of sight."""
    widget.layout.display = None if shown else "none"


class Tables(ipywidgets.VBox):
    """The weights of every query, a table for each head.

    chosen : called with the place of a head, and what is reported of its table
    """

    def __init__(self, chosen):
        self.maps, boxes = [], []
        for k in range(MOST_HEADS):
            self.maps.append(ColouredTable(partial(chosen, k), label=f"head {k + 1}, weights"))
            title = f"<span class='abh-head-name abh-head-{k + 1}'>head {k + 1}</span>"
            boxes.append(ipywidgets.VBox([ipywidgets.HTML(title), self.maps[k]]))
        self.stretch = ipywidgets.ToggleButton(
            description="stretch colours", tooltip="over the weights' own range", layout=NARROW
        )
        self._row = ipywidgets.HBox(boxes).add_class("abh-pictures")
        super().__init__([self._row, self.stretch])

    def show(self, now, pin, hidden, stretch, resting):
        """Draw every head's weights; how each comes about follows at rest."""
        shades = scenes.shades(now, pin, stretch)
        crowded = len(now.tokens) > CROWDED
        (self._row.add_class if crowded else self._row.remove_class)("abh-small")
        for k, box in enumerate(self._row.children):
            display(box, k < len(shades))
        for k, shade in enumerate(shades):
            details = scenes.details(now, k, hidden) if resting else []
            self.maps[k].draw(**scenes.weights(now, shade, k, hidden), details=details)


class HeadEditor(ipywidgets.VBox):
    """One head's three matrices and W_O, typed; what they make of the words; heads come and go.

    typed : called with "W_Q", "W_K", "W_V" or "W_O", and what was typed into that table
    """

    def __init__(self, typed, add, remove, mix):
        self.grids = {name: Grid(partial(typed, name), label=name) for name in (*NAMES, "W_O")}
        self._titles = {
            name: ipywidgets.HTML(f"<b>{name}</b>, of all heads") for name in self.grids
        }
        boxes = [ipywidgets.VBox([self._titles[n], self.grids[n]]) for n in self.grids]
        self._mixing = boxes[-1]
        self.vectors = ColouredTable(label="queries, keys and values")
        matrices = ipywidgets.HBox([*boxes[:3], self.vectors, boxes[3]]).add_class("abh-matrices")
        self.add = ipywidgets.Button(description="add a head", layout=NARROW)
        self.remove = ipywidgets.Button(layout=NARROW)
        self.mix = ipywidgets.ToggleButton(
            description="mix with W_O", tooltip="mix the heads' numbers", layout=NARROW
        )
        self.add.on_click(lambda _: add())
        self.remove.on_click(lambda _: remove())
        self.mix.observe(lambda pressed: mix(pressed.new), "value")
        super().__init__([matrices, ipywidgets.HBox([self.add, self.remove, self.mix])])

    def show(self, now, resting, restore):
        """Draw the edited head's matrices; what sharper leaves as it is waits for the rest."""
        layer, heads = now.layer, len(now.layer.heads)
        matrices = dict(zip(NAMES, layer.heads[now.head], strict=True))
        if layer.W_O is not None:
            matrices["W_O"] = layer.W_O
        widths = enumerate(layer.widths, 1)
        beside = [f"head {k} {z}" for k, width in widths for z in numbered("z", width)]
        for name in matrices if resting else NAMES[:1]:
            self.grids[name].draw(
                texts=[[wording.typed(entry) for entry in row] for row in matrices[name].tolist()],
                rows=beside if name == "W_O" else numbered("x", layer.size[1]),
                columns=numbered(name[-1].lower(), matrices[name].shape[1]),
                restore=restore,
            )
        self.vectors.draw(**scenes.vectors(now))
        if resting:
            for name in NAMES:
                self._titles[name].value = f"<b>{name}</b> of head {now.head + 1}"
            self.mix.value = "W_O" in matrices
            display(self._mixing, self.mix.value)
            self.add.disabled, self.remove.disabled = heads >= MOST_HEADS, heads == 1
            self.remove.description = f"remove head {now.head + 1}"
