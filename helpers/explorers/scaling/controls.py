"""The controls of scaling: the width d_k, the scale, how many tokens, and which draw."""

import math

import ipywidgets

from helpers.explorers.base.readers import finite, is_place
from helpers.explorers.scaling.choices import FEWEST, LAST_DRAW
from helpers.explorers.scaling.draws import MOST, WIDEST
from helpers.views.grid import Grid
from helpers.views.slider import Slider

POWERS = tuple(2**k for k in range(WIDEST.bit_length()))
TYPED = ("d_k", "n", "draw")


class ScalingControls(ipywidgets.VBox):
    """Sliders, a switch and typed numbers; `change(resting, **state)` hears what they ask for."""

    def __init__(self, change):
        self._change, self._answering, self._now = change, False, None
        self._stops = POWERS
        self._width = Slider(self._on_width, label="width d_k")
        self._tokens = Slider(self._on_tokens, label="tokens n")
        narrow = {"width": "auto"}
        self._scaled = ipywidgets.ToggleButton(
            description="divide by √d_k", tooltip="scale the scores before softmax", layout=narrow
        )
        self._again = ipywidgets.Button(
            description="draw again", tooltip="other random queries and keys", layout=narrow
        )
        self._typed = Grid(self._on_typed, label="d_k, n and the draw as numbers")
        self._scaled.observe(lambda pressed: self._change(scaled=pressed.new), "value")
        self._again.on_click(lambda _: self._draw_again())
        buttons = ipywidgets.HBox([self._scaled, self._again])
        super().__init__([self._width, self._tokens, buttons, self._typed])

    def _on_width(self, report):
        kind, stop = report.get("kind"), finite(report.get("value"), 0, len(self._stops) - 1)
        if kind in ("move", "release") and stop is not None:
            self._change(kind == "release", d_k=self._stops[round(stop)])

    def _on_tokens(self, report):
        kind, count = report.get("kind"), finite(report.get("value"), FEWEST, MOST)
        if kind in ("move", "release") and count is not None:
            self._change(kind == "release", n=round(count))

    def _draw_again(self):
        self._change(draw=(self._now.draw + 1) % (LAST_DRAW + 1))

    def _on_typed(self, report):
        """Ask for what was typed; every field then shows what holds."""
        column, text = report.get("column"), report.get("text")
        if is_place(column, len(TYPED)) and isinstance(text, str):
            self._answering = True
            self._change(**{TYPED[column]: text})
            self._answering = False

    def draw(self, now):
        """Show the state of an explorer."""
        self._now = now
        if now.d_k not in self._stops:
            self._stops = _stops(now.d_k)
        place = self._stops.index(now.d_k)
        last = len(self._stops) - 1
        self._width.draw(value=place, low=0, high=last, step=1, text=f"{now.d_k:,}")
        self._tokens.draw(value=now.n, low=FEWEST, high=MOST, step=1, text=str(now.n))
        self._scaled.value = now.scaled
        for fine in (self._tokens, self._typed):
            fine.layout.display = "none" if now.projector else None
        texts = [str(getattr(now, name)) for name in TYPED]
        self._typed.draw(
            texts=[texts], rows=["typed"], columns=list(TYPED), restore=self._answering
        )


def _stops(d_k):
    """Return the powers of two, with a width in the place of the nearest, so that Esc finds it."""
    place = round(math.log2(d_k))
    return (*POWERS[:place], d_k, *POWERS[place + 1 :])
