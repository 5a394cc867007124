"""What the switches open: the tables, and one head's matrices."""

from functools import partial

from helpers.explorers.base.colours import ColouredTable
from helpers.explorers.heads import scenes
from helpers.explorers.heads.state import MOST_HEADS, NAMES
from helpers.numerals import wording
from helpers.numerals.arithmetic import numbered
from helpers.views.grid import Grid
from helpers.views.parts import Button, HBox, Note, Toggle, VBox

CROWDED = 5  # tokens, past which two heads side by side need smaller cells


class Tables(VBox):
    """The weights of every query, a table for each head.

    chosen : called with the place of a head, and what is reported of its table
    widen  : called with whether the colours span the weights' own range
    """

    def __init__(self, chosen, widen):
        self.maps, boxes = [], []
        for k in range(MOST_HEADS):
            self.maps.append(ColouredTable(partial(chosen, k), label=f"head {k + 1}, weights"))
            title = f"<span class='abh-head-name abh-head-{k + 1}'>head {k + 1}</span>"
            boxes.append(VBox([Note(title), self.maps[k]]))
        self.stretch = Toggle("stretch colours", widen, "over the weights' own range")
        self._row = HBox(boxes, "abh-pictures")
        super().__init__([self._row, self.stretch])

    def show(self, now, pin, hidden, stretch, resting):
        """Draw every head's weights; how each comes about follows at rest."""
        shades = scenes.shades(now, pin, stretch)
        self.stretch.on = stretch
        self._row.mark("abh-small", len(now.tokens) > CROWDED)
        for k, box in enumerate(self._row.children):
            box.hidden = k >= len(shades)
        for k, shade in enumerate(shades):
            details = scenes.details(now, k, hidden) if resting else []
            self.maps[k].draw(**scenes.weights(now, shade, k, hidden), details=details)


class HeadEditor(VBox):
    """One head's three matrices and W_O, typed; what they make of the words; heads come and go.

    typed : called with "W_Q", "W_K", "W_V" or "W_O", and what was typed into that table
    """

    def __init__(self, typed, add, remove, mix):
        self.grids = {name: Grid(partial(typed, name), label=name) for name in (*NAMES, "W_O")}
        self._titles = {name: Note(f"<b>{name}</b>, of all heads") for name in self.grids}
        boxes = [VBox([self._titles[n], self.grids[n]]) for n in self.grids]
        self._mixing = boxes[-1]
        self.vectors = ColouredTable(label="queries, keys and values")
        matrices = HBox([*boxes[:3], self.vectors, boxes[3]], "abh-matrices")
        self.add, self.remove = Button("add a head", add), Button("remove head 1", remove)
        self.mix = Toggle("mix with W_O", mix, "mix the heads' numbers")
        super().__init__([matrices, HBox([self.add, self.remove, self.mix])])

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
                self._titles[name].html = f"<b>{name}</b> of head {now.head + 1}"
            self.mix.on = "W_O" in matrices
            self._mixing.hidden = not self.mix.on
            self.add.disabled, self.remove.disabled = heads >= MOST_HEADS, heads == 1
            self.remove.text = f"remove head {now.head + 1}"
