"""Costs: what looking at everything takes, in multiply-adds and in bytes, as a text grows."""

from typing import ClassVar

import traitlets

from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.guess import GuessSlider
from helpers.explorers.base.part import Part
from helpers.explorers.cost import scenes, state, words
from helpers.explorers.cost.scenes import DOUBLINGS
from helpers.explorers.cost.state import GIB, Cost
from helpers.numerals import wording
from helpers.views.columns import Columns
from helpers.views.curve import Curve
from helpers.views.grid import Grid
from helpers.views.parts import Button, HBox, Note, VBox
from helpers.views.slider import Slider

TYPED = ("n", "d", "heads", "layers", "bytes_each", "window", "memory")


class CostExplorer(Explorer):
    """What one layer of attention costs for a text of n tokens, and where the pairs take over.

    n          : tokens, 16 to 1,000,000      d      : the width, 32 to 16,384
    heads      : 1 to 128                     layers : 1 to 128
    bytes_each : of a stored number, 1 to 8   window : keys that a query sees in a window
    memory     : in GiB, what stored bytes are compared with
    editing    : whether all of these can be typed
    """

    n, d = Part(state.length), Part(state.width)
    heads, layers = Part(state.small("heads")), Part(state.small("layers"))
    bytes_each = Part(state.small("bytes_each"))
    window, memory = Part(state.window), Part(state.memory)
    editing = traitlets.Bool()
    switches: ClassVar = {"editing": ("edit", "type n, d, heads, layers, bytes and the memory")}
    words, goals, resets = words, words.GOALS, ("stops",)
    first_guess = 20.0  # 1 MiB
    state = Cost(1_024, 768, 12, 12, 2, 512, 16.0)

    def __init__(self, **traits):
        self.stops = dict.fromkeys(scenes.STOPS, ())  # of the sliders
        self._make_views()
        views, own = [self.prompt, self._page, self.slider], [self.machine]
        super().__init__(views, state.examples(), [self.typed], own, **traits)

    def _make_views(self):
        """Make work and memory side by side, the shares with both sliders, and what is typed."""
        self.prompt = Note(scenes.PROMPT)
        self.work = Curve(self._on_curve, label="multiply-adds of one layer")
        self.held = Curve(self._on_curve, label="bytes that one layer stores")
        self.shares = Columns(label="shares of the work")
        self.length = Slider(self.slides("n", self._stop("n")), label="tokens n")
        self.width = Slider(self.slides("d", self._stop("d")), label="width d")
        self.slider = GuessSlider(self, "direct stores")
        self.typed = Grid(self._on_typed, label="all parts as numbers")
        does = "compare with the memory of the computer that runs this"
        self.machine = Button("this machine", self._read_machine, does)
        sliders = VBox([self.length, self.width])
        pictures = [self.work, self.held, self.shares, sliders]
        self._page = HBox(pictures, "abh-pictures")

    def _stop(self, name):
        return lambda place: self.stops[name][round(place)]

    def _on_curve(self, report):
        """Take the length that the handle of either picture has come to."""
        if report.kind != "choose":
            self.change(report.resting, n=self.stops["n"][report.place])

    def _on_typed(self, report):
        """Take what was typed; every field then shows what holds."""
        self.change_typed(**{TYPED[report.row]: report.text})

    def _read_machine(self):
        """Compare with the memory that is there, or say that it cannot be known."""
        try:
            found = state.installed_memory()
        except ValueError as error:
            self.refuse(str(error))
        else:
            self.change(memory=found / GIB)

    def _draw(self, _resting):
        now, pin, wall = self.state, self.pin, self.projector
        for name, stops in self.stops.items():
            if (value := getattr(now, name)) not in stops:
                self.stops = {**self.stops, name: scenes.stops_with(name, value)}
        stops, hidden = self.stops["n"], self.guessing
        guess = self.guess_so_far if hidden else self.guess
        self.work.draw(**scenes.work(now, stops, pin, projector=wall))
        self.held.draw(**scenes.memory(now, stops, pin, guess, hidden=hidden, projector=wall))
        self.shares.draw(**scenes.bar(now, pin, projector=wall))
        self._draw_controls(now)

    def _draw_controls(self, now):
        """Show both sliders, the guess, and what can be typed."""
        for name, slider in (("n", self.length), ("d", self.width)):
            stops, value = self.stops[name], getattr(now, name)
            at, last = stops.index(value), len(stops) - 1
            slider.draw(value=at, low=0, high=last, step=1, text=f"{value:,}")
        low, high = DOUBLINGS
        self.slider.show(lambda power: wording.stored(2**power), low=low, high=high, step=1)
        self.machine.hidden = self.projector
        self.typed.hidden = self.projector or not self.editing
        texts = [[wording.typed(getattr(now, name))] for name in TYPED[-1:]]
        texts = [[str(getattr(now, name))] for name in TYPED[:-1]] + texts
        self.typed.draw(texts=texts, rows=list(TYPED), columns=["typed"], restore=self.restores)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        now = self.state
        return {
            **{name: getattr(now, name) for name in ("projections", "pairs", "mlp", "total")},
            "share": now.pairs / now.total,
            "all_layers": now.layers * now.total,
            "direct": now.direct,
            "window": now.windowed,
            "blockwise": now.blockwise,
            "fits": now.direct <= now.room,
        }

    def picture(self):
        """Return the work against n, with this n and 2d marked."""
        return scenes.picture(self.state, hidden=self.guessing)
