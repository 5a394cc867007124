"""The controls of softmax: c, the temperature, the float format, and scores as typed numbers."""

import math

import ipywidgets

from helpers.explorers.base.readers import finite, is_place
from helpers.explorers.base.toggle_row import Choice
from helpers.explorers.softmax import float_formats
from helpers.explorers.softmax import state as score_row
from helpers.views.grid import Grid
from helpers.views.slider import Slider

COLDEST, HOTTEST = 0.05, 20.0
HALF = 130  # steps of the temperature's slider on each side of 1
FURTHEST = 1000.0  # that c goes


def heat(step):
    """Return the temperature at a slider's step: -130 is 0.05, 0 is 1 exactly, 130 is 20."""
    return float(f"{HOTTEST ** (step / HALF):.3g}")


def step_of(temperature):
    """Return the slider's nearest step to a temperature."""
    return round(HALF * math.log(temperature, HOTTEST))


class SoftmaxControls(ipywidgets.VBox):
    """Sliders, typed numbers and buttons; `change(resting, **state)` hears what they ask for."""

    def __init__(self, change, reveal):
        self._change, self._answering = change, False
        self._c = Slider(self._on_c, label="add c to all")
        self._heat = Slider(self._on_heat, label="temperature")
        self._typed = Grid(self._on_typed, label="c and temperature as numbers")
        self._scores = Grid(self._on_scores, label="scores as numbers")
        self._dtypes = Choice(float_formats.FORMATS, "float64")
        for name in float_formats.FORMATS:
            if float_formats.missing(name):
                self._dtypes.refuse(name, float_formats.missing(name))
        narrow = {"width": "auto"}
        self._add = ipywidgets.Button(description="add a score", layout=narrow)
        self._naive = ipywidgets.ToggleButton(description="show the naive form", layout=narrow)
        self._reveal = ipywidgets.Button(description="reveal", layout=narrow)
        wrapped = {"flex_flow": "row wrap", "grid_gap": "0 24px"}
        buttons = ipywidgets.HBox([self._add, self._naive, self._reveal])
        tables = ipywidgets.HBox([self._scores, self._typed], layout=wrapped)
        super().__init__([self._c, self._heat, self._dtypes, buttons, tables])
        self._listen(reveal)

    def _listen(self, reveal):
        """Tie the buttons to what they ask for."""
        self._dtypes.observe(lambda pressed: self._change(dtype=pressed.new), "chosen")
        self._naive.observe(lambda pressed: self._change(naive=pressed.new), "value")
        self._add.on_click(lambda _: self._change(scores=(*self._now.scores, 0.0)))
        self._reveal.on_click(lambda _: reveal())

    def _on_c(self, report):
        kind, added = report.get("kind"), finite(report.get("value"))
        if kind in ("move", "release") and added is not None:
            self._change(kind == "release", added=added)

    def _on_heat(self, report):
        kind, step = report.get("kind"), finite(report.get("value"), -HALF, HALF)
        if kind in ("move", "release") and step is not None:
            self._change(kind == "release", temperature=heat(step))

    def _on_typed(self, report):
        row, text = report.get("row"), report.get("text")
        if is_place(row, 2) and isinstance(text, str):
            self._answer(**{("added", "temperature")[row]: text})

    def _on_scores(self, report):
        row, kind, text = report.get("row"), report.get("kind"), report.get("text")
        scores, names = list(self._now.scores), list(self._now.names)
        if not is_place(row, len(scores)):  # it was removed while the report was on its way
            return
        if kind == "remove":
            del scores[row], names[row]
        elif kind in ("rename", "type") and isinstance(text, str):
            (names if kind == "rename" else scores)[row] = text
        else:
            return
        self._answer(scores=scores, labels=names)

    def _answer(self, **state):
        """Ask for what was typed; every field then shows what holds."""
        self._answering = True
        self._change(**state)
        self._answering = False

    def draw(self, now):
        """Show the state of an explorer."""
        self._now = now
        step = step_of(now.temperature)
        c = f"{now.added:g}".replace("-", "−")
        self._c.draw(value=now.added, low=-FURTHEST, high=FURTHEST, step=1, text=c)
        self._heat.draw(value=step, low=-HALF, high=HALF, step=1, text=f"{now.temperature:g}")
        self._dtypes.chosen, self._naive.value = now.dtype, now.naive
        self._reveal.layout.display = None if now.guessing else "none"
        for typed in (self._typed, self._scores, self._add):
            typed.layout.display = "none" if now.projector else None
        self._add.disabled = len(now.scores) >= score_row.MOST
        self._draw_numbers(now)

    def _draw_numbers(self, now):
        self._typed.draw(
            texts=[[f"{now.added:g}"], [f"{now.temperature:g}"]],
            rows=["c", "temperature"],
            columns=["typed"],
            restore=self._answering,
        )
        self._scores.draw(
            texts=[[f"{score:.6g}"] for score in now.scores],
            rows=list(now.names),
            columns=["score"],
            names=list(now.names),
            renames=True,
            removes=len(now.scores) > score_row.FEWEST,
            restore=self._answering,
        )
