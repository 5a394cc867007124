"""What a hand pulls, types and opens: sharper, the tables, and one head's matrices."""

from functools import partial

import ipywidgets

from helpers.explorers.base.arithmetic import numbered
from helpers.explorers.base.colours import ColouredTable
from helpers.explorers.base.readers import is_place
from helpers.explorers.base.sentence import near_origin, remark, typed_words
from helpers.explorers.base.sentence_editor import SentenceEditor
from helpers.explorers.heads import scenes
from helpers.explorers.heads.state import MOST_HEADS, NAMES
from helpers.views.grid import Grid
from helpers.views.slider import Slider

SHARPEST = 20.0  # that W_Q is multiplied by
CROWDED = 5  # tokens, past which two heads side by side need smaller cells
NARROW = {"width": "max-content"}  # also where it stands in a column


def display(widget, shown):
    """Show a widget, or take it out of sight."""
    widget.layout.display = None if shown else "none"


class Sharper(Slider):
    """The factor of the edited head's W_Q."""

    def show(self, head, factor, hidden):
        """Draw the factor of a head, unless its weights are to be guessed."""
        self.label = f"sharper: head {head + 1}"
        text = f"× {factor:.4g}"
        self.draw(value=factor, low=0, high=SHARPEST, step=0.1, text=text, play=None)
        display(self, not hidden)


class Tables(ipywidgets.VBox):
    """The weights of every query, a table for each head; `chosen` hears a row and its head."""

    def __init__(self, chosen):
        self._chosen, self._size = chosen, (0, 0)
        self.maps, boxes = [], []
        for k in range(MOST_HEADS):
            self.maps.append(ColouredTable(partial(self._hear, k), label=f"head {k + 1}, weights"))
            title = f"<span class='abh-head-name abh-head-{k + 1}'>head {k + 1}</span>"
            boxes.append(ipywidgets.VBox([ipywidgets.HTML(title), self.maps[k]]))
        self.stretch = ipywidgets.ToggleButton(
            description="stretch colours", tooltip="over the weights' own range", layout=NARROW
        )
        self._row = ipywidgets.HBox(boxes)
        self._row.add_class("abh-pictures")
        super().__init__([self._row, self.stretch])

    def _hear(self, head, report):
        """Choose a row of a head; a head or a word may be gone since."""
        row, (heads, n) = report.get("row"), self._size
        if report.get("kind") == "choose" and is_place(row, n) and head < heads:
            self._chosen(row, head)

    def show(self, now, pin, hidden, stretch, resting):
        """Draw every head's weights; how each comes about follows at rest."""
        self._size = len(now.result.heads), len(now.tokens)
        shades = scenes.shades(now, pin, stretch)
        crowded = len(now.tokens) > CROWDED
        (self._row.add_class if crowded else self._row.remove_class)("abh-small")
        for k, box in enumerate(self._row.children):
            display(box, k < len(shades))
        for k, shade in enumerate(shades):
            told = scenes.details(now, k, hidden) if resting else []
            self.maps[k].draw(**scenes.weights(now, shade, k, hidden), details=told)


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
        matrices = ipywidgets.HBox(boxes)
        matrices.add_class("abh-matrices")
        self.vectors = ColouredTable(label="queries, keys and values")
        self.add = ipywidgets.Button(description="add a head", layout=NARROW)
        self.remove = ipywidgets.Button(layout=NARROW)
        self.mix = ipywidgets.ToggleButton(
            description="mix with W_O", tooltip="mix the heads' numbers", layout=NARROW
        )
        self.add.on_click(lambda _: add())
        self.remove.on_click(lambda _: remove())
        self.mix.observe(lambda pressed: mix(pressed.new), "value")
        buttons = ipywidgets.HBox([self.add, self.remove, self.mix])
        super().__init__([matrices, self.vectors, buttons])

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
                texts=[[f"{entry:.6g}" for entry in row] for row in matrices[name].tolist()],
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


class TypedSentence(SentenceEditor):
    """The words and their embeddings, typed; `change` takes the wishes, as an explorer does."""

    def __init__(self, change):
        self._change, self._now, self._keep_words = change, None, False
        super().__init__(self._on_words, self._on_grid, self._on_add)

    def show(self, now):
        """Draw the sentence of a `Look`; words that were refused stay as typed."""
        self._now = now
        self.draw(now.layer, self._keep_words)

    def _on_words(self, text):
        """Take a typed sentence; a word that stays keeps its numbers."""
        layer = self._now.layer
        tokens, embeddings, unknown = typed_words(text, layer, layer.size[1])
        said = remark(unknown, "Give it its numbers.", "Give them their numbers.")
        self._keep_words = True
        taken = self._change(tokens=tokens, embeddings=embeddings, message=said)
        self._keep_words = False
        if taken:
            self.show(self._now)

    def _on_add(self):
        tokens, rows = self._parts()
        rows.append(near_origin(*self._now.layer.size).tolist())
        self._change(tokens=[*tokens, "new"], embeddings=rows)

    def _parts(self):
        """Return the words and their numbers, to be changed."""
        return list(self._now.tokens), self._now.layer.embeddings.tolist()

    def _on_grid(self, report):
        """Take what was typed into the table, or removed from it."""
        row, column, kind, text = map(report.get, ("row", "column", "kind", "text"))
        tokens, rows = self._parts()
        if not is_place(row, len(tokens)):
            return
        if kind == "remove":
            del tokens[row], rows[row]
            query = min(self._now.query - (row < self._now.query), len(tokens) - 1)
            self._change(tokens=tokens, embeddings=rows, query=query)
        elif kind == "rename" and isinstance(text, str):
            tokens[row] = text
            self._change(tokens=tokens)
        elif kind == "type" and isinstance(text, str) and is_place(column, len(rows[row])):
            rows[row][column] = text
            self._change(embeddings=rows)
