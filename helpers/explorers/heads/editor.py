"""Where one head's matrices are typed, its queries turned up, and heads come and go."""

import ipywidgets

from helpers.explorers.base.arithmetic import numbered
from helpers.explorers.base.readers import finite
from helpers.explorers.heads.layer import MOST_HEADS, NAMES
from helpers.views.grid import Grid
from helpers.views.slider import Slider

LOUDEST = 20.0  # that W_Q is multiplied by
NARROW = {"width": "auto"}
WRAPPED = {"flex_flow": "row wrap", "grid_gap": "4px 28px", "align_items": "flex-start"}


class HeadEditor(ipywidgets.VBox):
    """Three tables of numbers, a factor for W_Q, and W_O; `typed` hears what was typed.

    typed  : called with "W_Q", "W_K", "W_V" or "W_O", a row, a column and the text
    turned : called with a factor and whether the hand rests
    """

    def __init__(self, typed, turned, add, remove, mix):
        self._typed, self._answering = typed, False
        self._titles, self._grids = {}, {}
        for name in (*NAMES, "W_O"):
            self._titles[name] = ipywidgets.HTML()
            self._grids[name] = Grid(self._listener(name), label=name)
        boxes = [ipywidgets.VBox([self._titles[n], self._grids[n]]) for n in self._grids]
        self._mixing_box = boxes[-1]
        tables = ipywidgets.HBox(boxes, layout=WRAPPED)
        tables.add_class("abh-matrices")
        self._turned = turned
        self._factor = Slider(
            self._on_factor,
            label="W_Q ×",
            layout={"width": "440px", "max_width": "100%"},
        )
        self._add = ipywidgets.Button(description="add a head", layout=NARROW)
        self._remove = ipywidgets.Button(layout=NARROW)
        self._mix = ipywidgets.ToggleButton(
            description="mix with W_O", tooltip="mix the heads' numbers", layout=NARROW
        )
        self._add.on_click(lambda _: add())
        self._remove.on_click(lambda _: remove())
        self._mix.observe(lambda pressed: mix(pressed.new), "value")
        self.buttons = ipywidgets.HBox([self._add, self._remove, self._mix])
        super().__init__([self._factor, tables, self.buttons])

    def _listener(self, name):
        """Return what hears a table; every field then shows what holds."""

        def hear(report):
            row, column, text = report.get("row"), report.get("column"), report.get("text")
            if isinstance(text, str) and type(row) is type(column) is int:
                self._answering = True
                self._typed(name, row, column, text)
                self._answering = False

        return hear

    def _on_factor(self, report):
        factor = finite(report.get("value"), 0, LOUDEST)
        if factor is not None and report.get("kind") in ("move", "release"):
            self._turned(factor, report["kind"] == "release")

    def draw(self, explorer, factor, resting):
        """Show the chosen head's matrices; what a turn leaves as it is waits for the rest."""
        chosen = explorer.head + 1
        self._factor.label = f"W_Q of head {chosen} ×"
        self._factor.draw(
            value=factor, low=0, high=LOUDEST, step=0.1, text=f"{factor:.4g}", play=None
        )
        matrices = dict(zip(NAMES, explorer.heads[explorer.head], strict=True))
        if not resting:
            W_Q = matrices["W_Q"]
            self._draw_matrix("W_Q", W_Q, numbered("x", len(W_Q)), "q")
            return
        for name, matrix in matrices.items():
            self._titles[name].value = f"<b>{name}</b> of head {chosen}"
            letter = name[-1].lower()
            self._draw_matrix(name, matrix, numbered("x", len(matrix)), letter)
        self._mixing_box.layout.display = "none" if explorer.W_O is None else None
        self._mix.value = explorer.W_O is not None
        if explorer.W_O is not None:
            self._titles["W_O"].value = "<b>W_O</b>, of all heads"
            sources = [
                f"head {i} {z}"
                for i, width in enumerate(explorer.layer.widths, 1)
                for z in numbered("z", width)
            ]
            self._draw_matrix("W_O", explorer.W_O, sources, "o")
        self._add.disabled = len(explorer.heads) >= MOST_HEADS
        self._remove.disabled = len(explorer.heads) == 1
        self._remove.description = f"remove head {chosen}"

    def _draw_matrix(self, name, matrix, rows, letter):
        """Show one matrix as typed numbers."""
        self._grids[name].draw(
            texts=[[f"{entry:.6g}" for entry in row] for row in matrix.tolist()],
            rows=rows,
            columns=numbered(letter, matrix.shape[1]),
            restore=self._answering,
        )

    def shrink(self, on):
        """Leave out what is typed, for a wall."""
        for part in self.children[1:]:
            part.layout.display = "none" if on else None
