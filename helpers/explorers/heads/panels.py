"""What is seen of the heads: their weights, one or all, and the numbers side by side."""

import html

import ipywidgets

from helpers.explorers.base.readers import finite, is_place
from helpers.explorers.base.toggle_row import Choice
from helpers.explorers.heads import scenes, words
from helpers.explorers.heads.layer import MOST_HEADS
from helpers.figures import wording
from helpers.views.heatmap import Heatmap
from helpers.views.slider import Slider

VIEWS = {"all": "all heads", "one": "one head"}
NAMES = [f"head {i}" for i in range(1, MOST_HEADS + 1)]
WRAPPED = {"flex_flow": "row wrap", "grid_gap": "4px 24px", "align_items": "flex-start"}
NARROW = {"width": "auto"}
START = 0.5  # where the slider of a guess stands before it is made
CROWDED = 5  # tokens, past which two heads side by side need smaller cells


class Panels(ipywidgets.VBox):
    """The pictures and the choices above them.

    change : called with the choices that the hand made        guess : called with parts of a guess
    reveal : called when the guess is to be compared
    """

    def __init__(self, change, guess, reveal):
        self._change, self._guess = change, guess
        self._views = Choice(list(VIEWS.values()), VIEWS["all"])
        self._heads = Choice(NAMES, NAMES[0])
        self.stretch = ipywidgets.ToggleButton(
            description="stretch colours", tooltip="over the weights' own range", layout=NARROW
        )
        self._note, self._asked = ipywidgets.HTML(), ipywidgets.HTML()
        self._slider = Slider(self._on_slider, label="its weight")
        self._reveal = ipywidgets.Button(description="reveal", layout=NARROW)
        self._titles = [ipywidgets.HTML() for _ in NAMES]
        self._maps = [Heatmap(self._listener(i), label=f"{NAMES[i]}, weights") for i in range(4)]
        self._vectors = Heatmap(self._on_row, label="queries, keys and values")
        self._joined = Heatmap(self._on_row, label="contexts side by side")
        self._mixed = Heatmap(self._on_row, label="contexts mixed by W_O")
        self._reveal.on_click(lambda _: reveal())
        self._listen()
        super().__init__(self._laid_out())

    def _listen(self):
        """Tie the choices to what they ask for."""
        views = {text: name for name, text in VIEWS.items()}
        self._views.observe(lambda pressed: self._change(view=views[pressed.new]), "chosen")
        self._heads.observe(lambda pressed: self._change(head=NAMES.index(pressed.new)), "chosen")

    def _laid_out(self):
        """Return the rows: choices, note, guess, weights, numbers side by side."""
        choices = ipywidgets.HBox([self._views, self._heads, self.stretch], layout=WRAPPED)
        self._guessing = ipywidgets.HBox([self._asked, self._slider, self._reveal], layout=WRAPPED)
        self._boxes = [
            ipywidgets.VBox([title, table])
            for title, table in zip(self._titles, self._maps, strict=True)
        ]
        for i, box in enumerate(self._boxes, 1):
            box.add_class(f"abh-head-{i}")
        pictures = ipywidgets.HBox([self._vectors, *self._boxes], layout=WRAPPED)
        pictures.add_class("abh-heads")
        numbers = ipywidgets.HBox([self._joined, self._mixed], layout=WRAPPED)
        numbers.add_class("abh-heads")
        return [choices, self._note, self._guessing, pictures, numbers]

    def _listener(self, place):
        """Return what hears a head's weights: a row is a query, a cell in question the guess."""

        def hear(report):
            row, column, n = report.get("row"), report.get("column"), len(self._now.tokens)
            if report.get("kind") != "choose" or not is_place(row, n):
                return
            if self._now.hides(place) and row == self._now.query and is_place(column, n):
                self._guess(column, None, True)
            elif place < len(self._now.heads):  # it may be gone since
                self._change(query=row, head=place)

        return hear

    def _on_row(self, report):
        if report.get("kind") == "choose" and is_place(report.get("row"), len(self._now.tokens)):
            self._change(query=report["row"])

    def _on_slider(self, report):
        weight = finite(report.get("value"), 0, 1)
        if weight is not None and report.get("kind") in ("move", "release"):
            self._guess(None, weight, report["kind"] == "release")

    def draw(self, now, resting):
        """Show the state of an explorer; how each weight comes about follows at rest."""
        self._now = now
        self._draw_choices(now)
        self._draw_heads(now, resting)
        self._joined.draw(**scenes.joined(now))
        self._redraw(self._mixed, now.W_O is not None)
        if now.W_O is not None:
            self._mixed.draw(**scenes.mixed(now))

    def _draw_choices(self, now):
        """Set the buttons and the guess to the state."""
        self._views.chosen, self._heads.chosen = VIEWS[now.view], NAMES[now.head]
        for i, button in enumerate(self._heads.children):
            self._redraw(button, i < len(now.heads))
        self._redraw(self._heads, len(now.heads) > 1)
        self._note.value = f"<p class='abh-note abh-wide'>{now.note}</p>"
        self._redraw(self._note, bool(now.note))
        self._redraw(self._guessing, now.guessing)
        if now.guessing:
            self._asked.value = f"<p class=abh-prompt>{html.escape(words.asked(now))}</p>"
            weight = START if now.guess.weight is None else now.guess.weight
            text = wording.number(weight)
            self._slider.draw(value=weight, low=0, high=1, step=0.01, text=text, play=None)

    def _draw_heads(self, now, resting):
        """Draw the weights of all heads, or of the chosen one after its vectors."""
        shades = scenes.shades(now)
        for i, box in enumerate(self._boxes):
            shown = (i < len(now.heads) and now.view == "all") or i == now.head
            self._redraw(box, shown)
            if shown:
                chosen = i == now.head and len(now.heads) > 1
                edited = " edited below" if chosen and not now.projector else ""
                crowded = len(now.tokens) > CROWDED
                (box.add_class if crowded else box.remove_class)("abh-small")
                style = f"class=abh-head-name style='background: {scenes.TINTS[i]}'"
                self._titles[i].value = f"<b {style}>{NAMES[i]}</b>{edited}"
                told = scenes.details(now, i) if resting else []
                rest = scenes.caption(now, i)
                self._maps[i].draw(**scenes.weights(now, shades[i], i), details=told, rest=rest)
        self._redraw(self._vectors, now.view == "one")
        if now.view == "one":
            self._vectors.draw(**scenes.vectors(now))

    def _redraw(self, widget, shown):
        widget.layout.display = None if shown else "none"
